/* queue_counts_under_interrupts.c - D19, D21: an interrupt sends and receives in bursts while a
 * thread does: nothing is lost, nothing comes twice, every wait ends. */
#include "kernel_test.h"

enum { BURST = 300, ROUNDS = 40 };

static struct takt_queue *queue;
static uint32_t sent;
static uint32_t received;
static uint32_t sum_sent;
static uint32_t sum_received;

static void note_sent(uint32_t number)
{
    sent++;
    sum_sent += number;
}

static void note_received(uint32_t number)
{
    received++;
    sum_received += number;
}

/* As many as fit, then as many as there are; 300 of each in all. */
static int burst(void *unused)
{
    uint32_t number = 1000;

    (void)unused;
    for (unsigned i = 0; i < BURST; i++) {
        number++;
        if (takt_queue_send(queue, &number, TAKT_NO_WAIT) == TAKT_OK) {
            note_sent(number);
        }
        uint32_t other = 0;

        if (i % 3 != 0 && takt_queue_receive(queue, &other, TAKT_NO_WAIT) == TAKT_OK) {
            note_received(other);
        }
    }
    return TAKT_OK;
}

static void receive_all(void *unused)
{
    (void)unused;
    for (;;) {
        uint32_t number = 0;

        if (takt_queue_receive(queue, &number, TAKT_FOREVER) != TAKT_OK) {
            return;
        }
        note_received(number);
    }
}

static void send_all(void *unused)
{
    (void)unused;
    for (uint32_t number = 1;; number++) {
        if (takt_queue_send(queue, &number, TAKT_FOREVER) != TAKT_OK) {
            return;
        }
        note_sent(number);
        if (number % 5 == 0) {
            (void)takt_sleep(takt_us(1));
        }
    }
}

static void run_with(size_t capacity, void (*entry)(void *), unsigned threads)
{
    queue = queue_make(sizeof(uint32_t), capacity);
    sent = 0;
    received = 0;
    sum_sent = 0;
    sum_received = 0;
    for (unsigned i = 0; i < threads; i++) {
        (void)thread_start((char)('a' + i), 10 + i, entry, NULL);
    }
    for (unsigned i = 0; i < ROUNDS; i++) {
        (void)in_interrupt(burst, NULL);
        (void)takt_sleep(takt_us(3));
    }
    pass_ms(1);
}

/* What is still in the queue, and what was received, is what was sent. A receiver has taken all. */
KERNEL_TEST(queue_receivers_under_bursts)
{
    run_with(4, receive_all, 2);
    CHECK_EQUAL(takt_queue_count(queue), 0);
    CHECK(sent > ROUNDS * BURST / 2);
    takt_queue_destroy(queue);
    CHECK_EQUAL(received, sent);
    CHECK_EQUAL(sum_received, sum_sent);
}

static void drain(void)
{
    uint32_t number = 0;

    while (takt_queue_receive(queue, &number, TAKT_NO_WAIT) == TAKT_OK) {
        note_received(number);
    }
}

/* A sender that waits when the queue is destroyed has not sent; all else adds up. */
KERNEL_TEST(queue_senders_under_bursts)
{
    run_with(3, send_all, 2);
    CHECK_EQUAL(takt_queue_count(queue), 3);
    CHECK(received > ROUNDS);
    takt_thread_set_priority(takt_thread_self(), MOST_URGENT);
    drain();
    CHECK_EQUAL(takt_queue_count(queue), 0);
    takt_queue_destroy(queue);
    takt_thread_set_priority(takt_thread_self(), 0);
    pass_ms(1);
    CHECK_EQUAL(received, sent);
    CHECK_EQUAL(sum_received, sum_sent);
}
