/* scene.c - threads that wait. */
#include "scene.h"

struct helper helpers[HELPERS_MAX];
struct takt_semaphore semaphore;
struct takt_semaphore gate;
struct takt_channel channel;
struct takt_thread extra;
unsigned scene_cpu;

static TAKT_STACK(extra_stack, 768);

void scene_settle(void)
{
    (void)takt_sleep(takt_ms(10));
}

void scene_start_one(unsigned index, void (*entry)(void *helper))
{
    struct helper *helper = &helpers[index];
    const struct takt_thread_options options = { .name = "helper",
                                                 .priority = 10 + index % 8,
                                                 .entry = entry,
                                                 .argument = helper,
                                                 .stack = helper->stack,
                                                 .stack_bytes = sizeof helper->stack,
                                                 .cpu = scene_cpu };

    helper->index = index;
    (void)takt_thread_create(&helper->thread, &options);
}

void scene_start(unsigned count, void (*entry)(void *helper))
{
    for (unsigned i = 0; i < count; i++) {
        scene_start_one(i, entry);
    }
    scene_settle();
}

void scene_end(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        (void)takt_thread_join(&helpers[i].thread, TAKT_FOREVER);
    }
}

void scene_start_extra(void (*entry)(void *unused))
{
    const struct takt_thread_options options = { .name = "extra",
                                                 .priority = EXTRA_PRIORITY,
                                                 .entry = entry,
                                                 .stack = extra_stack,
                                                 .stack_bytes = sizeof extra_stack };

    (void)takt_thread_create(&extra, &options);
}

void scene_end_extra(void)
{
    (void)takt_thread_join(&extra, TAKT_FOREVER);
}

void scene_empty(unsigned count)
{
    (void)count;
}

static void take_forever(void *unused)
{
    (void)unused;
    (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
}

void scene_takers(unsigned count)
{
    takt_semaphore_init(&semaphore, "semaphore", 0);
    scene_start(count, take_forever);
}

void scene_release_takers(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        (void)takt_semaphore_give(&semaphore);
    }
    scene_end(count);
    takt_semaphore_destroy(&semaphore);
}

static void wait_for_gate(void *unused)
{
    (void)unused;
    (void)takt_semaphore_take(&gate, TAKT_FOREVER);
}

static void join_extra(void *unused)
{
    (void)unused;
    (void)takt_thread_join(&extra, TAKT_FOREVER);
}

void scene_joiners(unsigned count)
{
    takt_semaphore_init(&gate, "gate", 0);
    scene_start_extra(wait_for_gate);
    scene_start(count, join_extra);
}

void scene_send(void *unused)
{
    char reply[4];
    const struct takt_message message = { "?", 1, reply, sizeof reply };

    (void)unused;
    (void)takt_send(&channel, &message, TAKT_FOREVER);
}

static void receive_all(void *unused)
{
    struct takt_received received;

    (void)unused;
    while (takt_receive(&channel, NULL, 0, &received, TAKT_NO_WAIT) >= 0) {
    }
    (void)takt_semaphore_take(&gate, TAKT_FOREVER);
}

void scene_debtor(unsigned count)
{
    takt_semaphore_init(&gate, "gate", 0);
    takt_channel_init(&channel, "channel", 0);
    scene_start(count, scene_send);
    scene_start_extra(receive_all);
    scene_settle();
}

void scene_open_gate(unsigned count)
{
    (void)count;
    (void)takt_semaphore_give(&gate);
    scene_settle();
}

void scene_cancel_extra(unsigned count)
{
    (void)count;
    (void)takt_thread_cancel(&extra);
}
