/* crew.h - those who do a test's work: up to five threads, each with a counter.
 *
 * A thread is given its own record, so that record[1] is the next one's; a counter without a thread
 * may serve an interrupt handler. All are read when nobody of them runs.
 */
#pragma once

#include "takt/thread.h"
#include "threadmetric.h"

struct crew_member {
    struct takt_thread thread;
    volatile uint32_t count;
};

extern struct crew_member crew[THREADMETRIC_COUNTERS_MAX];

/* No counts, no errors, no threads. */
void crew_reset(void);

/* Make member `index` a thread. All who are added so are equals. */
void crew_add(unsigned index, void (*entry)(void *member));

/* The same, but the higher the index, the more urgent; it does not run before it is resumed. */
void crew_add_above(unsigned index, void (*entry)(void *member));

/* What a test did has failed; the thread that says so should end. */
void crew_failed(void);
uint32_t crew_errors(void);

/* End all threads, wherever they stand. */
void crew_end(void);

/* The tests, one a file. */
extern const struct threadmetric_test threadmetric_basic, threadmetric_cooperative,
    threadmetric_preemptive, threadmetric_interrupt, threadmetric_interrupt_preemption,
    threadmetric_message, threadmetric_synchronization, threadmetric_memory;
