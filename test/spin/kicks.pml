/* kicks.pml - several CPUs: the lock, kicks, idling, and threads that move.
 *
 * Each CPU is a process. What a call changes it changes with the lock in hand, in one step; but that
 * the lock is taken, that a kick is sent, that a thread is saved, that the lock is let go and that
 * the other thread is loaded are steps of their own, between which all other CPUs may take theirs.
 * An interrupt comes wherever the mask is open. Threads are ranked by their numbers: the least is
 * the most urgent.
 *
 * That must hold: one CPU at a time is inside; none waits for the lock while others pass it more
 * than once each; a thread is loaded only when it is saved, and by one CPU; and when nothing more
 * can happen every CPU runs whom it was decided for.
 *
 * SHORTCUT spoils one thing: 1 kicks are sent when the lock is open again, and a CPU forgets its own;
 * 2 a thread that gets the lock does not give way; 3 a kick is forgotten when all is done; 4 the lock is let go
 * before all is saved; 5 who moves is in the new queue at once; 6 the lock is no line.
 */
#ifndef CPUS
#define CPUS 2
#endif
#ifndef THREADS
#define THREADS 2
#endif
#ifndef SHORTCUT
#define SHORTCUT 0
#endif
#define IDLE THREADS
#define NONE 255

/* The lock. */
byte asked, turn;
byte ticket[CPUS];
byte inside;
byte passed[CPUS]; /* others that got it since this one asked */
bool waits[CPUS];

/* Threads. */
bool ready[THREADS];
byte home[THREADS];
byte runs_on[THREADS];
bool saved[THREADS];

/* CPUs. */
byte current[CPUS];
byte next[CPUS];
bool wanted[CPUS]; /* a kick is asked for */
bool sent[CPUS];   /* is on its way */
bool pending[CPUS];
byte c, t;         /* of steps that nobody interrupts */

#define HELD(thread, cpu) (runs_on[thread] != NONE && runs_on[thread] != (cpu))
#if SHORTCUT == 5
#define QUEUED(thread, cpu) (ready[thread] && home[thread] == (cpu))
#else
#define QUEUED(thread, cpu) (ready[thread] && home[thread] == (cpu) && !HELD(thread, cpu))
#endif

inline note_passed()
{
    c = 0;
    do
    :: c < CPUS ->
        if
        :: waits[c] -> passed[c]++; assert(passed[c] < CPUS)
        :: else
        fi;
        c++
    :: else -> break
    od;
    c = 0
}

inline take(me)
{
#if SHORTCUT == 6
    d_step { waits[me] = true; passed[me] = 0 }
    atomic { inside == 0 -> inside++; waits[me] = false;
             note_passed() }
#else
    atomic { ticket[me] = asked; asked = (asked + 1) % (CPUS + 1); waits[me] = true; passed[me] = 0 }
    atomic { turn == ticket[me] -> inside++; assert(inside == 1); waits[me] = false;
             note_passed() }
#endif
}
/* Everybody's decision anew; whoever's has changed, and is another, is to be kicked. */
inline decide(me)
{
    c = 0;
    do
    :: c < CPUS ->
        t = 0;
        do
        :: t < THREADS && !QUEUED(t, c) -> t++
        :: else -> break
        od;
        if
        :: next[c] != t && c != me -> wanted[c] = true
        :: else
        fi;
        next[c] = t;
        c++
    :: else -> break
    od;
    c = 0;
    t = 0
}

inline send()
{
    c = 0;
    do
    :: c < CPUS ->
        if
        :: wanted[c] && next[c] != current[c] && !sent[c] -> sent[c] = true; pending[c] = true
        :: else
        fi;
        wanted[c] = false;
        c++
    :: else -> break
    od;
    c = 0
}

inline let_go()
{
#if SHORTCUT == 1
    d_step { inside--; turn = (turn + 1) % (CPUS + 1) }
    d_step { wanted[me] = false; send() }
#else
    d_step { send() }
    d_step { inside--; turn = (turn + 1) % (CPUS + 1) }
#endif
}

/* The lock is in hand; afterwards it is not. */
inline switch_to_next(me)
{
    d_step {
        from = current[me];
        if :: from != IDLE -> runs_on[from] = NONE :: else fi;
        current[me] = next[me];
        if :: current[me] != IDLE -> runs_on[current[me]] = me :: else fi;
        decide(me)
    }
#if SHORTCUT == 4
    let_go();
    if :: from != IDLE -> saved[from] = true :: else fi;
#else
    if :: from != IDLE -> saved[from] = true :: else fi;
    let_go();
#endif
    d_step {
        if
        :: current[me] != IDLE -> assert(saved[current[me]]); saved[current[me]] = false
        :: else
        fi;
        from = 0
    }
}

/* Where the mask is open. */
inline interrupt(me)
{
    pending[me] = false;
    take(me);
#if SHORTCUT != 3
    sent[me] = false;
#endif
    let_go();
    if
    :: next[me] != current[me] ->
        take(me);
        if
        :: next[me] != current[me] -> switch_to_next(me)
        :: else -> let_go()
        fi
    :: else
    fi;
#if SHORTCUT == 3
    sent[me] = false
#endif
}

#define SELF current[me]

/* One of the things that a call can do. */
inline change(me)
{
    d_step {
        if
        :: ready[other] -> ready[other] = false /* it waits, or is suspended */
        :: !ready[other] -> ready[other] = true
        fi;
        decide(me)
    }
}

inline send_away(me)
{
    d_step { home[other] = (home[other] + 1) % CPUS; decide(me) }
}

proctype cpu(byte me)
{
    byte from, other;

    do
    :: pending[me] -> interrupt(me)
    :: SELF != IDLE && !pending[me] ->
        take(me);
        if
        :: SHORTCUT != 2 && next[me] != SELF -> switch_to_next(me)
        :: else ->
            assert(QUEUED(SELF, me)); /* whoever calls has the processor by right */
            select(other : 0 .. THREADS - 1);
            if
            :: change(me)
            :: send_away(me)
            fi;
            if
            :: next[me] != SELF -> switch_to_next(me)
            :: else -> let_go()
            fi
        fi;
        other = 0
    :: SELF == IDLE && !pending[me] ->
        if
        :: next[me] == SELF ->
end_idle:   pending[me]
        :: else -> pending[me] || next[me] == SELF
        fi
    od
}

/* When nobody can go on. */
active proctype watch()
{
end_watch:
    timeout;
    c = 0;
    do
    :: c < CPUS -> assert(next[c] == current[c]); c++
    :: else -> break
    od
}

init
{
    d_step {
        t = 0;
        do
        :: t < THREADS -> ready[t] = true; home[t] = t % CPUS; runs_on[t] = NONE; saved[t] = true; t++
        :: else -> break
        od;
        c = 0;
        do
        :: c < CPUS -> current[c] = IDLE; next[c] = IDLE; c++
        :: else -> break
        od;
        decide(NONE);
        send()
    }
    atomic {
        run cpu(0);
        run cpu(1);
#if CPUS > 2
        run cpu(2);
#endif
    }
}
