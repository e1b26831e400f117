/* priority.pml - inheritance, as kernel/core/priority.c and circle.c do it: what is due is computed
 * again, and where it has changed the change walks on along what a blocked thread waits for.
 *
 * SHORTCUT selects a popular way to do less; shortcuts.txt says which and what goes wrong.
 */
#define SAVE_AND_RESTORE 1
#define ONE_LEVEL 2
#define NOT_AT_TIMEOUT 3
#define FALL_WITH_THE_LAST_MUTEX 4
#define NO_CIRCLE 5
#define STAY_IN_THE_QUEUE 6
#define RISE_AFTER_FALL 11

/* The walk's list: a ring, since a thread is in it at most once at a time. */
#define WALK (THREADS + 1)
hidden byte walk[WALK];
hidden byte walk_first;
hidden byte walk_end;
hidden byte in_walk;
hidden byte walk_server;
/* A circle was broken in this walk: its members have fallen further than they will end, and what
 * they rise from there is no rise. */
hidden byte recovering;
hidden short walk_steps;

/* More looks than this and the walk would seem to have no end. */
#define WALK_LIMIT (8 * THREADS * THREADS * PRIORITIES)

inline walk_begin()
{
    walk_first = 0;
    walk_end = 0;
    in_walk = 0;
    recovering = false
}

inline walk_add(thread)
{
    if
    :: !HAS(in_walk, thread) ->
        in_walk = WITH(in_walk, thread);
        walk[walk_end] = thread;
        walk_end = (walk_end + 1) % WALK
    :: else
    fi
}

inline walk_add_wait(wait)
{
    if
    :: IS_MUTEX(wait) ->
        if
        :: owner[wait] != NONE -> walk_add(owner[wait])
        :: else
        fi
    :: IS_SENDERS(wait) ->
        walk_server = servers[CHANNEL_OF_SENDERS(wait)];
        do
        :: walk_server != NONE -> walk_add(walk_server); walk_server = fellow[walk_server]
        :: else -> break
        od
    :: else
    fi
}

/* What is due. */
hidden byte due;
hidden byte due_first;
hidden byte due_at;

inline consider(what)
{
    if
    :: what > due -> due = what
    :: else
    fi
}

/* A thread does not lend to itself. */
inline consider_queue(queue, thread)
{
    due_first = first[queue];
    if
    :: due_first == thread -> due_first = behind[due_first]
    :: else
    fi;
    if
    :: due_first != NONE -> consider(effective[due_first])
    :: else
    fi
}

inline due_of(thread)
{
    due = base[thread];
    consider(served[thread]);
    if
    :: serves[thread] != NONE && LENDS(serves[thread]) ->
        consider_queue(SENDERS(serves[thread]), thread);
        consider(FLOOR(serves[thread]))
    :: else
    fi;
    due_at = 0;
    do
    :: due_at < THREADS ->
        if
        :: server[due_at] == thread && HAS(rose, due_at) -> consider(effective[due_at])
        :: else
        fi;
        due_at++
    :: else -> break
    od;
    due_at = 0;
    do
    :: due_at < MUTEXES ->
        if
        :: owner[due_at] == thread -> consider_queue(due_at, thread)
        :: else
        fi;
        due_at++
    :: else -> break
    od
}

/* Which way each thread's priority has gone in this step: within one call it goes one way. */
hidden byte went_up;
hidden byte went_down;
hidden byte circle_broken;

inline note_way(thread, to)
{
    if
    :: to > effective[thread] -> went_up = WITH(went_up, thread)
    :: to < effective[thread] -> went_down = WITH(went_down, thread)
    :: else
    fi
}

inline apply(thread, to)
{
    note_way(thread, to);
    effective[thread] = to;
    if
    :: SHORTCUT != STAY_IN_THE_QUEUE && waiting[thread] < QUEUES ->
        queue_remove(waiting[thread], thread);
        queue_insert(waiting[thread], thread)
    :: else
    fi
}

inline walk_on(thread, raised)
{
    if
    :: waiting[thread] != NONE ->
        walk_add_wait(waiting[thread]);
        if
        :: server[thread] != NONE && LENDS(CHANNEL_OF_CLIENT(waiting[thread])) ->
            if
            :: raised && !recovering -> rose = WITH(rose, thread)
            :: else
            fi;
            walk_add(server[thread])
        :: else
        fi
    :: else
    fi
}

/* Circles. */
hidden byte circle[THREADS];
hidden byte circle_end;
hidden byte circle_at;
hidden byte in_circle;
hidden byte circle_waiter;
hidden byte circle_mutex;
hidden byte ground;
hidden byte circle_priority;
hidden byte founded;

inline circle_add(thread)
{
    if
    :: !HAS(in_circle, thread) ->
        in_circle = WITH(in_circle, thread);
        circle[circle_end] = thread;
        circle_end++
    :: else
    fi
}

inline circle_add_waiters(queue)
{
    circle_waiter = first[queue];
    do
    :: circle_waiter != NONE && effective[circle_waiter] >= circle_priority ->
        circle_add(circle_waiter);
        circle_waiter = behind[circle_waiter]
    :: else -> break
    od
}

inline circle_add_lenders(thread)
{
    circle_waiter = 0;
    do
    :: circle_waiter < THREADS ->
        if
        :: server[circle_waiter] == thread && HAS(rose, circle_waiter) &&
            effective[circle_waiter] >= circle_priority -> circle_add(circle_waiter)
        :: else
        fi;
        circle_waiter++
    :: else -> break
    od;
    if
    :: serves[thread] != NONE && LENDS(serves[thread]) -> circle_add_waiters(SENDERS(serves[thread]))
    :: else
    fi;
    circle_mutex = 0;
    do
    :: circle_mutex < MUTEXES ->
        if
        :: owner[circle_mutex] == thread -> circle_add_waiters(circle_mutex)
        :: else
        fi;
        circle_mutex++
    :: else -> break
    od
}

inline ground_of(thread)
{
    ground = (served[thread] > base[thread] -> served[thread] : base[thread]);
    if
    :: serves[thread] != NONE && LENDS(serves[thread]) && FLOOR(serves[thread]) > ground ->
        ground = FLOOR(serves[thread])
    :: else
    fi
}

inline circle_find(thread)
{
    circle_end = 0;
    in_circle = 0;
    founded = false;
    circle_priority = effective[thread];
    circle_add(thread);
    circle_at = 0;
    do
    :: circle_at < circle_end && !founded ->
        ground_of(circle[circle_at]);
        founded = ground >= circle_priority;
        circle_add_lenders(circle[circle_at]);
        circle_at++
    :: else -> break
    od
}

inline break_circle()
{
    circle_broken = true;
    recovering = SHORTCUT != RISE_AFTER_FALL;
    circle_at = 0;
    do
    :: circle_at < circle_end ->
        ground_of(circle[circle_at]);
        apply(circle[circle_at], ground);
        circle_at++
    :: else -> break
    od;
    circle_at = 0;
    do
    :: circle_at < circle_end ->
        walk_add(circle[circle_at]);
        walk_on(circle[circle_at], false);
        circle_at++
    :: else -> break
    od
}

hidden byte shared_at;
hidden byte shared;

/* Does any channel have several servers? Without them a circle would be a deadlock. */
inline look_for_shared()
{
    shared = false;
    shared_at = 0;
    do
    :: shared_at < CHANNELS ->
        shared = shared || (servers[shared_at] != NONE && fellow[servers[shared_at]] != NONE);
        shared_at++
    :: else -> break
    od
}

inline keep(thread)
{
    look_for_shared();
    if
    :: shared && SHORTCUT != NO_CIRCLE ->
        circle_find(thread);
        if
        :: !founded -> break_circle()
        :: else
        fi
    :: else
    fi
}

hidden byte settling;
hidden byte raised;

#if SHORTCUT == SAVE_AND_RESTORE || SHORTCUT == FALL_WITH_THE_LAST_MUTEX
#define MAY_FALL(thread) false
#else
#define MAY_FALL(thread) true
#endif

inline settle()
{
    walk_steps = 0;
    do
    :: walk_first != walk_end ->
        settling = walk[walk_first];
        walk_first = (walk_first + 1) % WALK;
        in_walk = WITHOUT(in_walk, settling);
        walk_steps++;
        assert(walk_steps < WALK_LIMIT);
        due_of(settling);
        raised = due > effective[settling];
        if
        :: due == effective[settling] -> keep(settling)
        :: due > effective[settling] || (due < effective[settling] && MAY_FALL(settling)) ->
            apply(settling, due);
            if
            :: SHORTCUT != ONE_LEVEL -> walk_on(settling, raised)
            :: else
            fi
        :: else
        fi
    :: else -> break
    od
}
