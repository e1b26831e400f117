/* queue_purges.c - D29: all items are thrown away, by a thread or an interrupt; who waits for room
 * gets it, who waits for an item goes on waiting. */
#include "kernel_test.h"

static int purge_it(void *queue)
{
    return takt_queue_purge(queue);
}

static int call_purge(struct actor *self, void *queue, takt_time unused)
{
    (void)self;
    (void)unused;
    return takt_queue_purge(queue);
}

static void check_items(struct actor *actor, struct takt_queue *queue, const char *wanted)
{
    for (const char *number = wanted; *number != '\0'; number++) {
        CHECK_EQUAL(fetch_within(actor, queue, TAKT_NO_WAIT), TAKT_OK);
        CHECK_EQUAL(fetched_by(actor), (uint32_t)*number);
    }
    CHECK_EQUAL(takt_queue_count(queue), 0);
    CHECK_EQUAL(fetch_within(actor, queue, TAKT_NO_WAIT), TAKT_EAGAIN);
}

/* A queue of two with two items, and three senders: the two most urgent get in, by a purge in an
 * interrupt as by one in a thread. */
static void purge_full(bool in_irq)
{
    struct takt_queue *queue = queue_make(4, 2);
    struct actor *purger = actor_make('P', 5);
    struct actor *first = actor_make('1', 12);
    struct actor *second = actor_make('2', 11);
    struct actor *third = actor_make('3', 10);

    (void)post(purger, queue, 'x');
    (void)post(purger, queue, 'y');
    CHECK_EQUAL(post(third, queue, '3'), BUSY);
    CHECK_EQUAL(post(second, queue, '2'), BUSY);
    CHECK_EQUAL(post(first, queue, '1'), BUSY);
    CHECK_EQUAL(in_irq ? in_interrupt(purge_it, queue) : order(purger, call_purge, queue, 0),
                TAKT_OK);
    pass_ms(1);
    CHECK_EQUAL(result_of(first), TAKT_OK);
    CHECK_EQUAL(result_of(second), TAKT_OK);
    CHECK_EQUAL(result_of(third), BUSY);
    CHECK_EQUAL(takt_queue_count(queue), 2);
    check_items(purger, queue, "123");
    CHECK_EQUAL(result_of(third), TAKT_OK);
}

KERNEL_TEST(queue_purged_lets_senders_in)
{
    purge_full(false);
}

KERNEL_TEST(queue_purged_in_an_interrupt_lets_senders_in)
{
    purge_full(true);
}

KERNEL_TEST(queue_purged_empty_leaves_receivers_waiting)
{
    struct takt_queue *queue = queue_make(4, 2);
    struct actor *receiver = actor_make('R', 10);
    struct actor *sender = actor_make('S', 11);

    CHECK_EQUAL(fetch(receiver, queue), BUSY);
    for (unsigned i = 0; i < 1000; i++) {
        CHECK_EQUAL(in_interrupt(purge_it, queue), TAKT_OK);
    }
    CHECK_EQUAL(takt_queue_purge(queue), TAKT_OK);
    CHECK_EQUAL(result_of(receiver), BUSY);
    CHECK_EQUAL(post(sender, queue, 7), TAKT_OK);
    CHECK_EQUAL(result_of(receiver), TAKT_OK);
    CHECK_EQUAL(fetched_by(receiver), 7);
}

/* At every fill and place of the ring; afterwards it is as a new one. */
KERNEL_TEST(queue_purged_is_as_new)
{
    struct takt_queue *queue = queue_make(4, 3);
    struct actor *actor = actor_make('A', 10);

    for (unsigned turn = 0; turn < 12; turn++) {
        for (unsigned i = 0; i < turn % 4; i++) {
            CHECK_EQUAL(post(actor, queue, 'x'), TAKT_OK);
        }
        CHECK_EQUAL(takt_queue_purge(queue), TAKT_OK);
        CHECK_EQUAL(takt_queue_count(queue), 0);
        (void)post(actor, queue, 'a');
        (void)post_front(actor, queue, 'b');
        (void)post(actor, queue, 'c');
        CHECK_EQUAL(post_within(actor, queue, 'd', TAKT_NO_WAIT), TAKT_EAGAIN);
        check_items(actor, queue, "bac");
        (void)post(actor, queue, 'z'); /* one place further round */
        (void)fetch(actor, queue);
    }
}

/* Between two steps of a purge: the sender who got in first is more urgent than the purger and runs
 * there. Others still wait for room that is there: each item that it takes out lets the next one
 * in, and its own purge throws two away and lets the last one in. The first purge then finds
 * nothing to do. */
static int call_send_and_empty(struct actor *self, void *queue, takt_time limit)
{
    uint32_t number = '1';

    (void)self;
    CHECK_EQUAL(takt_queue_send(queue, &number, limit), TAKT_OK);
    harness_token('i');
    CHECK_EQUAL(takt_queue_receive(queue, &number, TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(number, '1');
    CHECK_EQUAL(takt_queue_receive(queue, &number, TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(number, '2');
    number = 'n';
    CHECK_EQUAL(takt_queue_send(queue, &number, TAKT_NO_WAIT), TAKT_OK);
    return takt_queue_purge(queue);
}

KERNEL_TEST(queue_in_use_while_it_is_purged)
{
    struct takt_queue *queue = queue_make(4, 2);
    struct actor *purger = actor_make('P', 5);
    struct actor *senders[4];

    (void)post(purger, queue, 'x');
    (void)post(purger, queue, 'y');
    senders[0] = actor_make('0', 20);
    (void)order(senders[0], call_send_and_empty, queue, TAKT_FOREVER);
    for (unsigned i = 1; i < 4; i++) {
        senders[i] = actor_make((char)('0' + i), 12 - i);
        CHECK_EQUAL(post(senders[i], queue, '1' + i), BUSY);
    }
    CHECK_EQUAL(order(purger, call_purge, queue, 0), TAKT_OK);
    CHECK_TEXT(harness_tokens(), "i");
    for (unsigned i = 0; i < 4; i++) {
        CHECK_EQUAL(result_of(senders[i]), TAKT_OK);
    }
    check_items(purger, queue, "4");
}
