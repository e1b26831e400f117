/* crowd.c - every CPU makes calls as fast as it can, to each other. */
#include "crowd.h"

#include "takt/takt.h"

enum { ROUNDS = 1000, STACK_BYTES = 1024, MESSAGE_BYTES = 64 };

/* What there is on each CPU. In QEMU each alarm is also where the next CPU goes on: in the middle
 * of a hold as often as not, since the idler sees to it that this CPU makes calls all the time. */
struct member {
    struct takt_thread threads[3];
    TAKT_STACK(stacks[3], STACK_BYTES);
    struct takt_channel channel;
    struct takt_semaphore bell;
    struct takt_semaphore gong;
    uint32_t dice;
};

static struct member members[TAKT_CPUS];
static struct takt_mutex mutex;

static takt_time some_time(struct member *member)
{
    member->dice = member->dice * 1664525 + 1013904223;
    return takt_us(1) + takt_us(30) * (member->dice >> 16) / 0x10000;
}

static void serve(void *argument)
{
    struct member *member = argument;
    struct takt_received received;
    char text[MESSAGE_BYTES];
    int length;

    while ((length = takt_receive(&member->channel, text, sizeof text, &received, TAKT_FOREVER))
           >= 0) {
        (void)takt_semaphore_take(&member->bell, some_time(member));
        (void)takt_reply(received.request, text, (size_t)length);
    }
}

static void idle_about(void *argument)
{
    struct member *member = argument;

    while (takt_semaphore_give(&member->gong) == TAKT_OK) {
        (void)takt_semaphore_take(&member->gong, TAKT_NO_WAIT);
    }
}

static void work(void *argument)
{
    struct member *next = &members[((struct member *)argument - members + 1) % TAKT_CPUS];
    char text[MESSAGE_BYTES] = "to all whom it may concern";
    const struct takt_message message = { text, sizeof text, text, sizeof text };

    for (unsigned i = 0; i < ROUNDS; i++) {
        (void)takt_send(&next->channel, &message, TAKT_FOREVER);
        (void)takt_semaphore_give(&next->bell);
        (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
        takt_yield();
        (void)takt_mutex_unlock(&mutex);
    }
}

static void start(unsigned index)
{
    struct member *member = &members[index];
    static const struct takt_thread_options kinds[] = {
        { .name = "idler", .priority = 11, .entry = idle_about },
        { .name = "worker", .priority = 12, .entry = work },
        { .name = "server", .priority = 13, .entry = serve },
    };

    takt_semaphore_init(&member->bell, "bell", 0);
    takt_semaphore_init(&member->gong, "gong", 0);
    takt_channel_init(&member->channel, "channel", 0);
    member->dice = index;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct takt_thread_options options = kinds[i];

        options.argument = member;
        options.stack = member->stacks[i];
        options.stack_bytes = sizeof member->stacks[i];
        options.cpu = TAKT_CPU(index);
        (void)takt_thread_create(&member->threads[i], &options);
    }
}

static void end(struct member *member)
{
    takt_semaphore_destroy(&member->gong);
    takt_channel_destroy(&member->channel);
    for (unsigned i = 0; i < sizeof member->threads / sizeof member->threads[0]; i++) {
        (void)takt_thread_join(&member->threads[i], TAKT_FOREVER);
    }
    takt_semaphore_destroy(&member->bell);
}

void crowd_work(void)
{
    takt_mutex_init(&mutex, "mutex", 0);
    for (unsigned i = 0; i < TAKT_CPUS; i++) {
        start(i);
    }
    for (unsigned i = 0; i < TAKT_CPUS; i++) {
        (void)takt_thread_join(&members[i].threads[1], TAKT_FOREVER);
    }
    for (unsigned i = 0; i < TAKT_CPUS; i++) {
        end(&members[i]);
    }
    takt_mutex_destroy(&mutex);
}
