/* trace.c - `trace`: the flight recorder, by hand. */
#include "shell.h"
#include "trace_print.h"
#include "tracer.h"

#include <string.h>

enum { MEMORY_BYTES = 64 * 1024 };

static _Alignas(8) unsigned char memory[MEMORY_BYTES];
static bool anything; /* was recorded since the image began */

static int start(char **words)
{
    struct shell_option options[] = { { "-n", 0, 0, 0 } };

    if (!shell_options(words, 2, options, 1)) {
        return SHELL_ERROR;
    }
    if (tracer_status().running) {
        return shell_fail(words, "a trace is being recorded; trace stop ends it");
    }
    if (tracer_start(memory, sizeof memory,
                     options[0].value != 0 ? TRACER_KEEP_NEWEST : TRACER_STOP_WHEN_FULL)
        != TAKT_OK) {
        return shell_fail(words, "there are more threads and objects than fit into %u bytes",
                          (unsigned)MEMORY_BYTES);
    }
    anything = true;
    return SHELL_FINE;
}

/* Of one CPU alone all is said. */
static void print_each(void)
{
    for (unsigned cpu = 0; TAKT_CPUS > 1 && cpu < TAKT_CPUS; cpu++) {
        const struct tracer_status status = tracer_status_on(cpu);

        shell_print("CPU %u: %u of %u packets used, %u records lost\n", cpu,
                    (unsigned)status.packets, (unsigned)status.packets_max,
                    (unsigned)status.records_lost);
    }
}

static int print_status(char **words)
{
    const struct tracer_status status = tracer_status();

    if (words[2] != NULL) {
        return shell_fail(words, "status takes no words, not \"%s\"", words[2]);
    }
    shell_print("%s, %u of %u packets used, %u records lost\n",
                status.running ? "recording" : "stopped", (unsigned)status.packets,
                (unsigned)status.packets_max, (unsigned)status.records_lost);
    print_each();
    return SHELL_FINE;
}

static int stop(char **words)
{
    if (words[2] != NULL) {
        return shell_fail(words, "stop takes no words, not \"%s\"", words[2]);
    }
    if (!tracer_status().running) {
        return shell_fail(words, "no trace is being recorded");
    }
    tracer_stop();
    return print_status(words);
}

static int dump(char **words)
{
    if (words[2] != NULL && words[3] != NULL) {
        return shell_fail(words, "dump takes one directory at most, of the machine that hosts this "
                                 "one");
    }
    if (tracer_status().running || !anything) {
        return shell_fail(words, anything ? "trace stop must come first" : "nothing was recorded");
    }
    if (words[2] == NULL) {
        return trace_print();
    }
    if (tracer_save(words[2]) != TAKT_OK) {
        return shell_fail(words, "%s could not be written", words[2]);
    }
    shell_print("written: %s\n", words[2]);
    return SHELL_FINE;
}

static int run_trace(unsigned count, char **words)
{
    static const struct {
        const char *name;
        int (*run)(char **words);
    } parts[] = {
        { "start", start }, { "stop", stop }, { "status", print_status }, { "dump", dump }
    };

    for (unsigned i = 0; count > 1 && i < sizeof parts / sizeof parts[0]; i++) {
        if (strcmp(words[1], parts[i].name) == 0) {
            return parts[i].run(words);
        }
    }
    return shell_fail(words, "start, stop, status or dump was expected, not \"%s\"",
                      count > 1 ? words[1] : "");
}

SHELL_COMMAND(trace, "start [-n] | stop | status | dump [DIRECTORY]",
              "record what the kernel does (-n: keep the newest when full), and save or print it",
              run_trace)
