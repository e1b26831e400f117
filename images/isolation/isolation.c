/* isolation.c - `isolation`: what interrupts CPU 1 while it computes, with each source stopped. */
#include "isolation.h"

#include "shell.h"
#include "spikes.h"
#include "work.h"

enum { QUIET = 1, LOOPS = 32000000, LEAST_LOOPS = 1000, SLICE_US = 4000 };

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

/* Nothing but a place: whoever watches the processor from outside knows by it where a row begins
 * and ends. */
__attribute__((noinline)) void isolation_window(unsigned row)
{
    __asm__ volatile("" ::"r"(row) : "memory");
}

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
    const struct takt_cpu_counts *before = &result->before[QUIET].counts;
    const struct takt_cpu_counts *after = &result->after[QUIET].counts;

    shell_print(
        "%-17s %9u %9u %9u %9u %9u %11u\n", condition->name,
        (unsigned)(result->seen - result->unknown), (unsigned)result->unknown,
        (unsigned)(after->clock - before->clock), (unsigned)(kicks_in(after) - kicks_in(before)),
        (unsigned)(result->after[QUIET].devices - result->before[QUIET].devices), (unsigned)worked);
}

static bool is_quiet(const struct spikes_result *result)
{
    const struct takt_cpu_counts *before = &result->before[QUIET].counts;
    const struct takt_cpu_counts *after = &result->after[QUIET].counts;

    return result->seen == result->unknown && after->clock == before->clock
           && kicks_in(after) == kicks_in(before)
           && result->after[QUIET].devices == result->before[QUIET].devices;
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
static bool measure(const struct condition *condition, uint32_t loops)
{
    const struct spikes_options options = {
        .cpu = QUIET, .loops = loops, .threshold_us = 0, .slice_us = SLICE_US
    };
    uint32_t before = work_done();

    (void)spikes_measure(&options);
    print_row(condition, spikes_result(), work_done() - before);
    return is_quiet(spikes_result());
}

static void print_head(uint32_t loops)
{
    shell_print("CPU 1 looks at its clock %u times, while CPU 0 works.\n", (unsigned)loops);
    shell_print("%-17s %9s %9s %9s %9s %9s %11s\n", "condition", "spikes",
                takt_cpus_take_turns ? "turns" : "unknown", "clock", "kicks", "devices",
                "work, CPU 0");
}

enum { LOOP, OPTIONS };

static int run_isolation(unsigned count, char **words)
{
    struct shell_option options[OPTIONS] = { [LOOP] = { "-l", LEAST_LOOPS, UINT32_MAX, LOOPS } };
    bool quiet = false;

    (void)count;
    if (!shell_options(words, 1, options, OPTIONS)) {
        return SHELL_ERROR;
    }
    print_head(options[LOOP].value);
    for (unsigned row = 0; row < CONDITIONS; row++) {
        if (set_condition(&conditions[row]) != TAKT_OK) {
            return shell_fail(words, "CPU 1 cannot be isolated: see cpus isolate 1");
        }
        isolation_window(row);
        quiet = measure(&conditions[row], options[LOOP].value);
        isolation_window(CONDITIONS);
    }
    (void)takt_cpu_include(QUIET);
    shell_print("With all stopped, CPU 1 was %s.\n",
                quiet ? "interrupted by nothing" : "still interrupted");
    return quiet ? SHELL_FINE : SHELL_FINDING;
}

SHELL_COMMAND(isolation, "[-l LOOPS]",
              "what interrupts CPU 1 while it computes, with each source stopped alone, and all\n"
              "-l LOOPS  so many looks at the clock each time (32000000)",
              run_isolation)
