/* thread_state.h - what a thread can be. What a blocked one waits for stands in waiting_on. */
#pragma once

enum thread_state {
    THREAD_DEAD,      /* zeroed memory is no thread */
    THREAD_READY,     /* in the ready queue; the running thread is one of them */
    THREAD_BLOCKED,   /* in a wait */
    THREAD_SUSPENDED, /* in neither: nothing but resume is missing */
    THREAD_MOVING,    /* ready, but its old CPU has not let go of it: see move.h */
    THREAD_ENDING,    /* in neither, and never will be: it is being cancelled */
};
