/* inspect.h - what there is and who waits for whom: for shells, monitors and reports.
 *
 *     struct takt_thread_walk walk = { 0 };
 *     struct takt_thread_info info;
 *
 *     while (takt_thread_next(&walk, &info)) ...
 */
#pragma once

#include "clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TAKT_NAME_BYTES = 24 };

/* One thread at one instant. Names are copies, cut at 23 characters. */
struct takt_thread_info {
    char name[TAKT_NAME_BYTES];
    char group[TAKT_NAME_BYTES];
    const char *state;               /* "running", "READY", "SEND-blocked", ... */
    char waits_for[TAKT_NAME_BYTES]; /* the object, or the thread that it joins; "": none, or no
                                      * name */
    char holder[TAKT_NAME_BYTES];    /* who can end the wait: the mutex's owner, the server that
                                      * works on its message, or one that serves the channel */
    uint32_t id;                     /* as in traces */
    unsigned cpu;
    unsigned priority;  /* effective */
    unsigned base;      /* its own */
    takt_time run_time; /* with TAKT_STATISTICS, as the one below */
    uint32_t switches;
    size_t stack_used; /* at most, so far */
    size_t stack_bytes;
};

/* Begins as zeros. */
struct takt_thread_walk {
    const void *at;
    uint32_t changes;
    uint32_t told;
};

/* The next thread, in the order in which they were made; false: there is no other. The lock is let
 * go between threads: one that is there all the time is told once, one that comes or goes meanwhile
 * at most once. Looks at the stack without the lock, word by word, which takes its time. Not from
 * an interrupt. */
bool takt_thread_next(struct takt_thread_walk *walk, struct takt_thread_info *info);
