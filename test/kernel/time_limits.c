/* time_limits.c - sleeping and waiting with a limit: never shorter than asked, in order of the
 * instants, and nothing is left behind by a wait that ended in another way. */
#include "every_wait.h"

/* B04: an instant that has passed, or is now, is late at once; one in the future is not. */
KERNEL_TEST(sleep_until_the_past_is_late_at_once)
{
    const takt_time now = takt_now();

    CHECK_EQUAL(takt_sleep_until(0), TAKT_ETIMEDOUT);
    CHECK_EQUAL(takt_sleep_until(1), TAKT_ETIMEDOUT);
    CHECK_EQUAL(takt_sleep_until(now - takt_ms(1)), TAKT_ETIMEDOUT);
    CHECK_EQUAL(takt_sleep_until(now), TAKT_ETIMEDOUT);
    CHECK(takt_now() - now < takt_ms(1));
    CHECK_EQUAL(takt_sleep_until(now + takt_ms(1)), TAKT_OK);
    CHECK(takt_now() >= now + takt_ms(1));
    CHECK_EQUAL(takt_sleep(0), TAKT_OK);
}

/* B04, B12: a period of 10 whose body once takes 35: three periods are late at once, and then it
 * is in step again. The instants are multiples of the period from the first to the last. */
KERNEL_TEST(sleep_until_keeps_its_step)
{
    const takt_time first = takt_now();
    unsigned late = 0;

    for (unsigned i = 1; i <= 12; i++) {
        int status = takt_sleep_until(first + i * takt_ms(10));

        late += status == TAKT_ETIMEDOUT;
        CHECK_EQUAL((takt_now() - first) / takt_ms(10), i >= 4 && i < 7 ? 6 : i);
        if (i == 3) {
            takt_burn(takt_ms(35));
        }
    }
    CHECK_EQUAL(late, 3);
}

/* Not shorter than asked: from one count on. */
KERNEL_TEST(sleep_is_never_shorter)
{
    for (takt_time duration = 1; duration < takt_ms(20); duration = duration * 3 / 2 + 1) {
        const takt_time before = takt_now();

        CHECK_EQUAL(takt_sleep(duration), TAKT_OK);
        CHECK(takt_now() - before >= duration);
    }
}

/* More sleepers of one instant than one walk of the queue passes, and soon more than there is time
 * for: instants come while somebody is still on his way to his place. */
enum { CROWD = 40, CROWD_SLEEPS = 60 };

static struct takt_thread crowd[CROWD];
static TAKT_STACK(crowd_stacks[CROWD], 768);
static takt_time crowd_begins;
static unsigned crowd_early;

static void sleep_in_the_crowd(void *unused)
{
    takt_time when = crowd_begins;

    (void)unused;
    for (unsigned i = CROWD_SLEEPS; i > 0; i--) {
        when += takt_us(10ULL * i);
        crowd_early += takt_sleep_until(when) == TAKT_OK && takt_now() < when;
    }
}

KERNEL_TEST(sleep_of_many_until_one_instant)
{
    struct takt_thread_options options = { .name = "crowd",
                                           .priority = 10,
                                           .entry = sleep_in_the_crowd,
                                           .stack_bytes = sizeof crowd_stacks[0] };

    crowd_early = 0;
    crowd_begins = takt_now() + takt_ms(1);
    for (unsigned i = 0; i < CROWD; i++) {
        options.stack = crowd_stacks[i];
        CHECK_EQUAL(takt_thread_create(&crowd[i], &options), TAKT_OK);
    }
    for (unsigned i = 0; i < CROWD; i++) {
        CHECK_EQUAL(takt_thread_join(&crowd[i], TAKT_FOREVER), TAKT_OK);
    }
    CHECK_EQUAL(crowd_early, 0);
}

/* Sleepers wake in order of their instants, in whatever order they lay down, and those of one
 * instant as they came: four sleepers, each with any of three instants. */

enum { SLEEPERS = 4, INSTANTS = 3 };

static void lie_down(const unsigned *ms, struct actor **sleepers)
{
    char expected[SLEEPERS + 1] = "";
    size_t length = 0;
    const takt_time now = takt_now();

    harness_tokens_clear();
    for (unsigned i = 0; i < SLEEPERS; i++) {
        (void)order_with_token(sleepers[i], call_sleep_until, NULL, now + takt_ms(1 + ms[i]));
    }
    for (unsigned i = 0; i < INSTANTS * SLEEPERS; i++) {
        if (ms[i % SLEEPERS] == i / SLEEPERS) {
            expected[length] = letter_of(sleepers[i % SLEEPERS]);
            length++;
        }
    }
    CHECK_EQUAL(timeouts_armed(), SLEEPERS);
    pass_ms(5);
    CHECK_TEXT(harness_tokens(), expected);
}

KERNEL_TEST(sleepers_wake_in_order_of_their_instants)
{
    struct actor *sleepers[SLEEPERS];
    unsigned ms[SLEEPERS];

    for (unsigned i = 0; i < SLEEPERS; i++) {
        sleepers[i] = actor_make((char)('a' + i), 10);
    }
    for (unsigned number = 0; number < INSTANTS * INSTANTS * INSTANTS * INSTANTS; number++) {
        unsigned rest = number;

        for (unsigned i = 0; i < SLEEPERS; i++) {
            ms[i] = rest % INSTANTS;
            rest /= INSTANTS;
        }
        lie_down(ms, sleepers);
    }
}

/* B05: more of them at one instant than one clock interrupt serves: all wake, as they came. */
KERNEL_TEST(sleepers_of_one_instant_all_wake)
{
    struct actor *sleepers[3 * TAKT_EXPIRE_CHUNK];
    const takt_time instant = takt_now() + takt_ms(10);

    for (unsigned i = 0; i < COUNT_OF(sleepers); i++) {
        sleepers[i] = actor_make((char)('a' + i), 10);
        (void)order_with_token(sleepers[i], call_sleep_until, NULL, instant);
    }
    pass_ms(20);
    CHECK_TEXT(harness_tokens(), "abcdefghijkl");
    CHECK_EQUAL(timeouts_armed(), 0);
}

/* Where counts are nanoseconds these lie on both sides of 2^32 counts from now. */
KERNEL_TEST(sleep_for_seconds)
{
    static const unsigned ms[] = { 4500, 4200, 4290, 4295, 4300 };
    struct actor *sleepers[COUNT_OF(ms)];

    for (unsigned i = 0; i < COUNT_OF(ms); i++) {
        sleepers[i] = actor_make((char)('a' + i), 10);
        (void)order_with_token(sleepers[i], call_sleep, NULL, takt_ms(ms[i]));
    }
    pass_ms(4199);
    CHECK_TEXT(harness_tokens(), "");
    pass_ms(93);
    CHECK_TEXT(harness_tokens(), "bc");
    pass_ms(5);
    CHECK_TEXT(harness_tokens(), "bcd");
    pass_ms(10);
    CHECK_TEXT(harness_tokens(), "bcde");
    pass_ms(300);
    CHECK_TEXT(harness_tokens(), "bcdea");
}

/* B02, B25: limits that are marks elsewhere, or beyond the end of time: still waiting after a
 * while; then the wait ends as it should, and no timeout is left. */

static const takt_time far_limits[] = {
    INT32_MAX, (takt_time)INT32_MAX + 1, UINT32_MAX,     (takt_time)UINT32_MAX + 1,
    INT64_MAX, (takt_time)INT64_MAX + 1, UINT64_MAX - 1, TAKT_FOREVER,
};

static void wait_within(unsigned way, takt_time limit)
{
    struct actor *actor = actor_make('A', 10);
    struct attempt attempt = attempt_begin(way, actor, limit);

    pass_ms(20);
    CHECK_EQUAL(result_of(actor), BUSY);
    attempt_grant(&attempt);
    CHECK_EQUAL(result_of(actor), way_well(way));
    attempt_end(&attempt);
    CHECK_EQUAL(timeouts_armed(), 0);
}

TEST(limits_as_far_as_time_goes)
{
    for (unsigned i = 0; i < COUNT_OF(far_limits); i++) {
        for (unsigned way = WAY_TO_JOIN; way < WAYS_TO_WAIT; way++) {
            kernel_test_begin();
            wait_within(way, far_limits[i]);
            kernel_test_end();
        }
    }
}

/* B25: from 2^63 on no sleep is armed at all, and the largest before that is; none of them ends,
 * nor does any keep what comes first from ending. */
KERNEL_TEST(sleep_from_half_of_all_time_on_never_ends)
{
    static const takt_time far[] = { (takt_time)INT64_MAX + 1, (takt_time)INT64_MAX + 2,
                                     UINT64_MAX - 1, TAKT_FOREVER };
    struct actor *sleepers[2 * COUNT_OF(far)];
    struct actor *last = actor_make('L', 10);

    for (unsigned i = 0; i < COUNT_OF(sleepers); i++) {
        sleepers[i] = actor_make((char)('a' + i), 10);
        (void)order(sleepers[i], i % 2 == 0 ? call_sleep : call_sleep_until, NULL, far[i / 2]);
    }
    CHECK_EQUAL(timeouts_armed(), 0);
    (void)order(last, call_sleep_until, NULL, INT64_MAX);
    CHECK_EQUAL(timeouts_armed(), 1);
    pass_ms(20);
    CHECK_EQUAL(timeouts_armed(), 1);
    CHECK_EQUAL(result_of(last), BUSY);
    for (unsigned i = 0; i < COUNT_OF(sleepers); i++) {
        CHECK_EQUAL(result_of(sleepers[i]), BUSY);
        CHECK_EQUAL(takt_thread_cancel(thread_of(sleepers[i])), TAKT_OK);
        actor_gone(sleepers[i]);
    }
    CHECK_EQUAL(takt_thread_cancel(thread_of(last)), TAKT_OK);
    actor_gone(last);
    CHECK_EQUAL(timeouts_armed(), 0);
}

/* Each wait lasts as long as its limit: not shorter, nor much longer. Where counts are nanoseconds
 * more than 32 bits hold; on a board that would be minutes. */
TEST(limits_end_in_time)
{
    const takt_time limit = takt_ms(TAKT_CLOCK_HZ < 1000000000 ? 50 : 4300);

    for (unsigned way = 0; way < WAYS_TO_WAIT; way++) {
        kernel_test_begin();
        struct actor *actor = actor_make('A', 10);
        struct attempt attempt = attempt_begin(way, actor, limit);

        pass_ms((unsigned)(limit / takt_ms(1)) - 1);
        CHECK_EQUAL(result_of(actor), BUSY);
        pass_ms(2);
        CHECK_EQUAL(result_of(actor), way_timed_out(way));
        attempt_end(&attempt);
        kernel_test_end();
    }
}

/* The shortest limit there is. */
KERNEL_TEST(limit_of_one_count)
{
    struct takt_semaphore *semaphore = semaphore_make(0);
    struct takt_mutex *mutex = mutex_make(0);
    struct takt_channel *channel = channel_make(0);
    struct actor *holder = actor_make('H', 9);
    struct actor *actor = actor_make('A', 10);

    (void)lock(holder, mutex);
    (void)take(actor, semaphore, 1);
    pass_ms(1);
    CHECK_EQUAL(result_of(actor), TAKT_ETIMEDOUT);
    (void)lock_within(actor, mutex, 1);
    pass_ms(1);
    CHECK_EQUAL(result_of(actor), TAKT_ETIMEDOUT);
    (void)receive_within(actor, channel, 1);
    pass_ms(1);
    CHECK_EQUAL(result_of(actor), TAKT_ETIMEDOUT);
    (void)send_within(holder, channel, 1);
    pass_ms(1);
    CHECK_EQUAL(result_of(holder), TAKT_ETIMEDOUT);
    (void)join(actor, holder, 1);
    pass_ms(1);
    CHECK_EQUAL(result_of(actor), TAKT_ETIMEDOUT);
    (void)unlock(holder, mutex);
}

/* B10: a wait that does not happen arms nothing, whether it succeeds at once or fails at once. */
KERNEL_TEST(limit_of_a_wait_that_does_not_happen_is_not_armed)
{
    const takt_time limit = takt_ms(1000);
    struct takt_semaphore *semaphore = semaphore_make(2);
    struct takt_mutex *mutex = mutex_make(0);
    struct takt_channel *channel = channel_make(0);
    struct actor *actor = actor_make('A', 10);
    struct actor *client = actor_make('C', 10);
    struct actor *dead = actor_make('D', 10);

    leave(dead);
    CHECK_EQUAL(take(actor, semaphore, limit), TAKT_OK);
    CHECK_EQUAL(take(actor, semaphore, limit), TAKT_OK);
    CHECK_EQUAL(lock_within(actor, mutex, limit), TAKT_OK);
    CHECK_EQUAL(lock_within(actor, mutex, limit), TAKT_EDEADLK);
    CHECK_EQUAL(join(actor, dead, limit), TAKT_OK);
    CHECK_EQUAL(join(actor, actor, limit), TAKT_EDEADLK);
    (void)send(client, channel);
    CHECK_EQUAL(receive_within(actor, channel, limit), 4);
    CHECK_EQUAL(send_within(actor, channel, limit), TAKT_EDEADLK);
    (void)reply(actor);
    takt_semaphore_destroy(semaphore);
    takt_mutex_destroy(mutex);
    takt_channel_destroy(channel);
    CHECK_EQUAL(take(actor, semaphore, limit), TAKT_ECLOSED);
    CHECK_EQUAL(lock_within(actor, mutex, limit), TAKT_ECLOSED);
    CHECK_EQUAL(send_within(actor, channel, limit), TAKT_ECLOSED);
    CHECK_EQUAL(receive_within(actor, channel, limit), TAKT_ECLOSED);
    CHECK_EQUAL(timeouts_armed(), 0);
}

/* B10: the same of flags, queues and pools; and nothing comes when the limits would have ended. */
KERNEL_TEST(limit_of_a_wait_for_others_that_does_not_happen_is_not_armed)
{
    const takt_time limit = takt_ms(50);
    struct takt_flags *flags = flags_make(3);
    struct takt_queue *queue = queue_make(sizeof(uint32_t), 2);
    struct takt_pool *pool = pool_make(16, 1);
    struct actor *actor = actor_make('A', 10);

    CHECK_EQUAL(await_within(actor, flags, 1, TAKT_FLAGS_ANY, limit), TAKT_OK);
    CHECK_EQUAL(await_within(actor, flags, 3, TAKT_FLAGS_ALL, limit), TAKT_OK);
    CHECK_EQUAL(post_within(actor, queue, 1, limit), TAKT_OK);
    CHECK_EQUAL(fetch_within(actor, queue, limit), TAKT_OK);
    CHECK_EQUAL(borrow_within(actor, pool, limit), TAKT_OK);
    CHECK_EQUAL(hand_back(actor, pool), TAKT_OK);
    takt_flags_destroy(flags);
    takt_queue_destroy(queue);
    takt_pool_destroy(pool);
    CHECK_EQUAL(await_within(actor, flags, 1, TAKT_FLAGS_ANY, limit), TAKT_ECLOSED);
    CHECK_EQUAL(post_within(actor, queue, 1, limit), TAKT_ECLOSED);
    CHECK_EQUAL(fetch_within(actor, queue, limit), TAKT_ECLOSED);
    CHECK_EQUAL(borrow_within(actor, pool, limit), TAKT_ECLOSED);
    CHECK_EQUAL(timeouts_armed(), 0);
    CHECK_EQUAL(order(actor, call_sleep, NULL, takt_ms(100)), BUSY);
    pass_ms(60);
    CHECK_EQUAL(result_of(actor), BUSY);
    pass_ms(60);
    CHECK_EQUAL(result_of(actor), TAKT_OK);
}
