/* deadlock.pml - the refusal of a wait that nobody could ever end, as priority_deadlock does it. */
#define MUTEXES_ONLY 7
#define ASK_ONLY_WHO_JOINS 12

/* Everybody found stays in the list. */
hidden byte found[THREADS];
hidden byte found_end;
hidden byte found_at;
hidden byte in_found;
hidden byte found_server;
hidden byte found_wait;
hidden byte for_ever;

inline found_add(thread)
{
    if
    :: !HAS(in_found, thread) ->
        in_found = WITH(in_found, thread);
        found[found_end] = thread;
        found_end++
    :: else
    fi
}

inline found_add_wait(wait)
{
    if
    :: IS_MUTEX(wait) ->
        if
        :: owner[wait] != NONE -> found_add(owner[wait])
        :: else
        fi
    :: IS_SENDERS(wait) && SHORTCUT != MUTEXES_ONLY ->
        found_server = servers[CHANNEL_OF_SENDERS(wait)];
        do
        :: found_server != NONE -> found_add(found_server); found_server = fellow[found_server]
        :: else -> break
        od
    :: else
    fi
}

/* Those who hold `thread` up; if there are none, it is free or anybody may help it. */
inline found_add_holders(thread)
{
    found_wait = waiting[thread];
    if
    :: server[thread] != NONE -> found_add(server[thread])
    :: server[thread] == NONE &&
        (IS_MUTEX(found_wait) && owner[found_wait] != NONE ||
        IS_SENDERS(found_wait) && servers[CHANNEL_OF_SENDERS(found_wait)] != NONE) ->
        found_add_wait(found_wait)
    :: else -> for_ever = false
    fi
}

inline deadlock(joiner, wait)
{
    found_end = 0;
    in_found = 0;
    found_add_wait(wait);
    for_ever = found_end > 0;
    found_at = 0;
    do
    :: found_at < found_end && for_ever ->
        if
        :: found[found_at] != joiner -> found_add_holders(found[found_at])
        :: else
        fi;
        found_at++
    :: else -> break
    od
}
