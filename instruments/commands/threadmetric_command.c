/* threadmetric_command.c - `threadmetric`: all tests, or one. */
#include "shell.h"
#include "threadmetric.h"

#include <string.h>

enum { ROW_BYTES = 128 };

static bool print_row(const struct threadmetric_test *test, uint32_t ms)
{
    char text[ROW_BYTES];
    struct threadmetric_result result;

    threadmetric_run(test, takt_ms(ms), &result);
    (void)threadmetric_row(text, sizeof text, test, &result);
    shell_print("%s", text);
    return result.passed;
}

/* Time on the host passes in calls of the kernel alone, which this test makes none of. */
static bool would_never_end(const struct threadmetric_test *one)
{
    bool has_it = one == NULL || one == threadmetric_find("basic");

    return has_it && strcmp(takt_board_name, "host") == 0;
}

/* One test, or all that there are. */
static int run_tests(const struct threadmetric_test *one, uint32_t ms)
{
    bool passed = true;

    if (one != NULL) {
        return print_row(one, ms) ? SHELL_FINE : SHELL_FINDING;
    }
    for (unsigned i = 0; threadmetric_tests[i] != NULL; i++) {
        passed = print_row(threadmetric_tests[i], ms) && passed;
    }
    return passed ? SHELL_FINE : SHELL_FINDING;
}

/* The kernel's own tick, if it has one; else as the suite wants it. */
static int run_with_tick(const struct threadmetric_test *one, uint32_t ms, uint32_t tick_ms)
{
    int status;

    if (TAKT_TICK_HZ > 0) {
        shell_print("tick: %u a second, the kernel's\n", (unsigned)TAKT_TICK_HZ);
        return run_tests(one, ms);
    }
    shell_print("tick: every %u ms\n", (unsigned)tick_ms);
    threadmetric_tick_begin(takt_ms(tick_ms));
    status = run_tests(one, ms);
    (void)threadmetric_tick_end();
    return status;
}

enum { INTERVAL, TICK, OPTIONS };

/* A test's name may stand before the options. */
static int run_threadmetric(unsigned count, char **words)
{
    struct shell_option options[OPTIONS] = {
        [INTERVAL] = { "-t", 1, 3600000, THREADMETRIC_INTERVAL_S * 1000 },
        [TICK] = { "-k", 1, 1000, 0 },
    };
    bool named = count > 1 && words[1][0] != '-';
    const struct threadmetric_test *one = named ? threadmetric_find(words[1]) : NULL;

    if (named && one == NULL) {
        return shell_fail(words, "no such test \"%s\"; help threadmetric names them", words[1]);
    }
    if (!shell_options(words, named ? 2 : 1, options, OPTIONS)) {
        return SHELL_ERROR;
    }
    if (would_never_end(one)) {
        return shell_fail(words, "basic would never end on the host; name another test");
    }
    if (TAKT_TICK_HZ > 0 && options[TICK].value != 0) {
        return shell_fail(words, "this kernel has a tick of its own, %u a second; no -k",
                          (unsigned)TAKT_TICK_HZ);
    }
    return run_with_tick(one, options[INTERVAL].value,
                         options[TICK].value == 0 ? THREADMETRIC_TICK_MS : options[TICK].value);
}

SHELL_COMMAND(threadmetric, "[TEST] [-t MILLISECONDS] [-k MILLISECONDS]",
              "the Thread-Metric tests, each for 30 s: nothing else should run\n"
              "TEST: basic cooperative preemptive interrupt interrupt_preemption message\n"
              "      synchronization memory (all)\n"
              "-t MILLISECONDS: how long, instead of 30000; behind the test's name\n"
              "-k MILLISECONDS: between ticks, instead of 10; not if the kernel has a tick",
              run_threadmetric)
