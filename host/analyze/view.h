/* view.h - the model as the analyses look at it: a few indexes beside it, built once a run.
 *
 * Nothing here draws conclusions. Each question is about one moment, and the answer says until
 * when it holds, so that a caller can go through a stretch of time in the steps in which things
 * changed.
 */
#pragma once

#include "analyze.h"
#include "model.h"

#include <stdbool.h>
#include <stdint.h>

struct nested_irq; /* view.c */
struct index_list; /* view.c */
struct hints;      /* view.c */

struct view {
    const struct model *model;
    struct arena *arena;
    struct nested_irq **irqs;    /* [cpus], in order of start */
    uint32_t *irq_counts;        /* [cpus] */
    uint32_t *irq_hints;         /* where the last answers were found */
    struct index_list *requests; /* exchanges by client, in order of send */
    struct index_list *holds;    /* by mutex, in order of start */
    uint32_t *only_server;       /* by object: the one thread that ever received there, or NONE */
    const char **roles;          /* by thread: "group/name" */
    uint32_t *role_ids;  /* by thread; the same role, the same number; in order of the texts */
    uint32_t *group_ids; /* by thread; likewise, of what is shown as a server */
    const char **groups; /* by group id */
    uint32_t group_count;
    struct hints *hints; /* by thread: where to look first; answers do not depend on them */
    uint32_t *cpu_hints; /* likewise, by CPU */
    uint64_t steps_left; /* of all walks together: keeps the time linear in the trace */
};

/* What a CPU does at one moment. */
struct cpu_moment {
    uint64_t until;
    uint32_t thread;    /* NONE: the trace does not say */
    uint32_t interrupt; /* index of the one that is being handled, or NONE */
    uint16_t cpu;
    uint8_t priority; /* of the thread */
};

/* What a thread does at one moment. */
struct thread_moment {
    uint64_t until;
    const struct span *span; /* NULL: outside its life */
    uint32_t work;           /* request that it works on, or NONE */
    uint8_t priority;
};

bool view_init(struct view *view, const struct model *model, struct error *error);

/* The part of it that is about names. */
bool view_roles_init(struct view *view);

struct cpu_moment view_cpu(const struct view *view, unsigned cpu, uint64_t time);
struct thread_moment view_thread(const struct view *view, uint32_t thread, uint64_t time);

/* The request that `client` is waiting in at `time`; NONE. */
uint32_t view_request_of(const struct view *view, uint32_t client, uint64_t time);

/* Who owns the mutex at `time`, NONE, and until when that is so. */
uint32_t view_owner_of(const struct view *view, uint32_t mutex, uint64_t time, uint64_t *until);

/* Whom a request waits for: who received it or, before that is known, the only thread that ever
 * receives on its channel; NONE. */
uint32_t view_server_of(const struct view *view, uint32_t index);

/* What the tables show as the server of a request: a number with a text. */
uint32_t view_server_label(const struct view *view, uint32_t index);
const char *view_label_text(const struct view *view, uint32_t label);

/* "group/name" of a thread; "?" for NONE. */
const char *view_role(const struct view *view, uint32_t thread);

/* True if the filter, "group/thread" or "thread" or NULL, means this thread. */
bool view_role_matches(const struct view *view, uint32_t thread, const char *filter);

/* Trustworthy, answered, and its client passes the filter. */
bool view_counts(const struct view *view, uint32_t index, const char *client);

uint64_t exchange_latency(const struct exchange *exchange);

/* Time of [start, end) in which the thread ran. */
uint64_t view_running_time(const struct view *view, uint32_t thread, uint64_t start, uint64_t end);
