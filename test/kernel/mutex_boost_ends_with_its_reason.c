/* mutex_boost_ends_with_its_reason.c - what a waiter lends goes at the moment when the waiter does,
 * no earlier and no later, and the processor with it. */
#include "kernel_test.h"

/* A01: the waiter of one mutex is not lost by unlocking another. */
KERNEL_TEST(mutex_unlock_of_another_keeps_boost)
{
    struct takt_mutex *a = mutex_make(0);
    struct takt_mutex *b = mutex_make(0);
    struct actor *low = actor_make('L', 10);
    struct actor *high = actor_make('H', 30);
    struct actor *middle = actor_make('M', 20);

    (void)lock(low, a);
    (void)lock(low, b);
    CHECK_EQUAL(lock(high, a), BUSY);
    CHECK_EQUAL(priority_of(low), 30);
    CHECK_EQUAL(unlock(low, b), TAKT_OK);
    CHECK_EQUAL(priority_of(low), 30);
    control_holds();
    (void)order(middle, call_token, NULL, 0);
    (void)order(low, call_token, NULL, 0);
    control_lets_go();
    CHECK_TEXT(harness_tokens(), "LM");
    (void)unlock(low, a);
    CHECK_EQUAL(priority_of(low), 10);
    CHECK_EQUAL(result_of(high), TAKT_OK);
    (void)unlock(high, a);
}

/* A01 over all orders: three mutexes, each with a waiter, unlocked in each of the six orders; at
 * every step the boost is the highest of those that remain. */
static void unlock_in_order(const unsigned char permutation[3])
{
    static const unsigned lent[] = { 15, 20, 25 };
    struct takt_mutex *mutexes[3];
    struct actor *low = actor_make('L', 10);
    unsigned left[] = { 15, 20, 25 };

    for (unsigned i = 0; i < 3; i++) {
        mutexes[i] = mutex_make(0);
        (void)lock(low, mutexes[i]);
    }
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(lock(actor_make((char)('a' + i), lent[i]), mutexes[i]), BUSY);
    }
    for (unsigned step = 0; step < 3; step++) {
        unsigned highest = 10;

        CHECK_EQUAL(priority_of(low), left[2] > 0 ? 25 : left[1] > 0 ? 20 : left[0] > 0 ? 15 : 10);
        (void)unlock(low, mutexes[permutation[step]]);
        left[permutation[step]] = 0;
        for (unsigned i = 0; i < 3; i++) {
            highest = left[i] > highest ? left[i] : highest;
        }
        CHECK_EQUAL(priority_of(low), highest);
    }
}

TEST(mutex_unlock_in_any_order_leaves_the_highest_boost)
{
    static const unsigned char orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                                { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };

    for (unsigned i = 0; i < COUNT_OF(orders); i++) {
        kernel_test_begin();
        unlock_in_order(orders[i]);
        kernel_test_end();
    }
}

/* A04: during the wait 30, after it 10, and the waiter was told. */
KERNEL_TEST(mutex_timeout_takes_boost_back)
{
    struct takt_mutex *a = mutex_make(0);
    struct actor *low = actor_make('L', 10);
    struct actor *high = actor_make('H', 30);

    (void)lock(low, a);
    CHECK_EQUAL(lock_within(high, a, takt_ms(5)), BUSY);
    pass_ms(4);
    CHECK_EQUAL(priority_of(low), 30);
    pass_ms(2);
    CHECK_EQUAL(priority_of(low), 10);
    CHECK_EQUAL(result_of(high), TAKT_ETIMEDOUT);
    CHECK_EQUAL(unlock(low, a), TAKT_OK);
    CHECK(a->wait.owner == NULL);
}

/* A04: of two waiters the more urgent goes: the other's boost remains. */
KERNEL_TEST(mutex_timeout_leaves_the_other_waiters_boost)
{
    struct takt_mutex *a = mutex_make(0);
    struct actor *low = actor_make('L', 10);
    struct actor *high = actor_make('H', 30);
    struct actor *other = actor_make('O', 25);

    (void)lock(low, a);
    (void)lock(other, a);
    (void)lock_within(high, a, takt_ms(5));
    CHECK_EQUAL(priority_of(low), 30);
    pass_ms(6);
    CHECK_EQUAL(priority_of(low), 25);
    (void)unlock(low, a);
    CHECK_EQUAL(priority_of(low), 10);
    CHECK_EQUAL(result_of(other), TAKT_OK);
    (void)unlock(other, a);
}

/* A04 through a chain: the boost goes from everybody who had it. */
KERNEL_TEST(mutex_timeout_takes_boost_back_from_the_whole_chain)
{
    struct takt_mutex *mutexes[4];
    struct actor *links[4];
    struct actor *high = actor_make('H', 30);

    for (unsigned i = 0; i < 4; i++) {
        mutexes[i] = mutex_make(0);
        links[i] = actor_make((char)('a' + i), 5 + i);
        (void)lock(links[i], mutexes[i]);
        if (i > 0) {
            (void)lock(links[i], mutexes[i - 1]);
        }
    }
    CHECK_EQUAL(lock_within(high, mutexes[3], takt_ms(3)), BUSY);
    for (unsigned i = 0; i < 4; i++) {
        CHECK_EQUAL(priority_of(links[i]), 30);
    }
    pass_ms(4);
    CHECK_EQUAL(result_of(high), TAKT_ETIMEDOUT);
    for (unsigned i = 0; i < 4; i++) {
        CHECK_EQUAL(priority_of(links[i]), 8);
    }
    for (unsigned i = 0; i < 4; i++) {
        (void)unlock(links[i], mutexes[i]);
        CHECK_EQUAL(priority_of(links[i]), i == 3 ? 8 : 5 + i);
        if (i < 3) {
            (void)unlock(links[i + 1], mutexes[i]);
        }
    }
}

/* A07: every pair of priorities. Afterwards each of the two runs at its own, the more urgent one
 * first: nobody was left in, or is looked for in, a list that is not his. */
static void timeout_between(unsigned low_priority, unsigned high_priority)
{
    struct takt_mutex *m = mutex_make(0);
    struct actor *low = actor_make('L', low_priority);
    struct actor *high = actor_make('H', high_priority);

    (void)lock(low, m);
    (void)lock_within(high, m, takt_us(50));
    CHECK_EQUAL(priority_of(low), low_priority > high_priority ? low_priority : high_priority);
    (void)takt_sleep(takt_us(400));
    CHECK_EQUAL(result_of(high), TAKT_ETIMEDOUT);
    CHECK_EQUAL(priority_of(low), low_priority);
    control_holds();
    (void)order(low, call_token, NULL, 0);
    (void)order(high, call_token, NULL, 0);
    control_lets_go();
    CHECK_TEXT(harness_tokens(), high_priority > low_priority ? "HL" : "LH");
    (void)unlock(low, m);
}

TEST(mutex_timeout_between_any_two_priorities)
{
    for (unsigned low = 0; low < TAKT_PRIORITIES; low++) {
        for (unsigned high = 0; high < TAKT_PRIORITIES; high++) {
            kernel_test_begin();
            harness_tokens_clear();
            timeout_between(low, high);
            kernel_test_end();
        }
    }
}

/* A20: what is destroyed while it is held leaves nothing with its holder. */
KERNEL_TEST(mutex_destroy_leaves_nothing_with_the_holder)
{
    static struct takt_mutex often;
    struct takt_mutex *m2 = mutex_make(0);
    struct actor *low = actor_make('L', 10);
    struct actor *high = actor_make('H', 30);

    for (unsigned i = 0; i < 100; i++) {
        takt_mutex_init(&often, "often", 0);
        CHECK_EQUAL(lock(low, &often), TAKT_OK);
        takt_mutex_destroy(&often);
        CHECK_EQUAL(lock(low, &often), TAKT_ECLOSED);
    }
    CHECK(list_empty(&thread_of(low)->owned));
    (void)lock(low, m2);
    (void)lock(high, m2);
    CHECK_EQUAL(priority_of(low), 30);
    (void)unlock(low, m2);
    CHECK_EQUAL(priority_of(low), 10);
    (void)unlock(high, m2);
    CHECK(list_empty(&thread_of(high)->owned));
}

/* A20, I16: with waiters: they are told, and their boost goes. */
KERNEL_TEST(mutex_destroy_tells_waiters_and_ends_boost)
{
    struct takt_mutex *m = mutex_make(0);
    struct actor *low = actor_make('L', 10);
    struct actor *waiters[] = { actor_make('1', 20), actor_make('2', 30), actor_make('3', 5) };

    (void)lock(low, m);
    for (unsigned i = 0; i < COUNT_OF(waiters); i++) {
        (void)lock(waiters[i], m);
    }
    CHECK_EQUAL(priority_of(low), 30);
    takt_mutex_destroy(m);
    CHECK_EQUAL(priority_of(low), 10);
    for (unsigned i = 0; i < COUNT_OF(waiters); i++) {
        CHECK_EQUAL(result_of(waiters[i]), TAKT_ECLOSED);
    }
    CHECK_EQUAL(lock(low, m), TAKT_ECLOSED);
}
