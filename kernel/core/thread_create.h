/* thread_create.h - the parts of thread.c that the rest of the core uses. */
#pragma once

#include "cpu.h"
#include "takt/thread.h"
#include "thread_state.h"

#include <stdint.h>

/* Fill in a record, without making it ready. Lock held. */
void thread_init(struct takt_thread *thread, const struct takt_thread_options *options,
                 struct kernel_cpu *cpu);

/* takt_thread_create, of a thread that serves timers or does not. */
int thread_create(struct takt_thread *thread, const struct takt_thread_options *given,
                  bool serves_timers);

/* Tell the trace who a thread is: priority, CPU, name, group. Lock held. */
void thread_trace_identity(const struct takt_thread *thread);

/* A thread may end at any moment, so to come too late is no mistake. */
static inline bool thread_is_over(const struct takt_thread *thread)
{
    return thread->state == THREAD_DEAD || thread->state == THREAD_ENDING;
}
