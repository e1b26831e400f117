/* slices_take_turns.c - C10: equals that have a slice of time run in turn, whoever comes between.
 */
#include "kernel_test.h"

enum { RUNNERS = 3, SLICE_MS = 5, STACK_BYTES = 1024 };
enum { TURNS = TAKT_CLOCK_HZ < 1000000000 ? 300 : 3000 }; /* a board takes longer */

/* Each runs for a millisecond at a time and notes that it was the one, until all together have done
 * so as often as wanted: the test's own thread is the least urgent and goes on after that. */
static struct runner {
    struct takt_thread thread;
    TAKT_STACK(stack, STACK_BYTES);
    unsigned count;
    struct takt_thread_statistics used;
} runners[RUNNERS];

static char turns[TURNS + RUNNERS + 1];
static unsigned turn_count;
static unsigned turns_wanted;

static bool all_done(void)
{
    return __atomic_load_n(&turn_count, __ATOMIC_RELAXED) >= turns_wanted;
}

static void run(void *argument)
{
    struct runner *runner = argument;

    while (!all_done()) {
        takt_burn(takt_ms(1));
        runner->count++;
        turns[__atomic_fetch_add(&turn_count, 1, __ATOMIC_RELAXED)] =
            (char)('A' + (runner - runners)); /* a place of its own: a slice may end before that */
    }
    takt_thread_statistics(&runner->thread, &runner->used);
}

static void let_run(unsigned count, takt_time slice, unsigned wanted)
{
    turn_count = 0;
    turns_wanted = wanted;
    for (unsigned i = 0; i < count; i++) {
        const struct takt_thread_options options = { .name = "runner",
                                                     .priority = 10,
                                                     .entry = run,
                                                     .argument = &runners[i],
                                                     .stack = runners[i].stack,
                                                     .stack_bytes = sizeof runners[i].stack,
                                                     .slice = slice,
                                                     .suspended = true };

        runners[i].count = 0;
        CHECK_EQUAL(takt_thread_create(&runners[i].thread, &options), TAKT_OK);
    }
    control_holds();
    for (unsigned i = 0; i < count; i++) {
        takt_thread_resume(&runners[i].thread);
    }
    control_lets_go();
    for (unsigned i = 0; i < count; i++) {
        CHECK_EQUAL(takt_thread_join(&runners[i].thread, TAKT_FOREVER), TAKT_OK);
    }
}

static unsigned apart(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

static void check_equal_shares(void)
{
    for (unsigned i = 0; i < RUNNERS; i++) {
        CHECK(apart(runners[i].count, TURNS / RUNNERS) <= SLICE_MS);
    }
}

/* Millisecond by millisecond: nobody has a turn of more than a slice, nor of less, but for a
 * millisecond that is cut by the slice's end and counted after it; nor do the first and the last
 * turn count. */
static void check_turns(void)
{
    unsigned length = 1;

    for (unsigned i = 1; i < turn_count; i++) {
        if (turns[i] == turns[i - 1]) {
            length++;
            continue;
        }
        CHECK(length <= SLICE_MS + 1);
        CHECK(length >= SLICE_MS - 1 || i < SLICE_MS || i + SLICE_MS > TURNS);
        length = 1;
    }
}

KERNEL_TEST(slices_share_the_processor_in_turn)
{
    let_run(RUNNERS, takt_ms(SLICE_MS), TURNS);
    check_equal_shares();
    check_turns();
}

/* A more urgent one runs for 1 ms in every 3: who is preempted keeps its turn and the rest of its
 * slice, so that shares stay equal and turns as long as before. */
static void disturb(void *unused)
{
    takt_time next = takt_now();

    (void)unused;
    while (!all_done()) {
        next += takt_ms(3);
        (void)takt_sleep_until(next);
        takt_burn(takt_ms(1));
    }
}

KERNEL_TEST(slices_outlast_preemption)
{
    turn_count = 0;
    turns_wanted = TURNS;
    struct actor *disturber = thread_start('H', 30, disturb, NULL);

    let_run(RUNNERS, takt_ms(SLICE_MS), TURNS);
    check_equal_shares();
    check_turns();
    pass_ms(10);
    actor_gone(disturber);
}

/* Without a slice the first of equals goes on for ever; alone, a slice changes nothing. */
KERNEL_TEST(slices_are_for_those_who_ask)
{
    let_run(2, 0, 50);
    CHECK_EQUAL(runners[0].count, 50);
    CHECK_EQUAL(runners[1].count, 0);
    let_run(1, takt_ms(SLICE_MS), 50);
    CHECK_EQUAL(runners[0].count, 50);
}

/* What has been used is counted to the thread that used it. */
KERNEL_TEST(statistics_count_run_time_and_switches)
{
    let_run(RUNNERS, takt_ms(SLICE_MS), TURNS);
    for (unsigned i = 0; i < RUNNERS; i++) {
        const struct takt_thread_statistics *used = &runners[i].used;
        takt_time wanted = takt_ms(runners[i].count);
        unsigned turns_had = runners[i].count / SLICE_MS;

        CHECK(used->run_time >= wanted && used->run_time <= wanted + takt_ms(SLICE_MS));
        CHECK(used->switches >= turns_had && used->switches <= turns_had + 2);
        CHECK_EQUAL(used->stack_bytes, sizeof runners[i].stack);
        CHECK(used->stack_used > 0 && used->stack_used < sizeof runners[i].stack);
    }
}

/* A slice that no counter holds is refused, and the record stays as it was. */
KERNEL_TEST(slice_beyond_32_bits_is_refused)
{
    const struct takt_thread_options options = { .name = "x",
                                                 .priority = 1,
                                                 .entry = run,
                                                 .stack = runners[0].stack,
                                                 .stack_bytes = sizeof runners[0].stack,
                                                 .slice = (takt_time)UINT32_MAX + 1 };
    const void *context = runners[0].thread.context;

    CHECK_EQUAL(takt_thread_create(&runners[0].thread, &options), TAKT_EINVAL);
    CHECK(runners[0].thread.context == context);
}
