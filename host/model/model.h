/* model.h - the picture of a trace, built once: who was in which state when, and why.
 *
 * Analyses and writers ask the model; none of them sees an event. Everything refers to threads,
 * objects and exchanges by index into the model's arrays, never by the source's ids. Times are
 * nanoseconds; intervals are half-open, [start, end).
 *
 * An exchange is one request: send, receive, reply, return. It is trustworthy if all of it is in
 * the trace and no loss crosses it; analyses use only those.
 */
#pragma once

#include "event.h"
#include "arena.h"
#include "array.h"
#include "error.h"

#include <stdbool.h>
#include <stdint.h>

#define NONE UINT32_MAX /* index of nothing */
enum { PRIORITY_UNKNOWN = 0xFF };

/* A stretch of time in one state. For a thread these follow each other without gap from its
 * first event to its last. */
struct span {
    uint64_t start;
    uint64_t end;
    uint32_t object; /* what is awaited: an object's index (a thread's for JOIN), or NONE */
    uint32_t waker;  /* thread that ended the wait, NONE: an interrupt, or not known */
    uint16_t cpu;    /* where it ran, or belonged to when the span began */
    uint8_t state;   /* enum thread_state; running is STATE_RUNNING */
    uint8_t cause;   /* enum state_cause: why it entered */
};

/* Effective priority from `time` on; PRIORITY_UNKNOWN after a loss, until the trace shows it. */
struct priority_step {
    uint64_t time;
    uint8_t priority;
    uint8_t base;
    uint8_t reason; /* enum priority_reason; REASON_COUNT: the trace does not say */
};

/* The request that a server works on from `time` on. */
struct work_step {
    uint64_t time;
    uint32_t exchange; /* index, or NONE */
};

struct thread {
    const char *name;  /* never NULL; "thread 7" when the trace does not say */
    const char *group; /* never NULL; "" when unknown */
    uint32_t source_id;
    uint16_t pinned_cpu; /* that it belongs to; the last, if it was moved */
    bool idle;
    bool ambiguous; /* id used again without an exit between: two threads may be mixed */
    uint64_t first;
    uint64_t last;
    struct array spans; /* struct span, in order */
    struct array steps; /* struct priority_step, in order */
    struct array work;  /* struct work_step, in order */
};

struct object {
    uint8_t kind;     /* enum object_kind */
    uint32_t flags;   /* OBJECT_FIXED_PRIORITY */
    bool flags_known; /* the trace shows its creation or a snapshot of it */
    const char *name; /* never NULL */
    uint32_t source_id;
    uint64_t first;
    uint64_t last;
};

/* Who had a CPU. Consecutive per CPU; thread NONE: not known (before the first switch). */
struct occupancy {
    uint64_t start;
    uint64_t end;
    uint32_t thread;
    uint8_t priority; /* at `start`; ask model_priority for later */
};

/* Stages that the trace does not show are 0 and have their bit in `seen` clear. */
enum { SEEN_SEND = 1, SEEN_RECEIVE = 2, SEEN_REPLY = 4, SEEN_RETURN = 8, SEEN_ERROR = 16 };

enum exchange_outcome { OUTCOME_REPLIED, OUTCOME_FAILED, OUTCOME_OPEN };

struct exchange {
    uint64_t number;  /* the source's */
    uint64_t send;    /* the client calls */
    uint64_t receive; /* the server has it */
    uint64_t reply;
    uint64_t end;            /* the client is back (return), or the last that is known */
    uint32_t client;         /* thread index */
    uint32_t server;         /* thread that received it; NONE: nobody did */
    uint32_t replier;        /* thread that replied */
    uint32_t channel;        /* object index */
    int32_t status;          /* of a failed one */
    uint8_t client_priority; /* effective, at the send */
    uint8_t seen;
    uint8_t outcome;
    bool trustworthy;
    const char *warning; /* why not; NULL */
};

struct interrupt {
    uint64_t start;
    uint64_t end;
    uint32_t number;
    uint32_t kicks; /* set of enum kick_reason */
    uint16_t cpu;
    bool complete; /* both ends are in the trace */
};

struct loss {
    uint64_t start;
    uint64_t end;
    uint64_t records;
    uint64_t reach; /* latest end of this loss and all before it: for lookups */
    uint16_t cpu;
};

struct mark {
    uint64_t time;
    uint32_t thread;
    uint32_t code;
    uint32_t value;
};

struct lock_hold {
    uint64_t start;
    uint64_t end;
    uint32_t mutex;
    uint32_t owner;
};

struct pulse {
    uint64_t time;
    uint32_t sender; /* thread, NONE: an interrupt */
    uint32_t channel;
    uint32_t code;
    uint8_t priority;
};

struct builder;

struct model {
    struct source source;
    struct arena *arena;
    uint64_t start; /* first and last event */
    uint64_t end;
    uint64_t events;
    uint64_t repairs; /* states that had to be closed because their end is missing */
    /* Clocks of the CPUs that disagree: stages of exchanges that come before their cause. */
    uint64_t backward;
    uint64_t backward_max; /* ns */
    /* All CPUs were recorded from window_start to window_end; outside, a CPU may be silent
     * because its records were lost. */
    uint64_t window_start;
    uint64_t window_end;
    unsigned cpus;
    struct array threads;      /* struct thread */
    struct array objects;      /* struct object */
    struct array exchanges;    /* struct exchange, in order of send */
    struct array *occupancies; /* [cpus] of struct occupancy */
    struct array interrupts;   /* struct interrupt, in order of start */
    struct array losses;       /* struct loss */
    struct array marks;        /* struct mark */
    struct array holds;        /* struct lock_hold: who owned which mutex when */
    struct array pulses;       /* struct pulse */
    struct builder *builder;   /* while it is built; NULL after model_finish */
};

/* Building: init, then events through the sink, then finish. */
bool model_init(struct model *model, struct arena *arena, struct error *error);
struct event_sink model_sink(struct model *model);
bool model_finish(struct model *model, const struct source *source, struct error *error);
void model_free(struct model *model);

const struct thread *model_thread(const struct model *model, uint32_t index);
const struct object *model_object(const struct model *model, uint32_t index);
const struct exchange *model_exchange(const struct model *model, uint32_t index);

/* Effective priority of a thread at a time; PRIORITY_UNKNOWN before the first that is known. */
uint8_t model_priority(const struct model *model, uint32_t thread, uint64_t time);

/* The span in which a thread is at `time`: index into its spans, NONE outside its life. */
uint32_t model_span_at(const struct model *model, uint32_t thread, uint64_t time);

/* The occupancy of a CPU at `time`: index, NONE when there is none. */
uint32_t model_occupancy_at(const struct model *model, unsigned cpu, uint64_t time);

/* The exchange that `server` was working on at `time`: the one it received last and has not
 * replied to; NONE. Index into exchanges. */
uint32_t model_working_on(const struct model *model, uint32_t server, uint64_t time);

/* True if a loss on any CPU touches [start, end]. */
bool model_loss_between(const struct model *model, uint64_t start, uint64_t end);

/* For text: "SEND-blocked", "READY", ... */
const char *state_name(enum thread_state state);
const char *reason_name(enum priority_reason reason);
const char *object_kind_name(enum object_kind kind);
const char *kick_reason_name(enum kick_reason reason);
