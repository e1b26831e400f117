/* container_cases.c - what a caller can do wrong with flags, queues and pools. */
#include "cases.h"

#include "takt/takt.h"

enum { BLOCKS = 3, BLOCK_BYTES = 16 };

static struct takt_flags flags;
static struct takt_queue queue;
static struct takt_pool pool;
static uint32_t items[2];
static _Alignas(8) unsigned char blocks[TAKT_POOL_BYTES(BLOCK_BYTES, BLOCKS)];

void misuse_prepare_containers(void)
{
    takt_flags_init(&flags, "flags", 0);
    (void)takt_queue_init(&queue, "queue", items, sizeof items, sizeof items[0], 2);
    (void)takt_pool_init(&pool, "pool", blocks, sizeof blocks, BLOCK_BYTES, BLOCKS);
}

static void *take_block(void)
{
    void *block = NULL;

    (void)takt_pool_take(&pool, &block, TAKT_NO_WAIT);
    return block;
}

/* Waiting, where there is no thread that could: there is nothing to be had. */

static void wait_for_flag(void)
{
    (void)takt_flags_wait(&flags, 1, 0, NULL, TAKT_FOREVER);
}

static void receive(void)
{
    uint32_t item;

    (void)takt_queue_receive(&queue, &item, takt_ms(1));
}

static void send_to_full(void)
{
    const uint32_t item = 1;

    for (unsigned i = 0; i < 3; i++) {
        (void)takt_queue_send(&queue, &item, takt_ms(1));
    }
}

static void send_front_to_full(void)
{
    const uint32_t item = 1;

    for (unsigned i = 0; i < 3; i++) {
        (void)takt_queue_send_front(&queue, &item, TAKT_FOREVER);
    }
}

static void take_all(void)
{
    void *block;

    for (unsigned i = 0; i <= BLOCKS; i++) {
        (void)takt_pool_take(&pool, &block, TAKT_FOREVER);
    }
}

static void destroy_flags(void)
{
    takt_flags_destroy(&flags);
}

static void destroy_queue(void)
{
    takt_queue_destroy(&queue);
}

static void destroy_pool(void)
{
    takt_pool_destroy(&pool);
}

/* Done twice. */

static void destroy_flags_twice(void)
{
    destroy_flags();
    takt_flags_destroy(&flags);
}

static void destroy_queue_twice(void)
{
    destroy_queue();
    takt_queue_destroy(&queue);
}

static void destroy_pool_twice(void)
{
    destroy_pool();
    takt_pool_destroy(&pool);
}

static void give_twice(void)
{
    void *block = take_block();

    (void)takt_pool_give(&pool, block);
    (void)takt_pool_give(&pool, block);
}

static void give_twice_of_several(void)
{
    void *block = take_block();

    (void)take_block();
    (void)takt_pool_give(&pool, block);
    (void)takt_pool_give(&pool, block);
}

/* Arguments that cannot be. */

static void wait_for_no_flag(void)
{
    (void)takt_flags_wait(&flags, 0, 0, NULL, TAKT_NO_WAIT);
}

static void wait_with_unknown_options(void)
{
    (void)takt_flags_wait(&flags, 1, 4, NULL, TAKT_NO_WAIT);
}

static void queue_without_memory(void)
{
    (void)takt_queue_init(&queue, "queue", NULL, sizeof items, sizeof items[0], 2);
}

static void pool_without_memory(void)
{
    (void)takt_pool_init(&pool, "pool", NULL, sizeof blocks, BLOCK_BYTES, BLOCKS);
}

static void give_inside(void)
{
    unsigned char *block = take_block();

    (void)takt_pool_give(&pool, block + 8);
}

static void give_before(void)
{
    unsigned char *block = take_block();

    (void)takt_pool_give(&pool, block - BLOCK_BYTES);
}

static void give_behind(void)
{
    (void)take_block();
    (void)takt_pool_give(&pool, blocks + (size_t)BLOCKS * BLOCK_BYTES);
}

static void give_never_taken(void)
{
    unsigned char *block = take_block();

    (void)takt_pool_give(&pool, block + BLOCK_BYTES);
}

static void give_nothing(void)
{
    (void)take_block();
    (void)takt_pool_give(&pool, NULL);
}

static void give_foreign(void)
{
    void *block = &block;

    (void)take_block();
    (void)takt_pool_give(&pool, block);
}

const struct misuse_case misuse_container_cases[] = {
    { "flags_wait_in_interrupt", IN_INTERRUPT, wait_for_flag },
    { "queue_receive_in_interrupt", IN_INTERRUPT, receive },
    { "queue_send_in_interrupt", IN_INTERRUPT, send_to_full },
    { "queue_send_front_in_interrupt", IN_INTERRUPT, send_front_to_full },
    { "pool_take_in_interrupt", IN_INTERRUPT, take_all },
    { "destroy_flags_in_interrupt", IN_INTERRUPT, destroy_flags },
    { "destroy_queue_in_interrupt", IN_INTERRUPT, destroy_queue },
    { "destroy_pool_in_interrupt", IN_INTERRUPT, destroy_pool },
    { "flags_wait_in_main", IN_MAIN, wait_for_flag },
    { "queue_receive_in_main", IN_MAIN, receive },
    { "queue_send_in_main", IN_MAIN, send_to_full },
    { "queue_send_front_in_main", IN_MAIN, send_front_to_full },
    { "pool_take_in_main", IN_MAIN, take_all },
    { "destroy_flags_in_main", IN_MAIN, destroy_flags },
    { "destroy_queue_in_main", IN_MAIN, destroy_queue },
    { "destroy_pool_in_main", IN_MAIN, destroy_pool },
    { "destroy_flags_twice", IN_THREAD, destroy_flags_twice },
    { "destroy_queue_twice", IN_THREAD, destroy_queue_twice },
    { "destroy_pool_twice", IN_THREAD, destroy_pool_twice },
    { "pool_give_twice", IN_THREAD, give_twice },
    { "pool_give_twice_of_several", IN_THREAD, give_twice_of_several },
    { "pool_give_twice_in_interrupt", IN_INTERRUPT, give_twice },
    { "flags_wait_for_none", IN_THREAD, wait_for_no_flag },
    { "flags_wait_with_unknown_options", IN_THREAD, wait_with_unknown_options },
    { "queue_without_memory", IN_THREAD, queue_without_memory },
    { "pool_without_memory", IN_THREAD, pool_without_memory },
    { "pool_give_inside", IN_THREAD, give_inside },
    { "pool_give_before", IN_THREAD, give_before },
    { "pool_give_behind", IN_THREAD, give_behind },
    { "pool_give_never_taken", IN_THREAD, give_never_taken },
    { "pool_give_nothing", IN_THREAD, give_nothing },
    { "pool_give_foreign", IN_THREAD, give_foreign },
    { NULL, IN_THREAD, NULL },
};
