/* takt_codes.c - the codes of Takt's records as those of the model. */
#include "takt_codes.h"

#include "event.h"
#include "events.h"

_Static_assert((int)MARK_LATE == (int)TRACE_MARK_LATE, "marks are passed on as they are");

uint8_t takt_state(uint32_t state)
{
    static const uint8_t states[TRACE_STATE_COUNT] = {
        [TRACE_STATE_READY] = STATE_READY,     [TRACE_STATE_SUSPENDED] = STATE_SUSPENDED,
        [TRACE_STATE_SLEEP] = STATE_SLEEP,     [TRACE_STATE_SEND] = STATE_SEND,
        [TRACE_STATE_RECEIVE] = STATE_RECEIVE, [TRACE_STATE_REPLY] = STATE_REPLY,
        [TRACE_STATE_MUTEX] = STATE_MUTEX,     [TRACE_STATE_SEMAPHORE] = STATE_SEMAPHORE,
        [TRACE_STATE_JOIN] = STATE_JOIN,       [TRACE_STATE_DEAD] = STATE_DEAD,
        [TRACE_STATE_FLAGS] = STATE_FLAGS,     [TRACE_STATE_QUEUE_SEND] = STATE_QUEUE_SEND,
        [TRACE_STATE_POOL] = STATE_POOL,       [TRACE_STATE_QUEUE_RECEIVE] = STATE_QUEUE_RECEIVE,
        [TRACE_STATE_TIMER] = STATE_TIMER,     [TRACE_STATE_CONDITION] = STATE_CONDITION,
    };

    return state < TRACE_STATE_COUNT ? states[state] : (uint8_t)STATE_UNKNOWN;
}

uint32_t takt_cause(uint32_t cause)
{
    static const uint8_t causes[TRACE_CAUSE_COUNT] = {
        [TRACE_CAUSE_CALL] = CAUSE_CALL,           [TRACE_CAUSE_GRANTED] = CAUSE_GRANTED,
        [TRACE_CAUSE_TIMEOUT] = CAUSE_TIMEOUT,     [TRACE_CAUSE_CLOSED] = CAUSE_CLOSED,
        [TRACE_CAUSE_RESUMED] = CAUSE_RESUMED,     [TRACE_CAUSE_SUSPENDED] = CAUSE_SUSPENDED,
        [TRACE_CAUSE_SNAPSHOT] = CAUSE_SNAPSHOT,   [TRACE_CAUSE_OWNER_DIED] = CAUSE_OWNER_DIED,
        [TRACE_CAUSE_CANCELLED] = CAUSE_CANCELLED, [TRACE_CAUSE_DEADLOCK] = CAUSE_DEADLOCK,
    };

    return cause < TRACE_CAUSE_COUNT ? causes[cause] : (uint32_t)CAUSE_CALL;
}

uint8_t takt_reason(uint32_t reason)
{
    static const uint8_t reasons[TRACE_REASON_COUNT] = {
        [TRACE_REASON_BASE] = REASON_BASE,
        [TRACE_REASON_MUTEX] = REASON_MUTEX,
        [TRACE_REASON_SERVED] = REASON_SERVED,
        [TRACE_REASON_QUEUED] = REASON_QUEUED,
    };

    return reason < TRACE_REASON_COUNT ? reasons[reason] : (uint8_t)REASON_BASE;
}
