/* destroyed_memory_is_forgotten.c - I16: an object is destroyed while threads use it in every way;
 * when they are back from their calls its memory is somebody else's, and nothing ever looks there
 * again, however long all of them go on.
 */
#include "kernel_test.h"

#include <string.h>

static struct takt_semaphore semaphore;
static struct takt_mutex mutex;
static struct takt_channel channel;
static struct takt_pulse_slot slots[2];
static struct takt_flags flags;
static struct takt_queue queue;
static struct takt_pool pool;
static struct takt_condition condition;
static uint32_t items[1];
static _Alignas(8) unsigned char blocks[TAKT_POOL_BYTES(16, 1)];

enum { USERS = 5 };

struct cast {
    struct actor *users[USERS];
    struct takt_semaphore *meeting;
};

static void poison(void *memory, size_t size)
{
    memset(memory, 0xA5, size);
}

/* Everybody meets everybody at another semaphore, with limits, for a thousand milliseconds. */
static void live_on(struct cast *cast)
{
    for (unsigned round = 0; round < 1000; round++) {
        struct actor *user = cast->users[round % USERS];

        (void)take(user, cast->meeting, takt_us(300));
        if (round % 3 == 0) {
            (void)takt_semaphore_give(cast->meeting);
        }
        pass_ms(1);
        CHECK(!actor_busy(user));
    }
    for (unsigned i = 0; i < USERS; i++) {
        CHECK_EQUAL(priority_of(cast->users[i]), 10 + i);
        CHECK(list_empty(&thread_of(cast->users[i])->owned));
    }
}

static void assemble(struct cast *cast)
{
    cast->meeting = semaphore_make(0);
    for (unsigned i = 0; i < USERS; i++) {
        cast->users[i] = actor_make((char)('a' + i), 10 + i);
    }
}

static bool is_poison(const void *memory, size_t size)
{
    const unsigned char *bytes = memory;

    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != 0xA5) {
            return false;
        }
    }
    return true;
}

KERNEL_TEST(destroyed_semaphore_is_forgotten)
{
    struct cast cast;

    assemble(&cast);
    takt_semaphore_init(&semaphore, "short lived", 1);
    (void)take(cast.users[0], &semaphore, TAKT_FOREVER);
    (void)take(cast.users[1], &semaphore, TAKT_FOREVER);
    (void)take(cast.users[2], &semaphore, takt_ms(5));
    (void)take(cast.users[3], &semaphore, TAKT_FOREVER);
    takt_thread_suspend(thread_of(cast.users[3]));
    takt_semaphore_destroy(&semaphore);
    takt_thread_resume(thread_of(cast.users[3]));
    poison(&semaphore, sizeof semaphore);
    for (unsigned i = 1; i < 4; i++) {
        CHECK_EQUAL(result_of(cast.users[i]), TAKT_ECLOSED);
    }
    live_on(&cast);
    CHECK(is_poison(&semaphore, sizeof semaphore));
}

/* Held, twice, and waited for by threads that hold something themselves. */
KERNEL_TEST(destroyed_mutex_is_forgotten)
{
    struct cast cast;
    struct takt_mutex *other = mutex_make(0);

    assemble(&cast);
    takt_mutex_init(&mutex, "short lived", TAKT_MUTEX_RECURSIVE);
    (void)lock(cast.users[0], &mutex);
    (void)lock(cast.users[0], &mutex);
    (void)lock(cast.users[1], other);
    (void)lock(cast.users[1], &mutex);
    (void)lock_within(cast.users[2], &mutex, takt_ms(5));
    (void)lock(cast.users[3], other);
    CHECK_EQUAL(priority_of(cast.users[0]), 13);
    takt_mutex_destroy(&mutex);
    poison(&mutex, sizeof mutex);
    CHECK_EQUAL(result_of(cast.users[1]), TAKT_ECLOSED);
    CHECK_EQUAL(result_of(cast.users[2]), TAKT_ECLOSED);
    (void)unlock(cast.users[1], other);
    (void)unlock(cast.users[3], other);
    live_on(&cast);
    CHECK(is_poison(&mutex, sizeof mutex));
}

/* One server with a message in hand, one that waits for another; a client REPLY-blocked, one in the
 * queue, and pulses in the queue, whose slots are nobody's either. */
KERNEL_TEST(destroyed_channel_is_forgotten)
{
    struct cast cast;

    assemble(&cast);
    takt_channel_init(&channel, "short lived", 0);
    takt_channel_add_pulses(&channel, slots, COUNT_OF(slots));
    (void)receive(cast.users[0], &channel);
    (void)send(cast.users[2], &channel);
    (void)send_within(cast.users[3], &channel, takt_ms(5));
    (void)send(cast.users[4], &channel);
    (void)takt_pulse(&channel, 20, 1, 2);
    CHECK_EQUAL(priority_of(cast.users[0]), 20);
    const struct takt_request old = received_of(cast.users[0])->request;

    takt_channel_destroy(&channel);
    poison(&channel, sizeof channel);
    poison(slots, sizeof slots);
    for (unsigned i = 2; i < USERS; i++) {
        CHECK_EQUAL(result_of(cast.users[i]), TAKT_ECLOSED);
    }
    CHECK_EQUAL(reply_to(cast.users[0], &old, "late"), TAKT_ESTALE);
    live_on(&cast);
    CHECK(is_poison(&channel, sizeof channel));
    CHECK(is_poison(slots, sizeof slots));
}

KERNEL_TEST(destroyed_channel_is_forgotten_by_waiting_servers)
{
    struct cast cast;

    assemble(&cast);
    takt_channel_init(&channel, "short lived", TAKT_CHANNEL_FIXED_PRIORITY);
    (void)receive(cast.users[0], &channel);
    (void)receive_within(cast.users[1], &channel, takt_ms(5));
    (void)receive_within(cast.users[2], &channel, TAKT_NO_WAIT);
    takt_channel_destroy(&channel);
    poison(&channel, sizeof channel);
    CHECK_EQUAL(result_of(cast.users[0]), TAKT_ECLOSED);
    CHECK_EQUAL(result_of(cast.users[1]), TAKT_ECLOSED);
    live_on(&cast);
    leave(cast.users[2]);
    CHECK(is_poison(&channel, sizeof channel));
}

/* Of four who wait, for one, for all, with a limit, and suspended. */
KERNEL_TEST(destroyed_flags_are_forgotten)
{
    struct cast cast;

    assemble(&cast);
    takt_flags_init(&flags, "short lived", 8);
    (void)await(cast.users[0], &flags, 1, TAKT_FLAGS_ANY);
    (void)await(cast.users[1], &flags, 7, TAKT_FLAGS_ALL | TAKT_FLAGS_CLEAR);
    (void)await_within(cast.users[2], &flags, 2, TAKT_FLAGS_ANY, takt_ms(5));
    (void)await(cast.users[3], &flags, 4, TAKT_FLAGS_ANY);
    takt_thread_suspend(thread_of(cast.users[3]));
    takt_flags_destroy(&flags);
    takt_thread_resume(thread_of(cast.users[3]));
    poison(&flags, sizeof flags);
    for (unsigned i = 0; i < 4; i++) {
        CHECK_EQUAL(result_of(cast.users[i]), TAKT_ECLOSED);
    }
    live_on(&cast);
    CHECK(is_poison(&flags, sizeof flags));
}

/* Full, with senders that wait for room; then empty, with receivers. */
static void destroy_queue_of(struct cast *cast, bool full)
{
    takt_queue_init(&queue, "short lived", items, sizeof items, sizeof items[0], 1);
    for (unsigned i = 0; i < 3; i++) {
        const takt_time limit = i == 1 ? takt_ms(5) : TAKT_FOREVER;

        if (full) {
            CHECK_EQUAL(post_within(cast->users[i], &queue, i, limit), i == 0 ? TAKT_OK : BUSY);
        } else {
            CHECK_EQUAL(fetch_within(cast->users[i], &queue, limit), BUSY);
        }
    }
    takt_queue_destroy(&queue);
    poison(&queue, sizeof queue);
    poison(items, sizeof items);
    for (unsigned i = full; i < 3; i++) {
        CHECK_EQUAL(result_of(cast->users[i]), TAKT_ECLOSED);
    }
    live_on(cast);
    CHECK(is_poison(&queue, sizeof queue));
    CHECK(is_poison(items, sizeof items));
}

KERNEL_TEST(destroyed_queue_is_forgotten)
{
    struct cast cast;

    assemble(&cast);
    destroy_queue_of(&cast, true);
    destroy_queue_of(&cast, false);
}

/* One has the block, which nobody may use any more when the memory is another's; others wait. */
KERNEL_TEST(destroyed_pool_is_forgotten)
{
    struct cast cast;

    assemble(&cast);
    CHECK_EQUAL(takt_pool_init(&pool, "short lived", blocks, sizeof blocks, 16, 1), TAKT_OK);
    CHECK_EQUAL(borrow(cast.users[0], &pool), TAKT_OK);
    (void)borrow(cast.users[1], &pool);
    (void)borrow_within(cast.users[2], &pool, takt_ms(5));
    takt_pool_destroy(&pool);
    CHECK_EQUAL(hand_back(cast.users[0], &pool), TAKT_ECLOSED);
    poison(&pool, sizeof pool);
    poison(blocks, sizeof blocks);
    CHECK_EQUAL(result_of(cast.users[1]), TAKT_ECLOSED);
    CHECK_EQUAL(result_of(cast.users[2]), TAKT_ECLOSED);
    live_on(&cast);
    CHECK(is_poison(&pool, sizeof pool));
    CHECK(is_poison(blocks, sizeof blocks));
}

static int call_wait_for_condition(struct actor *self, void *its_mutex, takt_time limit)
{
    (void)self;
    CHECK_EQUAL(takt_mutex_lock(its_mutex, TAKT_FOREVER), TAKT_OK);
    int status = takt_condition_wait(&condition, its_mutex, limit);

    takt_mutex_unlock(its_mutex);
    return status;
}

/* Two wait for a signal, one with a limit; one is signalled and waits for the mutex. */
KERNEL_TEST(destroyed_condition_is_forgotten)
{
    struct cast cast;
    struct takt_mutex *its_mutex = mutex_make(0);

    assemble(&cast);
    takt_condition_init(&condition, "short lived");
    for (unsigned i = 0; i < 3; i++) {
        const takt_time limit = i == 1 ? takt_ms(5) : TAKT_FOREVER;

        CHECK_EQUAL(order(cast.users[i], call_wait_for_condition, its_mutex, limit), BUSY);
    }
    CHECK_EQUAL(lock(cast.users[4], its_mutex), TAKT_OK);
    CHECK_EQUAL(takt_condition_signal(&condition), TAKT_OK);
    takt_condition_destroy(&condition);
    CHECK_EQUAL(unlock(cast.users[4], its_mutex), TAKT_OK);
    poison(&condition, sizeof condition);
    CHECK_EQUAL(result_of(cast.users[0]), TAKT_ECLOSED);
    CHECK_EQUAL(result_of(cast.users[1]), TAKT_ECLOSED);
    CHECK_EQUAL(result_of(cast.users[2]), TAKT_OK);
    live_on(&cast);
    CHECK(is_poison(&condition, sizeof condition));
}

/* D04: another channel in the same memory is another channel: who held a request of the old one
 * cannot answer anybody of the new one, and does not serve it. */
KERNEL_TEST(destroyed_channel_is_another_when_made_again)
{
    struct cast cast;

    assemble(&cast);
    takt_channel_init(&channel, "first", 0);
    (void)receive(cast.users[0], &channel);
    (void)send(cast.users[2], &channel);
    const struct takt_request old = received_of(cast.users[0])->request;

    takt_channel_destroy(&channel);
    CHECK_EQUAL(result_of(cast.users[2]), TAKT_ECLOSED);
    takt_channel_init(&channel, "second", 0);
    CHECK_EQUAL(send(cast.users[2], &channel), BUSY);
    CHECK_EQUAL(priority_of(cast.users[0]), 10);
    CHECK_EQUAL(reply_to(cast.users[0], &old, "late"), TAKT_ESTALE);
    CHECK_EQUAL(result_of(cast.users[2]), BUSY);
    CHECK_EQUAL(receive(cast.users[1], &channel), 4);
    CHECK_EQUAL(reply(cast.users[1]), TAKT_OK);
    CHECK_EQUAL(result_of(cast.users[2]), 2);
    takt_channel_destroy(&channel);
}
