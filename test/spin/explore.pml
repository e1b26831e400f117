/* explore.pml - every order of every call: all states that the threads can bring about.
 *
 * One process takes the steps of all threads, since the kernel's windows exclude each other and
 * any thread that is not blocked may be the next. CALLS bounds how many steps there are; 0 does
 * not, and then the states found are all there are. What else may happen is said by words that are
 * 0 or 1: TIMEOUTS, NEW_PRIORITIES, ENDINGS, DESTROYING, LATE_REPLIES.
 */
#include "step.pml"

#if CALLS > 0
byte calls;
#define MAY_GO_ON (calls < CALLS)
#define COUNT_CALL calls++
#else
#define MAY_GO_ON true
#define COUNT_CALL skip
#endif

/* Any of up to `count` that is `possible`; if none is, the call is nothing. */
#define CHOOSE_SOME(variable, count, possible)                   \
    if                                                           \
    :: count > 0 && possible(0) -> variable = 0                  \
    :: count > 1 && possible(1 % (count)) -> variable = 1        \
    :: count > 2 && possible(2 % (count)) -> variable = 2        \
    :: count > 3 && possible(3 % (count)) -> variable = 3        \
    :: count > 4 && possible(4 % (count)) -> variable = 4        \
    :: else -> call = NOTHING                                    \
    fi

#define ANY(number) true
#define CHOOSE(variable, count) CHOOSE_SOME(variable, count, ANY)

#define MINE(mutex) (owner[mutex] == me)

/* Replies that would find their client waiting; others change nothing. */
#define NAMED_NOW(client) (server[client] != NONE && HAS(named_now, client))
#define NAMED_BEFORE(client) (server[client] != NONE && HAS(named_before, client))

#define ANOTHER(thread) (thread != me && doing[thread] == CALLS_ON)

#define OBJECTS (MUTEXES + CHANNELS)
#define OPEN(object) (HAS(mutex_open + (channel_open << MUTEXES), object))
#define CLOSED(object) (!OPEN(object))

inline choose_call()
{
    if
#if MUTEXES > 0
    :: RUNS(me) -> call = LOCK; how = WITH_TIME; CHOOSE(what, MUTEXES)
    :: RUNS(me) -> call = UNLOCK; CHOOSE_SOME(what, MUTEXES, MINE)
#endif
#if CHANNELS > 0
    :: RUNS(me) -> call = SEND; how = WITH_TIME; CHOOSE(what, CHANNELS)
    :: RUNS(me) -> call = RECEIVE; CHOOSE(how, 2); CHOOSE(what, CHANNELS)
    :: RUNS(me) -> call = REPLY; how = NOW; CHOOSE_SOME(what, THREADS, NAMED_NOW)
#endif
#if LATE_REPLIES
    :: RUNS(me) -> call = REPLY; how = BEFORE; CHOOSE_SOME(what, THREADS, NAMED_BEFORE)
#endif
#if PULSES > 0
    :: me == 0 -> call = PULSE_SENT; CHOOSE(how, PRIORITIES); CHOOSE(what, CHANNELS)
#endif
#if TIMEOUTS
    :: waiting[me] != NONE -> call = TIME_OVER
#endif
#if NEW_PRIORITIES
    :: doing[me] != DEAD -> call = NEW_PRIORITY; CHOOSE(how, PRIORITIES)
#endif
#if ENDINGS
    :: RUNS(me) || doing[me] == ENDS -> call = END
    :: RUNS(me) -> call = CANCEL; CHOOSE_SOME(what, THREADS, ANOTHER)
    :: doing[me] == DEAD -> call = BEGIN; how = me
#endif
#if DESTROYING
    :: RUNS(me) -> call = SEND; how = FOR_EVER; CHOOSE(what, CHANNELS)
    :: RUNS(me) -> call = DESTROY; CHOOSE_SOME(what, OBJECTS, OPEN)
    :: RUNS(me) -> call = CREATE; CHOOSE_SOME(what, OBJECTS, CLOSED)
    :: doing[me] >= DESTROYS(0) -> call = CLOSE
#endif
    :: else -> call = NOTHING
    fi
}

/* The choice is no part of the state that it leads to. */
inline forget_choice()
{
    call = NOTHING;
    me = 0;
    what = 0;
    how = 0
}

active proctype kernel()
{
    d_step { state_begin() }
    do
    :: atomic {
        MAY_GO_ON;
        CHOOSE(me, THREADS);
        choose_call();
        if
        :: call != NOTHING ->
            d_step {
                printf("call %d %d %d %d\n", call, me, what, how);
                step()
            };
            d_step {
                rule_check();
                COUNT_CALL;
                forget_choice()
            }
        :: else -> d_step { forget_choice() }
        fi
    }
    od
}
