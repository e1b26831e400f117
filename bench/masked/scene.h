/* scene.h - threads that wait in all the ways in which a call may have to deal with many.
 *
 * A case prepares a scene of `count` helpers, is measured in one call, and cleans up. Helpers have
 * priority 10 + index % 8, the measuring thread has 28: it passes all of them wherever it queues,
 * which is the long way; and it goes on before those that it woke.
 */
#pragma once

#include "takt/takt.h"

enum { HELPERS_MAX = 100, BENCH_PRIORITY = 28, EXTRA_PRIORITY = 9 };

struct helper {
    struct takt_thread thread;
    TAKT_STACK(stack, 768);
    struct takt_mutex mutex;
    struct takt_pulse_slot slot;
    unsigned index;
};

/* What the longest window of a call does when N grows; measured at 1, 10 and 100. */
enum growth {
    ONCE,   /* there is no N */
    FLAT,   /* nothing, from 10 on */
    STEPS,  /* it grows until a step of the call is full */
    LINEAR, /* as much for each */
    SQUARE, /* more for each than for the one before, in proportion to N */
};

struct bench_case {
    const char *name; /* NULL: the end */
    void (*prepare)(unsigned count);
    void (*call)(unsigned count);
    void (*finish)(unsigned count);
    enum growth growth;
};

extern const struct bench_case cases_of_threads[];
extern const struct bench_case cases_of_waits[];
extern const struct bench_case cases_of_channels[];
extern const struct bench_case cases_of_servers[];
/* Helpers are caught in the middle of a call, which must be on the measuring thread's CPU. */
extern const struct bench_case cases_of_cancellers[];
extern const struct bench_case cases_of_containers[];
extern const struct bench_case cases_of_conditions[];
extern const struct bench_case cases_of_timers[];

/* What the scenes are made of. */
extern struct helper helpers[HELPERS_MAX];
extern struct takt_semaphore semaphore;
extern struct takt_semaphore gate;
extern struct takt_channel channel;
extern struct takt_thread extra;

/* TAKT_CPU(n): where helpers belong; 0, as it is at first: where the measuring thread is. */
extern unsigned scene_cpu;

/* Let everybody get as far as he can. */
void scene_settle(void);

/* Start one helper, which does not settle. */
void scene_start_one(unsigned index, void (*entry)(void *helper));

/* Start helpers, each with its own record as the argument, and let them settle. */
void scene_start(unsigned count, void (*entry)(void *helper));

/* Wait until as many helpers have ended. */
void scene_end(unsigned count);

/* The same for one more thread, the least urgent. */
void scene_start_extra(void (*entry)(void *unused));
void scene_end_extra(void);

/* A scene that needs nothing. */
void scene_empty(unsigned count);

/* Helpers that wait for `semaphore`, and their release. */
void scene_takers(unsigned count);
void scene_release_takers(unsigned count);

/* The extra thread waits for `gate`, and helpers join it. */
void scene_joiners(unsigned count);

/* Sends a byte through `channel`, with room for a short reply. */
void scene_send(void *unused);

/* The extra thread has the messages of helpers from `channel` in hand, and waits for `gate`. */
void scene_debtor(unsigned count);

/* The end of the extra thread, by itself or by the measuring one. */
void scene_open_gate(unsigned count);
void scene_cancel_extra(unsigned count);
