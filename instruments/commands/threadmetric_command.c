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

/* A test's name may stand before the options. */
static int run_threadmetric(unsigned count, char **words)
{
    struct shell_option options[] = { { "-t", 1, 3600000, THREADMETRIC_INTERVAL_S * 1000 } };
    bool named = count > 1 && words[1][0] != '-';
    const struct threadmetric_test *one = named ? threadmetric_find(words[1]) : NULL;
    bool passed = true;

    if (named && one == NULL) {
        return shell_fail(words, "no such test \"%s\"; help threadmetric names them", words[1]);
    }
    if (would_never_end(one)) {
        return shell_fail(words, "basic would never end on the host; name another test");
    }
    if (!shell_options(words, named ? 2 : 1, options, 1)) {
        return SHELL_ERROR;
    }
    if (one != NULL) {
        return print_row(one, options[0].value) ? SHELL_FINE : SHELL_FINDING;
    }
    for (unsigned i = 0; threadmetric_tests[i] != NULL; i++) {
        passed = print_row(threadmetric_tests[i], options[0].value) && passed;
    }
    return passed ? SHELL_FINE : SHELL_FINDING;
}

SHELL_COMMAND(threadmetric, "[TEST] [-t MILLISECONDS]",
              "the Thread-Metric tests, each for 30 s: nothing else should run\n"
              "TEST: basic cooperative preemptive interrupt interrupt_preemption message\n"
              "      synchronization memory (all)\n"
              "-t MILLISECONDS: instead of 30000; behind the test's name",
              run_threadmetric)
