/* containers.c - flags, queues and pools, where they may not wait or end. */
#include "cases.h"

#include "takt/flags.h"
#include "takt/pool.h"
#include "takt/queue.h"
#include "takt/takt.h"

static struct takt_flags flags;
static struct takt_queue queue;
static struct takt_queue empty;
static struct takt_pool pool;
static uint32_t items[2];
static _Alignas(16) unsigned char blocks[64];

/* Nothing is set; one queue is full and one is empty; no block is left. */
void misuse_prepare_containers(void)
{
    uint32_t item = 0;
    void *block;

    takt_flags_init(&flags, "flags", 0);
    (void)takt_queue_init(&queue, "queue", &items[0], sizeof items[0], sizeof item, 1);
    (void)takt_queue_init(&empty, "empty", &items[1], sizeof items[1], sizeof item, 1);
    (void)takt_queue_send(&queue, &item, TAKT_NO_WAIT);
    (void)takt_pool_init(&pool, "pool", blocks, sizeof blocks, 16, 1);
    (void)takt_pool_take(&pool, &block, TAKT_NO_WAIT);
}

void misuse_flags_wait(void)
{
    (void)takt_flags_wait(&flags, 1, TAKT_FLAGS_ANY, NULL, TAKT_FOREVER);
}

void misuse_queue_send(void)
{
    uint32_t item = 0;

    (void)takt_queue_send(&queue, &item, TAKT_FOREVER);
}

void misuse_queue_send_front(void)
{
    uint32_t item = 0;

    (void)takt_queue_send_front(&queue, &item, 1000);
}

void misuse_queue_receive(void)
{
    uint32_t item;

    (void)takt_queue_receive(&empty, &item, TAKT_FOREVER);
}

void misuse_pool_take(void)
{
    void *block;

    (void)takt_pool_take(&pool, &block, TAKT_FOREVER);
}

void misuse_destroy_flags(void)
{
    takt_flags_destroy(&flags);
}

void misuse_destroy_queue(void)
{
    takt_queue_destroy(&queue);
}

void misuse_destroy_pool(void)
{
    takt_pool_destroy(&pool);
}
