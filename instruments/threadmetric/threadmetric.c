/* threadmetric.c - one test, from its beginning to its result.
 *
 * The watcher is more urgent than all whom it watches: it makes them, sleeps for the interval, and
 * reads their counters when it wakes, somewhere in the middle of what they do. The caller waits for
 * the watcher, so that the caller's own priority does not matter.
 */
#include "threadmetric.h"

#include "crew.h"
#include "takt/takt.h"

#include <string.h>

enum { WATCHER_PRIORITY = 20, WATCHER_STACK_BYTES = 1024 };

const struct threadmetric_test *const threadmetric_tests[] = {
    &threadmetric_basic,
    &threadmetric_cooperative,
    &threadmetric_preemptive,
    &threadmetric_interrupt,
    &threadmetric_interrupt_preemption,
    &threadmetric_message,
    &threadmetric_synchronization,
    &threadmetric_memory,
    NULL,
};

/* What the watcher is to do. */
struct order {
    const struct threadmetric_test *test;
    takt_time duration;
    struct threadmetric_result *result;
};

static struct takt_thread watcher;
static TAKT_STACK(watcher_stack, WATCHER_STACK_BYTES);
static bool running;

const struct threadmetric_test *threadmetric_find(const char *name)
{
    for (unsigned i = 0; threadmetric_tests[i] != NULL; i++) {
        if (strcmp(threadmetric_tests[i]->name, name) == 0) {
            return threadmetric_tests[i];
        }
    }
    return NULL;
}

static void read_counters(const struct threadmetric_test *test, struct threadmetric_result *result)
{
    uint32_t least = UINT32_MAX;
    uint32_t most = 0;

    result->iterations = 0;
    for (unsigned i = 0; i < test->counters; i++) {
        uint32_t count = crew[i].count;

        result->errors += count == result->counters[i];
        result->counters[i] = count;
        result->iterations += test->summed || i == 0 ? count : 0;
        least = count < least ? count : least;
        most = count > most ? count : most;
    }
    result->max_delta = most - least;
    result->interrupts = test->interrupts ? crew[test->counters - 1].count : 0;
}

/* The counters are read twice: one that has not moved since the first half is an error. */
static void observe(const struct order *order)
{
    struct threadmetric_result *result = order->result;
    takt_time begin = takt_now();
    takt_time half = order->duration / 2;

    memset(result, 0, sizeof *result);
    (void)takt_sleep(half);
    read_counters(order->test, result);
    (void)takt_sleep(order->duration - half);
    result->took = takt_now() - begin;
    read_counters(order->test, result);
}

static void watch(void *argument)
{
    const struct order *order = argument;
    struct threadmetric_result *result = order->result;

    crew_reset();
    order->test->begin();
    observe(order);
    crew_end();
    result->errors += crew_errors();
    if (order->test->check != NULL) {
        result->errors += order->test->check();
    }
    if (order->test->end != NULL) {
        order->test->end();
    }
    result->passed = result->errors == 0 && result->max_delta <= 1;
}

void threadmetric_run(const struct threadmetric_test *test, takt_time duration,
                      struct threadmetric_result *result)
{
    struct order order = { test, duration, result };
    const struct takt_thread_options options = { .name = "threadmetric watcher",
                                                 .priority = WATCHER_PRIORITY,
                                                 .entry = watch,
                                                 .argument = &order,
                                                 .stack = watcher_stack,
                                                 .stack_bytes = sizeof watcher_stack };

    TAKT_REQUIRE(!running);
    running = true;
    (void)takt_thread_create(&watcher, &options);
    (void)takt_thread_join(&watcher, TAKT_FOREVER);
    running = false;
}
