/* main.c - Thread-Metric, a line a test, for tools to read.
 *
 *     threadmetric [MILLISECONDS [NAME...]]
 *
 * Without a time the suite's own interval of 30 s, without names all tests. Exit status: 0 all
 * passed, 1 some have not, 2 wrong arguments.
 */
#include "text.h"
#include "threadmetric.h"
#include "takt/takt.h"

enum { STATUS_FAILED = 1, STATUS_ERROR = 2, STACK_BYTES = 1536, WORD_BYTES = 40 };

static struct takt_thread bench;
static TAKT_STACK(bench_stack, STACK_BYTES);
static unsigned failed;

/* In hundredths, to the nearest: a count of the clock is 40 ns, an instruction 64. */
static uint64_t hundredths(const struct threadmetric_result *result)
{
    uint64_t counts = result->took * 500;
    uint64_t iterations = result->iterations * 8;

    return iterations == 0 ? 0 : (counts + iterations / 2) / iterations;
}

static void run(const struct threadmetric_test *test, takt_time interval)
{
    struct threadmetric_result result;
    char line[128];

    threadmetric_run(test, interval, &result);
    uint64_t cost = hundredths(&result);

    text_format(line, sizeof line, "%-22s %6u.%02u %10llu %9u %6u %10u %s\n", test->name,
                (unsigned)(cost / 100), (unsigned)(cost % 100),
                (unsigned long long)result.iterations, (unsigned)result.max_delta,
                (unsigned)result.errors, (unsigned)result.interrupts,
                result.passed ? "PASS" : "FAIL");
    takt_print(line);
    failed += !result.passed;
}

_Noreturn static void refuse(const char *what, const char *word)
{
    char line[96];

    text_format(line, sizeof line, "threadmetric: %s, not `%s`\n", what, word);
    takt_print(line);
    takt_halt(STATUS_ERROR);
}

static takt_time interval_asked(void)
{
    char word[WORD_BYTES];
    uint32_t ms = 0;

    if (takt_argument(1, word, sizeof word) < 0) {
        return takt_ms(1000ULL * THREADMETRIC_INTERVAL_S);
    }
    if (!text_number(word, 10000000, &ms) || ms == 0) {
        refuse("an interval is 1 to 10000000 ms", word);
    }
    return takt_ms(ms);
}

static void run_named(takt_time interval)
{
    char word[WORD_BYTES];

    for (unsigned i = 2; takt_argument(i, word, sizeof word) >= 0; i++) {
        const struct threadmetric_test *test = threadmetric_find(word);

        if (test == NULL) {
            refuse("a name is one of a test", word);
        }
        run(test, interval);
    }
}

static void run_all(void *unused)
{
    char word[WORD_BYTES];
    takt_time interval = interval_asked();

    (void)unused;
    if (takt_argument(2, word, sizeof word) >= 0) {
        run_named(interval);
    } else {
        for (unsigned i = 0; threadmetric_tests[i] != NULL; i++) {
            run(threadmetric_tests[i], interval);
        }
    }
    takt_halt(failed == 0 ? 0 : STATUS_FAILED);
}

void takt_main(void)
{
    const struct takt_thread_options options = { .name = "bench",
                                                 .priority = 1,
                                                 .entry = run_all,
                                                 .stack = bench_stack,
                                                 .stack_bytes = sizeof bench_stack };

    (void)takt_thread_create(&bench, &options);
}
