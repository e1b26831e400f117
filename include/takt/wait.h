/* wait.h - the place where threads wait: part of every object, not for applications to touch.
 *
 * The header is public because objects are allocated by their users and so need a known size.
 */
#pragma once

#include "list.h"

#include <stdbool.h>
#include <stdint.h>

struct takt_thread;
struct takt_wait;

/* What all waits of one kind have in common. */
struct takt_wait_kind {
    uint8_t state;  /* enum trace_thread_state of those who wait here */
    bool unordered; /* order of arrival will do: nobody is chosen from here by priority */

    /* `thread`, which owns this wait or serves it, is about to die. Does a bounded part of what
     * that means; true: there is more to do, call again. NULL: nothing to do. */
    bool (*abandon)(struct takt_wait *wait, struct takt_thread *thread);

    /* Tell the trace what this object is. NULL: not an object of its own. */
    void (*describe)(const struct takt_wait *wait);
};

/* Protected by the kernel lock. */
struct takt_wait {
    struct list owned_node; /* in owner->owned */
    struct list waiters;    /* most urgent first, equal ones in order of arrival */
    const struct takt_wait_kind *kind;

    /* Whoever can end the wait runs at least at the first waiter's priority: either the one
     * owner, or all servers. */
    struct takt_thread *owner; /* NULL: nobody */
    struct list servers;       /* threads whose last receive was here */
    uint8_t floor;             /* lent to servers besides: the most urgent pulse */
    bool lends;                /* false: servers keep their own priority */

    /* Identity, for the trace. */
    uint32_t id;
    const char *name;
    struct list registry_node; /* in the list of all objects; alone if not an object */
};
