/* step.pml - one step: a call's window, and what must be so after it.
 *
 * `call` says which, `me` who calls or is meant, `what` the object or the other thread, `how` the
 * limit, a priority less 1, or a kind. The driver chooses them: explore.pml in every way, follow.pml as the
 * kernel's own run has it.
 */
#include "state.pml"
#include "rule.pml"
#include "priority.pml"
#include "deadlock.pml"
#include "moves.pml"
#include "calls.pml"

#define NOTHING 0
#define LOCK 1
#define UNLOCK 2
#define SEND 3
#define RECEIVE 4
#define REPLY 5
#define PULSE_SENT 6
#define TIME_OVER 7
#define NEW_PRIORITY 8
#define END 9
#define BEGIN 10
#define DESTROY 11
#define CLOSE 12
#define CREATE 13
#define CANCEL 14

byte call;
byte me;
byte what;
byte how;

#define RUNS(thread) (waiting[thread] == NONE && doing[thread] == CALLS_ON)

inline decide_about_threads()
{
    if
#if ENDINGS
    :: call == END -> thread_end_one(me)
    :: call == CANCEL -> thread_cancel(me, what)
    :: call == BEGIN -> thread_begin(me, how + 1)
#endif
    :: call == TIME_OVER -> time_over(me)
    :: call == NEW_PRIORITY -> thread_set_priority(me, how + 1)
    :: else -> assert(false)
    fi
}

inline decide()
{
    moves = 0;
    if
#if MUTEXES > 0
    :: call == LOCK -> mutex_lock(me, what, how)
    :: call == UNLOCK -> mutex_unlock(me, what)
#endif
#if CHANNELS > 0
    :: call == SEND -> channel_send(me, what, how)
    :: call == RECEIVE -> channel_receive(me, what, how)
    :: call == REPLY -> channel_reply(me, what, how == NOW)
#endif
#if PULSES > 0
    :: call == PULSE_SENT -> channel_pulse(what, how + 1)
#endif
#if DESTROYING
    :: call == DESTROY && what < MUTEXES -> mutex_destroy(me, what)
    :: call == DESTROY && what >= MUTEXES -> channel_destroy(me, what - MUTEXES)
    :: call == CLOSE -> close_one(me)
    :: call == CREATE -> object_begin(what)
#endif
    :: else -> decide_about_threads()
    fi
}

/* To be followed by rule_check, within the same atomic sequence. */
inline step()
{
    rule_begin();
    decide();
    carry_out()
}
