/* local_pointer_of_each_thread.c - a thread finds what it has set itself, and nobody else does. */
#include "cancel_test.h"

static int marks[3];

static int call_set_local(struct actor *self, void *local, takt_time unused)
{
    (void)self;
    (void)unused;
    takt_thread_set_local(local);
    return TAKT_OK;
}

/* Which of the marks it is, -1 for NULL. */
static int local_mark(void *unused)
{
    const int *local = takt_thread_local();

    (void)unused;
    return local == NULL ? -1 : (int)(local - marks);
}

static int call_local_mark(struct actor *self, void *unused, takt_time unused_too)
{
    (void)self;
    (void)unused_too;
    return local_mark(unused);
}

KERNEL_TEST(local_pointer_of_each_thread)
{
    struct actor *actors[] = { actor_make('a', 5), actor_make('b', 10), actor_make('c', 10) };

    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(order(actors[i], call_local_mark, NULL, 0), -1);
        CHECK_EQUAL(order(actors[i], call_set_local, &marks[i], 0), TAKT_OK);
    }
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(order(actors[i], call_local_mark, NULL, 0), (int)i);
    }
    CHECK_EQUAL(local_mark(NULL), -1);
    CHECK_EQUAL(order(actors[0], call_set_local, NULL, 0), TAKT_OK);
    CHECK_EQUAL(order(actors[0], call_local_mark, NULL, 0), -1);
    CHECK_EQUAL(order(actors[1], call_local_mark, NULL, 0), 1);
}

/* An interrupt has none, whomever it comes upon. */
static int call_in_interrupt(struct actor *self, void *unused, takt_time unused_too)
{
    (void)self;
    (void)unused_too;
    int in_handler = in_interrupt(local_mark, unused);

    CHECK_EQUAL(local_mark(NULL), 2);
    return in_handler;
}

KERNEL_TEST(local_pointer_is_not_an_interrupts)
{
    struct actor *actor = actor_make('a', 5);

    CHECK_EQUAL(order(actor, call_set_local, &marks[2], 0), TAKT_OK);
    CHECK_EQUAL(order(actor, call_in_interrupt, NULL, 0), -1);
}

/* A thread that is born in used memory begins without one. */
static void sets_and_ends(void *unused)
{
    (void)unused;
    CHECK(takt_thread_local() == NULL);
    takt_thread_set_local(&marks[1]);
}

KERNEL_TEST(local_pointer_is_not_inherited)
{
    for (unsigned i = 0; i < 2; i++) {
        victim_start(10, sets_and_ends, NULL);
        CHECK_EQUAL(takt_thread_join(victim(), TAKT_FOREVER), TAKT_OK);
    }
}
