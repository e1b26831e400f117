/* cancel_tells_others.c - what a thread's cancellation means to those who waited for it, for what
 * it held, or for its answer. */
#include "cancel_test.h"
#include "wait.h"

static struct takt_mutex *mutexes[2];
static struct takt_channel *channel;

/* A18: it holds a mutex that somebody waits for and another, twice, that nobody waits for. */

static void holds_two(void *unused)
{
    (void)unused;
    CHECK_EQUAL(takt_mutex_lock(mutexes[0], TAKT_FOREVER), TAKT_OK);
    CHECK_EQUAL(takt_mutex_lock(mutexes[1], TAKT_FOREVER), TAKT_OK);
    CHECK_EQUAL(takt_mutex_lock(mutexes[1], TAKT_FOREVER), TAKT_OK);
    (void)takt_sleep(TAKT_FOREVER);
}

KERNEL_TEST(cancel_passes_mutexes_on)
{
    struct actor *waiter = actor_make('W', 20);
    struct actor *next = actor_make('N', 15);

    mutexes[0] = mutex_make(0);
    mutexes[1] = mutex_make(TAKT_MUTEX_RECURSIVE);
    victim_start(10, holds_two, NULL);
    takt_yield();
    (void)lock(next, mutexes[0]);
    (void)lock(waiter, mutexes[0]);
    CHECK_EQUAL(takt_thread_priority(victim()), 20);
    CHECK_EQUAL(takt_thread_cancel(victim()), TAKT_OK);
    victim_is_born_again();
    CHECK_EQUAL(result_of(waiter), TAKT_EOWNERDEAD);
    CHECK(mutexes[0]->wait.owner == thread_of(waiter));
    CHECK_EQUAL(priority_of(waiter), 20);
    (void)unlock(waiter, mutexes[0]);
    CHECK_EQUAL(result_of(next), TAKT_OK);
    (void)unlock(next, mutexes[0]);
    CHECK(mutexes[1]->wait.owner == NULL);
    CHECK_EQUAL(lock(waiter, mutexes[1]), TAKT_EOWNERDEAD);
    (void)unlock(waiter, mutexes[1]);
    CHECK_EQUAL(lock(next, mutexes[1]), TAKT_OK);
    (void)unlock(next, mutexes[1]);
}

/* Cancelled while it waits for one mutex and holds another: both ends of the chain are right. */

static void holds_one_and_waits(void *unused)
{
    (void)unused;
    CHECK_EQUAL(takt_mutex_lock(mutexes[0], TAKT_FOREVER), TAKT_OK);
    (void)takt_mutex_lock(mutexes[1], TAKT_FOREVER);
    CHECK(false);
}

KERNEL_TEST(cancel_in_the_middle_of_a_chain)
{
    struct actor *owner = actor_make('O', 5);
    struct actor *waiter = actor_make('W', 20);

    mutexes[0] = mutex_make(0);
    mutexes[1] = mutex_make(0);
    (void)lock(owner, mutexes[1]);
    victim_start(10, holds_one_and_waits, NULL);
    takt_yield();
    (void)lock(waiter, mutexes[0]);
    CHECK_EQUAL(priority_of(owner), 20);
    CHECK_EQUAL(takt_thread_cancel(victim()), TAKT_OK);
    CHECK_EQUAL(priority_of(owner), 5);
    CHECK_EQUAL(result_of(waiter), TAKT_EOWNERDEAD);
    (void)unlock(waiter, mutexes[0]);
    (void)unlock(owner, mutexes[1]);
}

/* D07: the clients in hand and in the queue are told; a server born in the same memory cannot
 * answer what its predecessor had received; clients come through to it. Many times. */

static struct takt_request first_request;

static void receives_two(void *unused)
{
    struct takt_received received;

    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQUAL(takt_receive(channel, NULL, 0, &received, TAKT_FOREVER), 0);
        first_request = i == 0 ? received.request : first_request;
    }
    (void)takt_sleep(TAKT_FOREVER);
}

static void answers_one(void *unused)
{
    struct takt_received received;

    (void)unused;
    CHECK_EQUAL(takt_reply(first_request, "old", 3), TAKT_ESTALE);
    CHECK_EQUAL(takt_receive(channel, NULL, 0, &received, TAKT_FOREVER), 0);
    CHECK_EQUAL(takt_reply(received.request, "new", 3), TAKT_OK);
    (void)takt_sleep(TAKT_FOREVER);
}

KERNEL_TEST(cancel_of_a_server_and_its_rebirth)
{
    struct actor *clients[] = { actor_make('a', 20), actor_make('b', 22), actor_make('c', 24) };

    channel = channel_make(0);
    for (unsigned round = 0; round < 300; round++) {
        victim_start(10, receives_two, NULL);
        takt_yield();
        for (unsigned i = 0; i < 3; i++) {
            CHECK_EQUAL(send(clients[i], channel), BUSY);
        }
        CHECK_EQUAL(takt_thread_priority(victim()), 24);
        CHECK_EQUAL(takt_thread_cancel(victim()), TAKT_OK);
        for (unsigned i = 0; i < 3; i++) {
            CHECK_EQUAL(result_of(clients[i]), TAKT_ECLOSED);
        }
        CHECK_EQUAL(send(clients[0], channel), TAKT_ECLOSED);
        victim_start(10, answers_one, NULL);
        takt_yield();
        CHECK_EQUAL(send(clients[0], channel), 3);
        CHECK_EQUAL(takt_thread_cancel(victim()), TAKT_OK);
    }
}

/* One of two servers: the queue stays with the other. */
KERNEL_TEST(cancel_of_one_of_two_servers)
{
    struct actor *fellow = actor_make('F', 8);
    struct actor *client = actor_make('C', 20);
    struct actor *queued = actor_make('Q', 18);

    channel = channel_make(0);
    (void)receive_within(fellow, channel, TAKT_NO_WAIT);
    first_request = (struct takt_request){ thread_of(client), 0 };
    victim_start(10, answers_one, NULL);
    takt_yield();
    (void)send(client, channel);
    CHECK_EQUAL(result_of(client), 3);
    CHECK_EQUAL(send(queued, channel), BUSY);
    CHECK_EQUAL(priority_of(fellow), 18);
    CHECK_EQUAL(takt_thread_cancel(victim()), TAKT_OK);
    CHECK_EQUAL(result_of(queued), BUSY);
    CHECK_EQUAL(receive(fellow, channel), 4);
    (void)reply(fellow);
    CHECK_EQUAL(result_of(queued), 2);
}

/* Those who join are told, whether or not they have a limit; and so is an interrupt that asks. */

static void sleeps(void *unused)
{
    (void)unused;
    (void)takt_sleep(TAKT_FOREVER);
}

static int join_now(void *thread)
{
    return takt_thread_join(thread, TAKT_NO_WAIT);
}

KERNEL_TEST(cancel_wakes_those_who_join)
{
    struct actor *joiners[] = { actor_make('a', 5), actor_make('b', 10), actor_make('c', 20) };

    victim_start(10, sleeps, NULL);
    takt_yield();
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(order(joiners[i], call_join, victim(), i == 1 ? takt_ms(500) : TAKT_FOREVER),
                    BUSY);
    }
    CHECK_EQUAL(in_interrupt(join_now, victim()), TAKT_EAGAIN);
    CHECK_EQUAL(takt_thread_cancel(victim()), TAKT_OK);
    CHECK_EQUAL(in_interrupt(join_now, victim()), TAKT_OK);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(result_of(joiners[i]), TAKT_OK);
    }
    CHECK_EQUAL(in_interrupt(join_now, takt_thread_self()), TAKT_EAGAIN);
    CHECK_EQUAL(takt_thread_join(takt_thread_self(), TAKT_NO_WAIT), TAKT_EDEADLK);
}
