/* event.h - neutral events: what every reader makes of its file, and all that the model sees.
 *
 * A reader translates its format into these and knows nothing of what becomes of them. Threads
 * and objects are the source's own ids; the model gives them identity (an id may be used again
 * after its thread has ended). Time is in nanoseconds on one line for all CPUs.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct error;

enum event_kind {
    EVENT_THREAD, /* thread exists: a = base priority, b = CPU it is pinned to, detail = 1: idle */
    EVENT_NAME,   /* thread is called `text` from now on */
    EVENT_GROUP,  /* thread belongs to the group (process) `text` */
    EVENT_EXIT,   /* thread ended */
    EVENT_STATE,  /* detail = enum thread_state, object, a = enum state_cause */
    EVENT_SWITCH, /* thread now runs on cpu; a = its priority; object = previous thread */
    EVENT_MOVE,   /* thread belongs to CPU b from now on */
    EVENT_PRIORITY,    /* a = effective priority, b = base, detail = enum priority_reason */
    EVENT_OBJECT,      /* object exists: detail = enum object_kind, a = flags (channel) */
    EVENT_OBJECT_NAME, /* object is called `text` */
    EVENT_OBJECT_GONE,
    EVENT_SEND,    /* thread asks: object = channel, exchange */
    EVENT_RECEIVE, /* thread took the message: object = channel, exchange */
    EVENT_REPLY,   /* thread answered: exchange, a = bytes */
    EVENT_ERROR,   /* the exchange failed: exchange, a = status */
    EVENT_RETURN,  /* the client is back from its call: exchange, a = result */
    EVENT_PULSE,   /* thread or interrupt sent one: object = channel, a = code, b = priority */
    EVENT_PULSE_TAKEN,
    EVENT_LOCK_WAIT, /* mutex: object, b = owner */
    EVENT_LOCK,
    EVENT_UNLOCK, /* b = next owner, 0: none */
    EVENT_GIVE,   /* semaphore: object, a = count after */
    EVENT_TAKE,
    EVENT_USE, /* any other object: detail = enum object_kind, object, a = as its kind counts */
    EVENT_IRQ_ENTER, /* a = number, b = set of enum kick_reason if it is a kick */
    EVENT_IRQ_EXIT,
    EVENT_MARK,    /* left by a program: a = code, b = value */
    EVENT_LOSS,    /* cpu lost a records between `start` (exchange field, ns) and time */
    EVENT_SNAPSHOT /* detail = 0: begins, 1: ends; a = 1: taken at the end of the trace */
};

/* EVENT_MARK's code: the thread was to begin b ns before, a latency test says. */
enum { MARK_LATE = 0x7FFF0001 };

enum thread_state {
    STATE_UNKNOWN,
    STATE_READY,
    STATE_RUNNING, /* only in the model: readers give EVENT_SWITCH */
    STATE_SUSPENDED,
    STATE_SLEEP,
    STATE_SEND,
    STATE_RECEIVE,
    STATE_REPLY,
    STATE_MUTEX,
    STATE_SEMAPHORE,
    STATE_FLAGS,
    STATE_QUEUE_SEND,
    STATE_QUEUE_RECEIVE,
    STATE_POOL,
    STATE_CONDITION,
    STATE_TIMER, /* a timer service without work */
    STATE_JOIN,
    STATE_DEAD,
    STATE_COUNT
};

enum state_cause {
    CAUSE_CALL,
    CAUSE_GRANTED,
    CAUSE_TIMEOUT,
    CAUSE_CLOSED,
    CAUSE_RESUMED,
    CAUSE_SUSPENDED,
    CAUSE_SNAPSHOT,
    CAUSE_OWNER_DIED,
    CAUSE_CANCELLED,
    CAUSE_DEADLOCK,
    CAUSE_COUNT
};

enum priority_reason { REASON_BASE, REASON_MUTEX, REASON_SERVED, REASON_QUEUED, REASON_COUNT };

enum object_kind {
    OBJECT_CHANNEL,
    OBJECT_MUTEX,
    OBJECT_SEMAPHORE,
    OBJECT_FLAGS,
    OBJECT_QUEUE,
    OBJECT_POOL,
    OBJECT_CONDITION,
    OBJECT_TIMER,
    OBJECT_KIND_COUNT
};

enum { OBJECT_FIXED_PRIORITY = 1 }; /* flag of a channel */

/* Numbers by which the clock's own interrupt is known, and a kick: by it one CPU asks something of
 * another. */
enum { INTERRUPT_KICK = 0xFFFE, INTERRUPT_CLOCK = 0xFFFF };

/* Bits of a kick's set of reasons. */
enum kick_reason { KICK_RUN, KICK_CLOCK, KICK_SAMPLE, KICK_REASON_COUNT };

struct event {
    uint64_t time;     /* ns */
    uint64_t exchange; /* number of a message exchange, unique in the trace */
    const char *text;  /* names; lives in the run's arena */
    uint32_t thread;   /* the source's id; 0: none */
    uint32_t object;   /* the source's id */
    uint32_t a;
    uint32_t b;
    uint16_t cpu;
    uint8_t kind; /* enum event_kind */
    uint8_t detail;
};

/* What a file says of itself, beside its events. */
struct source {
    const char *path;
    const char *format; /* "Takt CTF 1.8" */
    const char *system; /* kernel, board, image: one line for a reader */
    const char *clock;  /* what the times mean: "virtual: ..." or "hardware" */
    uint64_t clock_hz;
    unsigned cpus;
    uint64_t bytes;      /* size of all files */
    bool partial;        /* the file ended early or a part could not be read */
    const char *problem; /* why, with the offset; NULL: nothing wrong */
};

/* Readers hand over one event at a time, in the order of time on each CPU and, as far as the
 * format allows, over all. False: stop (no memory); the sink has filled `error`. */
struct event_sink {
    bool (*take)(void *context, const struct event *event, struct error *error);
    void *context;
};
