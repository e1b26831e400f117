/* deadlock_is_refused.c - a wait that would close a circle is refused at once, whatever the circle
 * is made of; one that somebody free could still end is not. */
#include "kernel_test.h"

/* Circles of mutexes of every length: each actor holds one and waits for the next; the last wait
 * would close the circle. */
static void mutex_circle(unsigned length, takt_time limit)
{
    struct actor *members[ACTORS];
    struct takt_mutex *mutexes[MUTEXES];

    for (unsigned i = 0; i < length; i++) {
        members[i] = actor_make((char)('a' + i), 1 + i);
        mutexes[i] = mutex_make(0);
        (void)lock(members[i], mutexes[i]);
    }
    for (unsigned i = 0; i + 1 < length; i++) {
        CHECK_EQUAL(lock(members[i], mutexes[i + 1]), BUSY);
    }
    CHECK_EQUAL(lock_within(members[length - 1], mutexes[0], limit), TAKT_EDEADLK);
    CHECK_EQUAL(priority_of(members[length - 1]), length);
    for (unsigned i = length; i > 0; i--) {
        (void)unlock(members[i - 1], mutexes[i - 1]);
        if (i > 1) {
            CHECK_EQUAL(result_of(members[i - 2]), TAKT_OK);
            (void)unlock(members[i - 2], mutexes[i - 1]);
        }
    }
}

TEST(deadlock_of_mutexes_in_circles_of_any_length)
{
    for (unsigned length = 2; length <= 14; length++) {
        kernel_test_begin();
        mutex_circle(length, length % 2 == 0 ? TAKT_FOREVER : takt_ms(1));
        kernel_test_end();
    }
}

/* D05: to oneself: refused, while one is the only server. */
KERNEL_TEST(deadlock_of_a_send_to_oneself)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *other = actor_make('O', 12);

    (void)receive_within(server, channel, TAKT_NO_WAIT);
    CHECK_EQUAL(send(server, channel), TAKT_EDEADLK);
    (void)receive(other, channel);
    CHECK_EQUAL(send(server, channel), BUSY);
    CHECK_EQUAL(result_of(other), 4);
    (void)reply(other);
    CHECK_EQUAL(result_of(server), 2);
}

/* D05: two servers on one channel, the fellow busy: he may come back to it, so it is no deadlock;
 * and he is raised, while the sender is not by himself. */
KERNEL_TEST(deadlock_of_a_send_to_oneself_not_with_a_busy_fellow)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 20);
    struct actor *other = actor_make('O', 12);

    (void)receive_within(server, channel, TAKT_NO_WAIT);
    (void)receive_within(other, channel, TAKT_NO_WAIT);
    CHECK_EQUAL(send(server, channel), BUSY);
    CHECK_EQUAL(priority_of(server), 20);
    CHECK_EQUAL(priority_of(other), 20);
    CHECK_EQUAL(send_within(other, channel, takt_ms(1)), TAKT_EDEADLK);
    (void)receive(other, channel);
    (void)reply(other);
    CHECK_EQUAL(result_of(server), 2);
}

/* D05: A sends to B while B is SEND-blocked, or REPLY-blocked, on A's channel. */
static void two_send(bool received)
{
    struct takt_channel *of_a = channel_make(0);
    struct takt_channel *of_b = channel_make(0);
    struct actor *a = actor_make('A', 10);
    struct actor *b = actor_make('B', 12);

    (void)receive_within(a, of_a, TAKT_NO_WAIT);
    (void)receive_within(b, of_b, TAKT_NO_WAIT);
    CHECK_EQUAL(send(b, of_a), BUSY);
    if (received) {
        (void)receive(a, of_a);
    }
    CHECK_EQUAL(send(a, of_b), TAKT_EDEADLK);
    if (!received) {
        (void)receive(a, of_a);
    }
    CHECK_EQUAL(reply(a), TAKT_OK);
    CHECK_EQUAL(result_of(b), 2);
}

KERNEL_TEST(deadlock_of_two_who_send_to_each_other)
{
    two_send(false);
}

KERNEL_TEST(deadlock_of_two_after_the_receive)
{
    two_send(true);
}

/* Three in a ring of channels; the third send is refused, wherever the messages are. */
static void ring_of_three(unsigned received)
{
    struct takt_channel *channels[3];
    struct actor *members[3];

    for (unsigned i = 0; i < 3; i++) {
        channels[i] = channel_make(0);
        members[i] = actor_make((char)('a' + i), 10 + i);
        (void)receive_within(members[i], channels[i], TAKT_NO_WAIT);
    }
    /* c sends to b, b to a; each receives before it sends, or not. */
    CHECK_EQUAL(send(members[2], channels[1]), BUSY);
    if ((received & 1) != 0) {
        (void)receive(members[1], channels[1]);
    }
    CHECK_EQUAL(send(members[1], channels[0]), BUSY);
    if ((received & 2) != 0) {
        (void)receive(members[0], channels[0]);
    }
    CHECK_EQUAL(send(members[0], channels[2]), TAKT_EDEADLK);
    if ((received & 2) == 0) {
        (void)receive(members[0], channels[0]);
    }
    (void)reply(members[0]);
    CHECK_EQUAL(result_of(members[1]), 2);
    if ((received & 1) == 0) {
        (void)receive(members[1], channels[1]);
        (void)reply(members[1]);
        CHECK_EQUAL(result_of(members[2]), 2);
    } else {
        leave(members[1]);
        CHECK_EQUAL(result_of(members[2]), TAKT_ECLOSED);
    }
}

TEST(deadlock_of_three_in_a_ring_of_channels)
{
    for (unsigned received = 0; received < 4; received++) {
        kernel_test_begin();
        ring_of_three(received);
        kernel_test_end();
    }
}

/* Mutex and channel: the client holds what the server wants. Either wait may be the second. */
KERNEL_TEST(deadlock_of_a_server_that_wants_its_clients_mutex)
{
    struct takt_channel *channel = channel_make(0);
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *client = actor_make('C', 20);

    (void)lock(client, mutex);
    (void)receive(server, channel);
    (void)send(client, channel);
    CHECK_EQUAL(lock(server, mutex), TAKT_EDEADLK);
    (void)reply(server);
    CHECK_EQUAL(lock(server, mutex), BUSY);
    CHECK_EQUAL(send(client, channel), TAKT_EDEADLK);
    CHECK_EQUAL(priority_of(server), 20);
    (void)unlock(client, mutex);
    (void)unlock(server, mutex);
}

/* A longer one: H holds a mutex and sends to S; S sends to T; T wants the mutex. With a second
 * server at T's channel who sleeps it is the same, since T has the message; with the message
 * still in the queue it is not, since the second may take it. */
KERNEL_TEST(deadlock_through_two_channels_and_a_mutex)
{
    struct takt_channel *one = channel_make(0);
    struct takt_channel *two = channel_make(0);
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *high = actor_make('H', 30);
    struct actor *s = actor_make('S', 10);
    struct actor *t = actor_make('T', 12);
    struct actor *fellow = actor_make('F', 5);

    (void)lock(high, mutex);
    (void)receive_within(s, one, TAKT_NO_WAIT);
    (void)receive_within(t, two, TAKT_NO_WAIT);
    (void)receive_within(fellow, two, TAKT_NO_WAIT);
    (void)send(high, one);
    (void)receive(s, one);
    (void)send(s, two);
    CHECK_EQUAL(lock_within(t, mutex, takt_ms(1)), BUSY);
    CHECK_EQUAL(priority_of(fellow), 30);
    pass_ms(2);
    CHECK_EQUAL(result_of(t), TAKT_ETIMEDOUT);
    (void)receive(t, two);
    CHECK_EQUAL(lock_within(t, mutex, takt_ms(1)), TAKT_EDEADLK);
    (void)reply(t);
    leave(s);
    CHECK_EQUAL(result_of(high), TAKT_ECLOSED);
    (void)unlock(high, mutex);
}

/* Semaphores, time and joins have no owner: whoever waits for them may yet be helped. */
KERNEL_TEST(deadlock_is_not_what_a_semaphore_could_end)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct takt_semaphore *semaphore = semaphore_make(0);
    struct actor *a = actor_make('A', 10);
    struct actor *b = actor_make('B', 12);

    (void)lock(a, mutex);
    (void)take(a, semaphore, TAKT_FOREVER);
    CHECK_EQUAL(lock(b, mutex), BUSY);
    (void)takt_semaphore_give(semaphore);
    (void)unlock(a, mutex);
    (void)unlock(b, mutex);
    CHECK_EQUAL(join(a, a, TAKT_FOREVER), TAKT_EDEADLK);
}
