/* condition_test.h - what the conditions' tests share: one condition, and orders to wait. */
#pragma once

#include "kernel_test.h"

/* KERNEL_TEST with a condition, which is destroyed at the end if it is still there. */
#define CONDITION_TEST(name)             \
    static void conditions_##name(void); \
    KERNEL_TEST(name)                    \
    {                                    \
        condition_test_begin();          \
        conditions_##name();             \
        condition_test_end();            \
    }                                    \
    static void conditions_##name(void)

void condition_test_begin(void);
void condition_test_end(void);

struct takt_condition *condition(void);

/* Lock the mutex, wait with it, and keep it: the wait's result. */
int wait_with(struct actor *actor, struct takt_mutex *mutex, takt_time limit);
int call_wait(struct actor *self, void *mutex, takt_time limit);

/* The same and unlock it, if it is held. */
int call_wait_and_unlock(struct actor *self, void *mutex, takt_time limit);

int signal_by(struct actor *actor);
int broadcast_by(struct actor *actor);
