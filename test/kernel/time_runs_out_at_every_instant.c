/* time_runs_out_at_every_instant.c - a wait's limit against what ends the wait otherwise: the limit
 * is made longer by one count at a time, from the beginning of the wait to the end of the call that
 * ends it. On a board an instruction takes longer than a count, so that the clock's interrupt comes
 * before each of them.
 *
 * Whenever it comes, either the waiter got what it waited for or its time was over, never both and
 * never neither, and what it did not get is still there.
 */
#include "kernel_test.h"

struct stage {
    struct actor *waiter;
    struct actor *ender;
    struct takt_semaphore *semaphore;
    struct takt_mutex *mutex;
    struct takt_channel *channel;
    struct takt_channel *other;
    struct takt_flags *flags;
    struct takt_queue *queue;
    struct takt_pool *pool;
};

/* Who waits how, what ends that, and what must be true afterwards: true if the waiter got it. */
struct duel {
    void (*begin)(struct stage *stage, takt_time limit);
    void (*end)(struct stage *stage);
    bool (*settle)(struct stage *stage);
};

static bool granted(struct stage *stage, int wanted)
{
    int result = result_of(stage->waiter);

    CHECK(result == wanted || result == TAKT_ETIMEDOUT);
    return result == wanted;
}

/* B21: an event and the time. */

static void begin_take(struct stage *stage, takt_time limit)
{
    (void)take(stage->waiter, stage->semaphore, limit);
}

static void end_by_give(struct stage *stage)
{
    CHECK_EQUAL(give(stage->ender, stage->semaphore), TAKT_OK);
}

static bool settle_take(struct stage *stage)
{
    bool taken = granted(stage, TAKT_OK);

    CHECK_EQUAL(takt_semaphore_take(stage->semaphore, TAKT_NO_WAIT), taken ? TAKT_EAGAIN : TAKT_OK);
    return taken;
}

/* The same, given in an interrupt. */

static void end_by_interrupt(struct stage *stage)
{
    CHECK_EQUAL(in_interrupt(give_it, stage->semaphore), TAKT_OK);
}

/* A06: the unlock and the time. */

static void begin_lock(struct stage *stage, takt_time limit)
{
    (void)lock(stage->ender, stage->mutex);
    (void)lock_within(stage->waiter, stage->mutex, limit);
}

static void end_by_unlock(struct stage *stage)
{
    (void)unlock(stage->ender, stage->mutex);
}

static bool settle_lock(struct stage *stage)
{
    bool locked = granted(stage, TAKT_OK);

    CHECK(stage->mutex->wait.owner == (locked ? thread_of(stage->waiter) : NULL));
    CHECK(list_empty(&thread_of(stage->ender)->owned));
    if (locked) {
        (void)unlock(stage->waiter, stage->mutex);
    }
    return locked;
}

/* D15: the receive and the time of a message in the queue: the server has it, or it was never
 * there. If it has it, the client may still go before the reply. */

static void begin_send(struct stage *stage, takt_time limit)
{
    (void)send_within(stage->waiter, stage->channel, limit);
}

static void end_by_receive(struct stage *stage)
{
    (void)receive_within(stage->ender, stage->channel, TAKT_NO_WAIT);
}

static bool settle_send(struct stage *stage)
{
    int received = result_of(stage->ender);

    CHECK(received == 4 || received == TAKT_EAGAIN);
    if (received == TAKT_EAGAIN) {
        CHECK_EQUAL(result_of(stage->waiter), TAKT_ETIMEDOUT);
        return false;
    }
    bool replied = reply(stage->ender) == TAKT_OK;

    CHECK_EQUAL(result_of(stage->waiter), replied ? 2 : TAKT_ETIMEDOUT);
    return true;
}

/* The reply and the time of a message in hand. */

static void begin_exchange(struct stage *stage, takt_time limit)
{
    CHECK_EQUAL(receive(stage->ender, stage->channel), BUSY);
    (void)send_within(stage->waiter, stage->channel, limit);
}

static void end_by_reply(struct stage *stage)
{
    if (!actor_busy(stage->ender)) {
        (void)reply(stage->ender);
    }
}

/* Where the time was over before the server had copied the message, it waits for the next. */
static bool settle_exchange(struct stage *stage)
{
    bool replied = granted(stage, 2);

    if (actor_busy(stage->ender)) {
        CHECK(!replied);
        (void)send(stage->waiter, stage->channel);
        (void)reply(stage->ender);
        CHECK_EQUAL(result_of(stage->waiter), 2);
    } else {
        CHECK_EQUAL(result_of(stage->ender), replied ? TAKT_OK : TAKT_ESTALE);
    }
    return replied;
}

/* The send and the time of who waits for a message. */

static void begin_receive(struct stage *stage, takt_time limit)
{
    (void)receive_within(stage->waiter, stage->channel, limit);
}

static void end_by_send(struct stage *stage)
{
    (void)send(stage->ender, stage->channel);
}

static bool settle_receive(struct stage *stage)
{
    bool received = granted(stage, 4);

    CHECK_EQUAL(result_of(stage->ender), BUSY);
    if (!received) {
        CHECK_EQUAL(receive(stage->waiter, stage->channel), 4);
    }
    CHECK_EQUAL(reply(stage->waiter), TAKT_OK);
    CHECK_EQUAL(result_of(stage->ender), 2);
    return received;
}

/* The end of a thread and the time of who joins it. */

static struct takt_thread mortal;
static TAKT_STACK(mortal_stack, 1024);

static void end_at_once(void *unused)
{
    (void)unused;
}

static void begin_join(struct stage *stage, takt_time limit)
{
    const struct takt_thread_options options = {
        .name = "mortal",
        .priority = 20,
        .entry = end_at_once,
        .stack = mortal_stack,
        .stack_bytes = sizeof mortal_stack,
        .suspended = true,
    };

    CHECK_EQUAL(takt_thread_create(&mortal, &options), TAKT_OK);
    (void)order(stage->waiter, call_join, &mortal, limit);
}

static void end_by_exit(struct stage *stage)
{
    (void)stage;
    takt_thread_resume(&mortal);
}

static bool settle_join(struct stage *stage)
{
    CHECK_EQUAL(takt_thread_join(&mortal, TAKT_NO_WAIT), TAKT_OK);
    return granted(stage, TAKT_OK);
}

/* The flag and the time of who wants it and clears it. */

static void begin_await(struct stage *stage, takt_time limit)
{
    (void)await_within(stage->waiter, stage->flags, 1, TAKT_FLAGS_CLEAR, limit);
}

static int set_it(void *flags)
{
    return takt_flags_set(flags, 1);
}

static void end_by_set(struct stage *stage)
{
    CHECK_EQUAL(set_it(stage->flags), TAKT_OK);
}

static void end_by_set_in_interrupt(struct stage *stage)
{
    CHECK_EQUAL(in_interrupt(set_it, stage->flags), TAKT_OK);
}

static bool settle_await(struct stage *stage)
{
    bool taken = granted(stage, TAKT_OK);

    CHECK_EQUAL(takt_flags_get(stage->flags), taken ? 0 : 1);
    (void)takt_flags_clear(stage->flags, 1);
    return taken;
}

/* The item and the time of who waits for one. */

enum { FIRST_ITEM = 7, SECOND_ITEM = 8 };

static void begin_fetch(struct stage *stage, takt_time limit)
{
    (void)fetch_within(stage->waiter, stage->queue, limit);
}

static void end_by_post(struct stage *stage)
{
    CHECK_EQUAL(post_within(stage->ender, stage->queue, FIRST_ITEM, TAKT_NO_WAIT), TAKT_OK);
}

static bool settle_fetch(struct stage *stage)
{
    bool fetched = granted(stage, TAKT_OK);

    if (!fetched) {
        CHECK_EQUAL(fetch_within(stage->waiter, stage->queue, TAKT_NO_WAIT), TAKT_OK);
    }
    CHECK_EQUAL(fetched_by(stage->waiter), FIRST_ITEM);
    CHECK_EQUAL(takt_queue_count(stage->queue), 0);
    return fetched;
}

/* The room and the time of who waits for that. */

static void begin_post(struct stage *stage, takt_time limit)
{
    end_by_post(stage);
    (void)post_within(stage->waiter, stage->queue, SECOND_ITEM, limit);
}

static void end_by_fetch(struct stage *stage)
{
    CHECK_EQUAL(fetch_within(stage->ender, stage->queue, TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(fetched_by(stage->ender), FIRST_ITEM);
}

static bool settle_post(struct stage *stage)
{
    bool posted = granted(stage, TAKT_OK);

    CHECK_EQUAL(fetch_within(stage->ender, stage->queue, TAKT_NO_WAIT),
                posted ? TAKT_OK : TAKT_EAGAIN);
    CHECK_EQUAL(fetched_by(stage->ender), posted ? SECOND_ITEM : FIRST_ITEM);
    return posted;
}

/* The block and the time. */

static void begin_borrow(struct stage *stage, takt_time limit)
{
    CHECK_EQUAL(borrow(stage->ender, stage->pool), TAKT_OK);
    (void)borrow_within(stage->waiter, stage->pool, limit);
}

static void end_by_hand_back(struct stage *stage)
{
    CHECK_EQUAL(hand_back(stage->ender, stage->pool), TAKT_OK);
}

static bool settle_borrow(struct stage *stage)
{
    bool borrowed = granted(stage, TAKT_OK);

    CHECK_EQUAL(takt_pool_used(stage->pool), borrowed ? 1 : 0);
    if (borrowed) {
        CHECK_EQUAL(hand_back(stage->waiter, stage->pool), TAKT_OK);
    }
    return borrowed;
}

/* B23, C03: a sleep, during which the sleeper is suspended and resumed. */

static int call_sleep_exactly(struct actor *self, void *unused, takt_time duration)
{
    const takt_time before = takt_now();

    (void)self;
    (void)unused;
    CHECK_EQUAL(takt_sleep(duration), TAKT_OK);
    return takt_now() - before >= duration ? TAKT_OK : TAKT_EAGAIN;
}

static void begin_sleep(struct stage *stage, takt_time limit)
{
    (void)order_with_token(stage->waiter, call_sleep_exactly, NULL,
                           limit == TAKT_FOREVER ? takt_ms(1) : limit);
}

static void end_by_suspend(struct stage *stage)
{
    takt_thread_suspend(thread_of(stage->waiter));
    takt_thread_resume(thread_of(stage->waiter));
}

/* "Got it": it slept on over the suspend. Late or early, it wakes once. */
static bool settle_sleep(struct stage *stage)
{
    bool over = actor_busy(stage->waiter);

    pass_ms(2);
    CHECK_EQUAL(result_of(stage->waiter), TAKT_OK);
    CHECK_TEXT(harness_tokens(), "W");
    harness_tokens_clear();
    return over;
}

/* Both, the limit being so long. Returns how long that took. */
static takt_time fight(struct stage *stage, const struct duel *duel, takt_time limit, unsigned *won)
{
    const takt_time began = takt_now();

    duel->begin(stage, limit);
    duel->end(stage);
    const takt_time took = takt_now() - began;

    *won += duel->settle(stage);
    CHECK_EQUAL(timeouts_armed(), 0);
    return took;
}

/* The waiter being more urgent than who ends its wait, or less. */
static void fight_at_every_instant(const struct duel *duel, unsigned waiter, unsigned ender)
{
    struct stage stage = { actor_make('W', waiter), actor_make('E', ender),
                           semaphore_make(0),       mutex_make(0),
                           channel_make(0),         channel_make(0),
                           flags_make(0),           queue_make(sizeof(uint32_t), 1),
                           pool_make(16, 1) };
    unsigned won = 0;
    const takt_time longest = fight(&stage, duel, TAKT_FOREVER, &won);

    CHECK_EQUAL(won, 1);
    for (takt_time limit = 1; limit <= longest; limit++) {
        (void)fight(&stage, duel, limit, &won);
    }
    CHECK(won > 1 && won <= longest);
    (void)receive_within(stage.ender, stage.other, TAKT_NO_WAIT);
    (void)receive_within(stage.waiter, stage.other, TAKT_NO_WAIT);
    CHECK_EQUAL(priority_of(stage.waiter), waiter);
    CHECK_EQUAL(priority_of(stage.ender), ender);
}

static const struct duel duels[] = {
    { begin_take, end_by_give, settle_take },
    { begin_take, end_by_interrupt, settle_take },
    { begin_lock, end_by_unlock, settle_lock },
    { begin_send, end_by_receive, settle_send },
    { begin_exchange, end_by_reply, settle_exchange },
    { begin_receive, end_by_send, settle_receive },
    { begin_join, end_by_exit, settle_join },
    { begin_await, end_by_set, settle_await },
    { begin_await, end_by_set_in_interrupt, settle_await },
    { begin_fetch, end_by_post, settle_fetch },
    { begin_post, end_by_fetch, settle_post },
    { begin_borrow, end_by_hand_back, settle_borrow },
    { begin_sleep, end_by_suspend, settle_sleep },
};

static void fight_all(unsigned waiter, unsigned ender)
{
    for (unsigned i = 0; i < COUNT_OF(duels); i++) {
        kernel_test_begin();
        fight_at_every_instant(&duels[i], waiter, ender);
        kernel_test_end();
    }
}

TEST(time_runs_out_at_every_instant_for_the_more_urgent)
{
    fight_all(15, 10);
}

TEST(time_runs_out_at_every_instant_for_the_less_urgent)
{
    fight_all(10, 15);
}
