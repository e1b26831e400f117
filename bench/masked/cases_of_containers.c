/* cases_of_containers.c - flags, queues and pools. */
#include "scene.h"

enum { ITEM_BYTES = 16, LARGE_BYTES = TAKT_QUEUE_ITEM_MAX, BLOCK_BYTES = 16, IRQ = 5 };

static struct takt_flags flags;
static struct takt_queue queue;
static struct takt_pool pool;
static uint32_t memory[HELPERS_MAX * LARGE_BYTES / sizeof(uint32_t)];
static uint32_t item[LARGE_BYTES / sizeof(uint32_t)];
static unsigned char blocks[TAKT_POOL_BYTES(BLOCK_BYTES, 1)];
static void *block;

/* Flags: the helpers wait for one; the more urgent ones come last. */

static void wait_for_flag(void *unused)
{
    (void)unused;
    (void)takt_flags_wait(&flags, 1, 0, NULL, TAKT_FOREVER);
}

static void flag_waiters(unsigned count)
{
    takt_flags_init(&flags, "flags", 0);
    scene_start(count, wait_for_flag);
}

static void release_flag_waiters(unsigned count)
{
    (void)takt_flags_set(&flags, 1);
    scene_end(count);
    takt_flags_destroy(&flags);
}

static void set_wanted(unsigned count)
{
    (void)count;
    (void)takt_flags_set(&flags, 1);
}

static void set_unwanted(unsigned count)
{
    (void)count;
    (void)takt_flags_set(&flags, 2);
}

static void set_in_handler(void *unused)
{
    (void)unused;
    (void)takt_flags_set(&flags, 1);
}

static void set_in_interrupt(unsigned count)
{
    (void)count;
    takt_irq_attach(IRQ, set_in_handler, NULL);
    takt_irq_raise(IRQ);
    takt_irq_detach(IRQ);
}

static void wait_behind_others(unsigned count)
{
    (void)count;
    (void)takt_flags_wait(&flags, 1, 0, NULL, takt_us(200));
}

static void destroy_flags(unsigned count)
{
    (void)count;
    takt_flags_destroy(&flags);
}

static void end_of_waiters(unsigned count)
{
    scene_end(count);
}

/* Queues. */

static void with_queue(unsigned bytes, unsigned capacity)
{
    (void)takt_queue_init(&queue, "queue", memory, sizeof memory, bytes, capacity);
}

static void with_small_items(unsigned count)
{
    (void)count;
    with_queue(ITEM_BYTES, 1);
}

static void with_large_items(unsigned count)
{
    (void)count;
    with_queue(LARGE_BYTES, 1);
}

static void drop_queue(unsigned count)
{
    (void)count;
    takt_queue_destroy(&queue);
}

static void send_and_receive(unsigned count)
{
    (void)count;
    (void)takt_queue_send(&queue, item, TAKT_NO_WAIT);
    (void)takt_queue_receive(&queue, item, TAKT_NO_WAIT);
}

static void receive_one(void *unused)
{
    uint32_t received[ITEM_BYTES / sizeof(uint32_t)];

    (void)unused;
    (void)takt_queue_receive(&queue, received, TAKT_FOREVER);
}

static void receivers(unsigned count)
{
    with_queue(ITEM_BYTES, 1);
    scene_start(count, receive_one);
}

static void send_one(unsigned count)
{
    (void)count;
    (void)takt_queue_send(&queue, item, TAKT_NO_WAIT);
}

static void release_receivers(unsigned count)
{
    takt_queue_destroy(&queue);
    scene_end(count);
}

static void send_large(void *unused)
{
    (void)unused;
    (void)takt_queue_send(&queue, item, TAKT_FOREVER);
}

static void senders(unsigned count)
{
    with_queue(LARGE_BYTES, count);
    for (unsigned i = 0; i < count; i++) {
        (void)takt_queue_send(&queue, item, TAKT_NO_WAIT);
    }
    scene_start(count, send_large);
}

static void receive_large(unsigned count)
{
    (void)count;
    (void)takt_queue_receive(&queue, item, TAKT_NO_WAIT);
}

static void purge(unsigned count)
{
    (void)count;
    (void)takt_queue_purge(&queue);
}

static void wait_before_receivers(unsigned count)
{
    (void)count;
    (void)takt_queue_receive(&queue, item, takt_us(200));
}

/* Pools. */

static void take_one(void *unused)
{
    void *taken;

    (void)unused;
    (void)takt_pool_take(&pool, &taken, TAKT_FOREVER);
}

static void no_blocks(unsigned count)
{
    (void)takt_pool_init(&pool, "pool", blocks, sizeof blocks, BLOCK_BYTES, 1);
    (void)takt_pool_take(&pool, &block, TAKT_NO_WAIT);
    scene_start(count, take_one);
}

static void wait_for_block(unsigned count)
{
    void *taken;

    (void)count;
    (void)takt_pool_take(&pool, &taken, takt_us(200));
}

static void give_block(unsigned count)
{
    (void)count;
    (void)takt_pool_give(&pool, block);
}

static void release_takers(unsigned count)
{
    takt_pool_destroy(&pool);
    scene_end(count);
}

static void make_pool(unsigned count)
{
    (void)takt_pool_init(&pool, "pool", memory, sizeof memory, BLOCK_BYTES, 10UL * count);
}

static void take_and_give(unsigned count)
{
    void *taken = NULL;

    (void)count;
    (void)takt_pool_take(&pool, &taken, TAKT_NO_WAIT);
    (void)takt_pool_give(&pool, taken);
}

static void drop_pool(unsigned count)
{
    (void)count;
    takt_pool_destroy(&pool);
}

const struct bench_case cases_of_containers[] = {
    { "flags_set, N wait for them", flag_waiters, set_wanted, release_flag_waiters, FLAT },
    { "flags_set in an interrupt, N wait for them", flag_waiters, set_in_interrupt,
      release_flag_waiters, FLAT },
    { "flags_set, N wait for others", flag_waiters, set_unwanted, release_flag_waiters, FLAT },
    { "flags_wait, N waiters", flag_waiters, wait_behind_others, release_flag_waiters, FLAT },
    { "flags_destroy, N waiters", flag_waiters, destroy_flags, end_of_waiters, FLAT },
    { "queue_send and receive, 16 bytes", with_small_items, send_and_receive, drop_queue, ONCE },
    { "queue_send and receive, 256 bytes", with_large_items, send_and_receive, drop_queue, ONCE },
    { "queue_send, N waiters", receivers, send_one, release_receivers, FLAT },
    { "queue_receive, N with 256 bytes wait", senders, receive_large, release_receivers, FLAT },
    { "queue_purge, N with 256 bytes wait", senders, purge, release_receivers, FLAT },
    { "queue_receive before N waiters", receivers, wait_before_receivers, release_receivers,
      LINEAR },
    { "queue_destroy, N waiters", receivers, drop_queue, end_of_waiters, FLAT },
    { "pool_take and give", make_pool, take_and_give, drop_pool, ONCE },
    { "pool_take before N waiters", no_blocks, wait_for_block, release_takers, LINEAR },
    { "pool_give, N waiters", no_blocks, give_block, release_takers, FLAT },
    { "pool_init, 10 N blocks", scene_empty, make_pool, drop_pool, FLAT },
    { "pool_destroy, N waiters", no_blocks, drop_pool, end_of_waiters, FLAT },
    { NULL, NULL, NULL, NULL, ONCE },
};
