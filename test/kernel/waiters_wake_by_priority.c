/* waiters_wake_by_priority.c - C20: whatever they wait for, the most urgent goes first, equals as
 * they came; and one who is more urgent than the waker runs before the waker goes on. */
#include "kernel_test.h"

enum { WAITERS = 5 };

/* Arriving in this order, they must go in that. */
static const unsigned arriving[WAITERS] = { 10, 30, 20, 30, 10 };
static const char letters[WAITERS + 1] = "abcde";
static const unsigned going[WAITERS] = { 1, 3, 2, 0, 4 };

struct crowd {
    struct actor *waiters[WAITERS];
    struct actor *waker; /* of priority 15: less urgent than three of them */
};

static void gather(struct crowd *crowd)
{
    crowd->waker = actor_make('w', 15);
    for (unsigned i = 0; i < WAITERS; i++) {
        crowd->waiters[i] = actor_make(letters[i], arriving[i]);
    }
}

static void all_wait(struct crowd *crowd, order_call call, void *object)
{
    for (unsigned i = 0; i < WAITERS; i++) {
        CHECK_EQUAL(order_with_token(crowd->waiters[i], call, object, TAKT_FOREVER), BUSY);
    }
}

KERNEL_TEST(semaphore_wakes_by_priority)
{
    struct crowd crowd;
    struct takt_semaphore *semaphore = semaphore_make(0);

    gather(&crowd);
    all_wait(&crowd, call_take, semaphore);
    CHECK_TEXT(waiters_of(&semaphore->wait), "bdcae");
    for (unsigned i = 0; i < WAITERS; i++) {
        (void)order_with_token(crowd.waker, call_give, semaphore, 0);
    }
    /* Three run before the waker's token, and two, less urgent than it, after. */
    CHECK_TEXT(harness_tokens(), "bwdwcwwawe");
}

KERNEL_TEST(mutex_wakes_by_priority)
{
    struct crowd crowd;
    struct takt_mutex *mutex = mutex_make(0);

    gather(&crowd);
    (void)lock(crowd.waker, mutex);
    all_wait(&crowd, call_lock, mutex);
    CHECK_TEXT(waiters_of(&mutex->wait), "bdcae");
    (void)unlock(crowd.waker, mutex);
    for (unsigned i = 0; i < WAITERS; i++) {
        CHECK_EQUAL(result_of(crowd.waiters[going[i]]), TAKT_OK);
        (void)unlock(crowd.waiters[going[i]], mutex);
    }
    CHECK_TEXT(harness_tokens(), "bdcae");
}

KERNEL_TEST(channel_receives_by_priority)
{
    struct crowd crowd;
    struct takt_channel *channel = channel_make(0);

    gather(&crowd);
    all_wait(&crowd, call_send, channel);
    CHECK_TEXT(waiters_of(&channel->senders), "bdcae");
    for (unsigned i = 0; i < WAITERS; i++) {
        CHECK_EQUAL(receive(crowd.waker, channel), 4);
        CHECK_EQUAL(request_text(crowd.waker)[0], letters[going[i]]);
        (void)reply(crowd.waker);
    }
    CHECK_TEXT(harness_tokens(), "bdcae");
}

KERNEL_TEST(channel_hands_to_servers_by_priority)
{
    struct crowd crowd;
    struct takt_channel *channel = channel_make(0);

    gather(&crowd);
    all_wait(&crowd, call_receive, channel);
    CHECK_TEXT(waiters_of(&channel->receivers), "bdcae");
    for (unsigned i = 0; i < WAITERS; i++) {
        (void)send(crowd.waker, channel);
        CHECK_EQUAL(result_of(crowd.waiters[going[i]]), 4);
        (void)reply(crowd.waiters[going[i]]);
        CHECK_EQUAL(result_of(crowd.waker), 2);
    }
    CHECK_TEXT(harness_tokens(), "bdcae");
}

/* An end is for all of them at once; they run in their order. */
KERNEL_TEST(join_wakes_by_priority)
{
    struct crowd crowd;

    gather(&crowd);
    struct actor *mortal = actor_make('m', 12);

    all_wait(&crowd, call_join, thread_of(mortal));
    CHECK_TEXT(waiters_of(&thread_of(mortal)->joiners), "bdcae");
    CHECK_EQUAL(priority_of(mortal), 12);
    leave(mortal);
    CHECK_TEXT(harness_tokens(), "bdcae");
}

/* Destroyed under them: each wakes as its turn comes, and is told. */
KERNEL_TEST(semaphore_destroyed_wakes_all)
{
    struct crowd crowd;
    struct takt_semaphore *semaphore = semaphore_make(0);

    gather(&crowd);
    all_wait(&crowd, call_take, semaphore);
    takt_semaphore_destroy(semaphore);
    CHECK_TEXT(harness_tokens(), "bdcae");
    for (unsigned i = 0; i < WAITERS; i++) {
        CHECK_EQUAL(result_of(crowd.waiters[i]), TAKT_ECLOSED);
    }
    CHECK_EQUAL(take(crowd.waker, semaphore, TAKT_FOREVER), TAKT_ECLOSED);
    CHECK_EQUAL(give(crowd.waker, semaphore), TAKT_ECLOSED);
}
