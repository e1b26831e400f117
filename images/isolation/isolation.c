/* isolation.c - `isolation`: what interrupts CPU 1 while it computes, with each source stopped. */
#include "shell.h"
#include "spikes.h"
#include "work.h"

enum { QUIET = 1, MS = 5000, MOST_MS = 60000, SLICE_US = 4000 };

static const struct condition {
    const char *name;
    unsigned upkeep;
    bool isolated;
} conditions[] = {
    { "nothing stopped", TAKT_UPKEEP_ALL, false },
    { "tick stopped", TAKT_UPKEEP_SAMPLING | TAKT_UPKEEP_SLICES, false },
    { "sampling stopped", TAKT_UPKEEP_TICK | TAKT_UPKEEP_SLICES, false },
    { "slices stopped", TAKT_UPKEEP_TICK | TAKT_UPKEEP_SAMPLING, false },
    { "all stopped", TAKT_UPKEEP_ALL, true },
};

enum { CONDITIONS = sizeof conditions / sizeof conditions[0] };

static uint32_t kicks_in(const struct takt_cpu_counts *counts)
{
    uint32_t sum = 0;

    for (unsigned reason = 0; reason < TAKT_KICK_COUNT; reason++) {
        sum += counts->kicks[reason];
    }
    return sum;
}

/* Spikes in which the CPU took an interrupt, and steps in which it was not its turn. */
static void print_row(const struct condition *condition, const struct spikes_result *result,
                      uint32_t worked)
{
    const struct takt_cpu_counts passed =
        spikes_difference(&result->after[QUIET], &result->before[QUIET]);

    shell_print("%-17s %9u %9u %9u %9u %9u %11u\n", condition->name,
                (unsigned)(result->seen - result->unknown), (unsigned)result->unknown,
                (unsigned)passed.clock, (unsigned)kicks_in(&passed), (unsigned)passed.devices,
                (unsigned)worked);
}

static bool is_quiet(const struct spikes_result *result)
{
    const struct takt_cpu_counts passed =
        spikes_difference(&result->after[QUIET], &result->before[QUIET]);

    return result->seen == result->unknown && !spikes_explained(&passed);
}

static int set_condition(const struct condition *condition)
{
    int status = takt_cpu_set_upkeep(QUIET, condition->upkeep);

    if (status == TAKT_OK) {
        status = condition->isolated ? takt_cpu_isolate(QUIET) : takt_cpu_include(QUIET);
    }
    (void)takt_sleep(takt_ms(1));
    return status;
}

/* True if nothing has interrupted the CPU. */
static bool measure(const struct condition *condition, uint32_t ms)
{
    const struct spikes_options options = { .cpu = QUIET,
                                            .loops = UINT32_MAX,
                                            .span = takt_ms(ms),
                                            .threshold_us = 0,
                                            .slice_us = SLICE_US };
    uint32_t before = work_done();

    (void)spikes_measure(&options);
    print_row(condition, spikes_result(), work_done() - before);
    return is_quiet(spikes_result());
}

static void print_head(uint32_t ms)
{
    shell_print("CPU 1 looks at its clock for %u ms each time, while CPU 0 works.\n", (unsigned)ms);
    shell_print("%-17s %9s %9s %9s %9s %9s %11s\n", "condition", "spikes",
                takt_cpus_take_turns ? "turns" : "unknown", "clock", "kicks", "devices",
                "work, CPU 0");
}

enum { WINDOW, OPTIONS };

static int run_isolation(unsigned count, char **words)
{
    struct shell_option options[OPTIONS] = { [WINDOW] = { "-w", 1, MOST_MS, MS } };
    bool quiet = false;

    (void)count;
    if (!shell_options(words, 1, options, OPTIONS)) {
        return SHELL_ERROR;
    }
    print_head(options[WINDOW].value);
    for (unsigned row = 0; row < CONDITIONS; row++) {
        if (set_condition(&conditions[row]) != TAKT_OK) {
            return shell_fail(words, "CPU 1 cannot be isolated: see cpus isolate 1");
        }
        quiet = measure(&conditions[row], options[WINDOW].value);
    }
    (void)takt_cpu_include(QUIET);
    shell_print("With all stopped, CPU 1 was %s.\n",
                quiet ? "interrupted by nothing" : "still interrupted");
    return quiet ? SHELL_FINE : SHELL_FINDING;
}

SHELL_COMMAND(isolation, "[-w MS]",
              "what interrupts CPU 1 while it computes, with each source stopped alone, and all\n"
              "-w MS  the window of each row (5000)",
              run_isolation)
