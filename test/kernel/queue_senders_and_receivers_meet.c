/* queue_senders_and_receivers_meet.c - D16, D18: nobody waits for what is there, whoever comes in
 * whatever order; and what arrives is what was sent, in the order in which it was accepted. */
#include "kernel_test.h"

enum { SENDERS = 3, RECEIVERS = 2, CROWD = SENDERS + RECEIVERS, EACH_SENDS = 2, EACH_TAKES = 3 };
enum { ITEMS = SENDERS * EACH_SENDS };

static struct takt_queue queue_of_one;
static struct takt_queue *queue;
static uint32_t arrived[ITEMS];
static unsigned arrived_count;

/* Nobody waits for room that is there, or for an item that is there. */
static void check_nobody_waits_in_vain(void)
{
    size_t count = takt_queue_count(queue);

    CHECK(count == queue->capacity || list_empty(&queue->senders.waiters));
    CHECK(count == 0 || list_empty(&queue->receivers.waiters));
    CHECK(count <= queue->capacity);
}

/* Each step is a call that is finished or waits; whoever runs then has run. */
static int call_send_some(struct actor *self, void *unused, takt_time limit)
{
    (void)unused;
    for (uint32_t i = 0; i < EACH_SENDS; i++) {
        uint32_t number = (uint32_t)letter_of(self) * 10 + i;

        CHECK_EQUAL(takt_queue_send(queue, &number, limit), TAKT_OK);
        check_nobody_waits_in_vain();
    }
    return TAKT_OK;
}

static int call_take_some(struct actor *self, void *unused, takt_time limit)
{
    (void)self;
    (void)unused;
    for (unsigned i = 0; i < EACH_TAKES; i++) {
        uint32_t number = 0;

        CHECK_EQUAL(takt_queue_receive(queue, &number, limit), TAKT_OK);
        arrived[arrived_count] = number;
        arrived_count++;
        check_nobody_waits_in_vain();
    }
    return TAKT_OK;
}

static void check_all_arrived(void)
{
    unsigned seen[SENDERS] = { 0 };

    CHECK_EQUAL(arrived_count, ITEMS);
    for (unsigned i = 0; i < arrived_count; i++) {
        unsigned sender = arrived[i] / 10 - '1';

        /* Two of one sender arrive in its order. */
        if (CHECK(sender < SENDERS)) {
            CHECK_EQUAL(arrived[i] % 10, seen[sender]);
            seen[sender]++;
        }
    }
}

struct crowd {
    struct actor *actors[CROWD];
};

static void arrive(struct crowd *crowd, const unsigned *order_of_arrival)
{
    static uint32_t memory[1];

    queue = &queue_of_one;
    CHECK_EQUAL(takt_queue_init(queue, "one", memory, sizeof memory, sizeof memory, 1), TAKT_OK);
    arrived_count = 0;
    for (unsigned i = 0; i < CROWD; i++) {
        unsigned who = order_of_arrival[i];

        (void)order(crowd->actors[who], who < SENDERS ? call_send_some : call_take_some, NULL,
                    TAKT_FOREVER);
        check_nobody_waits_in_vain();
    }
    for (unsigned i = 0; i < CROWD; i++) {
        CHECK_EQUAL(result_of(crowd->actors[i]), TAKT_OK);
    }
    check_all_arrived();
    takt_queue_destroy(queue);
}

/* The next order of arrival, as a dictionary has them; false after the last. */
static bool next_order(unsigned *sequence)
{
    unsigned low = CROWD - 1;
    unsigned high = CROWD - 1;

    while (low > 0 && sequence[low - 1] >= sequence[low]) {
        low--;
    }
    if (low == 0) {
        return false;
    }
    while (sequence[high] <= sequence[low - 1]) {
        high--;
    }
    unsigned moved = sequence[low - 1];

    sequence[low - 1] = sequence[high];
    sequence[high] = moved;
    for (high = CROWD - 1; low < high; low++, high--) {
        moved = sequence[low];
        sequence[low] = sequence[high];
        sequence[high] = moved;
    }
    return true;
}

static void gather(struct crowd *crowd)
{
    for (unsigned i = 0; i < CROWD; i++) {
        bool sends = i < SENDERS;

        crowd->actors[i] =
            actor_make((char)((sends ? '1' : 'P') + i), sends ? 10 + i : 20 + i - SENDERS);
    }
}

KERNEL_TEST(queue_meets_in_every_order_of_arrival)
{
    unsigned sequence[CROWD] = { 0, 1, 2, 3, 4 };
    unsigned orders = 0;
    struct crowd crowd;

    gather(&crowd);
    do {
        arrive(&crowd, sequence);
        orders++;
    } while (next_order(sequence));
    CHECK_EQUAL(orders, 120);
}

/* D18: full, and a sender waits; the receiver makes room, and before the sender has run another one
 * sends. The receiver has stored the first one's item on its behalf, so nothing is overwritten and
 * the order is: first come, first in. */
static int call_receive_then_send(struct actor *self, void *sender, takt_time unused)
{
    struct actor *urgent = sender;
    uint32_t number = 0;

    (void)self;
    (void)unused;
    CHECK_EQUAL(takt_queue_receive(queue, &number, TAKT_FOREVER), TAKT_OK);
    CHECK_EQUAL(number, 1);
    CHECK_EQUAL(post(urgent, queue, 3), BUSY);
    return TAKT_OK;
}

KERNEL_TEST(queue_room_is_not_stolen)
{
    struct actor *waiting = actor_make('W', 10);
    struct actor *receiver = actor_make('R', 20);
    struct actor *urgent = actor_make('U', 30);

    queue = queue_make(sizeof(uint32_t), 1);
    CHECK_EQUAL(post(waiting, queue, 1), TAKT_OK);
    CHECK_EQUAL(post(waiting, queue, 2), BUSY);
    CHECK_EQUAL(order(receiver, call_receive_then_send, urgent, 0), TAKT_OK);
    CHECK_EQUAL(result_of(waiting), TAKT_OK);
    CHECK_EQUAL(fetch(waiting, queue), TAKT_OK);
    CHECK_EQUAL(fetched_by(waiting), 2);
    CHECK_EQUAL(result_of(urgent), TAKT_OK);
    CHECK_EQUAL(fetch(waiting, queue), TAKT_OK);
    CHECK_EQUAL(fetched_by(waiting), 3);
}

/* The same from an interrupt: it finds the queue full, since the room was filled at once. */
static int send_from_interrupt(void *unused)
{
    const uint32_t number = 9;

    (void)unused;
    return takt_queue_send(queue, &number, TAKT_NO_WAIT);
}

static int call_receive_then_interrupt(struct actor *self, void *unused, takt_time unused_too)
{
    uint32_t number = 0;

    (void)self;
    (void)unused;
    (void)unused_too;
    CHECK_EQUAL(takt_queue_receive(queue, &number, TAKT_FOREVER), TAKT_OK);
    return in_interrupt(send_from_interrupt, NULL);
}

KERNEL_TEST(queue_room_is_not_stolen_by_an_interrupt)
{
    struct actor *waiting = actor_make('W', 10);
    struct actor *receiver = actor_make('R', 20);

    queue = queue_make(sizeof(uint32_t), 1);
    (void)post(waiting, queue, 1);
    (void)post(waiting, queue, 2);
    CHECK_EQUAL(order(receiver, call_receive_then_interrupt, NULL, 0), TAKT_EAGAIN);
    CHECK_EQUAL(fetch(waiting, queue), TAKT_OK);
    CHECK_EQUAL(fetched_by(waiting), 2);
    CHECK_EQUAL(takt_queue_count(queue), 0);
}

/* A receiver whose time is over before it runs has its item all the same, or the item is still
 * there: one that was handed over is not lost. */
KERNEL_TEST(queue_item_for_a_late_receiver_stays)
{
    struct actor *late = actor_make('L', 10);
    struct actor *actor = actor_make('A', 20);

    queue = queue_make(sizeof(uint32_t), 1);
    CHECK_EQUAL(fetch_within(late, queue, takt_ms(1)), BUSY);
    takt_thread_suspend(thread_of(late));
    pass_ms(2);
    CHECK_EQUAL(post(actor, queue, 5), TAKT_OK);
    takt_thread_resume(thread_of(late));
    pass_ms(1);
    CHECK_EQUAL(result_of(late), TAKT_ETIMEDOUT);
    CHECK_EQUAL(takt_queue_count(queue), 1);
    CHECK_EQUAL(fetch_within(late, queue, takt_ms(1)), TAKT_OK);
    CHECK_EQUAL(fetch_within(late, queue, takt_ms(1)), BUSY);
    takt_thread_suspend(thread_of(late));
    CHECK_EQUAL(post(actor, queue, 6), TAKT_OK);
    pass_ms(2);
    CHECK_EQUAL(result_of(late), BUSY);
    takt_thread_resume(thread_of(late));
    pass_ms(1);
    CHECK_EQUAL(result_of(late), TAKT_OK);
    CHECK_EQUAL(fetched_by(late), 6);
    CHECK_EQUAL(takt_queue_count(queue), 0);
}
