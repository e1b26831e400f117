/* events.h - the vocabulary: every event that a trace of Takt can hold.
 *
 * One line an event: EVENT(CONSTANT, number, name, fields). `fields` describes the record's two
 * words `a` and `b`, eight bytes in all, in the language of CTF metadata (TSDL). The tracer makes
 * the stream's metadata out of this list, so that the list is the format.
 *
 * Each record also names a thread: the one that the event is about (0: none). Numbers are never
 * used again for another meaning. docs/trace-format.md has a sentence on each.
 */
#pragma once

/* One event a line, whatever its width. */
/* clang-format off */
#define TRACE_EVENTS(EVENT)                                                                                    \
    EVENT(SNAPSHOT_BEGIN,    1, "snapshot_begin",    "uint32_t at_end; uint32_t version;")                     \
    EVENT(SNAPSHOT_END,      2, "snapshot_end",      "uint32_t at_end; uint32_t unused;")                      \
    EVENT(LOST,              3, "lost",              "uint32_t records; uint32_t unused;")                     \
    EVENT(MARK,              4, "mark",              "uint32_t code; uint32_t value;")                         \
    EVENT(THREAD_CREATE,     5, "thread_create",     "uint32_t priority; uint16_t cpu; uint16_t idle;")        \
    EVENT(THREAD_NAME,       6, "thread_name",       "char text[8];")                                          \
    EVENT(THREAD_GROUP,      7, "thread_group",      "char text[8];")                                          \
    EVENT(THREAD_EXIT,       8, "thread_exit",       "uint32_t unused0; uint32_t unused1;")                    \
    EVENT(THREAD_STATE,      9, "thread_state",      "uint16_t state; uint16_t cause; uint32_t object;")       \
    EVENT(THREAD_SWITCH,    10, "thread_switch",     "uint32_t previous; uint32_t priority;")                  \
    EVENT(THREAD_PRIORITY,  11, "thread_priority",   "uint16_t priority; uint16_t base; uint32_t reason;")     \
    EVENT(IRQ_ENTER,        12, "irq_enter",         "uint32_t irq; uint32_t kicks;")                          \
    EVENT(IRQ_EXIT,         13, "irq_exit",          "uint32_t irq; uint32_t unused;")                         \
    EVENT(OBJECT_NAME,      14, "object_name",       "uint32_t object; char text[4];")                         \
    EVENT(CHANNEL_CREATE,   15, "channel_create",    "uint32_t channel; uint32_t flags;")                      \
    EVENT(CHANNEL_DESTROY,  16, "channel_destroy",   "uint32_t channel; uint32_t unused;")                     \
    EVENT(MESSAGE_SEND,     17, "message_send",      "uint32_t channel; uint32_t exchange;")                   \
    EVENT(MESSAGE_RECEIVE,  18, "message_receive",   "uint32_t channel; uint32_t exchange;")                   \
    EVENT(MESSAGE_REPLY,    19, "message_reply",     "uint32_t exchange; uint32_t bytes;")                     \
    EVENT(MESSAGE_ERROR,    20, "message_error",     "uint32_t exchange; int32_t status;")                     \
    EVENT(MESSAGE_RETURN,   21, "message_return",    "uint32_t exchange; int32_t result;")                     \
    EVENT(PULSE_SEND,       22, "pulse_send",        "uint32_t channel; uint16_t code; uint16_t priority;")    \
    EVENT(PULSE_RECEIVE,    23, "pulse_receive",     "uint32_t channel; uint16_t code; uint16_t priority;")    \
    EVENT(MUTEX_CREATE,     24, "mutex_create",      "uint32_t mutex; uint32_t owner;")                        \
    EVENT(MUTEX_WAIT,       25, "mutex_wait",        "uint32_t mutex; uint32_t owner;")                        \
    EVENT(MUTEX_LOCK,       26, "mutex_lock",        "uint32_t mutex; uint32_t unused;")                       \
    EVENT(MUTEX_UNLOCK,     27, "mutex_unlock",      "uint32_t mutex; uint32_t next_owner;")                   \
    EVENT(MUTEX_DESTROY,    28, "mutex_destroy",     "uint32_t mutex; uint32_t unused;")                       \
    EVENT(SEMAPHORE_CREATE, 29, "semaphore_create",  "uint32_t semaphore; uint32_t count;")                    \
    EVENT(SEMAPHORE_GIVE,   30, "semaphore_give",    "uint32_t semaphore; uint32_t count;")                    \
    EVENT(SEMAPHORE_TAKE,   31, "semaphore_take",    "uint32_t semaphore; uint32_t count;")                    \
    EVENT(SEMAPHORE_DESTROY,32, "semaphore_destroy", "uint32_t semaphore; uint32_t unused;")                   \
    EVENT(FLAGS_CREATE,     33, "flags_create",      "uint32_t flags; uint32_t set;")                          \
    EVENT(FLAGS_SET,        34, "flags_set",         "uint32_t flags; uint32_t set;")                          \
    EVENT(FLAGS_CLEAR,      35, "flags_clear",       "uint32_t flags; uint32_t set;")                          \
    EVENT(FLAGS_TAKE,       36, "flags_take",        "uint32_t flags; uint32_t got;")                          \
    EVENT(FLAGS_DESTROY,    37, "flags_destroy",     "uint32_t flags; uint32_t unused;")                       \
    EVENT(QUEUE_CREATE,     38, "queue_create",      "uint32_t queue; uint32_t capacity;")                     \
    EVENT(QUEUE_SEND,       39, "queue_send",        "uint32_t queue; uint32_t count;")                        \
    EVENT(QUEUE_RECEIVE,    40, "queue_receive",     "uint32_t queue; uint32_t count;")                        \
    EVENT(QUEUE_PURGE,      41, "queue_purge",       "uint32_t queue; uint32_t count;")                        \
    EVENT(QUEUE_DESTROY,    42, "queue_destroy",     "uint32_t queue; uint32_t unused;")                       \
    EVENT(POOL_CREATE,      43, "pool_create",       "uint32_t pool; uint32_t blocks;")                        \
    EVENT(POOL_TAKE,        44, "pool_take",         "uint32_t pool; uint32_t used;")                          \
    EVENT(POOL_GIVE,        45, "pool_give",         "uint32_t pool; uint32_t used;")                          \
    EVENT(POOL_DESTROY,     46, "pool_destroy",      "uint32_t pool; uint32_t unused;")                        \
    EVENT(CONDITION_CREATE, 47, "condition_create",  "uint32_t condition; uint32_t unused;")                   \
    EVENT(CONDITION_SIGNAL, 48, "condition_signal",  "uint32_t condition; uint32_t woken;")                    \
    EVENT(CONDITION_DESTROY,49, "condition_destroy", "uint32_t condition; uint32_t unused;")                   \
    EVENT(TIMER_CREATE,     50, "timer_create",      "uint32_t timer; uint32_t service;")                      \
    EVENT(TIMER_START,      51, "timer_start",       "uint32_t timer; uint32_t period;")                       \
    EVENT(TIMER_EXPIRE,     52, "timer_expire",      "uint32_t timer; uint32_t missed;")                       \
    EVENT(TIMER_CALL,       53, "timer_call",        "uint32_t timer; uint32_t unused;")                       \
    EVENT(TIMER_RETURN,     54, "timer_return",      "uint32_t timer; uint32_t unused;")                       \
    EVENT(TIMER_STOP,       55, "timer_stop",        "uint32_t timer; uint32_t unused;")                       \
    EVENT(TIMER_DESTROY,    56, "timer_destroy",     "uint32_t timer; uint32_t unused;")                       \
    EVENT(THREAD_MOVE,      57, "thread_move",       "uint32_t cpu; uint32_t unused;")                          \
    EVENT(THREAD_RUNS,      58, "thread_runs",       "uint32_t cpu; uint32_t priority;")
/* clang-format on */

#define TRACE_EVENT_CONSTANT(constant, number, name, fields) TRACE_##constant = (number),
enum trace_event_id { TRACE_EVENTS(TRACE_EVENT_CONSTANT) };
#undef TRACE_EVENT_CONSTANT

/* thread_state.state. A thread that runs is READY here; thread_switch says who runs. `object` is
 * the id of what is awaited; for REPLY it is the channel, for JOIN the thread, for TIMER (a timer
 * service without work) nothing. */
enum trace_thread_state {
    TRACE_STATE_READY = 0,
    TRACE_STATE_SUSPENDED = 1,
    TRACE_STATE_SLEEP = 2,
    TRACE_STATE_SEND = 3,
    TRACE_STATE_RECEIVE = 4,
    TRACE_STATE_REPLY = 5,
    TRACE_STATE_MUTEX = 6,
    TRACE_STATE_SEMAPHORE = 7,
    TRACE_STATE_JOIN = 8,
    TRACE_STATE_DEAD = 9,
    TRACE_STATE_FLAGS = 10,
    TRACE_STATE_QUEUE_SEND = 11,    /* for room */
    TRACE_STATE_QUEUE_RECEIVE = 12, /* for an item */
    TRACE_STATE_POOL = 13,
    TRACE_STATE_CONDITION = 14,
    TRACE_STATE_TIMER = 15,
    TRACE_STATE_COUNT
};

/* thread_state.cause: why the thread came to be in that state. */
enum trace_cause {
    TRACE_CAUSE_CALL = 0,    /* its own call: it blocked, yielded, was started */
    TRACE_CAUSE_GRANTED = 1, /* got what it waited for */
    TRACE_CAUSE_TIMEOUT = 2, /* the time was over */
    TRACE_CAUSE_CLOSED = 3,  /* what it waited for was destroyed, or its server died */
    TRACE_CAUSE_RESUMED = 4,
    TRACE_CAUSE_SUSPENDED = 5,
    TRACE_CAUSE_SNAPSHOT = 6, /* not a change: this is how it is when the trace begins */
    TRACE_CAUSE_OWNER_DIED = 7,
    TRACE_CAUSE_CANCELLED = 8,
    TRACE_CAUSE_DEADLOCK = 9, /* nobody was left who could end its wait */
    TRACE_CAUSE_COUNT
};

/* thread_priority.reason: what the effective priority now rests on. */
enum trace_reason {
    TRACE_REASON_BASE = 0,   /* the thread's own priority */
    TRACE_REASON_MUTEX = 1,  /* a waiter for a mutex that the thread owns */
    TRACE_REASON_SERVED = 2, /* the message that the thread received last */
    TRACE_REASON_QUEUED = 3, /* a message or pulse waiting in the channel that it serves */
    TRACE_REASON_COUNT
};

/* irq_enter.irq, irq_exit.irq: the clock's own interrupt, and that by which another CPU asks for
 * something (irq_enter.kicks: a set of enum takt_kick); devices' are below them. */
enum { TRACE_IRQ_KICK = 0xFFFE, TRACE_IRQ_CLOCK = 0xFFFF };

/* channel_create.flags */
enum { TRACE_CHANNEL_FIXED_PRIORITY = 1 };

/* mark.code: from here on meanings are given by Takt; applications use what is below.
 * LATE: the thread was to begin `value` ns before this moment, and did so a moment ago: what a
 * latency test found to be too late. SPIKE: for `value` ns before this moment somebody else had the
 * CPU that the thread, which only computes, runs on. */
enum {
    TRACE_MARK_TAKT = 0x7FFF0000,
    TRACE_MARK_LATE = TRACE_MARK_TAKT + 1,
    TRACE_MARK_SPIKE = TRACE_MARK_TAKT + 2
};

/* snapshot_begin.version: changes when a reader of the version before would be misled. */
enum { TRACE_VERSION = 1 };
