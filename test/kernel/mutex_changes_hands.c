/* mutex_changes_hands.c - who owns a mutex, by what call, and what becomes of it when its owner
 * ends. */
#include "kernel_test.h"

/* A14: the boost goes to whoever owns it now, through any number of hands. */
KERNEL_TEST(mutex_boosts_its_present_owner)
{
    struct takt_mutex *m = mutex_make(0);
    struct actor *hands[4];
    struct actor *high = actor_make('H', 30);

    for (unsigned i = 0; i < 4; i++) {
        hands[i] = actor_make((char)('a' + i), 9 - i);
        CHECK_EQUAL(lock(hands[i], m), i == 0 ? TAKT_OK : BUSY);
    }
    for (unsigned i = 0; i < 4; i++) {
        CHECK_EQUAL(result_of(hands[i]), TAKT_OK);
        CHECK_EQUAL(lock_within(high, m, takt_ms(1)), BUSY);
        for (unsigned other = 0; other < 4; other++) {
            CHECK_EQUAL(priority_of(hands[other]), other == i ? 30 : 9 - other);
        }
        pass_ms(2);
        CHECK_EQUAL(result_of(high), TAKT_ETIMEDOUT);
        (void)unlock(hands[i], m);
    }
    CHECK(m->wait.owner == NULL);
}

/* A09: a boost pending, and a lock of what one holds: refused at once, limit or not. */
KERNEL_TEST(mutex_lock_of_ones_own_is_deadlock)
{
    struct takt_mutex *m1 = mutex_make(0);
    struct takt_mutex *m2 = mutex_make(0);
    struct takt_mutex *r = mutex_make(TAKT_MUTEX_RECURSIVE);
    struct actor *t1 = actor_make('1', 10);
    struct actor *t2 = actor_make('2', 20);

    (void)lock(t1, m1);
    (void)lock(t2, m1);
    (void)lock(t1, m2);
    (void)unlock(t1, m1);
    CHECK_EQUAL(lock_within(t1, m2, takt_ms(5)), TAKT_EDEADLK);
    CHECK_EQUAL(lock(t1, m2), TAKT_EDEADLK);
    CHECK_EQUAL(lock_within(t1, m2, TAKT_NO_WAIT), TAKT_EDEADLK);
    (void)unlock(t1, m2);
    (void)unlock(t2, m1);

    CHECK_EQUAL(lock(t1, r), TAKT_OK);
    CHECK_EQUAL(lock(t1, r), TAKT_OK);
    CHECK_EQUAL(lock(t2, r), BUSY);
    (void)unlock(t1, r);
    CHECK_EQUAL(result_of(t2), BUSY);
    CHECK_EQUAL(priority_of(t1), 20);
    (void)unlock(t1, r);
    CHECK_EQUAL(result_of(t2), TAKT_OK);
    CHECK_EQUAL(priority_of(t1), 10);
    (void)unlock(t2, r);
}

/* A18: the first waiter gets what the dead thread held, and is told; what nobody awaits is free,
 * and the next to lock it is told, once. `held` twice: a recursive one goes whole. */
static void owner_ends(void (*end)(struct actor *actor))
{
    struct takt_mutex *awaited = mutex_make(0);
    struct takt_mutex *held = mutex_make(TAKT_MUTEX_RECURSIVE);
    struct actor *victim = actor_make('V', 10);
    struct actor *waiter = actor_make('W', 20);
    struct actor *second = actor_make('X', 15);

    (void)lock(victim, awaited);
    (void)lock(victim, held);
    (void)lock(victim, held);
    (void)lock(second, awaited);
    (void)lock(waiter, awaited);
    end(victim);
    CHECK_EQUAL(takt_thread_join(thread_of(victim), TAKT_NO_WAIT), TAKT_OK);
    CHECK(list_empty(&thread_of(victim)->owned));
    CHECK_EQUAL(result_of(waiter), TAKT_EOWNERDEAD);
    CHECK_EQUAL(result_of(second), BUSY);
    CHECK_EQUAL(lock(waiter, held), TAKT_EOWNERDEAD);
    (void)unlock(waiter, held);
    CHECK_EQUAL(lock(waiter, held), TAKT_OK);
    (void)unlock(waiter, held);
    (void)unlock(waiter, awaited);
    CHECK_EQUAL(result_of(second), TAKT_OK);
    (void)unlock(second, awaited);
    CHECK_EQUAL(lock(waiter, awaited), TAKT_OK);
    (void)unlock(waiter, awaited);
}

static int call_exit(struct actor *self, void *unused, takt_time unused_too)
{
    (void)self;
    (void)unused;
    (void)unused_too;
    takt_thread_exit();
}

static void end_by_exit(struct actor *actor)
{
    (void)order(actor, call_exit, NULL, 0);
    actor_gone(actor);
}

KERNEL_TEST(mutex_owner_exits)
{
    owner_ends(end_by_exit);
}

KERNEL_TEST(mutex_owner_returns_from_its_entry)
{
    owner_ends(leave);
}

/* A18: the dead owner in the middle of a chain: his waiter is boosted by who waits for *it*. */
KERNEL_TEST(mutex_owner_dies_within_a_chain)
{
    struct takt_mutex *a = mutex_make(0);
    struct takt_mutex *b = mutex_make(0);
    struct actor *victim = actor_make('V', 5);
    struct actor *middle = actor_make('M', 10);
    struct actor *high = actor_make('H', 30);

    (void)lock(victim, a);
    (void)lock(middle, b);
    (void)lock(middle, a);
    (void)lock(high, b);
    CHECK_EQUAL(priority_of(victim), 30);
    leave(victim);
    CHECK_EQUAL(result_of(middle), TAKT_EOWNERDEAD);
    CHECK_EQUAL(priority_of(middle), 30);
    (void)unlock(middle, b);
    CHECK_EQUAL(priority_of(middle), 10);
    (void)unlock(middle, a);
    (void)unlock(high, b);
}

/* What a lock answers, over: free or held, by whom, with which limit. */
KERNEL_TEST(mutex_lock_answers)
{
    struct takt_mutex *m = mutex_make(0);
    struct actor *one = actor_make('1', 10);
    struct actor *two = actor_make('2', 20);
    const takt_time limits[] = { TAKT_NO_WAIT, takt_ms(1), TAKT_FOREVER };

    for (unsigned i = 0; i < COUNT_OF(limits); i++) {
        CHECK_EQUAL(lock_within(one, m, limits[i]), TAKT_OK);
        CHECK_EQUAL(lock_within(two, m, limits[i]), i == 0 ? TAKT_EAGAIN : BUSY);
        pass_ms(2);
        CHECK_EQUAL(result_of(two), i == 0 ? TAKT_EAGAIN : i == 1 ? TAKT_ETIMEDOUT : BUSY);
        (void)unlock(one, m);
    }
    CHECK_EQUAL(result_of(two), TAKT_OK);
    (void)unlock(two, m);
}
