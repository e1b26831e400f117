/* queue_answers.c - what a queue says and keeps: codes, order, counts, in threads and in
 * interrupts. */
#include "kernel_test.h"

#include <string.h>

/* D23: every cause has its code. Full, empty, time over, destroyed; in an interrupt too. */

static int send_now(void *queue)
{
    const uint32_t number = 7;

    return takt_queue_send(queue, &number, TAKT_NO_WAIT);
}

static int send_front_now(void *queue)
{
    const uint32_t number = 8;

    return takt_queue_send_front(queue, &number, TAKT_NO_WAIT);
}

static int receive_now(void *queue)
{
    uint32_t number;

    return takt_queue_receive(queue, &number, TAKT_NO_WAIT);
}

static int peek_now(void *queue)
{
    uint32_t number;

    return takt_queue_peek(queue, &number);
}

static int purge_now(void *queue)
{
    return takt_queue_purge(queue);
}

struct answers {
    int (*call)(void *queue);
    int empty;
    int full;
};

static const struct answers table[] = {
    { send_now, TAKT_OK, TAKT_EAGAIN },    { send_front_now, TAKT_OK, TAKT_EAGAIN },
    { receive_now, TAKT_EAGAIN, TAKT_OK }, { peek_now, TAKT_EAGAIN, TAKT_OK },
    { purge_now, TAKT_OK, TAKT_OK },
};

KERNEL_TEST(queue_calls_answer_at_once)
{
    for (unsigned i = 0; i < COUNT_OF(table); i++) {
        for (unsigned in_irq = 0; in_irq < 2; in_irq++) {
            static uint32_t memory[1];
            struct takt_queue queue;

            CHECK_EQUAL(takt_queue_init(&queue, "one", memory, sizeof memory, 4, 1), TAKT_OK);
            CHECK_EQUAL(in_irq ? in_interrupt(table[i].call, &queue) : table[i].call(&queue),
                        table[i].empty);
            (void)takt_queue_purge(&queue);
            (void)send_now(&queue);
            CHECK_EQUAL(in_irq ? in_interrupt(table[i].call, &queue) : table[i].call(&queue),
                        table[i].full);
            takt_queue_destroy(&queue);
            CHECK_EQUAL(in_irq ? in_interrupt(table[i].call, &queue) : table[i].call(&queue),
                        TAKT_ECLOSED);
        }
    }
}

KERNEL_TEST(queue_waits_end_with_their_reason)
{
    struct takt_queue *queue = queue_make(4, 1);
    struct actor *receiver = actor_make('R', 10);
    struct actor *sender = actor_make('S', 11);

    CHECK_EQUAL(fetch_within(receiver, queue, takt_ms(1)), BUSY);
    pass_ms(2);
    CHECK_EQUAL(result_of(receiver), TAKT_ETIMEDOUT);
    CHECK_EQUAL(post_within(sender, queue, 1, takt_ms(1)), TAKT_OK);
    CHECK_EQUAL(post_within(sender, queue, 2, takt_ms(1)), BUSY);
    pass_ms(2);
    CHECK_EQUAL(result_of(sender), TAKT_ETIMEDOUT);
    CHECK_EQUAL(takt_queue_count(queue), 1);
    CHECK_EQUAL(fetch(receiver, queue), TAKT_OK);
    CHECK_EQUAL(fetched_by(receiver), 1);
    CHECK_EQUAL(fetch(receiver, queue), BUSY); /* what timed out is not sent later */
    CHECK_EQUAL(post(sender, queue, 3), TAKT_OK);
    CHECK_EQUAL(result_of(receiver), TAKT_OK);
    CHECK_EQUAL(fetched_by(receiver), 3);
}

/* First in, first out, but for those sent to the front: the latest of these first. */
KERNEL_TEST(queue_keeps_the_order)
{
    static const uint32_t wanted[] = { 4, 2, 1, 3 };
    struct takt_queue *queue = queue_make(4, 4);
    struct actor *actor = actor_make('A', 10);
    uint32_t seen = 0;

    for (unsigned turn = 0; turn < 9; turn++) { /* at every place of the ring */
        (void)post(actor, queue, 1);
        (void)post_front(actor, queue, 2);
        (void)post(actor, queue, 3);
        CHECK_EQUAL(post_front(actor, queue, 4), TAKT_OK);
        CHECK_EQUAL(takt_queue_count(queue), 4);
        for (unsigned i = 0; i < COUNT_OF(wanted); i++) {
            CHECK_EQUAL(takt_queue_peek(queue, &seen), TAKT_OK);
            CHECK_EQUAL(seen, wanted[i]);
            CHECK_EQUAL(fetch(actor, queue), TAKT_OK);
            CHECK_EQUAL(fetched_by(actor), wanted[i]);
        }
        (void)post(actor, queue, 5);
        (void)fetch(actor, queue);
    }
}

/* A sender that waits to send to the front is let in there; one that waits to send to the end,
 * there. */
KERNEL_TEST(queue_waiting_sender_goes_where_it_wanted)
{
    struct takt_queue *queue = queue_make(4, 2);
    struct actor *front = actor_make('F', 12);
    struct actor *back = actor_make('B', 11);
    struct actor *actor = actor_make('A', 10);
    static const uint32_t wanted[] = { 1, 3, 2, 4 };

    (void)post(actor, queue, 1);
    (void)post(actor, queue, 2);
    CHECK_EQUAL(post_front(front, queue, 3), BUSY);
    CHECK_EQUAL(post(back, queue, 4), BUSY);
    for (unsigned i = 0; i < COUNT_OF(wanted); i++) {
        CHECK_EQUAL(fetch(actor, queue), TAKT_OK);
        CHECK_EQUAL(fetched_by(actor), wanted[i]);
    }
    CHECK_EQUAL(result_of(front), TAKT_OK);
    CHECK_EQUAL(result_of(back), TAKT_OK);
}

/* Every size and alignment of items, of the queue's memory and of the callers'; nothing beside them
 * is touched, and every byte arrives. */
enum { EDGE = 8, BUFFER = TAKT_QUEUE_ITEM_MAX + 2 * EDGE };

static unsigned char byte_at(size_t index, unsigned salt)
{
    return (unsigned char)(index * 7 + (size_t)salt * 31 + 1);
}

static void check_item(const unsigned char *buffer, size_t offset, size_t bytes, unsigned salt)
{
    unsigned wrong = 0;

    for (size_t i = 0; i < BUFFER; i++) {
        bool inside = i >= offset && i < offset + bytes;

        wrong += buffer[i] != (inside ? byte_at(i - offset, salt) : 0xEE);
    }
    CHECK_EQUAL(wrong, 0);
}

static void pass_item(struct takt_queue *queue, size_t bytes, size_t from, size_t to, unsigned salt)
{
    static _Alignas(8) unsigned char sent[BUFFER];
    static _Alignas(8) unsigned char received[BUFFER];

    for (size_t i = 0; i < bytes; i++) {
        sent[from + i] = byte_at(i, salt);
    }
    memset(received, 0xEE, sizeof received);
    CHECK_EQUAL(takt_queue_send(queue, sent + from, TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(takt_queue_receive(queue, received + to, TAKT_NO_WAIT), TAKT_OK);
    check_item(received, to, bytes, salt);
}

static bool all_are(const unsigned char *bytes, size_t count, unsigned char value)
{
    bool same = true;

    for (size_t i = 0; i < count; i++) {
        same = same && bytes[i] == value;
    }
    return same;
}

static void pass_all(size_t bytes, size_t memory_offset)
{
    static _Alignas(8) unsigned char memory[EDGE + 3 * TAKT_QUEUE_ITEM_MAX + EDGE];
    unsigned char *begin = memory + memory_offset;
    unsigned char *end = begin + 3 * bytes;
    struct takt_queue queue;

    memset(memory, 0xEE, sizeof memory);
    CHECK_EQUAL(takt_queue_init(&queue, "bytes", begin, 3 * bytes, bytes, 3), TAKT_OK);
    for (unsigned i = 0; i < 16; i++) {
        pass_item(&queue, bytes, i % 4, i / 4, i);
    }
    CHECK(all_are(memory, memory_offset, 0xEE));
    CHECK(all_are(end, (size_t)(memory + sizeof memory - end), 0xEE));
    takt_queue_destroy(&queue);
}

KERNEL_TEST(queue_copies_items_of_any_size)
{
    static const size_t large[] = { 48, 60, 63, 64, 65, 68, 128, 255, 256 };

    for (size_t bytes = 1; bytes <= 40; bytes++) {
        for (size_t offset = 0; offset < 4; offset++) {
            pass_all(bytes, offset);
        }
    }
    for (unsigned i = 0; i < COUNT_OF(large); i++) {
        pass_all(large[i], i % 4);
        pass_all(large[i], 0);
    }
}

/* Straight from the sender's to the receiver's buffer, whichever of them is not aligned. */
static unsigned char straight[2 * EDGE];

static void receive_at_offset(void *queue)
{
    CHECK_EQUAL(takt_queue_receive(queue, straight + 1, TAKT_FOREVER), TAKT_OK);
}

KERNEL_TEST(queue_hands_over_to_any_address)
{
    struct takt_queue *queue = queue_make(4, 1);
    struct actor *receiver = thread_start('R', 10, receive_at_offset, queue);
    const uint32_t number = 0x64636261;

    memset(straight, 0, sizeof straight);
    takt_yield();
    CHECK_EQUAL(takt_queue_send(queue, &number, TAKT_NO_WAIT), TAKT_OK);
    takt_yield();
    CHECK_TEXT((const char *)straight + 1, "abcd");
    CHECK_EQUAL(straight[0], 0);
    CHECK_EQUAL(takt_queue_count(queue), 0);
    CHECK_EQUAL(result_of(receiver), TAKT_OK);
}
