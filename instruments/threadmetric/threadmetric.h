/* threadmetric.h - the eight tests of Thread-Metric: how often a kernel does one thing in a given
 * time.
 *
 * Written for Takt from the published description of the suite. In each test threads do the one
 * thing without end and count how often; when the interval is over, a more urgent thread reads the
 * counters and looks whether they agree with each other and with what was left behind.
 * docs/threadmetric.md says what each test does, and what its numbers can and cannot show.
 */
#pragma once

#include "takt/clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { THREADMETRIC_COUNTERS_MAX = 5, THREADMETRIC_INTERVAL_S = 30 };
enum { THREADMETRIC_TICK_MS = 10 };

/* What the interrupt tests raise: no device of our boards' that is used. */
enum { THREADMETRIC_IRQ = 30 };

struct threadmetric_test {
    const char *name;
    const char *what;  /* it does, in a few words */
    unsigned counters; /* that it counts with: no two ever differ by more than one */
    bool summed;       /* each of them counts iterations; false: only the first */
    bool interrupts;   /* the last of them counts calls of an interrupt's handler */

    /* Make what the threads need, then the threads; they run when the interval begins. */
    void (*begin)(void);
    /* What is wrong with what the threads have left, in errors; they have ended. NULL: nothing to
     * look at. */
    uint32_t (*check)(void);
    /* Unmake the rest. NULL: there is nothing. */
    void (*end)(void);
};

struct threadmetric_result {
    uint64_t iterations;
    takt_time took; /* the interval as it was: from a tick on, until a tick */
    uint32_t counters[THREADMETRIC_COUNTERS_MAX];
    uint32_t max_delta;  /* between any two counters */
    uint32_t interrupts; /* that the test raised, and that came */
    uint32_t errors;     /* calls that failed, threads that stood still, contents that were wrong */
    bool passed;         /* no errors, and max_delta is 0 or 1 */
};

/* All tests, in the suite's order; NULL ends them. */
extern const struct threadmetric_test *const threadmetric_tests[];

/* The test of that name, or NULL. Any context. */
const struct threadmetric_test *threadmetric_find(const char *name);

/* Run one test for `duration` and wait for its end. Its threads have the priorities 10 to 14, the
 * one that watches them has 20; whoever else runs meanwhile disturbs. One at a time; a second
 * stops. Threads only. */
void threadmetric_run(const struct threadmetric_test *test, takt_time duration,
                      struct threadmetric_result *result);

/* The suite is meant to run with a periodic tick. Where the kernel has none (TAKT_TICK_HZ is 0),
 * let the clock interrupt every so often, until it is ended; that returns how often it has. Once at
 * a time. Threads only. */
void threadmetric_tick_begin(takt_time every);
uint32_t threadmetric_tick_end(void);

/* A result in one line of at most 120 characters, with its end of line. Returns its length. Any
 * context. */
size_t threadmetric_row(char *text, size_t size, const struct threadmetric_test *test,
                        const struct threadmetric_result *result);
