/* cancel_in_every_state.c - C23: a thread is ended by another, whatever it is doing at that moment;
 * nothing is left of it anywhere, and its memory is used again at once. */
#include "cancel_test.h"
#include "wait.h"

static struct takt_semaphore *semaphore;
static struct takt_mutex *mutex;
static struct takt_channel *channel;
static struct takt_flags *flags;
static struct takt_queue *queue;
static struct takt_pool *pool;
static struct actor *helper;

/* What is not reached any more. */
static void go_on(void)
{
    CHECK(false);
}

/* Cancelled by a thread less urgent than it, and by a more urgent one. */
static void cancel_by(unsigned priority)
{
    struct actor *killer = actor_make('K', priority);

    CHECK_EQUAL(order(killer, call_cancel, victim(), 0), TAKT_OK);
    CHECK_EQUAL(order(killer, call_cancel, victim(), 0), TAKT_ECLOSED);
    CHECK_EQUAL(timeouts_armed(), 0);
    victim_is_born_again();
    CHECK_TEXT(harness_tokens(), "n");
    harness_tokens_clear();
    leave(killer);
}

static const unsigned killers[] = { 0, 5, 20 };

/* Every wait, with and without a limit. The victim has priority 10, the helper 8. */

static void sleeps(void *limit)
{
    (void)takt_sleep(*(takt_time *)limit);
    go_on();
}

static void sleeps_until(void *limit)
{
    (void)takt_sleep_until(*(takt_time *)limit);
    go_on();
}

static void takes(void *limit)
{
    (void)takt_semaphore_take(semaphore, *(takt_time *)limit);
    go_on();
}

static void locks(void *limit)
{
    (void)takt_mutex_lock(mutex, *(takt_time *)limit);
    go_on();
}

static void sends(void *limit)
{
    const struct takt_message message = { "abcd", 4, NULL, 0 };

    (void)takt_send(channel, &message, *(takt_time *)limit);
    go_on();
}

static void receives(void *limit)
{
    struct takt_received received;

    (void)takt_receive(channel, NULL, 0, &received, *(takt_time *)limit);
    go_on();
}

static void waits_for_flags(void *limit)
{
    (void)takt_flags_wait(flags, 3, TAKT_FLAGS_ALL, NULL, *(takt_time *)limit);
    go_on();
}

static void sends_an_item(void *limit)
{
    (void)takt_queue_send(queue, "item", *(takt_time *)limit);
    go_on();
}

static void receives_an_item(void *limit)
{
    char item[4];

    (void)takt_queue_receive(queue, item, *(takt_time *)limit);
    go_on();
}

static void takes_a_block(void *limit)
{
    void *block;

    (void)takt_pool_take(pool, &block, *(takt_time *)limit);
    go_on();
}

static void joins(void *limit)
{
    (void)takt_thread_join(thread_of(helper), *(takt_time *)limit);
    go_on();
}

static void cancel_in(void (*waits)(void *), const struct takt_wait *wait)
{
    static takt_time limits[] = { TAKT_FOREVER, 0 };

    limits[1] = takt_now() + takt_ms(1000);
    for (unsigned i = 0; i < COUNT_OF(killers) * COUNT_OF(limits); i++) {
        victim_start(10, waits, &limits[i % 2]);
        takt_yield();
        CHECK(wait == NULL || wait_first(wait) == victim());
        cancel_by(killers[i / 2]);
        CHECK(wait == NULL || wait_first(wait) == NULL);
    }
}

KERNEL_TEST(cancel_of_a_sleeper)
{
    cancel_in(sleeps, NULL);
    cancel_in(sleeps_until, NULL);
}

KERNEL_TEST(cancel_of_one_who_waits_for_a_semaphore)
{
    semaphore = semaphore_make(0);
    cancel_in(takes, &semaphore->wait);
    CHECK_EQUAL(takt_semaphore_give(semaphore), TAKT_OK);
    CHECK_EQUAL(takt_semaphore_count(semaphore), 1);
}

/* What the victim lent goes at once, through a chain. */
KERNEL_TEST(cancel_of_one_who_waits_for_a_mutex)
{
    struct takt_mutex *first = mutex_make(0);
    struct actor *owner = actor_make('O', 2);

    helper = actor_make('H', 8);
    mutex = mutex_make(0);
    (void)lock(owner, first);
    (void)lock(helper, mutex);
    (void)lock(helper, first);
    for (unsigned i = 0; i < COUNT_OF(killers); i++) {
        static takt_time for_ever = TAKT_FOREVER;

        CHECK_EQUAL(priority_of(owner), 8);
        victim_start(10, locks, &for_ever);
        takt_yield();
        CHECK_EQUAL(priority_of(helper), 10);
        CHECK_EQUAL(priority_of(owner), 10);
        cancel_by(killers[i]);
        CHECK_EQUAL(priority_of(helper), 8);
        CHECK_EQUAL(priority_of(owner), 8);
    }
    (void)unlock(owner, first);
    CHECK_EQUAL(result_of(helper), TAKT_OK);
    cancel_in(locks, &mutex->wait);
    (void)unlock(helper, mutex);
    CHECK_EQUAL(lock(owner, mutex), TAKT_OK);
    (void)unlock(owner, mutex);
    (void)unlock(helper, first);
}

/* A message in the queue has never been there; its boost goes. */
KERNEL_TEST(cancel_of_a_client_in_the_queue)
{
    channel = channel_make(0);
    helper = actor_make('S', 8);
    CHECK_EQUAL(receive_within(helper, channel, TAKT_NO_WAIT), TAKT_EAGAIN);
    cancel_in(sends, &channel->senders);
    CHECK_EQUAL(priority_of(helper), 8);
    CHECK_EQUAL(receive_within(helper, channel, TAKT_NO_WAIT), TAKT_EAGAIN);
}

/* D07: the server's reply meets nobody, not even who was born in the same memory. */
KERNEL_TEST(cancel_of_a_client_in_hand)
{
    static takt_time for_ever = TAKT_FOREVER;

    channel = channel_make(0);
    helper = actor_make('S', 8);
    for (unsigned i = 0; i < COUNT_OF(killers); i++) {
        struct takt_request old;

        (void)receive(helper, channel);
        victim_start(10, sends, &for_ever);
        takt_yield();
        CHECK_EQUAL(result_of(helper), 4);
        old = received_of(helper)->request;
        cancel_by(killers[i]);
        CHECK_EQUAL(priority_of(helper), 10);
        CHECK_EQUAL(reply(helper), TAKT_ESTALE);
        victim_start(10, sends, &for_ever);
        CHECK_EQUAL(receive(helper, channel), 4);
        CHECK_EQUAL(reply_to(helper, &old, "ok"), TAKT_ESTALE);
        cancel_by(killers[i]);
        CHECK_EQUAL(receive_within(helper, channel, TAKT_NO_WAIT), TAKT_EAGAIN);
        CHECK_EQUAL(priority_of(helper), 8);
    }
}

/* The last server is gone: clients are told so, until another one comes. */
KERNEL_TEST(cancel_of_a_server_that_waits)
{
    channel = channel_make(0);
    helper = actor_make('C', 8);
    cancel_in(receives, &channel->receivers);
    CHECK_EQUAL(send(helper, channel), TAKT_ECLOSED);
    CHECK(list_empty(&channel->senders.servers));
}

/* What it waited for goes to nobody, or to the next. */
KERNEL_TEST(cancel_of_one_who_waits_for_flags)
{
    uint32_t got;

    flags = flags_make(1);
    cancel_in(waits_for_flags, &flags->wait);
    CHECK_EQUAL(takt_flags_set(flags, 2), TAKT_OK);
    CHECK_EQUAL(takt_flags_wait(flags, 3, TAKT_FLAGS_ALL, &got, TAKT_NO_WAIT), TAKT_OK);
}

/* Its time is over and it has not run since, or it has been served. */
KERNEL_TEST(cancel_of_one_who_has_waited_for_flags)
{
    static takt_time limit;

    flags = flags_make(0);
    limit = takt_us(100);
    for (unsigned i = 0; i < 4; i++) {
        victim_start(10, waits_for_flags, &limit);
        takt_yield();
        takt_thread_suspend(victim());
        if (i % 2 == 0) {
            (void)takt_flags_set(flags, 3);
        }
        pass_ms(1);
        CHECK(list_empty(&flags->wait.waiters));
        cancel_by(killers[i / 2]);
        CHECK(list_empty(&flags->wishes));
        (void)takt_flags_set(flags, 3);
        (void)takt_flags_clear(flags, 3);
    }
}

KERNEL_TEST(cancel_of_one_who_waits_at_a_queue)
{
    char item[5] = "";

    queue = queue_make(4, 1);
    cancel_in(receives_an_item, &queue->receivers);
    CHECK_EQUAL(takt_queue_send(queue, "own.", TAKT_NO_WAIT), TAKT_OK);
    cancel_in(sends_an_item, &queue->senders);
    CHECK_EQUAL(takt_queue_receive(queue, item, TAKT_NO_WAIT), TAKT_OK);
    CHECK_TEXT(item, "own.");
    CHECK_EQUAL(takt_queue_receive(queue, item, TAKT_NO_WAIT), TAKT_EAGAIN);
}

KERNEL_TEST(cancel_of_one_who_waits_for_a_block)
{
    void *block;

    pool = pool_make(16, 1);
    CHECK_EQUAL(takt_pool_take(pool, &block, TAKT_NO_WAIT), TAKT_OK);
    cancel_in(takes_a_block, &pool->wait);
    CHECK_EQUAL(takt_pool_give(pool, block), TAKT_OK);
    CHECK_EQUAL(takt_pool_used(pool), 0);
}

KERNEL_TEST(cancel_of_one_who_joins)
{
    helper = actor_make('H', 8);
    cancel_in(joins, &thread_of(helper)->joiners);
}

/* Not waiting. */

static void never_runs(void *unused)
{
    (void)unused;
    go_on();
}

static void computes(void *unused)
{
    (void)unused;
    for (;;) {
        burn_tenths(1);
    }
}

/* Ready, among equals: before, between and behind them. */
static void make_ready(struct actor *const *others, unsigned place)
{
    for (unsigned i = 0; i < 3; i++) {
        if (i == place) {
            victim_start(10, never_runs, NULL);
        } else {
            (void)order_with_token(others[i - (i > place)], call_yield, NULL, 0);
        }
    }
}

KERNEL_TEST(cancel_of_a_ready_thread)
{
    for (unsigned place = 0; place < 3; place++) {
        struct actor *others[] = { actor_make('a', 10), actor_make('b', 10) };

        control_holds();
        make_ready(others, place);
        CHECK_EQUAL(takt_thread_cancel(victim()), TAKT_OK);
        control_lets_go();
        CHECK_TEXT(harness_tokens(), "ab");
        victim_is_born_again();
        harness_tokens_clear();
    }
}

/* Interrupted while it runs. */
static int sleep_and_cancel(struct actor *self, void *thread, takt_time limit)
{
    (void)self;
    (void)takt_sleep(limit);
    return takt_thread_cancel(thread);
}

KERNEL_TEST(cancel_of_a_thread_that_computes)
{
    struct actor *killer = actor_make('K', 20);

    CHECK_EQUAL(order(killer, sleep_and_cancel, victim(), takt_ms(1)), BUSY);
    victim_start(10, computes, NULL);
    takt_yield();
    CHECK_EQUAL(result_of(killer), TAKT_OK);
    victim_is_born_again();
}

KERNEL_TEST(cancel_of_a_thread_that_never_ran)
{
    for (unsigned i = 0; i < COUNT_OF(killers); i++) {
        victim_start_suspended(10, never_runs, NULL);
        cancel_by(killers[i]);
    }
}

KERNEL_TEST(cancel_of_a_suspended_thread)
{
    static takt_time for_ever = TAKT_FOREVER;

    semaphore = semaphore_make(0);
    for (unsigned i = 0; i < COUNT_OF(killers); i++) {
        victim_start(10, takes, &for_ever);
        takt_yield();
        takt_thread_suspend(victim());
        takt_thread_suspend(victim());
        cancel_by(killers[i]);

        victim_start(10, takes, &for_ever);
        takt_yield();
        takt_thread_suspend(victim());
        (void)takt_semaphore_give(semaphore);
        CHECK_EQUAL(takt_semaphore_count(semaphore), 0);
        cancel_by(killers[i]);
        takt_thread_resume(victim());
    }
}

static void ends(void *unused)
{
    (void)unused;
}

KERNEL_TEST(cancel_of_a_thread_that_has_ended)
{
    victim_start(10, ends, NULL);
    takt_yield();
    CHECK_EQUAL(takt_thread_cancel(victim()), TAKT_ECLOSED);
    CHECK_EQUAL(takt_thread_suspend(victim()), TAKT_ECLOSED);
    CHECK_EQUAL(takt_thread_set_priority(victim(), 20), TAKT_ECLOSED);
    takt_thread_resume(victim());
    CHECK_EQUAL(takt_thread_join(victim(), TAKT_NO_WAIT), TAKT_OK);
    victim_is_born_again();
}

static void ends_itself(void *unused)
{
    (void)unused;
    (void)takt_thread_cancel(victim());
    go_on();
}

KERNEL_TEST(cancel_of_oneself_is_exit)
{
    struct actor *joiner = actor_make('J', 20);

    victim_start_suspended(10, ends_itself, NULL);
    CHECK_EQUAL(order(joiner, call_join, victim(), TAKT_FOREVER), BUSY);
    takt_thread_resume(victim());
    takt_yield();
    CHECK_EQUAL(result_of(joiner), TAKT_OK);
    victim_is_born_again();
}
