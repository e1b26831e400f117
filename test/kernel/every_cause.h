/* every_cause.h - D23: a table of reasons for which calls can fail, and what looks through it. */
#pragma once

#include "kernel_test.h"

struct scene {
    struct actor *actor;   /* who makes the call */
    struct actor *partner; /* of the same priority: holds the mutex, serves, dies */
    struct takt_semaphore *semaphore;
    struct takt_mutex *mutex;
    struct takt_channel *channel;
};

/* Rows of one call stand together. `same` as another row of its call: the headers say that these
 * two reasons have one code. */
struct cause {
    const char *call;
    int (*provoke)(struct scene *scene);
    int code;
    bool same;
};

/* Each gives its code, and a new one if it does not say otherwise. */
void check_causes(const struct cause *causes, unsigned count);

/* What comes of a call that the actor makes. If it waits, time passes until its limit. */
int result_after_ms(struct scene *scene, unsigned ms);
