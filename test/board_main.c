/* board_main.c - images of tests, test_kernel and test_port: one thread that runs them all.
 *
 *     test_kernel [FILTER [ROUNDS]]
 *
 * With ROUNDS, loops that look for what goes wrong seldom go so many times round (harness_rounds).
 * The tests' thread has priority 16, so that tests can make threads that are more urgent and
 * threads that are less. Exit status: 0 all passed, 1 not.
 */
#include "harness.h"
#include "takt/takt.h"

enum { TESTS_PRIORITY = 16, FILTER_BYTES = 64, ROUNDS_BYTES = 12 };

static struct takt_thread tests_thread;
static TAKT_STACK(tests_stack, TESTS_STACK_BYTES);

void harness_print(const char *text)
{
    takt_print(text);
}

static unsigned read_number(const char *text)
{
    unsigned number = 0;

    for (; *text >= '0' && *text <= '9'; text++) {
        number = number * 10 + (unsigned)(*text - '0');
    }
    return number;
}

static void run_tests(void *unused)
{
    char filter[FILTER_BYTES], rounds[ROUNDS_BYTES];
    int length = takt_argument(1, filter, sizeof filter);

    (void)unused;
    if (takt_argument(2, rounds, sizeof rounds) > 0 && read_number(rounds) > 0) {
        harness_multiply_rounds(read_number(rounds));
    }
    takt_halt(harness_run(length > 0 ? filter : NULL) == 0 ? 0 : 1);
}

void takt_main(void)
{
    const struct takt_thread_options options = {
        .name = "tests",
        .priority = TESTS_PRIORITY,
        .entry = run_tests,
        .stack = tests_stack,
        .stack_bytes = sizeof tests_stack,
    };

    (void)takt_thread_create(&tests_thread, &options);
}
