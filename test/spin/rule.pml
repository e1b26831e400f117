/* rule.pml - what must be so after every step, from nothing but the rule of docs/scheduling.md and
 * docs/messages.md. It shares no line with the algorithm: no walk, no circle, no order of visits.
 */

/* As it was before the step. */
hidden byte priority_before[THREADS];
hidden byte waiting_before[THREADS];
hidden byte place_before[THREADS];
hidden byte place;
hidden byte rule_at;
hidden byte rule_other;
hidden byte rule_queue;

/* Those clients who have risen, without what this step adds. */
hidden byte rose_before;

inline rule_forget(thread)
{
    rose_before = WITHOUT(rose_before, thread)
}

inline rule_begin()
{
    rose_before = rose;
    went_up = 0;
    went_down = 0;
    circle_broken = false;
    rule_at = 0;
    do
    :: rule_at < THREADS ->
        priority_before[rule_at] = effective[rule_at];
        waiting_before[rule_at] = waiting[rule_at];
        rule_at++
    :: else -> break
    od;
    rule_queue = 0;
    do
    :: rule_queue < QUEUES ->
        place = 0;
        rule_at = first[rule_queue];
        do
        :: rule_at != NONE -> place_before[rule_at] = place; place++; rule_at = behind[rule_at]
        :: else -> break
        od;
        rule_queue++
    :: else -> break
    od
}

/* No boost is lost, and none is left behind: priorities are the least solution of the rule. */
hidden byte rule_priority[THREADS];
hidden byte rule_rose;
hidden byte rule_due;
hidden byte rule_changed;

#define OWNS_WHAT_IS_AWAITED(thread, waiter) \
    (IS_MUTEX(waiting[waiter]) && owner[waiting[waiter]] == (thread))
#define SERVES_WHERE_IS_SENT(thread, waiter) \
    (IS_SENDERS(waiting[waiter]) && LENDS(CHANNEL_OF_SENDERS(waiting[waiter])) \
     && serves[thread] == CHANNEL_OF_SENDERS(waiting[waiter]))
#define WORKS_FOR_RISEN(thread, waiter) (server[waiter] == (thread) && HAS(rule_rose, waiter))
#define IS_LENT(thread, waiter)                                                              \
    ((thread) != (waiter)                                                                    \
     && (OWNS_WHAT_IS_AWAITED(thread, waiter) || SERVES_WHERE_IS_SENT(thread, waiter)        \
         || WORKS_FOR_RISEN(thread, waiter)))

inline rule_look_at(thread)
{
    rule_due = (base[thread] > served[thread] -> base[thread] : served[thread]);
    if
    :: serves[thread] != NONE && LENDS(serves[thread]) && FLOOR(serves[thread]) > rule_due ->
        rule_due = FLOOR(serves[thread])
    :: else
    fi;
    rule_other = 0;
    do
    :: rule_other < THREADS ->
        if
        :: rule_priority[rule_other] > rule_due && IS_LENT(thread, rule_other) ->
            rule_due = rule_priority[rule_other]
        :: else
        fi;
        rule_other++
    :: else -> break
    od;
    if
    :: rule_due > rule_priority[thread] ->
        rule_priority[thread] = rule_due;
        rule_changed = true
    :: else
    fi
}

inline rule_solve()
{
    rule_at = 0;
    do
    :: rule_at < THREADS -> rule_priority[rule_at] = base[rule_at]; rule_at++
    :: else -> break
    od;
    rule_changed = true;
    do
    :: rule_changed ->
        rule_changed = false;
        rule_at = 0;
        do
        :: rule_at < THREADS -> rule_look_at(rule_at); rule_at++
        :: else -> break
        od
    :: else -> break
    od
}

#define HAS_RISEN(client)                                                   \
    (server[client] != NONE && LENDS(CHANNEL_OF_CLIENT(waiting[client]))    \
     && !HAS(rule_rose, client) && rule_priority[client] > priority_before[client])

/* A client that rises while its message is in hand lends from then on. */
inline rule_note_risen()
{
    rule_at = 0;
    do
    :: rule_at < THREADS ->
        if
        :: HAS_RISEN(rule_at) ->
            rule_rose = WITH(rule_rose, rule_at);
            rule_changed = true
        :: else
        fi;
        rule_at++
    :: else -> break
    od
}

inline check_priorities()
{
    rule_rose = rose_before;
    rule_changed = true;
    do
    :: rule_changed ->
        rule_solve();
        rule_note_risen()
    :: else -> break
    od;
    assert(rose == rule_rose);
    rule_at = 0;
    do
    :: rule_at < THREADS ->
        assert(doing[rule_at] == DEAD || effective[rule_at] == rule_priority[rule_at]);
        rule_at++
    :: else -> break
    od
}

/* Nobody's priority goes and comes back within one step: he would lose his turn for nothing. */
inline check_ways()
{
    assert(circle_broken || (went_up & went_down) == 0)
}

/* Every queue is in order of priority, and among equals in order of arrival; whose priority has
 * changed arrives anew. Where a circle was broken places are lost. */
#define STAYED(thread) \
    (waiting[thread] == waiting_before[thread] && effective[thread] == priority_before[thread])

inline check_pair(before, after)
{
    assert(effective[before] >= effective[after]);
    assert(circle_broken || effective[before] > effective[after] || !STAYED(after) ||
        (STAYED(before) && place_before[before] < place_before[after]))
}

inline check_queues()
{
    place = 0;
    rule_queue = 0;
    do
    :: rule_queue < QUEUES ->
        rule_at = first[rule_queue];
        do
        :: rule_at != NONE ->
            assert(waiting[rule_at] == rule_queue);
            place++;
            if
            :: behind[rule_at] != NONE -> check_pair(rule_at, behind[rule_at])
            :: else
            fi;
            rule_at = behind[rule_at]
        :: else -> break
        od;
        rule_queue++
    :: else -> break
    od;
    rule_at = 0;
    do
    :: rule_at < THREADS ->
        if
        :: waiting[rule_at] < QUEUES -> place--
        :: else
        fi;
        rule_at++
    :: else -> break
    od;
    assert(place == 0)
}

/* Whoever can be served is, and whoever waits waits for somebody. */
hidden byte rule_found;

inline check_mutex(mutex)
{
    assert(owner[mutex] == NONE ||
        (doing[owner[mutex]] != DEAD && HAS(mutex_open, mutex) && waiting[owner[mutex]] != mutex));
    assert(first[mutex] == NONE || owner[mutex] != NONE || !HAS(mutex_open, mutex))
}

inline look_for_one_who(condition)
{
    rule_found = false;
    rule_at = 0;
    do
    :: rule_at < THREADS -> rule_found = rule_found || (condition); rule_at++
    :: else -> break
    od
}

inline check_channel(channel)
{
    assert((first[SENDERS(channel)] == NONE && FLOOR(channel) == 0) ||
        first[RECEIVERS(channel)] == NONE || !HAS(channel_open, channel));
    if
    :: first[SENDERS(channel)] != NONE && HAS(orphaned, channel) && HAS(channel_open, channel) ->
        look_for_one_who(doing[rule_at] == ENDS && serves[rule_at] == channel);
        assert(rule_found)
    :: else
    fi
}

/* Of a closed object nobody waits for more than the one who is destroying it. */
inline check_closed(open, object, number)
{
    if
    :: !HAS(open, object) ->
        look_for_one_who(doing[rule_at] == DESTROYS(number));
        rule_other = rule_found;
        if
        :: !rule_found -> check_nobody_waits(object, number)
        :: else
        fi
    :: else
    fi
}

#define OF_CHANNEL(wait, channel) \
    ((wait) == SENDERS(channel) || (wait) == RECEIVERS(channel) || (wait) == REPLYING(channel))

inline check_nobody_waits(object, number)
{
    if
    :: (number) < MUTEXES -> look_for_one_who(waiting[rule_at] == object)
    :: else -> look_for_one_who(OF_CHANNEL(waiting[rule_at], object) || serves[rule_at] == object)
    fi;
    assert(!rule_found)
}

inline check_objects()
{
    rule_queue = 0;
    do
    :: rule_queue < MUTEXES ->
        check_mutex(rule_queue);
        check_closed(mutex_open, rule_queue, rule_queue);
        rule_queue++
    :: else -> break
    od;
    rule_queue = 0;
    do
    :: rule_queue < CHANNELS ->
        check_channel(rule_queue);
        check_closed(channel_open, rule_queue, MUTEXES + rule_queue);
        rule_queue++
    :: else -> break
    od
}

inline check_thread(thread)
{
    assert(waiting[thread] == NONE || doing[thread] == CALLS_ON);
    if
    :: waiting[thread] >= QUEUES && waiting[thread] != NONE ->
        assert(server[thread] != NONE && doing[server[thread]] != DEAD)
    :: else -> assert(server[thread] == NONE && !HAS(rose, thread))
    fi;
    assert(waiting[thread] < MUTEXES + CHANNELS || waiting[thread] >= QUEUES ||
        serves[thread] == waiting[thread] - MUTEXES - CHANNELS);
    assert(doing[thread] != DEAD || serves[thread] == NONE)
}

inline check_threads()
{
    rule_at = 0;
    do
    :: rule_at < THREADS -> check_thread(rule_at); rule_at++
    :: else -> break
    od
}

/* No set of threads waits for nobody but each other: such a wait was refused, or has been ended. */
hidden byte rule_stuck;

#define STUCK_FOR_A_MUTEX(thread) \
    (IS_MUTEX(waiting[thread]) && owner[waiting[thread]] != NONE \
     && HAS(rule_stuck, owner[waiting[thread]]))
#define STUCK_FOR_A_REPLY(thread) (server[thread] != NONE && HAS(rule_stuck, server[thread]))

/* In the queue of a channel that has servers, and all of them are stuck. */
hidden byte rule_servers;
hidden byte rule_server;

inline look_for_servers(thread)
{
    rule_servers = 0;
    if
    :: IS_SENDERS(waiting[thread]) ->
        rule_server = 0;
        do
        :: rule_server < THREADS ->
            if
            :: serves[rule_server] == CHANNEL_OF_SENDERS(waiting[thread]) ->
                rule_servers = WITH(rule_servers, rule_server)
            :: else
            fi;
            rule_server++
        :: else -> break
        od
    :: else
    fi
}

inline rule_free(thread)
{
    look_for_servers(thread);
    if
    :: !HAS(rule_stuck, thread)
    :: HAS(rule_stuck, thread) &&
        (STUCK_FOR_A_MUTEX(thread) || STUCK_FOR_A_REPLY(thread) ||
            (rule_servers != 0 && (rule_servers & ~rule_stuck) == 0))
    :: else ->
        rule_stuck = WITHOUT(rule_stuck, thread);
        rule_changed = true
    fi
}

inline check_deadlock()
{
    rule_stuck = (1 << THREADS) - 1;
    rule_changed = true;
    do
    :: rule_changed ->
        rule_changed = false;
        rule_at = 0;
        do
        :: rule_at < THREADS -> rule_free(rule_at); rule_at++
        :: else -> break
        od
    :: else -> break
    od;
    assert(rule_stuck == 0)
}

inline rule_check()
{
    check_priorities();
    check_ways();
    check_queues();
    check_objects();
    check_threads();
    check_deadlock()
}
