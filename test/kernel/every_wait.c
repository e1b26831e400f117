/* every_wait.c - all the ways to wait, numbered. */
#include "every_wait.h"

#include "condition_test.h"

/* What makes an attempt's object, ends the wait well, destroys the object, and cleans up. */
struct way {
    order_call call;
    int well;
    void (*make)(struct attempt *attempt);
    void (*grant)(const struct attempt *attempt);
    void (*close)(const struct attempt *attempt);
    void (*end)(const struct attempt *attempt);
};

static void nothing(const struct attempt *attempt)
{
    (void)attempt;
}

/* Time, and ends of threads. */

static void make_nothing(struct attempt *attempt)
{
    attempt->object = NULL;
}

static void make_mortal(struct attempt *attempt)
{
    attempt->object = thread_of(attempt->partner);
}

static void let_partner_end(const struct attempt *attempt)
{
    leave(attempt->partner);
}

/* Semaphores and mutexes. */

static void make_semaphore(struct attempt *attempt)
{
    attempt->object = semaphore_make(0);
}

static void give_one(const struct attempt *attempt)
{
    CHECK_EQUAL(give(attempt->partner, attempt->object), TAKT_OK);
}

static void close_semaphore(const struct attempt *attempt)
{
    takt_semaphore_destroy(attempt->object);
}

static void make_held_mutex(struct attempt *attempt)
{
    attempt->object = mutex_make(0);
    (void)lock(attempt->partner, attempt->object);
}

static void unlock_it(const struct attempt *attempt)
{
    (void)unlock(attempt->partner, attempt->object);
}

static void close_mutex(const struct attempt *attempt)
{
    takt_mutex_destroy(attempt->object);
}

/* Channels: SEND-blocked, REPLY-blocked, RECEIVE-blocked. */

static void make_channel(struct attempt *attempt)
{
    attempt->object = channel_make(0);
}

static void receive_and_reply(const struct attempt *attempt)
{
    CHECK_EQUAL(receive(attempt->partner, attempt->object), 4);
    (void)reply(attempt->partner);
}

static void make_channel_with_server(struct attempt *attempt)
{
    attempt->object = channel_make(0);
    (void)receive(attempt->partner, attempt->object);
}

static void reply_to_it(const struct attempt *attempt)
{
    CHECK_EQUAL(reply(attempt->partner), TAKT_OK);
}

static void send_to_it(const struct attempt *attempt)
{
    (void)send(attempt->partner, attempt->object);
}

static void let_partner_go(const struct attempt *attempt)
{
    if (actor_busy(attempt->partner)) {
        CHECK_EQUAL(reply(attempt->waiter), TAKT_OK);
    }
}

static void close_channel(const struct attempt *attempt)
{
    takt_channel_destroy(attempt->object);
}

/* Flags, queues, pools. */

static void make_flags(struct attempt *attempt)
{
    attempt->object = flags_make(0);
    prepare_wish(attempt->waiter, 1, 0);
}

static void set_flag(const struct attempt *attempt)
{
    CHECK_EQUAL(takt_flags_set(attempt->object, 1), TAKT_OK);
}

static void close_flags(const struct attempt *attempt)
{
    takt_flags_destroy(attempt->object);
}

static void make_empty_queue(struct attempt *attempt)
{
    attempt->object = queue_make(sizeof(uint32_t), 1);
}

static void post_one(const struct attempt *attempt)
{
    CHECK_EQUAL(post(attempt->partner, attempt->object, 7), TAKT_OK);
}

static void make_full_queue(struct attempt *attempt)
{
    make_empty_queue(attempt);
    post_one(attempt);
    prepare_number(attempt->waiter, 8);
}

static void fetch_one(const struct attempt *attempt)
{
    CHECK_EQUAL(fetch(attempt->partner, attempt->object), TAKT_OK);
}

static void close_queue(const struct attempt *attempt)
{
    takt_queue_destroy(attempt->object);
}

static void make_used_pool(struct attempt *attempt)
{
    attempt->object = pool_make(16, 1);
    CHECK_EQUAL(borrow(attempt->partner, attempt->object), TAKT_OK);
}

static void hand_it_back(const struct attempt *attempt)
{
    CHECK_EQUAL(hand_back(attempt->partner, attempt->object), TAKT_OK);
}

static void close_pool(const struct attempt *attempt)
{
    takt_pool_destroy(attempt->object);
}

/* Conditions. */

static void make_condition(struct attempt *attempt)
{
    condition_test_begin();
    attempt->object = mutex_make(0);
}

static void signal_it(const struct attempt *attempt)
{
    CHECK_EQUAL(signal_by(attempt->partner), TAKT_OK);
}

static void close_condition(const struct attempt *attempt)
{
    (void)attempt;
    takt_condition_destroy(condition());
}

static void end_condition(const struct attempt *attempt)
{
    (void)attempt;
    condition_test_end();
}

static const struct way ways[WAYS_TO_WAIT] = {
    [WAY_TO_SLEEP] = { call_sleep, TAKT_OK, make_nothing, nothing, nothing, nothing },
    [WAY_TO_JOIN] = { call_join, TAKT_OK, make_mortal, let_partner_end, nothing, nothing },
    { call_take, TAKT_OK, make_semaphore, give_one, close_semaphore, nothing },
    { call_lock, TAKT_OK, make_held_mutex, unlock_it, close_mutex, nothing },
    { call_send, 2, make_channel, receive_and_reply, close_channel, nothing },
    { call_send, 2, make_channel_with_server, reply_to_it, close_channel, nothing },
    { call_receive, 4, make_channel, send_to_it, close_channel, let_partner_go },
    { call_await, TAKT_OK, make_flags, set_flag, close_flags, nothing },
    { call_fetch, TAKT_OK, make_empty_queue, post_one, close_queue, nothing },
    { call_post, TAKT_OK, make_full_queue, fetch_one, close_queue, nothing },
    { call_borrow, TAKT_OK, make_used_pool, hand_it_back, close_pool, nothing },
    { call_wait_and_unlock, TAKT_OK, make_condition, signal_it, close_condition, end_condition },
};

struct attempt attempt_begin(unsigned way, struct actor *waiter, takt_time limit)
{
    struct attempt attempt = { way, waiter, actor_make('P', 12), NULL };

    ways[way].make(&attempt);
    CHECK_EQUAL(order(waiter, ways[way].call, attempt.object, limit), BUSY);
    return attempt;
}

void attempt_grant(const struct attempt *attempt)
{
    ways[attempt->way].grant(attempt);
}

int way_well(unsigned way)
{
    return ways[way].well;
}

int way_timed_out(unsigned way)
{
    return way == WAY_TO_SLEEP ? TAKT_OK : TAKT_ETIMEDOUT;
}

void attempt_close(const struct attempt *attempt)
{
    ways[attempt->way].close(attempt);
}

void attempt_end(const struct attempt *attempt)
{
    ways[attempt->way].end(attempt);
}
