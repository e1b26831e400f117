/* calls.pml - what the calls decide, as kernel/objects/mutex.c, channel.c and kernel/core/thread.c
 * do. Each inline is one window of the kernel; a call of several windows is several steps.
 */

/* Limits of a call. */
#define AT_ONCE 0
#define WITH_TIME 1
#define FOR_EVER 2

#define LATE_REPLY_ENDS_WHAT_IT_FINDS 8
#define QUEUE_FORGOTTEN_AT_DEATH 9
#define OUT_OF_THE_QUEUE_FIRST 10

inline wait_join(thread, wait, limit)
{
    deadlock(thread, wait);
    if
    :: limit == AT_ONCE -> result[thread] = EAGAIN
    :: limit != AT_ONCE && for_ever -> result[thread] = EDEADLK
    :: else ->
        result[thread] = WAITS;
        then(PUT, thread, wait, 0)
    fi
}

/* Mutexes. */

inline mutex_lock_owned(me, mutex, limit)
{
    if
    :: owner[mutex] == NONE ->
        result[me] = (HAS(owner_died, mutex) -> EOWNERDEAD : OK);
        owner_died = WITHOUT(owner_died, mutex);
        then(OWN, me, mutex, 0)
    :: owner[mutex] == me -> result[me] = EDEADLK
    :: else -> wait_join(me, mutex, limit)
    fi
}

inline mutex_lock(me, mutex, limit)
{
    if
    :: HAS(mutex_open, mutex) -> mutex_lock_owned(me, mutex, limit)
    :: else -> result[me] = ECLOSED
    fi
}

inline mutex_release(mutex, outcome)
{
    then(OWN, NONE, mutex, 0);
    if
    :: first[mutex] != NONE ->
        then(LEAVE, first[mutex], NONE, outcome);
        then(OWN, first[mutex], mutex, 0)
    :: else
    fi
}

inline mutex_unlock(me, mutex)
{
    result[me] = OK;
    mutex_release(mutex, OK)
}

/* Channels. */

/* A send has a number of its own: requests that were received before name another one. */
inline new_exchange(client)
{
    if
    :: HAS(named_now, client) -> named_before = WITH(named_before, client)
    :: else
    fi;
    named_now = WITHOUT(named_now, client)
}

inline adopt(channel, receiver, client)
{
    server[client] = receiver;
    named_now = WITH(named_now, client);
    then(SERVE, receiver, channel, effective[client])
}

#define TAKES_MESSAGES(channel) (HAS(channel_open, channel) && !HAS(orphaned, channel))

/* Also while the channel is being destroyed, by who waits as long as it takes: receivers are sent
 * away first, after them who waits for a reply. */
#define HANDS_OVER(channel, limit) \
    (first[RECEIVERS(channel)] != NONE && limit != AT_ONCE && \
     (TAKES_MESSAGES(channel) || limit == FOR_EVER))

inline hand_over(me, channel)
{
    result[me] = WAITS;
    then(PUT, me, REPLYING(channel), 0);
    adopt(channel, first[RECEIVERS(channel)], me);
    then(LEAVE, first[RECEIVERS(channel)], NONE, OK)
}

inline channel_send(me, channel, limit)
{
    new_exchange(me);
    if
    :: HANDS_OVER(channel, limit) -> hand_over(me, channel)
    :: !TAKES_MESSAGES(channel) && !HANDS_OVER(channel, limit) -> result[me] = ECLOSED
    :: TAKES_MESSAGES(channel) && first[RECEIVERS(channel)] == NONE ->
        wait_join(me, SENDERS(channel), limit)
    :: else -> result[me] = EAGAIN
    fi
}

/* In the server's hand first, then out of the queue: so its priority does not dip between. */
inline take_message(me, channel)
{
    result[me] = OK;
    if
    :: SHORTCUT == OUT_OF_THE_QUEUE_FIRST ->
        then(TAKE, first[SENDERS(channel)], channel, 0);
        adopt(channel, me, first[SENDERS(channel)])
    :: else ->
        adopt(channel, me, first[SENDERS(channel)]);
        then(TAKE, first[SENDERS(channel)], channel, 0)
    fi
}

/* A pulse goes before a message of the same priority. */
#define FIRST_IS_PULSE(channel)                                   \
    (FLOOR(channel) != 0 && (first[SENDERS(channel)] == NONE ||   \
     FLOOR(channel) >= effective[first[SENDERS(channel)]]))

inline channel_receive_open(me, channel, limit)
{
    orphaned = WITHOUT(orphaned, channel);
    if
    :: FIRST_IS_PULSE(channel) ->
        result[me] = GOT_PULSE;
        then(SERVE, me, channel, FLOOR(channel));
        then(PULSE_OUT, NONE, channel, 0)
    :: !FIRST_IS_PULSE(channel) && first[SENDERS(channel)] != NONE -> take_message(me, channel)
    :: else ->
        result[me] = (limit == AT_ONCE -> EAGAIN : WAITS);
        then(SERVE, me, channel, 0);
        if
        :: limit != AT_ONCE -> then(PUT, me, RECEIVERS(channel), 0)
        :: else
        fi
    fi
}

inline channel_receive(me, channel, limit)
{
    if
    :: HAS(channel_open, channel) ->
        channel_receive_open(me, channel, limit);
        if
        :: serves[me] != NONE && serves[me] != channel -> then(LOST, NONE, serves[me], 0)
        :: else
        fi
    :: else -> result[me] = ECLOSED
    fi
}

/* Which of a client's sends a request names. */
#define NOW 0
#define BEFORE 1

/* `current`: the request names the client's send in progress, not an earlier one. */
inline channel_reply(me, client, current)
{
    if
    :: server[client] != NONE && (current || SHORTCUT == LATE_REPLY_ENDS_WHAT_IT_FINDS) ->
        result[me] = OK;
        assert(current);
        then(LEAVE, client, NONE, OK)
    :: else -> result[me] = ESTALE
    fi
}

#if PULSES > 0
/* From anywhere; it waits for nothing. */
hidden byte pulse_result;

inline channel_pulse_open(channel, urgency)
{
    if
    :: first[RECEIVERS(channel)] != NONE ->
        then(SERVE, first[RECEIVERS(channel)], channel, urgency);
        then(LEAVE, first[RECEIVERS(channel)], NONE, GOT_PULSE)
    :: first[RECEIVERS(channel)] == NONE && PULSE(channel, PULSES - 1) != 0 ->
        pulse_result = EAGAIN
    :: else -> then(PULSE_IN, NONE, channel, urgency)
    fi
}

inline channel_pulse(channel, urgency)
{
    pulse_result = OK;
    if
    :: TAKES_MESSAGES(channel) -> channel_pulse_open(channel, urgency)
    :: else -> pulse_result = ECLOSED
    fi
}
#endif

/* Time, and other threads' priorities. */

inline time_over(thread)
{
    then(LEAVE, thread, NONE, ETIMEDOUT)
}

inline thread_set_priority(thread, own_priority)
{
    then(BASE, thread, NONE, own_priority)
}

/* The end of a thread: one of its clients, then of its mutexes, then of the clients of its channel
 * in each window. */

hidden byte end_at;
hidden byte end_client;
hidden byte end_mutex;

inline find_what_is_left(me)
{
    end_client = NONE;
    end_at = 0;
    do
    :: end_at < THREADS && end_client == NONE ->
        if
        :: server[end_at] == me -> end_client = end_at
        :: else
        fi;
        end_at++
    :: else -> break
    od;
    end_mutex = NONE;
    end_at = 0;
    do
    :: end_at < MUTEXES && end_mutex == NONE ->
        if
        :: owner[end_at] == me -> end_mutex = end_at
        :: else
        fi;
        end_at++
    :: else -> break
    od
}

inline mutex_owner_dies(mutex)
{
    if
    :: first[mutex] == NONE -> owner_died = WITH(owner_died, mutex)
    :: else -> owner_died = WITHOUT(owner_died, mutex)
    fi;
    mutex_release(mutex, EOWNERDEAD)
}

#define LAST_SERVER(channel) (fellow[servers[channel]] == NONE)

inline channel_server_dies(me, channel)
{
    if
    :: LAST_SERVER(channel) -> orphaned = WITH(orphaned, channel)
    :: else
    fi;
    if
    :: LAST_SERVER(channel) && first[SENDERS(channel)] != NONE &&
        SHORTCUT != QUEUE_FORGOTTEN_AT_DEATH ->
        then(LEAVE, first[SENDERS(channel)], NONE, ECLOSED)
    :: else ->
        then(SERVE, me, NONE, 0);
        then(LOST, NONE, channel, 0)
    fi
}

inline thread_end_one(me)
{
    doing[me] = ENDS;
    result[me] = WAITS;
    find_what_is_left(me);
    if
    :: end_client != NONE -> then(LEAVE, end_client, NONE, ECLOSED)
    :: end_client == NONE && end_mutex != NONE -> mutex_owner_dies(end_mutex)
    :: end_client == NONE && end_mutex == NONE && serves[me] != NONE ->
        channel_server_dies(me, serves[me])
    :: else ->
        doing[me] = DEAD;
        result[me] = OK;
        new_exchange(me)
    fi
}

/* Another ends it: wherever it waits it leaves; the steps of its end are to follow. */
inline thread_cancel(me, victim)
{
    result[me] = OK;
    doing[victim] = ENDS;
    if
    :: waiting[victim] != NONE -> then(LEAVE, victim, NONE, CANCELLED)
    :: else
    fi
}

/* Destroying: what waits there leaves, one in each window. */

inline mutex_destroy(me, mutex)
{
    doing[me] = DESTROYS(mutex);
    result[me] = WAITS;
    mutex_open = WITHOUT(mutex_open, mutex);
    then(OWN, NONE, mutex, 0)
}

inline mutex_close_one(me, mutex)
{
    if
    :: first[mutex] != NONE -> then(LEAVE, first[mutex], NONE, ECLOSED)
    :: else -> doing[me] = CALLS_ON; result[me] = OK
    fi
}

inline channel_destroy(me, channel)
{
    doing[me] = DESTROYS(MUTEXES + channel);
    result[me] = WAITS;
    channel_open = WITHOUT(channel_open, channel)
}

hidden byte closing;

/* For a message, then in the queue, then for a reply. */
inline find_who_waits(channel)
{
    closing = first[RECEIVERS(channel)];
    if
    :: closing == NONE -> closing = first[SENDERS(channel)]
    :: else
    fi;
    end_at = 0;
    do
    :: end_at < THREADS && closing == NONE ->
        if
        :: waiting[end_at] == REPLYING(channel) -> closing = end_at
        :: else
        fi;
        end_at++
    :: else -> break
    od
}

inline channel_close_one(me, channel)
{
    find_who_waits(channel);
    if
    :: closing != NONE -> then(LEAVE, closing, NONE, ECLOSED)
    :: closing == NONE && servers[channel] != NONE -> then(SERVE, servers[channel], NONE, 0)
    :: else -> doing[me] = CALLS_ON; result[me] = OK
    fi
}

inline close_one(me)
{
    if
    :: doing[me] < DESTROYS(MUTEXES) -> mutex_close_one(me, doing[me] - DESTROYS(0))
    :: else -> channel_close_one(me, doing[me] - DESTROYS(MUTEXES))
    fi
}

/* Memory is used again when whoever destroyed the object is done with it. */
inline object_begin(object)
{
    closing = NONE;
    end_at = 0;
    do
    :: end_at < THREADS ->
        if
        :: doing[end_at] == DESTROYS(object) -> closing = end_at
        :: else
        fi;
        end_at++
    :: else -> break
    od;
    if
    :: closing == NONE && object < MUTEXES -> mutex_begin(object)
    :: closing == NONE && object >= MUTEXES -> channel_begin(object - MUTEXES)
    :: else
    fi
}
