/* mutex_follows_set_priority.c - setting a priority sets the base and nothing else; what a thread
 * inherits and what it lends follow at once, up and down. */
#include "kernel_test.h"

/* A11: the base changes under the boost. */
KERNEL_TEST(mutex_boost_survives_set_priority)
{
    struct takt_mutex *a = mutex_make(0);
    struct actor *low = actor_make('L', 10);
    struct actor *high = actor_make('H', 30);

    (void)lock(low, a);
    (void)lock(high, a);
    takt_thread_set_priority(thread_of(low), 12);
    CHECK_EQUAL(priority_of(low), 30);
    takt_thread_set_priority(thread_of(low), 31);
    CHECK_EQUAL(priority_of(low), 31);
    takt_thread_set_priority(thread_of(low), 8);
    CHECK_EQUAL(priority_of(low), 30);
    (void)unlock(low, a);
    CHECK_EQUAL(priority_of(low), 8);
    (void)unlock(high, a);
}

/* A11 over all: any base under any boost is the higher of the two, and the base afterwards. */
KERNEL_TEST(mutex_owner_of_any_base_under_any_boost)
{
    struct takt_mutex *a = mutex_make(0);
    struct actor *owner = actor_make('O', 10);
    struct actor *waiter = actor_make('W', 10);

    for (unsigned base = 0; base < TAKT_PRIORITIES; base++) {
        (void)lock(owner, a);
        (void)lock(waiter, a);
        takt_thread_set_priority(thread_of(owner), base);
        for (unsigned lent = 0; lent < TAKT_PRIORITIES; lent++) {
            takt_thread_set_priority(thread_of(waiter), lent);
            CHECK_EQUAL(priority_of(owner), base > lent ? base : lent);
        }
        (void)unlock(owner, a);
        CHECK_EQUAL(priority_of(owner), base);
        CHECK_EQUAL(result_of(waiter), TAKT_OK);
        (void)unlock(waiter, a);
    }
}

/* A12: a waiter is raised and lowered: its place and the whole chain follow. */
KERNEL_TEST(mutex_chain_follows_its_waiters)
{
    struct takt_mutex *a = mutex_make(0);
    struct takt_mutex *b = mutex_make(0);
    struct actor *t1 = actor_make('1', 5);
    struct actor *t2 = actor_make('2', 10);
    struct actor *w = actor_make('W', 20);
    struct actor *x = actor_make('X', 15);

    (void)lock(t1, a);
    (void)lock(t2, b);
    (void)lock(t2, a);
    (void)lock_within(w, b, takt_ms(5));
    (void)lock(x, b);
    CHECK_TEXT(waiters_of(&b->wait), "WX");
    takt_thread_set_priority(thread_of(w), 30);
    CHECK_EQUAL(priority_of(t2), 30);
    CHECK_EQUAL(priority_of(t1), 30);
    takt_thread_set_priority(thread_of(w), 7);
    CHECK_EQUAL(priority_of(t2), 15);
    CHECK_EQUAL(priority_of(t1), 15);
    CHECK_TEXT(waiters_of(&b->wait), "XW");
    takt_thread_set_priority(thread_of(x), 3);
    CHECK_EQUAL(priority_of(t2), 10);
    CHECK_EQUAL(priority_of(t1), 10);
    CHECK_TEXT(waiters_of(&b->wait), "WX");
    pass_ms(6);
    CHECK_EQUAL(result_of(w), TAKT_ETIMEDOUT);
    CHECK_EQUAL(priority_of(t2), 10);
    CHECK_EQUAL(priority_of(t1), 10);
    (void)unlock(t1, a);
    CHECK_EQUAL(priority_of(t1), 5);
    (void)unlock(t2, b);
    (void)unlock(t2, a);
    (void)unlock(x, b);
}

/* A12: of equal waiters one that is raised to its own priority keeps its place; one that comes to
 * another's priority goes behind it, from above and from below. */
KERNEL_TEST(mutex_waiter_goes_behind_equals)
{
    struct takt_mutex *a = mutex_make(0);
    struct actor *owner = actor_make('O', 5);
    struct actor *waiters[] = { actor_make('1', 10), actor_make('2', 10), actor_make('3', 10) };

    (void)lock(owner, a);
    for (unsigned i = 0; i < 3; i++) {
        (void)lock(waiters[i], a);
    }
    takt_thread_set_priority(thread_of(waiters[0]), 10);
    CHECK_TEXT(waiters_of(&a->wait), "123");
    takt_thread_set_priority(thread_of(waiters[0]), 12);
    takt_thread_set_priority(thread_of(waiters[0]), 10);
    CHECK_TEXT(waiters_of(&a->wait), "231");
    takt_thread_set_priority(thread_of(waiters[1]), 9);
    takt_thread_set_priority(thread_of(waiters[1]), 10);
    CHECK_TEXT(waiters_of(&a->wait), "312");
    (void)unlock(owner, a);
    (void)unlock(waiters[2], a);
    (void)unlock(waiters[0], a);
    (void)unlock(waiters[1], a);
}

/* A17: back to what was set last, not to what it was made with. */
KERNEL_TEST(mutex_unlock_goes_back_to_the_base_set_last)
{
    struct takt_mutex *a = mutex_make(0);
    struct actor *thread = actor_make('T', 10);
    struct actor *high = actor_make('H', 30);

    takt_thread_set_priority(thread_of(thread), 25);
    (void)lock(thread, a);
    (void)lock(high, a);
    CHECK_EQUAL(priority_of(thread), 30);
    (void)unlock(thread, a);
    CHECK_EQUAL(priority_of(thread), 25);
    (void)lock(thread, a);
    (void)unlock(high, a);
    (void)lock(high, a);
    CHECK_EQUAL(priority_of(thread), 30);
    takt_thread_set_priority(thread_of(thread), 11);
    (void)unlock(thread, a);
    CHECK_EQUAL(priority_of(thread), 11);
    (void)unlock(high, a);
}
