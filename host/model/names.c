/* names.c - states, reasons and kinds of objects in words. */
#include "model.h"

const char *state_name(enum thread_state state)
{
    static const char *const names[STATE_COUNT] = {
        [STATE_UNKNOWN] = "unknown",         [STATE_READY] = "READY",
        [STATE_RUNNING] = "running",         [STATE_SUSPENDED] = "suspended",
        [STATE_SLEEP] = "sleeping",          [STATE_SEND] = "SEND-blocked",
        [STATE_RECEIVE] = "RECEIVE-blocked", [STATE_REPLY] = "REPLY-blocked",
        [STATE_MUTEX] = "MUTEX-blocked",     [STATE_SEMAPHORE] = "SEMAPHORE-blocked",
        [STATE_FLAGS] = "FLAGS-blocked",     [STATE_QUEUE_SEND] = "QUEUE-SEND-blocked",
        [STATE_POOL] = "POOL-blocked",       [STATE_QUEUE_RECEIVE] = "QUEUE-RECEIVE-blocked",
        [STATE_TIMER] = "TIMER-blocked",     [STATE_CONDITION] = "CONDITION-blocked",
        [STATE_JOIN] = "JOIN-blocked",       [STATE_DEAD] = "dead",
    };

    return (unsigned)state < STATE_COUNT ? names[state] : "unknown";
}

const char *reason_name(enum priority_reason reason)
{
    static const char *const names[REASON_COUNT] = {
        [REASON_BASE] = "its own priority",
        [REASON_MUTEX] = "a waiter for a mutex that it owns",
        [REASON_SERVED] = "the message that it received",
        [REASON_QUEUED] = "a message that waits in its channel",
    };

    return (unsigned)reason < REASON_COUNT ? names[reason] : "not shown";
}

const char *kick_reason_name(enum kick_reason reason)
{
    static const char *const names[KICK_REASON_COUNT] = {
        [KICK_RUN] = "run",
        [KICK_CLOCK] = "clock",
        [KICK_SAMPLE] = "sample",
    };

    return (unsigned)reason < KICK_REASON_COUNT ? names[reason] : "?";
}

const char *object_kind_name(enum object_kind kind)
{
    static const char *const names[OBJECT_KIND_COUNT] = {
        [OBJECT_CHANNEL] = "channel",     [OBJECT_MUTEX] = "mutex",
        [OBJECT_SEMAPHORE] = "semaphore", [OBJECT_FLAGS] = "flags",
        [OBJECT_QUEUE] = "queue",         [OBJECT_POOL] = "pool",
        [OBJECT_CONDITION] = "condition", [OBJECT_TIMER] = "timer",
    };

    return (unsigned)kind < OBJECT_KIND_COUNT ? names[kind] : "object";
}
