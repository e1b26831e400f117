/* cancel_finishes_calls.c - a call that wakes many, a window each, is finished for a thread that is
 * cancelled by the first whom it woke: I16 and C23 at once. */
#include "cancel_test.h"

static struct takt_semaphore *semaphore;
static struct takt_mutex *mutex;
static struct takt_channel *channel;
static struct takt_flags *flags;
static struct takt_queue *queue;
static struct takt_pool *pool;

/* What the three wait for, and what the victim does about it. */
static int (*wait_for_it)(void);
static void (*end_it)(void);

static int call_wait(struct actor *self, void *unused, takt_time unused_too)
{
    (void)unused;
    (void)unused_too;
    int result = wait_for_it();

    harness_token(letter_of(self));
    return result;
}

static int call_wait_and_cancel(struct actor *self, void *unused, takt_time unused_too)
{
    int result = call_wait(self, unused, unused_too);

    CHECK_EQUAL(takt_thread_cancel(victim()), TAKT_OK);
    return result;
}

static void run_victim(void *unused)
{
    (void)unused;
    end_it();
    harness_token('!');
}

static void cut_short(int (*wait)(void), void (*end)(void), int result)
{
    struct actor *first = actor_make('a', 25);
    struct actor *others[] = { actor_make('b', 15), actor_make('c', 12) };

    wait_for_it = wait;
    end_it = end;
    CHECK_EQUAL(order(first, call_wait_and_cancel, NULL, 0), BUSY);
    CHECK_EQUAL(order(others[0], call_wait, NULL, 0), BUSY);
    CHECK_EQUAL(order(others[1], call_wait, NULL, 0), BUSY);
    victim_start(10, run_victim, NULL);
    takt_yield();
    CHECK_EQUAL(result_of(first), result);
    CHECK_EQUAL(result_of(others[0]), result);
    CHECK_EQUAL(result_of(others[1]), result);
    CHECK_TEXT(harness_tokens(), "abc");
    harness_tokens_clear();
    victim_is_born_again();
    harness_tokens_clear();
}

static int take_semaphore(void)
{
    return takt_semaphore_take(semaphore, TAKT_FOREVER);
}

static void destroy_semaphore(void)
{
    takt_semaphore_destroy(semaphore);
}

KERNEL_TEST(cancel_while_destroying_a_semaphore)
{
    semaphore = semaphore_make(0);
    cut_short(take_semaphore, destroy_semaphore, TAKT_ECLOSED);
}

static int lock_mutex(void)
{
    return takt_mutex_lock(mutex, TAKT_FOREVER);
}

static void destroy_mutex(void)
{
    takt_mutex_destroy(mutex);
}

KERNEL_TEST(cancel_while_destroying_a_mutex)
{
    struct actor *holder = actor_make('H', 5);

    mutex = mutex_make(0);
    (void)lock(holder, mutex);
    cut_short(lock_mutex, destroy_mutex, TAKT_ECLOSED);
    CHECK_EQUAL(priority_of(holder), 5);
}

static int send_message(void)
{
    const struct takt_message message = { NULL, 0, NULL, 0 };

    return takt_send(channel, &message, TAKT_FOREVER);
}

static int receive_message(void)
{
    struct takt_received received;

    return takt_receive(channel, NULL, 0, &received, TAKT_FOREVER);
}

static void destroy_channel(void)
{
    takt_channel_destroy(channel);
}

/* D11: clients in the queue, clients in hand, servers. */
KERNEL_TEST(cancel_while_destroying_a_channel)
{
    struct actor *server = actor_make('S', 5);

    channel = channel_make(0);
    CHECK_EQUAL(receive_within(server, channel, TAKT_NO_WAIT), TAKT_EAGAIN);
    cut_short(send_message, destroy_channel, TAKT_ECLOSED);
    CHECK_EQUAL(priority_of(server), 5);
    CHECK(thread_of(server)->serves == NULL);

    channel = channel_make(0);
    cut_short(receive_message, destroy_channel, TAKT_ECLOSED);
    CHECK(list_empty(&channel->senders.servers));
}

static int call_receive_three(struct actor *self, void *unused, takt_time unused_too)
{
    (void)self;
    (void)unused;
    (void)unused_too;
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(receive_message(), 0);
    }
    return takt_sleep(takt_ms(5));
}

KERNEL_TEST(cancel_while_destroying_a_channel_with_clients_in_hand)
{
    struct actor *server = actor_make('S', 5);

    channel = channel_make(0);
    (void)order(server, call_receive_three, NULL, 0);
    cut_short(send_message, destroy_channel, TAKT_ECLOSED);
    CHECK_EQUAL(priority_of(server), 5);
    pass_ms(6);
}

static int wait_for_flags(void)
{
    return takt_flags_wait(flags, 1, TAKT_FLAGS_ANY, NULL, TAKT_FOREVER);
}

static void destroy_flags(void)
{
    takt_flags_destroy(flags);
}

static void set_flags(void)
{
    (void)takt_flags_set(flags, 1);
}

KERNEL_TEST(cancel_while_setting_and_destroying_flags)
{
    flags = flags_make(0);
    cut_short(wait_for_flags, set_flags, TAKT_OK);
    CHECK(list_empty(&flags->wishes));
    (void)takt_flags_clear(flags, 1);
    cut_short(wait_for_flags, destroy_flags, TAKT_ECLOSED);
}

static int send_item(void)
{
    return takt_queue_send(queue, "item", TAKT_FOREVER);
}

static int receive_item(void)
{
    char item[4];

    return takt_queue_receive(queue, item, TAKT_FOREVER);
}

static void purge_queue(void)
{
    (void)takt_queue_purge(queue);
}

static void destroy_queue(void)
{
    takt_queue_destroy(queue);
}

KERNEL_TEST(cancel_while_purging_and_destroying_a_queue)
{
    queue = queue_make(4, 3);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(takt_queue_send(queue, "full", TAKT_NO_WAIT), TAKT_OK);
    }
    cut_short(send_item, purge_queue, TAKT_OK);
    CHECK_EQUAL(takt_queue_count(queue), 3);
    cut_short(send_item, destroy_queue, TAKT_ECLOSED);
    queue = queue_make(4, 3);
    cut_short(receive_item, destroy_queue, TAKT_ECLOSED);
}

static int take_block(void)
{
    void *block;

    return takt_pool_take(pool, &block, TAKT_FOREVER);
}

static void destroy_pool(void)
{
    takt_pool_destroy(pool);
}

KERNEL_TEST(cancel_while_destroying_a_pool)
{
    void *block;

    pool = pool_make(8, 1);
    (void)takt_pool_take(pool, &block, TAKT_NO_WAIT);
    cut_short(take_block, destroy_pool, TAKT_ECLOSED);
}
