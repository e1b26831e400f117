/* state.pml - what the kernel knows: threads, mutexes, channels, and the queues of those who wait.
 *
 * Everything that inheritance and message passing rest on, and nothing else: there is no ready
 * queue, since any thread that is not blocked may take the next step, and no time, since any wait
 * may run out at any moment. What only serves within a step is `hidden`, which keeps it out of the
 * state that is explored; so is every name that an inline uses as a local variable.
 *
 * Sizes, from the command line: THREADS, MUTEXES, CHANNELS, PRIORITIES; FIXED, the set of channels
 * that lend nothing; PULSES, slots of each channel.
 */
#define NONE 255

#if MUTEXES == 0
#define MUTEX_ROOM 1
#else
#define MUTEX_ROOM MUTEXES
#endif
#if CHANNELS == 0
#define CHANNEL_ROOM 1
#else
#define CHANNEL_ROOM CHANNELS
#endif

/* Sets are bits of a byte. */
#define HAS(set, member) (((set) >> (member)) & 1)
#define WITH(set, member) ((set) | (1 << (member)))
#define WITHOUT(set, member) ((set) & ~(1 << (member)))

/* Waits are numbered: mutexes, then senders, receivers, and those who wait for a reply. The last
 * are in no order, so the first QUEUES waits have a queue. */
#define SENDERS(channel) (MUTEXES + (channel))
#define RECEIVERS(channel) (MUTEXES + CHANNELS + (channel))
#define REPLYING(channel) (MUTEXES + 2 * CHANNELS + (channel))
#define QUEUES (MUTEXES + 2 * CHANNELS)
#define IS_MUTEX(wait) ((wait) < MUTEXES)
#define IS_SENDERS(wait) ((wait) >= MUTEXES && (wait) < MUTEXES + CHANNELS)
#define CHANNEL_OF_SENDERS(wait) ((wait) - MUTEXES)

/* Of the channel that a client waits at, in the queue or for the reply. */
#define CHANNEL_OF_CLIENT(wait) (IS_SENDERS(wait) -> (wait) - MUTEXES : (wait) - QUEUES)
#define LENDS(channel) (!HAS(FIXED, channel))

/* What a thread is doing, blocked or not: calling, ending, dead, or destroying an object (a mutex
 * by its number, channels behind them). */
#define CALLS_ON 0
#define ENDS 1
#define DEAD 2
#define DESTROYS(object) (3 + (object))

/* Results. WAITS: the call is not over. */
#define WAITS 0
#define OK 1
#define GOT_PULSE 2
#define EAGAIN 3
#define ETIMEDOUT 4
#define EDEADLK 5
#define ECLOSED 6
#define EOWNERDEAD 7
#define ESTALE 8
#define CANCELLED 9

/* Threads: as in struct takt_thread. */
byte effective[THREADS];
byte base[THREADS];
byte served[THREADS];
byte waiting[THREADS];   /* the wait, or NONE */
byte behind[THREADS];    /* the next in the same queue */
byte serves[THREADS];    /* a channel */
byte fellow[THREADS];    /* the next server of the same channel */
byte server[THREADS];    /* who has its message in hand */
byte doing[THREADS];
byte rose;               /* set of threads: since their message is in hand */
byte named_now;          /* set: some request that was received names its send in progress */
byte named_before;       /* set: some request that was received names an earlier send of it */

/* Objects. */
byte owner[MUTEX_ROOM];
byte mutex_open;
byte owner_died;
byte first[QUEUES];      /* of each queue */
byte servers[CHANNEL_ROOM];
byte channel_open;
byte orphaned;
#if PULSES > 0
byte pulses[CHANNEL_ROOM * PULSES]; /* priorities, the most urgent first; 0: a free slot */
#define FLOOR(channel) pulses[(channel) * PULSES]
#else
#define FLOOR(channel) 0
#endif

/* Results of calls, as the step leaves them. */
hidden byte result[THREADS];

hidden byte queue_at;
hidden byte queue_before;

/* Most urgent first, behind equal ones. */
inline queue_insert(queue, thread)
{
    queue_before = NONE;
    queue_at = first[queue];
    do
    :: queue_at != NONE ->
        if
        :: effective[queue_at] >= effective[thread] -> queue_before = queue_at
        :: else
        fi;
        queue_at = behind[queue_at]
    :: else -> break
    od;
    if
    :: queue_before == NONE ->
        behind[thread] = first[queue];
        first[queue] = thread
    :: else ->
        behind[thread] = behind[queue_before];
        behind[queue_before] = thread
    fi
}

inline queue_remove(queue, thread)
{
    if
    :: first[queue] == thread -> first[queue] = behind[thread]
    :: else ->
        queue_at = first[queue];
        do
        :: behind[queue_at] != thread -> queue_at = behind[queue_at]
        :: else -> break
        od;
        behind[queue_at] = behind[thread]
    fi;
    behind[thread] = NONE
}

hidden byte begin_at;

inline thread_begin(thread, own_priority)
{
    base[thread] = own_priority;
    effective[thread] = own_priority;
    served[thread] = 0;
    waiting[thread] = NONE;
    behind[thread] = NONE;
    serves[thread] = NONE;
    fellow[thread] = NONE;
    server[thread] = NONE;
    doing[thread] = CALLS_ON
}

inline mutex_begin(mutex)
{
    owner[mutex] = NONE;
    first[mutex] = NONE;
    mutex_open = WITH(mutex_open, mutex);
    owner_died = WITHOUT(owner_died, mutex)
}

hidden byte slot;

inline channel_begin(channel)
{
    first[SENDERS(channel)] = NONE;
    first[RECEIVERS(channel)] = NONE;
    servers[channel] = NONE;
    channel_open = WITH(channel_open, channel);
    orphaned = WITHOUT(orphaned, channel);
#if PULSES > 0
    slot = 0;
    do
    :: slot < PULSES -> pulses[(channel) * PULSES + slot] = 0; slot++
    :: else -> break
    od
#endif
}

inline state_begin()
{
    begin_at = 0;
    do
    :: begin_at < THREADS -> thread_begin(begin_at, begin_at + 1); begin_at++
    :: else -> break
    od;
    begin_at = 0;
    do
    :: begin_at < MUTEXES -> mutex_begin(begin_at); begin_at++
    :: else -> break
    od;
    begin_at = 0;
    do
    :: begin_at < CHANNELS -> channel_begin(begin_at); begin_at++
    :: else -> break
    od;
    rose = 0;
    named_now = 0;
    named_before = 0
}
