/* flags_served_in_one_step.c - D25, D27: to serve those who wait for the flags is one step for all
 * who use them, however long it takes.
 *
 * Whoever is served and is more urgent than the caller runs in the middle of it: `first`, here.
 * What it does then must find the step done; what priorities, limits and the flags' end do
 * meanwhile is as it is at the moment.
 */
#include "kernel_test.h"

enum { CLEAR = TAKT_FLAGS_CLEAR, SETTER_PRIORITY = 5 };

struct middle {
    struct takt_flags *flags;
    struct actor *setter;
    struct actor *first;     /* 30; runs between the steps */
    struct actor *others[3]; /* 20, 15, 10 */
    void (*act)(struct middle *middle);
};

static struct middle *here;

static int call_await_and_act(struct actor *self, void *flags, takt_time limit)
{
    uint32_t got = 0;
    int status = takt_flags_wait(flags, 1, 0, &got, limit);

    (void)self;
    here->act(here);
    return status;
}

static int call_set_one(struct actor *self, void *flags, takt_time unused)
{
    (void)self;
    (void)unused;
    return takt_flags_set(flags, 1);
}

static void all_wait(struct middle *middle, unsigned options)
{
    middle->setter = actor_make('S', SETTER_PRIORITY);
    middle->first = actor_make('F', 30);
    here = middle;
    CHECK_EQUAL(order(middle->first, call_await_and_act, middle->flags, TAKT_FOREVER), BUSY);
    for (unsigned i = 0; i < COUNT_OF(middle->others); i++) {
        middle->others[i] = actor_make((char)('1' + i), 20 - 5 * i);
        CHECK_EQUAL(await_within(middle->others[i], middle->flags, 1, options, takt_ms(5)), BUSY);
    }
}

static void set_it(struct middle *middle)
{
    CHECK_EQUAL(order(middle->setter, call_set_one, middle->flags, 0), TAKT_OK);
    CHECK_EQUAL(result_of(middle->first), TAKT_OK);
}

static void check_others(const struct middle *middle, const int *wanted)
{
    for (unsigned i = 0; i < COUNT_OF(middle->others); i++) {
        CHECK_EQUAL(result_of(middle->others[i]), wanted[i]);
        if (wanted[i] != BUSY) {
            CHECK_EQUAL(got_by(middle->others[i]), wanted[i] == TAKT_OK ? 1 : 0);
        }
    }
}

static const int all_ok[] = { TAKT_OK, TAKT_OK, TAKT_OK };

/* A clear: the flag was set when the others waited for it; they have it. */
static void clear_it(struct middle *middle)
{
    CHECK_EQUAL(takt_flags_clear(middle->flags, 1), TAKT_OK);
}

KERNEL_TEST(flags_cleared_while_they_are_served)
{
    struct middle middle = { .flags = flags_make(0), .act = clear_it };

    all_wait(&middle, 0);
    set_it(&middle);
    check_others(&middle, all_ok);
    CHECK_EQUAL(takt_flags_get(middle.flags), 0);
}

/* The same in an interrupt. */
static int clear_in_interrupt(void *flags)
{
    return takt_flags_clear(flags, 1);
}

static void interrupt_and_clear(struct middle *middle)
{
    CHECK_EQUAL(in_interrupt(clear_in_interrupt, middle->flags), TAKT_OK);
}

KERNEL_TEST(flags_cleared_by_an_interrupt_while_they_are_served)
{
    struct middle middle = { .flags = flags_make(0), .act = interrupt_and_clear };

    all_wait(&middle, 0);
    set_it(&middle);
    check_others(&middle, all_ok);
}

/* Another wait for the same flag: those who waited before come first, and one of them takes it. */
static void want_it_too(struct middle *middle)
{
    CHECK_EQUAL(takt_flags_wait(middle->flags, 1, CLEAR, NULL, TAKT_NO_WAIT), TAKT_EAGAIN);
}

KERNEL_TEST(flags_wanted_while_they_are_served)
{
    struct middle middle = { .flags = flags_make(0), .act = want_it_too };

    all_wait(&middle, CLEAR);
    set_it(&middle);
    CHECK_EQUAL(result_of(middle.others[0]), TAKT_OK);
    CHECK_EQUAL(result_of(middle.others[1]), BUSY);
    pass_ms(6);
    check_others(&middle, (const int[]){ TAKT_OK, TAKT_ETIMEDOUT, TAKT_ETIMEDOUT });
}

/* Another set, twice: each of them is served whole. */
static void set_again(struct middle *middle)
{
    CHECK_EQUAL(takt_flags_set(middle->flags, 1), TAKT_OK);
    CHECK_EQUAL(takt_flags_set(middle->flags, 1), TAKT_OK);
}

KERNEL_TEST(flags_set_while_they_are_served)
{
    struct middle middle = { .flags = flags_make(0), .act = set_again };

    all_wait(&middle, CLEAR);
    set_it(&middle);
    check_others(&middle, all_ok);
    CHECK_EQUAL(takt_flags_get(middle.flags), 0);
}

/* The setter is stopped in the middle: whoever comes next finishes. */
static void stop_setter(struct middle *middle)
{
    takt_thread_suspend(thread_of(middle->setter));
}

KERNEL_TEST(flags_setter_stopped_while_it_serves)
{
    struct middle middle = { .flags = flags_make(0), .act = stop_setter };

    all_wait(&middle, 0);
    CHECK_EQUAL(order(middle.setter, call_set_one, middle.flags, 0), BUSY);
    check_others(&middle, (const int[]){ BUSY, BUSY, BUSY });
    CHECK_EQUAL(takt_flags_clear(middle.flags, 1), TAKT_OK);
    check_others(&middle, all_ok);
    takt_thread_resume(thread_of(middle.setter));
    pass_ms(1);
    CHECK_EQUAL(result_of(middle.setter), TAKT_OK);
}

/* One who was looked at already is raised: it is served before the others all the same. */
static void raise_last(struct middle *middle)
{
    takt_thread_set_priority(thread_of(middle->others[2]), 25);
}

KERNEL_TEST(flags_waiter_raised_while_they_are_served)
{
    struct middle middle = { .flags = flags_make(0), .act = raise_last };

    all_wait(&middle, CLEAR);
    set_it(&middle);
    check_others(&middle, (const int[]){ BUSY, BUSY, TAKT_OK });
    pass_ms(6);
    check_others(&middle, (const int[]){ TAKT_ETIMEDOUT, TAKT_ETIMEDOUT, TAKT_OK });
}

/* Their time is over before they are served. One cannot even say so, being suspended: its wish is
 * still in the list, and must not be served any more. */
static void let_time_pass(struct middle *middle)
{
    takt_thread_suspend(thread_of(middle->others[0]));
    burn_tenths(60);
}

KERNEL_TEST(flags_time_over_while_they_are_served)
{
    struct middle middle = { .flags = flags_make(0), .act = let_time_pass };

    all_wait(&middle, CLEAR);
    set_it(&middle);
    check_others(&middle, (const int[]){ BUSY, TAKT_ETIMEDOUT, TAKT_ETIMEDOUT });
    CHECK_EQUAL(takt_flags_get(middle.flags), 1);
    CHECK_EQUAL(takt_flags_set(middle.flags, 2), TAKT_OK);
    CHECK_EQUAL(takt_flags_get(middle.flags), 3);
    takt_thread_resume(thread_of(middle.others[0]));
    pass_ms(1);
    CHECK_EQUAL(result_of(middle.others[0]), TAKT_ETIMEDOUT);
}

/* The end: those who have not been served are told that, and the setter leaves the rest alone. */
static void destroy_them(struct middle *middle)
{
    takt_flags_destroy(middle->flags);
}

KERNEL_TEST(flags_destroyed_while_they_are_served)
{
    struct middle middle = { .flags = flags_make(0), .act = destroy_them };

    all_wait(&middle, 0);
    set_it(&middle);
    check_others(&middle, (const int[]){ TAKT_ECLOSED, TAKT_ECLOSED, TAKT_ECLOSED });
    CHECK_EQUAL(takt_flags_set(middle.flags, 1), TAKT_ECLOSED);
}

/* Two setters in the middle of serving at once. `first` lets the second begin, which first finishes
 * what the setter has begun; it is then stopped by whom it serves. So the setter, when it is its
 * turn again, finds another set begun, and serves that. */
static struct actor *second_setter;
static struct actor *second_first;

static int call_set_two(struct actor *self, void *flags, takt_time unused)
{
    (void)self;
    (void)unused;
    return takt_flags_set(flags, 2);
}

static int call_await_two_and_stop(struct actor *self, void *flags, takt_time limit)
{
    int status = takt_flags_wait(flags, 2, 0, NULL, limit);

    (void)self;
    takt_thread_suspend(thread_of(second_setter));
    return status;
}

static void begin_second(struct middle *middle)
{
    CHECK_EQUAL(order(second_setter, call_set_two, middle->flags, 0), BUSY);
}

KERNEL_TEST(flags_served_by_another_setter)
{
    struct middle middle = { .flags = flags_make(0), .act = begin_second };
    struct actor *last = actor_make('L', 8);

    CHECK_EQUAL(await(last, middle.flags, 2, 0), BUSY); /* looked at before `first`, in vain */
    all_wait(&middle, 0);
    second_setter = actor_make('T', 28);
    second_first = actor_make('G', 31);
    CHECK_EQUAL(order(second_first, call_await_two_and_stop, middle.flags, TAKT_FOREVER), BUSY);
    set_it(&middle);
    check_others(&middle, all_ok);
    CHECK_EQUAL(result_of(second_first), TAKT_OK);
    CHECK_EQUAL(result_of(last), TAKT_OK);
    CHECK_EQUAL(got_by(last), 2);
    CHECK_EQUAL(result_of(second_setter), BUSY);
    takt_thread_resume(thread_of(second_setter));
    pass_ms(1);
    CHECK_EQUAL(result_of(second_setter), TAKT_OK);
    CHECK_EQUAL(takt_flags_get(middle.flags), 3);
}

/* A clear that finishes somebody's set is one step with that: the one that is served last, and then
 * sets some itself, does so behind the clear. */
static int call_await_one_and_set_two(struct actor *self, void *flags, takt_time limit)
{
    int status = takt_flags_wait(flags, 1, 0, NULL, limit);

    (void)self;
    return status == TAKT_OK ? takt_flags_set(flags, 2) : status;
}

KERNEL_TEST(flags_cleared_before_the_last_served_goes_on)
{
    struct middle middle = { .flags = flags_make(0), .act = stop_setter };
    struct actor *last = actor_make('L', 8);

    all_wait(&middle, 0);
    second_setter = actor_make('T', 7);
    second_first = actor_make('G', 31);
    CHECK_EQUAL(order(second_first, call_await_two_and_stop, middle.flags, TAKT_FOREVER), BUSY);
    CHECK_EQUAL(await(last, middle.flags, 2, 0), BUSY);
    CHECK_EQUAL(order(second_setter, call_await_one_and_set_two, middle.flags, TAKT_FOREVER), BUSY);
    CHECK_EQUAL(order(middle.setter, call_set_one, middle.flags, 0), BUSY);
    CHECK_EQUAL(takt_flags_clear(middle.flags, 3), TAKT_OK);
    CHECK_EQUAL(result_of(last), BUSY);
    CHECK_EQUAL(takt_flags_get(middle.flags), 2);
    takt_thread_resume(thread_of(second_setter));
    takt_thread_resume(thread_of(middle.setter));
    pass_ms(1);
    CHECK_EQUAL(result_of(last), TAKT_OK);
    CHECK_EQUAL(got_by(last), 2);
    CHECK_EQUAL(result_of(second_setter), TAKT_OK);
    CHECK_EQUAL(result_of(middle.setter), TAKT_OK);
}

/* Who finishes somebody's set, and then cannot have what it wants itself, has made more urgent ones
 * ready: they run first. */
static int call_await_all_at_once(struct actor *self, void *flags, takt_time unused)
{
    int status = takt_flags_wait(flags, 7, TAKT_FLAGS_ALL, NULL, TAKT_NO_WAIT);

    (void)self;
    (void)unused;
    check_others(here, all_ok);
    return status;
}

KERNEL_TEST(flags_that_are_not_set_do_not_delay_who_was_served)
{
    struct middle middle = { .flags = flags_make(0), .act = stop_setter };
    struct actor *poller = actor_make('P', 9);

    all_wait(&middle, 0);
    CHECK_EQUAL(order(middle.setter, call_set_one, middle.flags, 0), BUSY);
    check_others(&middle, (const int[]){ BUSY, BUSY, BUSY });
    CHECK_EQUAL(order(poller, call_await_all_at_once, middle.flags, 0), TAKT_EAGAIN);
    takt_thread_resume(thread_of(middle.setter));
    pass_ms(1);
    CHECK_EQUAL(result_of(middle.setter), TAKT_OK);
}
