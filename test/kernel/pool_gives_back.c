/* pool_gives_back.c - D24, I07, I16: blocks in the hands of threads and interrupts, waits that are
 * given up, and the end of a pool: what was taken and not given is what is missing, ever. */
#include "kernel_test.h"

enum { BLOCKS = 3, TIMES = 1000 };

static struct takt_pool *pool;
static void *block_in_interrupt;

static int take_now(void *unused)
{
    (void)unused;
    return takt_pool_take(pool, &block_in_interrupt, TAKT_NO_WAIT);
}

static int give_now(void *unused)
{
    (void)unused;
    return takt_pool_give(pool, block_in_interrupt);
}

/* An interrupt takes what a thread has given, and gives to a thread that waits. */
KERNEL_TEST(pool_blocks_go_between_threads_and_interrupts)
{
    struct actor *actors[BLOCKS + 1];

    pool = pool_make(24, BLOCKS);
    for (unsigned i = 0; i <= BLOCKS; i++) {
        actors[i] = actor_make((char)('a' + i), 10 + i);
    }
    for (unsigned i = 0; i < BLOCKS; i++) {
        CHECK_EQUAL(borrow(actors[i], pool), TAKT_OK);
    }
    CHECK_EQUAL(in_interrupt(take_now, NULL), TAKT_EAGAIN);
    CHECK_EQUAL(hand_back(actors[1], pool), TAKT_OK);
    CHECK_EQUAL(in_interrupt(take_now, NULL), TAKT_OK);
    CHECK(block_in_interrupt == block_of(actors[1]));
    CHECK_EQUAL(borrow(actors[BLOCKS], pool), BUSY);
    CHECK_EQUAL(takt_pool_used(pool), BLOCKS);
    CHECK_EQUAL(in_interrupt(give_now, NULL), TAKT_OK);
    CHECK_EQUAL(result_of(actors[BLOCKS]), TAKT_OK);
    CHECK(block_of(actors[BLOCKS]) == block_in_interrupt);
    CHECK_EQUAL(takt_pool_used(pool), BLOCKS);
    CHECK_EQUAL(hand_back(actors[BLOCKS], pool), TAKT_OK);
    CHECK_EQUAL(hand_back(actors[0], pool), TAKT_OK);
    CHECK_EQUAL(hand_back(actors[2], pool), TAKT_OK);
    CHECK_EQUAL(takt_pool_used(pool), 0);
}

/* D24: a message in a block, of which only the address goes through a queue. The send is given up a
 * thousand times: at once, by time, by the end of the queue. The block is the sender's then, and it
 * gives it back. */
static int call_send_block(struct actor *self, void *queue, takt_time limit)
{
    void *block;
    int status = takt_pool_take(pool, &block, TAKT_NO_WAIT);

    (void)self;
    if (status == TAKT_OK) {
        status = takt_queue_send(queue, &block, limit);
        if (status != TAKT_OK) {
            CHECK_EQUAL(takt_pool_give(pool, block), TAKT_OK);
        }
    }
    return status;
}

static void give_up(struct actor *sender, bool by_time)
{
    static void *memory[1];
    struct takt_queue queue;
    void *queued;

    CHECK_EQUAL(takt_queue_init(&queue, "one", memory, sizeof memory, sizeof memory, 1), TAKT_OK);
    CHECK_EQUAL(order(sender, call_send_block, &queue, TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(order(sender, call_send_block, &queue, TAKT_NO_WAIT), TAKT_EAGAIN);
    CHECK_EQUAL(takt_pool_used(pool), 1);
    CHECK_EQUAL(order(sender, call_send_block, &queue, by_time ? takt_us(100) : TAKT_FOREVER),
                BUSY);
    CHECK_EQUAL(takt_pool_used(pool), 2);
    if (by_time) {
        (void)takt_sleep(takt_us(200));
        CHECK_EQUAL(result_of(sender), TAKT_ETIMEDOUT);
    }
    CHECK_EQUAL(takt_queue_peek(&queue, &queued), TAKT_OK);
    takt_queue_destroy(&queue);
    CHECK_EQUAL(result_of(sender), by_time ? TAKT_ETIMEDOUT : TAKT_ECLOSED);
    CHECK_EQUAL(takt_pool_used(pool), 1);
    CHECK_EQUAL(takt_pool_give(pool, queued), TAKT_OK);
}

KERNEL_TEST(pool_blocks_of_sends_given_up_come_back)
{
    struct actor *sender = actor_make('S', 11);

    pool = pool_make(24, BLOCKS);
    for (unsigned turn = 0; turn < TIMES; turn++) {
        give_up(sender, turn % 2 == 0);
        CHECK_EQUAL(takt_pool_used(pool), 0);
    }
    CHECK_EQUAL(borrow(sender, pool), TAKT_OK);
    CHECK_EQUAL(hand_back(sender, pool), TAKT_OK);
}

/* I16: destroyed with blocks out and threads waiting: these are told; a block that comes then is
 * refused, and its memory is as it was. */
KERNEL_TEST(pool_destroyed_with_blocks_out)
{
    struct actor *holder = actor_make('H', 11);
    struct actor *waiter = actor_make('W', 10);

    pool = pool_make(16, 1);
    CHECK_EQUAL(borrow(holder, pool), TAKT_OK);
    CHECK_EQUAL(borrow(waiter, pool), BUSY);
    takt_pool_destroy(pool);
    CHECK_EQUAL(result_of(waiter), TAKT_ECLOSED);
    CHECK(block_of(waiter) == NULL);
    CHECK_EQUAL(hand_back(holder, pool), TAKT_ECLOSED);
    CHECK_EQUAL(borrow_within(waiter, pool, TAKT_NO_WAIT), TAKT_ECLOSED);
}

/* To make one takes no longer for a thousand blocks than for one, and touches none of them. */
KERNEL_TEST(pool_memory_is_first_touched_when_taken)
{
    struct takt_pool *untouched = pool_make(8, ITEMS_BYTES / 20);
    const unsigned char *memory = (const unsigned char *)untouched->blocks;
    unsigned changed = 0;

    for (unsigned i = 0; i < ITEMS_BYTES; i++) {
        changed += memory[i] != 0xA5;
    }
    CHECK_EQUAL(changed, 0);
}
