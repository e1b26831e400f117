/* world.h - everything that the reference knows: kernel_model.h's rule of who lends to whom, and
 * with it order and time.
 *
 * Nothing is kept in lists. Each thread has a `place`, a number that grows with each arrival; who
 * is first among some threads is found by looking at all of them. A thread's call that the kernel
 * carries out in several steps, between which others may run, goes on with `then` when it is the
 * thread's turn, or with `rest`, by others, when the thread is ended.
 */
#pragma once

#include "kernel_model.h"
#include "takt/clock.h"

#include <stdbool.h>

/* Thread 0 is the control, always the least urgent; the last one is the timers' service. An
 * interrupt counts as a thread beyond the others where calls need one. */
enum { CONTROL = 0, SERVICE = MODEL_THREADS - 1, INTERRUPT = MODEL_THREADS };

/* What happens by itself: the end of each thread's wait, then each timer's next instant, then the
 * end of the running thread's slice, on each CPU. */
enum { WORLD_TIMERS = 3, SLICE_END = MODEL_THREADS + WORLD_TIMERS, ALARMS = SLICE_END + TAKT_CPUS };

/* Programs count in these; in counts of the clock. */
#define MS ((takt_time)TAKT_CLOCK_HZ / 1000)

/* More than all calls at one instant take. */
#define WORLD_NEAR (MS / 50)

/* Between two CPUs nothing falls due at one instant, so that it does not matter who sees it first.
 */
takt_time world_offset(int thread);

/* In either direction: what a call has taken may be missing from a limit later. */
static inline takt_time world_distance(takt_time one, takt_time other)
{
    return one > other ? one - other : other - one;
}

/* The result of a call that is not over. */
enum { WAITS = 1000 };

struct step;

struct world_thread {
    bool alive;
    int cpu;
    unsigned suspended;
    long place;        /* among the ready, or among those who wait for the same; least: first */
    long serves_place; /* among the servers of a channel */
    long client_place; /* among the clients of a server */
    long arrival;      /* at what it waits for; its place may change */
    int result;        /* of its call */
    const struct step *step; /* its call; NULL: none */
    takt_time deadline;      /* that the call was given */
    void (*then)(int thread);
    void (*rest)(int thread); /* if it is ended before: what others rest on; NULL: nothing */
    bool ending;              /* somebody ends it: it does not run any more */
    takt_time slice;          /* 0: no end */
    takt_time slice_left;
    int ends; /* whom it is ending; NOBODY: nobody */
};

struct world_alarm {
    takt_time when; /* TAKT_FOREVER: not */
    long place;     /* among those with the same `when` */
    int cpu;        /* whose clock it is on */
};

struct world {
    struct model model;
    struct world_thread threads[MODEL_THREADS + 1];
    struct world_alarm alarms[ALARMS];
    takt_time now;
    long first_place;
    long last_place;
    int turn;               /* the CPU whose turn it is: only its threads go on */
    int running[TAKT_CPUS]; /* who has each processor; NOBODY: none */
    bool order_is_lost;     /* world_order.c, world_slice.c: what comes now is not predicted */
    bool closing;           /* no more steps: all are on their way to the end */
};

extern struct world world;

void world_begin(void);

static inline struct world_thread *thread_in_world(int thread)
{
    return &world.threads[thread];
}

static inline struct model_thread *thread_in_model(int thread)
{
    return &world.model.threads[thread];
}

long world_next_place(void);

/* A thread that is ready, behind its equals. */
void world_make_thread(int thread, unsigned priority, takt_time slice, int cpu);

/* Neither waiting nor suspended, nor being ended. */
bool world_ready(int thread);

/* Waits out of which nobody is chosen by priority: who came first is first, whatever happens. */
bool world_unordered(enum model_wait wait);

/* Those who wait for that, in order; how many. */
int world_waiters(enum model_wait wait, int object, int list[MODEL_THREADS]);

/* The first of them, or NOBODY. */
int world_first(enum model_wait wait, int object);

/* Those who are ready on that CPU at that priority, in order; how many. */
int world_ready_at(int cpu, unsigned priority, int list[MODEL_THREADS]);

/* Another CPU, whose turn it is not, has it as its running thread. */
bool world_runs_elsewhere(int thread);

/* The turn goes to the next CPU that has something to do. */
void world_pass_turn(void);

/* The thread belongs to that CPU from now on. */
void world_move_thread(int thread, int cpu);

/* The thread waits, until its deadline. WAITS; or TAKT_EAGAIN or TAKT_EDEADLK, and nothing has
 * happened. */
int world_join(int thread, enum model_wait wait, int object);

/* Its wait is over with that result. */
void world_end(int thread, int result);

/* It waits for something else from now on. */
void world_move(int thread, enum model_wait wait, int object);

/* The thread's call is not over: what it does next, and what whoever ends the thread does. */
void world_go_on(int thread, void (*then)(int thread), void (*rest)(int thread));

/* The thread's call ends the object: the first who waits there for that is told, and the call goes
 * on with `close_on`, one in each step, so that a more urgent one runs before the next is told.
 * False: nobody waits. */
bool world_close(int thread, enum model_wait wait, void (*close_on)(int thread));

/* Ready, behind its equals; unless suspended. */
void world_make_ready(int thread);

void world_set_alarm(int alarm, takt_time when);

/* When something happens by itself; TAKT_FOREVER: never. */
takt_time world_next_due(void);

/* Time passes, and what falls due in it happens. */
void world_advance(takt_time to);

/* Go on until some thread is back from its call and runs: which. */
int world_run(void);

/* The processor goes to that thread, or to NOBODY, unless it is there. */
void world_pass_processor(int next);

/* The running thread's slice is over. */
void world_slice_ends(void);

/* Of the slice of a thread that has one. */
takt_time world_slice_left(int thread);

/* Time is about to pass: does the slice end at an instant of its own? */
void world_look_for_ties(takt_time to);

/* Something that the thread's priority rests on has changed. */
void world_settle(int thread);

/* The same for all who can end that wait. */
void world_settle_wait(enum model_wait wait, int object);

/* Those who can end that wait, first come first; how many. */
int world_holders(enum model_wait wait, int object, int list[MODEL_THREADS]);

/* The threads of a set, in the order of those places. */
int world_sort(int count, int list[MODEL_THREADS], long (*place_of)(int thread));
