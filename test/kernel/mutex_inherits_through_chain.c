/* mutex_inherits_through_chain.c - priority reaches the end of a chain of mutexes, whatever its
 * length, and finds those who wait in the middle of it a new place. */
#include "kernel_test.h"

enum { CHAIN_MAX = ACTORS - 2 };

/* links[0] holds mutexes[0]; each further one holds its own and waits for the one before. */
struct chain {
    struct actor *links[CHAIN_MAX];
    struct takt_mutex *mutexes[CHAIN_MAX];
    unsigned length;
};

static void build(struct chain *chain, unsigned length)
{
    chain->length = length;
    for (unsigned i = 0; i < length; i++) {
        chain->links[i] = actor_make((char)('a' + i), 1 + i);
        chain->mutexes[i] = mutex_make(0);
        CHECK_EQUAL(lock(chain->links[i], chain->mutexes[i]), TAKT_OK);
        if (i > 0) {
            CHECK_EQUAL(lock(chain->links[i], chain->mutexes[i - 1]), BUSY);
        }
    }
}

/* Each link unlocks what it holds from the end on, and with that falls to its own priority. */
static void unwind(struct chain *chain, unsigned boost)
{
    for (unsigned i = 0; i < chain->length; i++) {
        struct actor *link = chain->links[i];

        CHECK_EQUAL(result_of(link), TAKT_OK);
        CHECK_EQUAL(priority_of(link), boost);
        if (i > 0) {
            CHECK_EQUAL(unlock(link, chain->mutexes[i - 1]), TAKT_OK);
            CHECK_EQUAL(priority_of(link), boost);
        }
        CHECK_EQUAL(unlock(link, chain->mutexes[i]), TAKT_OK);
        CHECK_EQUAL(priority_of(link), 1 + i);
    }
}

static void chain_of(unsigned length)
{
    struct chain chain;

    kernel_test_begin();
    build(&chain, length);
    struct actor *high = actor_make('H', 25);

    CHECK_EQUAL(lock(high, chain.mutexes[length - 1]), BUSY);
    for (unsigned i = 0; i < length; i++) {
        CHECK_EQUAL(priority_of(chain.links[i]), 25);
    }
    unwind(&chain, 25);
    CHECK_EQUAL(result_of(high), TAKT_OK);
    CHECK_EQUAL(unlock(high, chain.mutexes[length - 1]), TAKT_OK);
    kernel_test_end();
}

/* A02: chains of every length that there are actors for. */
TEST(mutex_chain_of_any_length_inherits)
{
    for (unsigned length = 1; length <= CHAIN_MAX; length++) {
        chain_of(length);
    }
}

/* A02: not the number alone, the processor too: the end of the chain runs, not the hog. */
KERNEL_TEST(mutex_chain_runs_before_hog)
{
    struct takt_mutex *mutexes[] = { mutex_make(0), mutex_make(0) };
    struct actor *first = actor_make('1', 10);
    struct actor *second = actor_make('2', 15);
    struct actor *high = actor_make('H', 30);
    struct actor *hog = actor_make('h', 20);

    (void)lock(first, mutexes[0]);
    (void)lock(second, mutexes[1]);
    (void)lock(second, mutexes[0]);
    CHECK_EQUAL(lock(high, mutexes[1]), BUSY);
    control_holds();
    (void)order(hog, call_token, NULL, 0);
    (void)order(first, call_token, NULL, 0);
    control_lets_go();
    CHECK_TEXT(harness_tokens(), "1h");
    (void)unlock(first, mutexes[0]);
    (void)unlock(second, mutexes[0]);
    (void)unlock(second, mutexes[1]);
    (void)unlock(high, mutexes[1]);
}

/* A13: C waits for m1 when a waiter of its own m0 raises it: it passes B. */
KERNEL_TEST(mutex_boosted_waiter_moves_in_its_queue)
{
    struct takt_mutex *m0 = mutex_make(0);
    struct takt_mutex *m1 = mutex_make(0);
    struct actor *a = actor_make('A', 31);
    struct actor *b = actor_make('B', 25);
    struct actor *c = actor_make('C', 20);
    struct actor *d = actor_make('D', 10);

    (void)lock(d, m1);
    (void)lock(c, m0);
    CHECK_EQUAL(lock(c, m1), BUSY);
    CHECK_EQUAL(lock(b, m1), BUSY);
    CHECK_TEXT(waiters_of(&m1->wait), "BC");
    CHECK_EQUAL(lock(a, m0), BUSY);
    CHECK_EQUAL(priority_of(c), 31);
    CHECK_TEXT(waiters_of(&m1->wait), "CB");
    (void)unlock(d, m1);
    CHECK_EQUAL(result_of(c), TAKT_OK);
    CHECK_EQUAL(result_of(b), BUSY);
    (void)unlock(c, m1);
    CHECK_EQUAL(result_of(b), TAKT_OK);
    (void)unlock(c, m0);
    CHECK_EQUAL(result_of(a), TAKT_OK);
    (void)unlock(b, m1);
    (void)unlock(a, m0);
}
