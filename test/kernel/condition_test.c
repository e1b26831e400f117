/* condition_test.c - the conditions' tests' own condition. */
#include "condition_test.h"

#include <string.h>

static struct takt_condition the_condition;

struct takt_condition *condition(void)
{
    return &the_condition;
}

void condition_test_begin(void)
{
    memset(&the_condition, 0xA5, sizeof the_condition);
    takt_condition_init(&the_condition, "condition");
}

void condition_test_end(void)
{
    CHECK(list_empty(&the_condition.wait.waiters));
    if (the_condition.open) {
        takt_condition_destroy(&the_condition);
    }
    CHECK_EQUAL(takt_condition_signal(&the_condition), TAKT_ECLOSED);
    CHECK_EQUAL(takt_condition_broadcast(&the_condition), TAKT_ECLOSED);
}

int call_wait(struct actor *self, void *mutex, takt_time limit)
{
    (void)self;
    if (takt_mutex_owner(mutex) != takt_thread_self()) {
        CHECK_EQUAL(takt_mutex_lock(mutex, TAKT_FOREVER), TAKT_OK);
    }
    return takt_condition_wait(&the_condition, mutex, limit);
}

int call_wait_and_unlock(struct actor *self, void *mutex, takt_time limit)
{
    int result = call_wait(self, mutex, limit);

    if (takt_mutex_owner(mutex) == takt_thread_self()) {
        takt_mutex_unlock(mutex);
    }
    return result;
}

int wait_with(struct actor *actor, struct takt_mutex *mutex, takt_time limit)
{
    return order(actor, call_wait, mutex, limit);
}

static int call_signal(struct actor *self, void *unused, takt_time unused_too)
{
    (void)self;
    (void)unused;
    (void)unused_too;
    return takt_condition_signal(&the_condition);
}

static int call_broadcast(struct actor *self, void *unused, takt_time unused_too)
{
    (void)self;
    (void)unused;
    (void)unused_too;
    return takt_condition_broadcast(&the_condition);
}

int signal_by(struct actor *actor)
{
    return order(actor, call_signal, NULL, 0);
}

int broadcast_by(struct actor *actor)
{
    return order(actor, call_broadcast, NULL, 0);
}
