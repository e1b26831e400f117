/* steps.h - calls of several lock windows that must not stop half-way.
 *
 * Such a call is a function that does a bounded piece of it and tells whether there is more. While
 * it goes on the thread's record names it, so that whoever ends the thread in between can do the
 * rest in its place.
 *
 * Every function is called with the kernel lock held.
 */
#pragma once

#include "cpu.h"
#include "takt/thread.h"

#include <stdbool.h>

/* Do the whole call: between its steps the lock is let go, after the last it is not. */
void steps_run(bool (*step)(void *object), void *object);

/* The running thread is about to wait: `step` is what remains to be done of its call if it is ended
 * before it says otherwise. NULL: nothing any more. */
static inline void steps_if_ended(bool (*step)(void *object), void *object)
{
    struct takt_thread *self = cpu_here()->current;

    self->step = step;
    self->step_object = object;
}

/* One step of the call that `thread` is in the middle of; false if there is none. */
bool steps_advance(struct takt_thread *thread);
