/* test_objects.c - the objects of a test, from pools. Their memory holds rubbish before. */
#include "actor.h"

#include <string.h>

static struct takt_mutex mutexes[MUTEXES];
static struct takt_semaphore semaphores[SEMAPHORES];
static struct takt_channel channels[CHANNELS];
static unsigned mutex_count;
static unsigned semaphore_count;
static unsigned channel_count;

void objects_begin(void)
{
    mutex_count = 0;
    semaphore_count = 0;
    channel_count = 0;
}

void objects_end(void)
{
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
