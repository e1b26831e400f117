/* flags_are_shared.c - D25, D27: several threads wait for the same flags. One call serves everybody
 * whose wait it ends, in order of priority, each with what those before have left. */
#include "dice.h"
#include "kernel_test.h"

enum { ALL = TAKT_FLAGS_ALL, CLEAR = TAKT_FLAGS_CLEAR };

static int set_three(void *flags)
{
    return takt_flags_set(flags, 3);
}

/* D27: A(20) any of 1, clears; B(30) any of 3, clears; C(10) all of 3. B is first and takes both.
 */
static void share(bool in_irq)
{
    struct takt_flags *flags = flags_make(0);
    struct actor *a = actor_make('A', 20);
    struct actor *b = actor_make('B', 30);
    struct actor *c = actor_make('C', 10);

    CHECK_EQUAL(await(a, flags, 1, CLEAR), BUSY);
    CHECK_EQUAL(await(b, flags, 3, CLEAR), BUSY);
    CHECK_EQUAL(await(c, flags, 3, ALL), BUSY);
    CHECK_EQUAL(in_irq ? in_interrupt(set_three, flags) : set_three(flags), TAKT_OK);
    takt_yield();
    CHECK_EQUAL(result_of(b), TAKT_OK);
    CHECK_EQUAL(got_by(b), 3);
    CHECK_EQUAL(result_of(a), BUSY);
    CHECK_EQUAL(result_of(c), BUSY);
    CHECK_EQUAL(takt_flags_get(flags), 0);
    CHECK_EQUAL(in_irq ? in_interrupt(set_three, flags) : set_three(flags), TAKT_OK);
    CHECK_EQUAL(got_by(a), 1);
    CHECK_EQUAL(takt_flags_get(flags), 2);
    CHECK_EQUAL(result_of(c), BUSY);
    CHECK_EQUAL(takt_flags_set(flags, 1), TAKT_OK);
    CHECK_EQUAL(got_by(c), 3);
    CHECK_EQUAL(takt_flags_get(flags), 3);
}

KERNEL_TEST(flags_shared_in_order)
{
    share(false);
}

KERNEL_TEST(flags_shared_in_order_from_an_interrupt)
{
    share(true);
}

/* Who does not clear leaves the flag to all others, be they one or more than are looked at in one
 * step; who clears it takes it from those behind. */
enum { MANY = 14, TAKER = 6 };

static void gather(struct takt_flags *flags, struct actor **actors, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned priority = 10 + i * 5 % MANY; /* all different, in no order */

        actors[i] = actor_make((char)('a' + priority - 10), priority);
        CHECK_EQUAL(await(actors[i], flags, i % 2 == 0 ? 1 : 3, 0), BUSY);
    }
}

KERNEL_TEST(flags_wake_everybody)
{
    struct takt_flags *flags = flags_make(0);
    struct actor *actors[MANY];

    gather(flags, actors, MANY);
    CHECK_EQUAL(takt_flags_set(flags, 4), TAKT_OK);
    for (unsigned i = 0; i < MANY; i++) {
        CHECK_EQUAL(result_of(actors[i]), BUSY);
    }
    CHECK_EQUAL(takt_flags_set(flags, 1), TAKT_OK);
    for (unsigned i = 0; i < MANY; i++) {
        CHECK_EQUAL(result_of(actors[i]), TAKT_OK);
        CHECK_EQUAL(got_by(actors[i]), 1);
    }
}

KERNEL_TEST(flags_taken_from_those_behind)
{
    struct takt_flags *flags = flags_make(0);
    struct actor *actors[MANY];

    for (unsigned i = 0; i < MANY; i++) {
        unsigned priority = 10 + i * 5 % MANY;

        actors[i] = actor_make((char)('a' + priority - 10), priority);
        CHECK_EQUAL(await(actors[i], flags, 1, priority == 10 + TAKER ? CLEAR : 0), BUSY);
    }
    CHECK_EQUAL(takt_flags_set(flags, 1), TAKT_OK);
    for (unsigned i = 0; i < MANY; i++) {
        CHECK_EQUAL(result_of(actors[i]), priority_of(actors[i]) >= 10 + TAKER ? TAKT_OK : BUSY);
    }
    CHECK_EQUAL(takt_flags_get(flags), 0);
    CHECK_EQUAL(takt_flags_set(flags, 1), TAKT_OK);
}

/* Equals as they came; a changed priority counts as it is when the flags are set. */
KERNEL_TEST(flags_go_by_the_priority_of_the_moment)
{
    struct takt_flags *flags = flags_make(0);
    struct actor *a = actor_make('A', 10);
    struct actor *b = actor_make('B', 20);
    struct actor *c = actor_make('C', 20);

    CHECK_EQUAL(await(a, flags, 1, CLEAR), BUSY);
    CHECK_EQUAL(await(b, flags, 1, CLEAR), BUSY);
    CHECK_EQUAL(await(c, flags, 1, CLEAR), BUSY);
    takt_thread_set_priority(thread_of(a), 20);
    (void)takt_flags_set(flags, 1);
    CHECK_EQUAL(result_of(a), TAKT_OK);
    takt_thread_set_priority(thread_of(b), 15);
    (void)takt_flags_set(flags, 1);
    CHECK_EQUAL(result_of(c), TAKT_OK);
    (void)takt_flags_set(flags, 1);
    CHECK_EQUAL(result_of(b), TAKT_OK);
}

/* D25: a hundred thousand sets, in threads and interrupts: what is set is reported, once or as
 * often as it was set, and nothing else is. Three threads wait for everything, each for a part of
 * it. */
enum { STEPS = 25000, SETS = 4, WAITERS = 3 };

static struct takt_flags *random_flags;
static uint32_t reported;
static uint32_t to_set[SETS];
static unsigned sets;

static int set_some(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < sets; i++) {
        (void)takt_flags_set(random_flags, to_set[i]);
    }
    return TAKT_OK;
}

static void report_part(void *argument)
{
    const uint32_t *part = argument;
    uint32_t got;

    while (takt_flags_wait(random_flags, *part, CLEAR, &got, TAKT_FOREVER) == TAKT_OK) {
        CHECK(got != 0 && (got & ~*part) == 0);
        reported |= got;
    }
}

static uint32_t roll_sets(struct dice *dice)
{
    uint32_t all = 0;

    sets = 1 + dice_below(dice, SETS);
    for (unsigned i = 0; i < sets; i++) {
        to_set[i] = dice_roll(dice);
        to_set[i] &= dice_roll(dice);
        to_set[i] &= dice_roll(dice);
        all |= to_set[i];
    }
    return all;
}

KERNEL_TEST(flags_lose_nothing_and_invent_nothing)
{
    static uint32_t parts[WAITERS] = { 0x0000FFFF, 0xFFFFF000, 0x0FF00FF0 };
    struct dice dice = dice_seeded(25);
    unsigned wrong = 0;

    random_flags = flags_make(0);
    for (unsigned i = 0; i < WAITERS; i++) {
        (void)thread_start((char)('a' + i), 10 + i, report_part, &parts[i]);
    }
    takt_yield();
    for (unsigned step = 0; step < STEPS; step++) {
        uint32_t all = roll_sets(&dice);

        reported = 0;
        (void)(dice_below(&dice, 2) == 0 ? set_some(NULL) : in_interrupt(set_some, NULL));
        wrong += __atomic_load_n(&reported, __ATOMIC_SEQ_CST) != all;
        wrong += takt_flags_get(random_flags) != 0;
    }
    CHECK_EQUAL(wrong, 0);
    takt_flags_destroy(random_flags);
}
