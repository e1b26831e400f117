/* cpus.c - `cpus`: what each CPU does beside its threads, and keeping one quiet. */
#include "shell.h"
#include "text.h"

#include <string.h>

static const struct part {
    const char *name;
    unsigned upkeep;
} parts[] = {
    { "tick", TAKT_UPKEEP_TICK },
    { "sampling", TAKT_UPKEEP_SAMPLING },
    { "slices", TAKT_UPKEEP_SLICES },
};

enum { PARTS = sizeof parts / sizeof parts[0], LINE_BYTES = 96 };

static void print_load(char *line, size_t size, unsigned cpu)
{
    struct takt_cpu_sample sample;

    takt_cpu_sample(cpu, &sample);
    if (sample.taken == 0) {
        text_format(line, size, "%7s", "-");
    } else {
        text_format(line, size, "%3u.%u %%", sample.busy / 10, sample.busy % 10);
    }
}

static void print_cpu(unsigned cpu)
{
    char load[16];
    char line[LINE_BYTES] = "";
    size_t length = 0;
    bool isolated = ((takt_cpus_isolated() >> cpu) & 1) != 0;

    print_load(load, sizeof load, cpu);
    for (unsigned i = 0; i < PARTS; i++) {
        if ((takt_cpu_upkeep(cpu) & parts[i].upkeep) != 0) {
            length += text_format(line + length, sizeof line - length, " %s", parts[i].name);
        }
    }
    shell_print("%3u  %s %s%s\n", cpu, load, isolated ? " isolated" : "", line);
}

static int list(void)
{
    shell_print("cpu     load  upkeep\n");
    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        print_cpu(cpu);
    }
    return SHELL_FINE;
}

static int tell(char **words, int status)
{
    if (status == TAKT_OK) {
        return SHELL_FINE;
    }
    return shell_fail(words, status == TAKT_EBUSY
                                 ? "threads that were not sent there, a timer service, or a "
                                   "device's interrupt are on that CPU"
                                 : "CPU 0 keeps house and cannot be isolated");
}

/* The words behind `upkeep N`: the parts that it does from now on. */
static bool read_parts(char **words, unsigned *upkeep)
{
    *upkeep = 0;
    for (; *words != NULL; words++) {
        unsigned i = 0;

        while (i < PARTS && strcmp(*words, parts[i].name) != 0) {
            i++;
        }
        if (i == PARTS) {
            return false;
        }
        *upkeep |= parts[i].upkeep;
    }
    return true;
}

static int choose(char **words, unsigned cpu)
{
    unsigned upkeep;

    if (!read_parts(words + 3, &upkeep)) {
        return shell_fail(words, "parts are tick, sampling, slices");
    }
    return takt_cpu_set_upkeep(cpu, upkeep) == TAKT_OK
               ? SHELL_FINE
               : shell_fail(words, "there is one CPU, and it has no upkeep");
}

static int run_cpus(unsigned count, char **words)
{
    uint32_t cpu;

    if (count == 1) {
        return list();
    }
    if (count < 3 || !text_number(words[2], TAKT_CPUS - 1, &cpu)) {
        return shell_fail(words, "isolate, include or upkeep, and a CPU from 0 to %u were expected",
                          (unsigned)TAKT_CPUS - 1);
    }
    if (count == 3 && strcmp(words[1], "isolate") == 0) {
        return tell(words, takt_cpu_isolate(cpu));
    }
    if (count == 3 && strcmp(words[1], "include") == 0) {
        return tell(words, takt_cpu_include(cpu));
    }
    if (strcmp(words[1], "upkeep") == 0) {
        return choose(words, cpu);
    }
    return shell_fail(words, "isolate, include or upkeep was expected, not \"%s\"", words[1]);
}

SHELL_COMMAND(cpus, "[isolate N | include N | upkeep N [PART...]]",
              "CPUs: load, isolation, upkeep\n"
              "isolate N:  leave CPU N to the threads that were sent there\n"
              "include N:  take it back\n"
              "upkeep N:   what it does while it is not isolated: tick, sampling, slices",
              run_cpus)
