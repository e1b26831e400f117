/* ready_threads_keep_their_order.c - first come first served among equals, and what a change of
 * priority, a preemption, a yield and a wait do to a thread's turn. */
#include "kernel_test.h"

/* C07: of six ready threads any one is given any priority. One that is raised to where others are
 * goes behind them, one that is lowered before them, one that stays stays. */

enum { READY_THREADS = 6, PLACES = 3 * TAKT_PRIORITIES };

static const char arrival[] = "5abcd6";
static const int bases[] = { 12, 10, 10, 10, 10, 8 };

/* The larger goes first, equals as they arrived. */
static int place_of(unsigned thread, unsigned victim, int priority)
{
    if (thread != victim) {
        return 3 * bases[thread];
    }
    return 3 * priority + (priority < bases[thread]) - (priority > bases[thread]);
}

static void put_in_order(char *letters, unsigned victim, int priority)
{
    size_t length = 0;

    for (unsigned i = 0; i < PLACES * READY_THREADS; i++) {
        int place = PLACES - 1 - (int)(i / READY_THREADS);

        if (place_of(i % READY_THREADS, victim, priority) == place) {
            letters[length] = arrival[i % READY_THREADS];
            length++;
        }
    }
    letters[length] = '\0';
}

static void change_one(struct actor *const *threads, unsigned victim, int priority)
{
    char expected[READY_THREADS + 1];

    harness_tokens_clear();
    control_holds();
    for (unsigned i = 0; i < READY_THREADS; i++) {
        (void)order(threads[i], call_token, NULL, 0);
    }
    takt_thread_set_priority(thread_of(threads[victim]), (unsigned)priority);
    control_lets_go();
    takt_thread_set_priority(thread_of(threads[victim]), (unsigned)bases[victim]);
    put_in_order(expected, victim, priority);
    CHECK_TEXT(harness_tokens(), expected);
}

KERNEL_TEST(ready_thread_changes_its_place)
{
    struct actor *threads[READY_THREADS];

    for (unsigned i = 0; i < READY_THREADS; i++) {
        threads[i] = actor_make(arrival[i], (unsigned)bases[i]);
    }
    for (unsigned victim = 0; victim < READY_THREADS; victim++) {
        for (int priority = 1; priority < MOST_URGENT; priority++) {
            change_one(threads, victim, priority);
        }
    }
}

/* C07, the case's own sequence: B to 12, C to where it is, A to 8. */
KERNEL_TEST(ready_threads_change_places_in_turn)
{
    struct actor *a = actor_make('A', 10);
    struct actor *b = actor_make('B', 10);
    struct actor *c = actor_make('C', 10);
    struct actor *all[] = { a, b, c };

    control_holds();
    for (unsigned i = 0; i < 3; i++) {
        (void)order(all[i], call_token, NULL, 0);
    }
    takt_thread_set_priority(thread_of(b), 12);
    takt_thread_set_priority(thread_of(c), 10);
    takt_thread_set_priority(thread_of(a), 8);
    control_lets_go();
    CHECK_TEXT(harness_tokens(), "BCA");
}

/* A running thread that lowers itself to where others are goes on: it has not given up its turn;
 * one that raises another to its own priority goes on as well. */
static void lower_to_others(void *other)
{
    (void)order(other, call_token, NULL, 0);
    harness_token('1');
    takt_thread_set_priority(takt_thread_self(), 10);
    harness_token('2');
    takt_yield();
    harness_token('3');
}

KERNEL_TEST(ready_thread_lowered_to_others_goes_before_them)
{
    struct actor *other = actor_make('O', 10);

    (void)thread_start('L', 20, lower_to_others, other);
    CHECK_TEXT(harness_tokens(), "12O3");
}

/* C09: preempted, by an interrupt's doing, it keeps its turn before its equal. */

static struct takt_semaphore *wake_high;

static int give_high(void *unused)
{
    (void)unused;
    return takt_semaphore_give(wake_high);
}

static void be_preempted(void *equal)
{
    (void)order_with_token(equal, call_yield, NULL, 0);
    for (unsigned i = 0; i < 1000; i++) {
        (void)in_interrupt(give_high, NULL);
    }
    harness_token('A');
    (void)takt_sleep(takt_ms(1));
    harness_token('a');
}

static void be_urgent(void *taken)
{
    unsigned *count = taken;

    while (takt_semaphore_take(wake_high, TAKT_FOREVER) == TAKT_OK) {
        __atomic_fetch_add(count, 1, __ATOMIC_SEQ_CST);
    }
}

KERNEL_TEST(preempted_thread_keeps_its_turn)
{
    unsigned taken = 0;
    struct actor *equal = actor_make('B', 10);

    wake_high = semaphore_make(0);
    (void)thread_start('H', 30, be_urgent, &taken);
    (void)thread_start('A', 10, be_preempted, equal);
    pass_ms(2);
    CHECK_TEXT(harness_tokens(), "ABa");
    CHECK_EQUAL(__atomic_load_n(&taken, __ATOMIC_SEQ_CST), 1000);
    takt_semaphore_destroy(wake_high);
}

/* C11: yield goes round among equals, and nobody less urgent gets a turn. */

static void yield_often(void *letter)
{
    for (unsigned i = 0; i < 10; i++) {
        harness_token(*(const char *)letter);
        takt_yield();
    }
}

KERNEL_TEST(yield_goes_round)
{
    static const char letters[] = "ABCl";

    control_holds();
    (void)thread_start('l', 9, yield_often, (void *)(uintptr_t)&letters[3]);
    for (unsigned i = 0; i < 3; i++) {
        (void)thread_start(letters[i], 10, yield_often, (void *)(uintptr_t)&letters[i]);
    }
    control_lets_go();
    CHECK_TEXT(harness_tokens(), "ABCABCABCABCABCABCABCABCABCABCllllllllll");
}

/* C11: three hundred times each; nobody is left out and nobody comes twice. */

static unsigned turn;

static void yield_in_turn(void *mine)
{
    for (unsigned i = 0; i < 300; i++) {
        CHECK_EQUAL(turn % 3, *(const unsigned *)mine);
        turn++;
        takt_yield();
    }
}

KERNEL_TEST(yield_goes_round_for_long)
{
    static const unsigned turns[] = { 0, 1, 2 };

    turn = 0;
    control_holds();
    for (unsigned i = 0; i < 3; i++) {
        (void)thread_start((char)('A' + i), 10, yield_in_turn, (void *)(uintptr_t)&turns[i]);
    }
    control_lets_go();
    CHECK_EQUAL(turn, 900);
}

/* Yielding alone returns. */
KERNEL_TEST(yield_alone_returns)
{
    struct actor *low = actor_make('L', 5);
    struct actor *alone = actor_make('A', 10);

    control_holds();
    (void)order_with_token(low, call_yield, NULL, 0);
    (void)order_with_token(alone, call_yield, NULL, 0);
    control_lets_go();
    CHECK_TEXT(harness_tokens(), "AL");
}

/* Every pair of priorities: the more urgent of two ready threads runs, the earlier among equals. */
KERNEL_TEST(ready_order_of_any_two_priorities)
{
    struct actor *first = actor_make('1', 10);
    struct actor *second = actor_make('2', 10);

    for (unsigned i = 0; i < MOST_URGENT; i++) {
        for (unsigned j = 0; j < MOST_URGENT; j++) {
            takt_thread_set_priority(thread_of(first), i);
            takt_thread_set_priority(thread_of(second), j);
            harness_tokens_clear();
            control_holds();
            (void)order(first, call_token, NULL, 0);
            (void)order(second, call_token, NULL, 0);
            control_lets_go();
            pass_ms(1);
            CHECK_TEXT(harness_tokens(), j > i ? "21" : "12");
        }
    }
}
