/* wake_up_comes_at_every_instant.c - C02: what ends a wait comes before the call that waits, within
 * it or after it, a count later each time; on a board that is before each instruction. It is never
 * lost, and nothing is left over.
 */
#include "kernel_test.h"

/* What is awaited: the object of both sides. */
enum { SEMAPHORE, MUTEX, CHANNEL, FLAGS_WORD, QUEUE, OBJECTS };

enum { ITEM = 7 };

struct stage {
    void *objects[OBJECTS];
    struct actor *waiter;
    struct actor *waker; /* more urgent: preempts the waiter wherever it is */
    const struct meeting *meeting;
    bool awake; /* the waker */
};

struct meeting {
    unsigned object;
    order_call prepare; /* of the waker; NULL: nothing */
    order_call wait;
    order_call wake;
    int (*wake_in_interrupt)(void *object); /* instead, if not NULL */
    void (*settle)(struct stage *stage);
};

static void settle_semaphore(struct stage *stage)
{
    CHECK_EQUAL(result_of(stage->waiter), TAKT_OK);
    CHECK_EQUAL(takt_semaphore_count(stage->objects[SEMAPHORE]), 0);
}

static void settle_mutex(struct stage *stage)
{
    const struct takt_mutex *mutex = stage->objects[MUTEX];

    CHECK_EQUAL(result_of(stage->waiter), TAKT_OK);
    CHECK(mutex->wait.owner == thread_of(stage->waiter));
    (void)unlock(stage->waiter, stage->objects[MUTEX]);
}

static void settle_sent(struct stage *stage)
{
    CHECK_EQUAL(result_of(stage->waker), 4);
    CHECK_EQUAL(reply(stage->waker), TAKT_OK);
    CHECK_EQUAL(result_of(stage->waiter), 2);
}

static void settle_received(struct stage *stage)
{
    CHECK_EQUAL(result_of(stage->waiter), 4);
    CHECK_EQUAL(reply(stage->waiter), TAKT_OK);
    CHECK_EQUAL(result_of(stage->waker), 2);
}

static int call_pulse(struct actor *self, void *channel, takt_time unused)
{
    (void)self;
    (void)unused;
    return takt_pulse(channel, 10, 7, 9);
}

static void settle_pulse(struct stage *stage)
{
    CHECK_EQUAL(result_of(stage->waker), TAKT_OK);
    CHECK_EQUAL(result_of(stage->waiter), 0);
    CHECK_EQUAL(received_of(stage->waiter)->value, 9);
    CHECK_EQUAL(receive_within(stage->waiter, stage->objects[CHANNEL], TAKT_NO_WAIT), TAKT_EAGAIN);
}

static int set_it(void *flags)
{
    return takt_flags_set(flags, 1);
}

static void settle_flags(struct stage *stage)
{
    CHECK_EQUAL(result_of(stage->waiter), TAKT_OK);
    CHECK_EQUAL(got_by(stage->waiter), 1);
    CHECK_EQUAL(takt_flags_get(stage->objects[FLAGS_WORD]), 0);
}

static int post_item(void *queue)
{
    const uint32_t item = ITEM;

    return takt_queue_send(queue, &item, TAKT_NO_WAIT);
}

static void settle_queue(struct stage *stage)
{
    CHECK_EQUAL(result_of(stage->waiter), TAKT_OK);
    CHECK_EQUAL(fetched_by(stage->waiter), ITEM);
    CHECK_EQUAL(takt_queue_count(stage->objects[QUEUE]), 0);
}

static const struct meeting meetings[] = {
    { SEMAPHORE, NULL, call_take, call_give, NULL, settle_semaphore },
    { SEMAPHORE, NULL, call_take, NULL, give_it, settle_semaphore },
    { MUTEX, call_lock, call_lock, call_unlock, NULL, settle_mutex },
    { CHANNEL, NULL, call_send, call_receive, NULL, settle_sent },
    { CHANNEL, NULL, call_receive, call_send, NULL, settle_received },
    { CHANNEL, NULL, call_receive, call_pulse, NULL, settle_pulse },
    { FLAGS_WORD, NULL, call_await, NULL, set_it, settle_flags },
    { QUEUE, NULL, call_fetch, NULL, post_item, settle_queue },
};

/* Sleeping until that instant, then at once. */
static int call_wake_later(struct actor *self, void *argument, takt_time delay)
{
    struct stage *stage = argument;
    const struct meeting *meeting = stage->meeting;
    void *object = stage->objects[meeting->object];

    (void)takt_sleep(delay);
    __atomic_store_n(&stage->awake, true, __ATOMIC_SEQ_CST);
    return meeting->wake_in_interrupt == NULL ? meeting->wake(self, object, TAKT_FOREVER)
                                              : in_interrupt(meeting->wake_in_interrupt, object);
}

static bool awake(struct stage *stage)
{
    return __atomic_load_n(&stage->awake, __ATOMIC_SEQ_CST);
}

/* Which of the two came first, as far as that is seen from outside. */
struct counts {
    unsigned early;
    unsigned late;
};

/* Returns how long it took from the wish to sleep to the end of the call that waits. */
static takt_time meet(struct stage *stage, takt_time delay, struct counts *counts)
{
    const struct meeting *meeting = stage->meeting;
    void *object = stage->objects[meeting->object];

    if (meeting->prepare != NULL) {
        (void)order(stage->waker, meeting->prepare, object, TAKT_FOREVER);
    }
    __atomic_store_n(&stage->awake, false, __ATOMIC_SEQ_CST);
    const takt_time began = takt_now();

    (void)order(stage->waker, call_wake_later, stage, delay);
    counts->early += awake(stage);
    (void)order(stage->waiter, meeting->wait, object, TAKT_FOREVER);
    counts->late += !awake(stage);
    const takt_time took = takt_now() - began;

    while (actor_busy(stage->waiter) && actor_busy(stage->waker)) {
        pass_ms(1);
    }
    meeting->settle(stage);
    return took;
}

static void meet_at_every_instant(const struct meeting *meeting)
{
    static struct takt_pulse_slot slot;
    struct stage stage = { .objects = { semaphore_make(0), mutex_make(0), channel_make(0),
                                        flags_make(0), queue_make(sizeof(uint32_t), 1) },
                           .waiter = actor_make('W', 10),
                           .waker = actor_make('K', 20),
                           .meeting = meeting };
    struct counts counts = { 0, 0 };

    takt_channel_add_pulses(stage.objects[CHANNEL], &slot, 1);
    prepare_wish(stage.waiter, 1, TAKT_FLAGS_CLEAR);
    (void)meet(&stage, takt_ms(1), &counts); /* the first may have other ways to go */
    const takt_time longest = meet(&stage, takt_ms(1), &counts);

    CHECK_EQUAL(counts.late, 2);
    for (takt_time delay = 1; delay <= longest; delay++) {
        (void)meet(&stage, delay, &counts);
    }
    CHECK(counts.early > 0 && counts.late > 2);
    CHECK_EQUAL(timeouts_armed(), 0);
}

TEST(wake_up_comes_at_every_instant)
{
    for (unsigned i = 0; i < COUNT_OF(meetings); i++) {
        kernel_test_begin();
        meet_at_every_instant(&meetings[i]);
        kernel_test_end();
    }
}
