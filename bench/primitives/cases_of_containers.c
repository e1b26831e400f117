/* cases_of_containers.c - queues, pools and event flags. */
#include "primitives.h"

enum { ITEM_WORDS = 4, ITEMS = 4, BLOCK_BYTES = 128, BLOCKS = 4 };

static struct takt_queue queue;
static uint32_t items[ITEMS][ITEM_WORDS];
static struct takt_pool pool;
static _Alignas(TAKT_POOL_ALIGN) unsigned char blocks[TAKT_POOL_BYTES(BLOCK_BYTES, BLOCKS)];
static struct takt_flags flags;
static uint32_t rounds;
static uint32_t sum;

/* Queues, of items of 16 bytes. */

static void queue_begin(void)
{
    (void)takt_queue_init(&queue, "queue", items, sizeof items, sizeof items[0], ITEMS);
}

static uint32_t queue_send_receive(uint32_t times, unsigned count)
{
    uint32_t item[ITEM_WORDS] = { 1, 2, 3, 4 };

    (void)count;
    queue_begin();
    uint32_t before = takt_counter();

    REPEAT(times)
    {
        (void)takt_queue_send(&queue, item, TAKT_FOREVER);
        (void)takt_queue_receive(&queue, item, TAKT_FOREVER);
    }
    uint32_t took = takt_counter() - before;

    takt_queue_destroy(&queue);
    return took;
}

static void receive_on(void *unused)
{
    uint32_t item[ITEM_WORDS];

    (void)unused;
    REPEAT(rounds)
    {
        (void)takt_queue_receive(&queue, item, TAKT_FOREVER);
        sum += takt_counter() - stamp;
    }
}

/* Until the receiver runs. */
static uint32_t queue_to_higher(uint32_t times, unsigned count)
{
    uint32_t item[ITEM_WORDS] = { 1, 2, 3, 4 };

    (void)count;
    queue_begin();
    rounds = times;
    sum = 0;
    partner_start(0, ABOVE, receive_on);
    for (uint32_t i = 0; i < times; i++) {
        stamp = takt_counter();
        (void)takt_queue_send(&queue, item, TAKT_FOREVER);
    }
    partner_end(0);
    takt_queue_destroy(&queue);
    return sum;
}

static void receive_only(void *unused)
{
    uint32_t item[ITEM_WORDS];

    (void)unused;
    REPEAT(rounds)
    {
        (void)takt_queue_receive(&queue, item, TAKT_FOREVER);
    }
}

/* Until it waits again and the sender goes on. */
static uint32_t queue_round_trip(uint32_t times, unsigned count)
{
    uint32_t item[ITEM_WORDS] = { 1, 2, 3, 4 };

    (void)count;
    queue_begin();
    rounds = times + 1;
    partner_start(0, ABOVE, receive_only);
    uint32_t before = takt_counter();

    REPEAT(times)
    {
        (void)takt_queue_send(&queue, item, TAKT_FOREVER);
    }
    uint32_t took = takt_counter() - before;

    (void)takt_queue_send(&queue, item, TAKT_FOREVER);
    partner_end(0);
    takt_queue_destroy(&queue);
    return took;
}

/* Pools. */

static uint32_t pool_take_give(uint32_t times, unsigned count)
{
    void *block;

    (void)count;
    (void)takt_pool_init(&pool, "pool", blocks, sizeof blocks, BLOCK_BYTES, BLOCKS);
    uint32_t before = takt_counter();

    REPEAT(times)
    {
        (void)takt_pool_take(&pool, &block, TAKT_FOREVER);
        (void)takt_pool_give(&pool, block);
    }
    uint32_t took = takt_counter() - before;

    takt_pool_destroy(&pool);
    return took;
}

/* Event flags. */

static uint32_t flags_set_wait(uint32_t times, unsigned count)
{
    (void)count;
    takt_flags_init(&flags, "flags", 0);
    uint32_t before = takt_counter();

    REPEAT(times)
    {
        (void)takt_flags_set(&flags, 1);
        (void)takt_flags_wait(&flags, 1, TAKT_FLAGS_CLEAR, NULL, TAKT_FOREVER);
    }
    uint32_t took = takt_counter() - before;

    takt_flags_destroy(&flags);
    return took;
}

static void wait_on(void *unused)
{
    (void)unused;
    REPEAT(rounds)
    {
        (void)takt_flags_wait(&flags, 1, TAKT_FLAGS_CLEAR, NULL, TAKT_FOREVER);
        sum += takt_counter() - stamp;
    }
}

/* Until the waiter runs. */
static uint32_t flags_to_higher(uint32_t times, unsigned count)
{
    (void)count;
    takt_flags_init(&flags, "flags", 0);
    rounds = times;
    sum = 0;
    partner_start(0, ABOVE, wait_on);
    for (uint32_t i = 0; i < times; i++) {
        stamp = takt_counter();
        (void)takt_flags_set(&flags, 1);
    }
    partner_end(0);
    takt_flags_destroy(&flags);
    return sum;
}

const struct primitive cases_of_containers[] = {
    { "queue: send and receive 16 bytes", queue_send_receive, 0, LOOP, "90", "ThreadX 97" },
    { "queue: send, until a more urgent receiver runs", queue_to_higher, 0, INTERVAL, "-",
      "ThreadX 129" },
    { "queue: send, until it waits again", queue_round_trip, 0, LOOP, "-", "ThreadX 256" },
    { "pool: take and give", pool_take_give, 0, LOOP, "42", "-" },
    { "flags: set and wait", flags_set_wait, 0, LOOP, "-", "-" },
    { "flags: set, until a more urgent waiter runs", flags_to_higher, 0, INTERVAL, "-", "-" },
    { NULL, NULL, 0, LOOP, NULL, NULL },
};
