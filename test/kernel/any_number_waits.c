/* any_number_waits.c - D28, C20: one, two, three and eight threads wait for the same thing, whose
 * record and whose waiters' stacks held rubbish before; the wait ends for each of them, by what
 * they wait for, by time, and by the end of the object.
 */
#include "kernel_test.h"

enum { MOST = 8 };
enum ending { BY_GRANT, BY_TIME, BY_DESTROY, ENDINGS };

struct crowd {
    unsigned count;
    struct actor *waiters[MOST];
    struct actor *partner; /* less urgent than they */
    struct takt_semaphore *semaphore;
    struct takt_mutex *mutex;
    struct takt_channel *channel;
};

/* A thing to wait for. */
struct thing {
    order_call wait;
    void *(*object)(struct crowd *crowd);
    void (*prepare)(struct crowd *crowd);
    void (*grant)(struct crowd *crowd); /* to all */
    void (*destroy)(struct crowd *crowd);
    int granted;
};

static void nothing(struct crowd *crowd)
{
    (void)crowd;
}

/* The results of all, once nobody waits any more; each waits once. */
static void check_results(struct crowd *crowd, int wanted)
{
    for (unsigned i = 0; i < crowd->count; i++) {
        CHECK_EQUAL(result_of(crowd->waiters[i]), wanted);
        CHECK_EQUAL(priority_of(crowd->waiters[i]), 10 + i % 3);
    }
}

/* Semaphore. */

static void *the_semaphore(struct crowd *crowd)
{
    return crowd->semaphore;
}

static void give_all(struct crowd *crowd)
{
    for (unsigned i = 0; i < crowd->count; i++) {
        CHECK_EQUAL(give(crowd->partner, crowd->semaphore), TAKT_OK);
    }
    CHECK_EQUAL(takt_semaphore_count(crowd->semaphore), 0);
}

static void destroy_semaphore(struct crowd *crowd)
{
    takt_semaphore_destroy(crowd->semaphore);
}

/* Mutex: each unlocks it for the next. */

static void *the_mutex(struct crowd *crowd)
{
    return crowd->mutex;
}

static void hold_mutex(struct crowd *crowd)
{
    (void)lock(crowd->partner, crowd->mutex);
}

static int call_lock_and_unlock(struct actor *self, void *mutex, takt_time limit)
{
    int status = takt_mutex_lock(mutex, limit);

    (void)self;
    if (status == TAKT_OK) {
        takt_mutex_unlock(mutex);
    }
    return status;
}

static void unlock_first(struct crowd *crowd)
{
    (void)unlock(crowd->partner, crowd->mutex);
    CHECK(crowd->mutex->wait.owner == NULL);
}

static void destroy_mutex(struct crowd *crowd)
{
    takt_mutex_destroy(crowd->mutex);
}

/* Channel: senders, then receivers. */

static void *the_channel(struct crowd *crowd)
{
    return crowd->channel;
}

static void serve_all(struct crowd *crowd)
{
    for (unsigned i = 0; i < crowd->count; i++) {
        CHECK_EQUAL(receive(crowd->partner, crowd->channel), 4);
        CHECK_EQUAL(reply(crowd->partner), TAKT_OK);
    }
    CHECK_EQUAL(receive_within(crowd->partner, crowd->channel, TAKT_NO_WAIT), TAKT_EAGAIN);
}

static int call_receive_and_reply(struct actor *self, void *channel, takt_time limit)
{
    char text[8];
    struct takt_received received;
    int status = takt_receive(channel, text, sizeof text, &received, limit);

    (void)self;
    if (status == 4) {
        status = takt_reply(received.request, "ok", 2);
    }
    return status;
}

/* All of them serve the channel. Each takes one message; none is left for another receive. */
static void send_to_all(struct crowd *crowd)
{
    for (unsigned i = 0; i < crowd->count; i++) {
        CHECK_EQUAL(send(crowd->partner, crowd->channel), 2);
    }
    for (unsigned i = 0; i < crowd->count; i++) {
        (void)receive_within(crowd->waiters[i], crowd->channel, TAKT_NO_WAIT);
        CHECK_EQUAL(result_of(crowd->waiters[i]), TAKT_EAGAIN);
    }
}

static void destroy_channel(struct crowd *crowd)
{
    takt_channel_destroy(crowd->channel);
}

/* The end of a thread. */

static void *the_partner(struct crowd *crowd)
{
    return thread_of(crowd->partner);
}

static void end_partner(struct crowd *crowd)
{
    leave(crowd->partner);
}

static const struct thing things[] = {
    { call_take, the_semaphore, nothing, give_all, destroy_semaphore, TAKT_OK },
    { call_lock_and_unlock, the_mutex, hold_mutex, unlock_first, destroy_mutex, TAKT_OK },
    { call_send, the_channel, nothing, serve_all, destroy_channel, 2 },
    { call_receive_and_reply, the_channel, nothing, send_to_all, destroy_channel, TAKT_EAGAIN },
    { call_join, the_partner, nothing, end_partner, NULL, TAKT_OK },
    { call_sleep, the_partner, nothing, NULL, NULL, TAKT_OK },
};

static void gather(struct crowd *crowd, unsigned count)
{
    crowd->count = count;
    crowd->partner = actor_make('P', 5);
    crowd->semaphore = semaphore_make(0);
    crowd->mutex = mutex_make(0);
    crowd->channel = channel_make(0);
    for (unsigned i = 0; i < count; i++) {
        crowd->waiters[i] = actor_make((char)('a' + i), 10 + i % 3);
    }
}

static void end_wait(struct crowd *crowd, const struct thing *thing, enum ending ending)
{
    if (ending == BY_GRANT) {
        thing->grant(crowd);
        check_results(crowd, thing->granted);
    } else if (ending == BY_DESTROY) {
        thing->destroy(crowd);
        check_results(crowd, TAKT_ECLOSED);
    } else {
        pass_ms(3);
        check_results(crowd, thing->wait == call_sleep ? TAKT_OK : TAKT_ETIMEDOUT);
    }
    if (thing->prepare == hold_mutex && ending == BY_TIME) {
        unlock_first(crowd);
    }
}

static void wait_and_end(const struct thing *thing, unsigned count, enum ending ending)
{
    struct crowd crowd;
    takt_time limit = ending == BY_TIME ? takt_ms(2) : TAKT_FOREVER;

    kernel_test_begin();
    gather(&crowd, count);
    thing->prepare(&crowd);
    for (unsigned i = 0; i < count; i++) {
        CHECK_EQUAL(order(crowd.waiters[i], thing->wait, thing->object(&crowd), limit), BUSY);
    }
    end_wait(&crowd, thing, ending);
    kernel_test_end();
}

static void wait_and_end_in_each_way(const struct thing *thing, unsigned count)
{
    if (thing->grant != NULL) {
        wait_and_end(thing, count, BY_GRANT);
    }
    if (thing->destroy != NULL) {
        wait_and_end(thing, count, BY_DESTROY);
    }
    wait_and_end(thing, count, BY_TIME);
}

TEST(any_number_waits_for_anything)
{
    static const unsigned counts[] = { 1, 2, 3, MOST };

    for (unsigned i = 0; i < COUNT_OF(things); i++) {
        for (unsigned j = 0; j < COUNT_OF(counts); j++) {
            wait_and_end_in_each_way(&things[i], counts[j]);
        }
    }
}
