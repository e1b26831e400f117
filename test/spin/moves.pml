/* moves.pml - the moves that calls are made of, as kernel/core/wait.c does them.
 *
 * A call first decides, by looking; what it decides is a list of moves. They are carried out one
 * after the other, and after each the priorities settle.
 */
#define MOVES 5

#define OWN 0     /* thread (or NONE) owns object, a mutex */
#define PUT 1     /* thread waits in object, a wait */
#define LEAVE 2   /* thread's wait is over, with value as the result */
#define TAKE 3    /* thread goes from the senders of object, a channel, to those who wait for a reply */
#define SERVE 4   /* thread serves object, a channel (or NONE), with a message of priority value */
#define PULSE_IN 5  /* a pulse of priority value joins the queue of object, a channel */
#define PULSE_OUT 6 /* the first pulse leaves it */
#define BASE 7    /* thread's own priority is value */
#define LOST 8    /* one of the servers of object, a channel, has turned away */

hidden byte move_kind[MOVES];
hidden byte move_thread[MOVES];
hidden byte move_object[MOVES];
hidden byte move_value[MOVES];
hidden byte moves;

inline then(kind, thread, object, value)
{
    move_kind[moves] = kind;
    move_thread[moves] = thread;
    move_object[moves] = object;
    move_value[moves] = value;
    moves++
}

/* Mutexes. */

/* Does unlock put a priority back, instead of looking what is due? */
#define PUTS_BACK (SHORTCUT == SAVE_AND_RESTORE || SHORTCUT == FALL_WITH_THE_LAST_MUTEX)

#if SHORTCUT == SAVE_AND_RESTORE
byte saved[MUTEX_ROOM];
#endif

hidden byte owner_before;
hidden byte held_at;
hidden byte holds_more;

inline own_shortcut(mutex, thread)
{
#if SHORTCUT == SAVE_AND_RESTORE
    if
    :: thread != NONE -> saved[mutex] = effective[thread]
    :: else -> apply(owner_before, saved[mutex])
    fi;
#elif SHORTCUT == FALL_WITH_THE_LAST_MUTEX
    holds_more = false;
    held_at = 0;
    do
    :: held_at < MUTEXES ->
        holds_more = holds_more || owner[held_at] == owner_before;
        held_at++
    :: else -> break
    od;
    if
    :: thread == NONE && !holds_more -> apply(owner_before, base[owner_before])
    :: else
    fi;
#endif
    skip
}

inline move_own(mutex, thread)
{
    owner_before = owner[mutex];
    owner[mutex] = thread;
    own_shortcut(mutex, thread);
    if
    :: owner_before != NONE && !PUTS_BACK -> walk_add(owner_before)
    :: else
    fi;
    if
    :: thread != NONE -> walk_add(thread)
    :: else
    fi
}

/* Waiting. */

inline move_put(thread, wait)
{
    waiting[thread] = wait;
    if
    :: wait < QUEUES -> queue_insert(wait, thread)
    :: else
    fi;
    walk_add_wait(wait)
}

/* However the exchange ends, what the client has lent stays with the server until it receives. */
inline leave_hand(client)
{
    if
    :: HAS(rose, client) && effective[client] > served[server[client]] ->
        served[server[client]] = effective[client]
    :: else
    fi;
    server[client] = NONE;
    rose = WITHOUT(rose, client);
    rule_forget(client)
}

hidden byte left_wait;

inline move_leave(thread, outcome)
{
    left_wait = waiting[thread];
    if
    :: left_wait < QUEUES -> queue_remove(left_wait, thread)
    :: else
    fi;
    waiting[thread] = NONE;
    result[thread] = outcome;
    if
    :: server[thread] != NONE -> leave_hand(thread)
    :: else
    fi;
    if
    :: SHORTCUT == NOT_AT_TIMEOUT && outcome == ETIMEDOUT
    :: else -> walk_add_wait(left_wait)
    fi
}

inline move_take(thread, channel)
{
    queue_remove(SENDERS(channel), thread);
    waiting[thread] = REPLYING(channel);
    walk_add_wait(SENDERS(channel))
}

/* Serving. */

hidden byte server_at;

inline leave_servers(thread)
{
    if
    :: servers[serves[thread]] == thread -> servers[serves[thread]] = fellow[thread]
    :: else ->
        server_at = servers[serves[thread]];
        do
        :: fellow[server_at] != thread -> server_at = fellow[server_at]
        :: else -> break
        od;
        fellow[server_at] = fellow[thread]
    fi;
    fellow[thread] = NONE
}

inline join_servers(thread, channel)
{
    if
    :: servers[channel] == NONE -> servers[channel] = thread
    :: else ->
        server_at = servers[channel];
        do
        :: fellow[server_at] != NONE -> server_at = fellow[server_at]
        :: else -> break
        od;
        fellow[server_at] = thread
    fi
}

inline serve_elsewhere(thread, channel)
{
    if
    :: serves[thread] != NONE -> leave_servers(thread)
    :: else
    fi;
    serves[thread] = channel;
    if
    :: channel != NONE -> join_servers(thread, channel)
    :: else
    fi
}

hidden byte forget_at;

/* With a message newly in hand, those who rose before lend no more. */
inline forget_loans(thread)
{
    forget_at = 0;
    do
    :: forget_at < THREADS ->
        if
        :: server[forget_at] == thread ->
            rose = WITHOUT(rose, forget_at);
            rule_forget(forget_at)
        :: else
        fi;
        forget_at++
    :: else -> break
    od
}

inline move_serve(thread, channel, message_priority)
{
    if
    :: serves[thread] != channel -> serve_elsewhere(thread, channel)
    :: else
    fi;
    if
    :: channel != NONE && LENDS(channel) -> served[thread] = message_priority
    :: else -> served[thread] = 0
    fi;
    forget_loans(thread);
    walk_add(thread)
}

/* Of those who wait there, and now for each other, the first is told. */
hidden byte stuck_at;

inline move_lost(channel)
{
    deadlock(NONE, SENDERS(channel));
    stuck_at = (for_ever -> first[SENDERS(channel)] : NONE);
    do
    :: stuck_at != NONE && !HAS(in_found, stuck_at) -> stuck_at = behind[stuck_at]
    :: else -> break
    od;
    if
    :: stuck_at != NONE && SHORTCUT != ASK_ONLY_WHO_JOINS -> then(LEAVE, stuck_at, NONE, EDEADLK)
    :: else
    fi
}

/* Pulses. */

#if PULSES > 0
hidden byte pulse_at;

#define PULSE(channel, place) pulses[(channel) * PULSES + (place)]

inline move_pulse_out(channel)
{
    pulse_at = 0;
    do
    :: pulse_at < PULSES - 1 ->
        PULSE(channel, pulse_at) = PULSE(channel, pulse_at + 1);
        pulse_at++
    :: else -> break
    od;
    PULSE(channel, PULSES - 1) = 0;
    walk_add_wait(SENDERS(channel))
}

inline move_pulse_in(channel, message_priority)
{
    pulse_at = PULSES - 1;
    do
    :: pulse_at > 0 && PULSE(channel, pulse_at - 1) < message_priority ->
        PULSE(channel, pulse_at) = PULSE(channel, pulse_at - 1);
        pulse_at--
    :: else -> break
    od;
    PULSE(channel, pulse_at) = message_priority;
    walk_add_wait(SENDERS(channel))
}
#endif

/* All of a call's moves. */
hidden byte move_at;
hidden byte moved_thread;
hidden byte moved_object;
hidden byte moved_value;

inline move()
{
    moved_thread = move_thread[move_at];
    moved_object = move_object[move_at];
    moved_value = move_value[move_at];
    if
#if MUTEXES > 0
    :: move_kind[move_at] == OWN -> move_own(moved_object, moved_thread)
#endif
    :: move_kind[move_at] == PUT -> move_put(moved_thread, moved_object)
    :: move_kind[move_at] == LEAVE -> move_leave(moved_thread, moved_value)
    :: move_kind[move_at] == BASE -> base[moved_thread] = moved_value; walk_add(moved_thread)
#if CHANNELS > 0
    :: move_kind[move_at] == TAKE -> move_take(moved_thread, moved_object)
    :: move_kind[move_at] == SERVE -> move_serve(moved_thread, moved_object, moved_value)
    :: move_kind[move_at] == LOST -> move_lost(moved_object)
#endif
#if PULSES > 0
    :: move_kind[move_at] == PULSE_IN -> move_pulse_in(moved_object, moved_value)
    :: move_kind[move_at] == PULSE_OUT -> move_pulse_out(moved_object)
#endif
    :: else -> assert(false)
    fi
}

inline carry_out()
{
    move_at = 0;
    do
    :: move_at < moves ->
        walk_begin();
        move();
        settle();
        move_at++
    :: else -> break
    od
}
