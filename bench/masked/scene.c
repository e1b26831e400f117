/* scene.c - threads that wait. */
#include "scene.h"

struct helper helpers[HELPERS_MAX];
struct takt_semaphore semaphore;
struct takt_semaphore gate;
struct takt_thread extra;

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
                                                 .stack_bytes = sizeof helper->stack };

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
