/* scene.h - threads that wait in all the ways in which a call may have to deal with many.
 *
 * A case prepares a scene of `count` helpers, is measured in one call, and cleans up. Helpers have
 * priority 10 + index % 8, the measuring thread has 28: it passes all of them wherever it queues,
 * which is the long way; and it goes on before those that it woke.
 */
#pragma once

#include "takt/takt.h"

enum { HELPERS_MAX = 30, BENCH_PRIORITY = 28, EXTRA_PRIORITY = 9 };

struct helper {
    struct takt_thread thread;
    TAKT_STACK(stack, 768);
    struct takt_mutex mutex;
    struct takt_pulse_slot slot;
    unsigned index;
};

struct bench_case {
    const char *name; /* NULL: the end */
    void (*prepare)(unsigned count);
    void (*call)(unsigned count);
    void (*finish)(unsigned count);
    bool once; /* has no N */
};

extern const struct bench_case cases_of_threads[];
extern const struct bench_case cases_of_waits[];
extern const struct bench_case cases_of_channels[];
extern const struct bench_case cases_of_containers[];

/* What the scenes are made of. */
extern struct helper helpers[HELPERS_MAX];
extern struct takt_semaphore semaphore;
extern struct takt_semaphore gate;
extern struct takt_thread extra;

/* Let everybody get as far as he can. */
void scene_settle(void);

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
