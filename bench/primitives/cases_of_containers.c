/* cases_of_containers.c - queues, pools and event flags. */
#include "primitives.h"

enum { ITEM_WORDS = 4, ITEMS = 4, BLOCK_BYTES = 128, BLOCKS = 4 };

static struct takt_queue queue;
static uint32_t items[ITEMS][ITEM_WORDS];
static struct takt_pool pool;
static _Alignas(TAKT_POOL_ALIGN) unsigned char blocks[TAKT_POOL_BYTES(BLOCK_BYTES, BLOCKS)];
static struct takt_flags flags;

/* Queues, of items of 16 bytes. */

static void queue_begin(void)
{
    (void)takt_queue_init(&queue, "queue", items, sizeof items, sizeof items[0], ITEMS);
}

static void queue_send_receive(unsigned unused)
{
    uint32_t item[ITEM_WORDS] = { 1, 2, 3, 4 };

    (void)unused;
    queue_begin();
    interval_begin();
    REPEAT(TIMES)
    {
        (void)takt_queue_send(&queue, item, TAKT_FOREVER);
        (void)takt_queue_receive(&queue, item, TAKT_FOREVER);
    }
    interval_end();
    takt_queue_destroy(&queue);
}

static void receive_on(void *unused)
{
    uint32_t item[ITEM_WORDS];

    (void)unused;
    REPEAT(TIMES)
    {
        (void)takt_queue_receive(&queue, item, TAKT_FOREVER);
        interval_end();
    }
}

/* Until the receiver runs. */
static void queue_to_higher(unsigned unused)
{
    uint32_t item[ITEM_WORDS] = { 1, 2, 3, 4 };

    (void)unused;
    queue_begin();
    partner_start(0, ABOVE, receive_on);
    REPEAT(TIMES)
    {
        interval_begin();
        (void)takt_queue_send(&queue, item, TAKT_FOREVER);
    }
    partner_end(0);
    takt_queue_destroy(&queue);
}

static void receive_only(void *unused)
{
    uint32_t item[ITEM_WORDS];

    (void)unused;
    REPEAT(TIMES + 1)
    {
        (void)takt_queue_receive(&queue, item, TAKT_FOREVER);
    }
}

/* Until it waits again and the sender goes on. */
static void queue_round_trip(unsigned unused)
{
    uint32_t item[ITEM_WORDS] = { 1, 2, 3, 4 };

    (void)unused;
    queue_begin();
    partner_start(0, ABOVE, receive_only);
    interval_begin();
    REPEAT(TIMES)
    {
        (void)takt_queue_send(&queue, item, TAKT_FOREVER);
    }
    interval_end();
    (void)takt_queue_send(&queue, item, TAKT_FOREVER);
    partner_end(0);
    takt_queue_destroy(&queue);
}

/* Pools. */

static void pool_take_give(unsigned unused)
{
    void *block;

    (void)unused;
    (void)takt_pool_init(&pool, "pool", blocks, sizeof blocks, BLOCK_BYTES, BLOCKS);
    interval_begin();
    REPEAT(TIMES)
    {
        (void)takt_pool_take(&pool, &block, TAKT_FOREVER);
        (void)takt_pool_give(&pool, block);
    }
    interval_end();
    takt_pool_destroy(&pool);
}

/* Event flags. */

static void flags_set_wait(unsigned unused)
{
    (void)unused;
    takt_flags_init(&flags, "flags", 0);
    interval_begin();
    REPEAT(TIMES)
    {
        (void)takt_flags_set(&flags, 1);
        (void)takt_flags_wait(&flags, 1, TAKT_FLAGS_CLEAR, NULL, TAKT_FOREVER);
    }
    interval_end();
    takt_flags_destroy(&flags);
}

static void wait_on(void *unused)
{
    (void)unused;
    REPEAT(TIMES)
    {
        (void)takt_flags_wait(&flags, 1, TAKT_FLAGS_CLEAR, NULL, TAKT_FOREVER);
        interval_end();
    }
}

/* Until the waiter runs. */
static void flags_to_higher(unsigned unused)
{
    (void)unused;
    takt_flags_init(&flags, "flags", 0);
    partner_start(0, ABOVE, wait_on);
    REPEAT(TIMES)
    {
        interval_begin();
        (void)takt_flags_set(&flags, 1);
    }
    partner_end(0);
    takt_flags_destroy(&flags);
}

const struct primitive cases_of_containers[] = {
    { "queue: send and receive 16 bytes", queue_send_receive, 0, TIMES, TIMES, "90", "ThreadX 97" },
    { "queue: send, until a more urgent receiver runs", queue_to_higher, 0, TIMES, 0, "-",
      "ThreadX 129" },
    { "queue: send, until it waits again", queue_round_trip, 0, TIMES, TIMES, "-", "ThreadX 256" },
    { "pool: take and give", pool_take_give, 0, TIMES, TIMES, "42", "-" },
    { "flags: set and wait", flags_set_wait, 0, TIMES, TIMES, "-", "-" },
    { "flags: set, until a more urgent waiter runs", flags_to_higher, 0, TIMES, 0, "-", "-" },
    { NULL, NULL, 0, 0, 0, NULL, NULL },
};
