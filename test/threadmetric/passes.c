/* passes.c - Thread-Metric on whatever port this is: each test passes, twice, one after the other.
 */
#include "harness.h"
#include "takt/takt.h"
#include "threadmetric.h"

#include <string.h>

enum { ROW_BYTES = 128 };

/* In counts; an audit at every call takes its time. */
enum { INTERVAL = TAKT_CHECK >= 2 ? 20000 : 1250000 };

static void check_passes(const struct threadmetric_test *test)
{
    struct threadmetric_result result;
    uint64_t sum = 0;
    char row[ROW_BYTES];

    threadmetric_run(test, INTERVAL, &result);
    if (!CHECK(result.passed)) {
        harness_print(test->name);
    }
    for (unsigned i = 0; i < test->counters; i++) {
        CHECK(result.counters[i] > 0);
        sum += result.counters[i];
    }
    CHECK_EQUAL(result.iterations, test->summed ? sum : result.counters[0]);
    CHECK(result.took >= INTERVAL);
    CHECK_EQUAL(result.interrupts, test->interrupts ? result.counters[test->counters - 1] : 0);
    size_t length = threadmetric_row(row, sizeof row, test, &result);

    CHECK(length < ROW_BYTES - 1 && row[length - 1] == '\n');
    CHECK(strncmp(row, test->name, strlen(test->name)) == 0);
    CHECK_TEXT(row + length - strlen("PASS\n"), "PASS\n");
}

TEST(threadmetric_passes_again_and_again)
{
    unsigned tests = 0;

    for (unsigned again = 0; again < 2; again++) {
        for (tests = 0; threadmetric_tests[tests] != NULL; tests++) {
            check_passes(threadmetric_tests[tests]);
        }
    }
    CHECK_EQUAL(tests, 8);
}

/* As many as there is time for, and none when it has been ended. */
TEST(threadmetric_runs_with_a_tick)
{
    struct threadmetric_result result;
    const takt_time every = INTERVAL / 10;

    if (TAKT_TICK_HZ > 0) {
        return;
    }
    threadmetric_tick_begin(every);
    threadmetric_run(threadmetric_find("message"), INTERVAL, &result);
    uint32_t ticks = threadmetric_tick_end();

    CHECK(result.passed);
    CHECK(ticks >= result.took / every && ticks <= result.took / every + 2);
    (void)takt_sleep(3 * every);
    CHECK_EQUAL(threadmetric_tick_end(), ticks);
}

TEST(threadmetric_finds_tests_by_name)
{
    for (unsigned i = 0; threadmetric_tests[i] != NULL; i++) {
        CHECK(threadmetric_find(threadmetric_tests[i]->name) == threadmetric_tests[i]);
    }
    CHECK(threadmetric_find("") == NULL);
    CHECK(threadmetric_find("memories") == NULL);
}

TEST(threadmetric_row_tells_a_failure)
{
    const struct threadmetric_test test = { .name = "some" };
    const struct threadmetric_result result = {
        .iterations = 1000, .took = TAKT_CLOCK_HZ, .max_delta = 7, .errors = 2
    };
    char row[ROW_BYTES];

    (void)threadmetric_row(row, sizeof row, &test, &result);
    CHECK_TEXT(row, "some                         1000 iterations, 1000000 ns each, max_delta 7, "
                    "errors 2: FAIL\n");
}
