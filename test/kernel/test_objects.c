/* test_objects.c - the objects of a test, from pools. Their memory holds rubbish before. */
#include "actor.h"

#include <string.h>

static struct takt_mutex mutexes[MUTEXES];
static struct takt_semaphore semaphores[SEMAPHORES];
static struct takt_channel channels[CHANNELS];
static struct takt_flags flag_words[FLAGS];
static struct takt_queue queues[QUEUES];
static struct takt_pool pools[POOLS];
static _Alignas(8) unsigned char queue_memory[QUEUES][ITEMS_BYTES];
static _Alignas(8) unsigned char pool_memory[POOLS][ITEMS_BYTES];
static unsigned mutex_count;
static unsigned semaphore_count;
static unsigned channel_count;
static unsigned flags_count;
static unsigned queue_count;
static unsigned pool_count;

void objects_begin(void)
{
    mutex_count = 0;
    semaphore_count = 0;
    channel_count = 0;
    flags_count = 0;
    queue_count = 0;
    pool_count = 0;
}

static void containers_end(void)
{
    for (unsigned i = 0; i < flags_count; i++) {
        if (flag_words[i].open) {
            takt_flags_destroy(&flag_words[i]);
        }
    }
    for (unsigned i = 0; i < queue_count; i++) {
        if (queues[i].open) {
            takt_queue_destroy(&queues[i]);
        }
    }
    for (unsigned i = 0; i < pool_count; i++) {
        if (pools[i].open) {
            takt_pool_destroy(&pools[i]);
        }
    }
}

void objects_end(void)
{
    containers_end();
    for (unsigned i = 0; i < mutex_count; i++) {
        if (mutexes[i].open) {
            takt_mutex_destroy(&mutexes[i]);
        }
    }
    for (unsigned i = 0; i < semaphore_count; i++) {
        if (semaphores[i].count > -2) { /* not destroyed */
            takt_semaphore_destroy(&semaphores[i]);
        }
    }
    for (unsigned i = 0; i < channel_count; i++) {
        if (channels[i].open) {
            takt_channel_destroy(&channels[i]);
        }
    }
}

struct takt_mutex *mutex_make(unsigned flags)
{
    struct takt_mutex *mutex = &mutexes[mutex_count];

    mutex_count++;
    memset(mutex, 0xA5, sizeof *mutex);
    takt_mutex_init(mutex, "mutex", flags);
    return mutex;
}

struct takt_semaphore *semaphore_make(uint32_t count)
{
    struct takt_semaphore *semaphore = &semaphores[semaphore_count];

    semaphore_count++;
    memset(semaphore, 0xA5, sizeof *semaphore);
    takt_semaphore_init(semaphore, "semaphore", count);
    return semaphore;
}

struct takt_channel *channel_make(unsigned flags)
{
    struct takt_channel *channel = &channels[channel_count];

    channel_count++;
    memset(channel, 0xA5, sizeof *channel);
    takt_channel_init(channel, "channel", flags);
    return channel;
}

void spoil_channel(struct takt_channel *channel)
{
    memset(channel, 0xA5, sizeof *channel);
    channel->open = false;
}

struct takt_flags *flags_make(uint32_t set)
{
    struct takt_flags *made = &flag_words[flags_count];

    flags_count++;
    memset(made, 0xA5, sizeof *made);
    takt_flags_init(made, "flags", set);
    return made;
}

struct takt_queue *queue_make(size_t item_bytes, size_t capacity)
{
    struct takt_queue *queue = &queues[queue_count];
    unsigned char *memory = queue_memory[queue_count];

    queue_count++;
    memset(queue, 0xA5, sizeof *queue);
    memset(memory, 0xA5, ITEMS_BYTES);
    CHECK_EQUAL(takt_queue_init(queue, "queue", memory, ITEMS_BYTES, item_bytes, capacity),
                TAKT_OK);
    return queue;
}

struct takt_pool *pool_make(size_t block_bytes, size_t count)
{
    struct takt_pool *pool = &pools[pool_count];
    unsigned char *memory = pool_memory[pool_count];

    pool_count++;
    memset(pool, 0xA5, sizeof *pool);
    memset(memory, 0xA5, ITEMS_BYTES);
    CHECK_EQUAL(takt_pool_init(pool, "pool", memory, ITEMS_BYTES, block_bytes, count), TAKT_OK);
    return pool;
}
