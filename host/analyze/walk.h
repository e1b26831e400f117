/* walk.h - what a waiting thread waits for, at one moment.
 *
 * The chain is followed as far as the trace shows it: from the client to the server that has or
 * will have its message, from a thread that waits for a mutex to the owner, from a server that
 * is itself a client to its server. The last thread of the chain is the one that has to run; the
 * step says what it does instead. Nothing is guessed: where the trace does not show something,
 * the step says so.
 */
#pragma once

#include "view.h"

#include <stdbool.h>
#include <stdint.h>

/* What the time goes to; the totals of a path are by these. */
enum path_kind {
    PATH_CLIENT_RUNNING,
    PATH_CLIENT_READY,
    PATH_CLIENT_BLOCKED, /* other than by the request itself, such as suspended */
    PATH_SERVER_RUNNING, /* for this request */
    PATH_SERVER_BUSY,    /* runs, but not for this request */
    PATH_SERVER_PREEMPTED,
    PATH_SERVER_BLOCKED,
    PATH_MUTEX_RUNNING, /* the owner of a mutex that the path waits for */
    PATH_MUTEX_PREEMPTED,
    PATH_MUTEX_BLOCKED,
    PATH_UNEXPLAINED_READY, /* READY although a thread of lower priority had the CPU */
    PATH_UNEXPLAINED,       /* not shown by the trace */
    PATH_INTERRUPTS,        /* only in totals: handlers while a thread of the path ran */
    PATH_KIND_COUNT
};

enum { WALK_HOPS = 16 };

/* One link of the chain: `thread` is blocked in `state` on `object`. */
struct walk_hop {
    uint32_t thread;
    uint32_t object;
    uint8_t state;
};

struct walk_step {
    uint64_t until;
    enum path_kind kind;
    uint32_t thread; /* the last of the chain; NONE: not shown */
    uint32_t work;   /* the request that it works on, or NONE */
    uint8_t waiting; /* state of the thread that was asked about */
    uint8_t state;
    uint8_t priority;
    bool replied;          /* it has answered the request and the client is not yet awake */
    bool chain_cut;        /* the chain is longer than is followed, or goes in a circle */
    struct cpu_moment cpu; /* for READY and running threads: what their CPU does */
    unsigned hop_count;    /* how the chain came to `thread` */
    struct walk_hop hops[WALK_HOPS];
};

/* What the client of an exchange waits for at `time`, which lies inside it. */
void walk_request(struct view *view, uint32_t index, uint64_t time, struct walk_step *step);

/* The same for a thread that waits for a mutex. */
void walk_mutex(struct view *view, uint32_t mutex, uint64_t time, struct walk_step *step);

const char *path_kind_name(enum path_kind kind);
