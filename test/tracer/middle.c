/* middle.c - a trace that begins in the middle of things.
 *
 * When it begins, `owner` (5) holds the mutex "precious" and waits for the semaphore "gate";
 * `waiter` (12) waits for the mutex, so that owner's priority is 12. `client` (8) waits for the
 * reply of `server` (3), which has its message from the channel "fixed" of fixed priority and
 * waits for the same gate. Then the gate opens.
 */
#include "modes.h"
#include "takt/takt.h"
#include "tracer.h"

enum { STACK_BYTES = 1024 };

static struct takt_mutex precious;
static struct takt_semaphore gate;
static struct takt_channel fixed;

struct actor {
    struct takt_thread thread;
    TAKT_STACK(stack, STACK_BYTES);
};

static struct actor owner;
static struct actor waiter;
static struct actor client;
static struct actor server;

static void own(void *unused)
{
    (void)unused;
    (void)takt_mutex_lock(&precious, TAKT_FOREVER);
    (void)takt_semaphore_take(&gate, TAKT_FOREVER);
    takt_mutex_unlock(&precious);
}

static void wait(void *unused)
{
    (void)unused;
    (void)takt_mutex_lock(&precious, TAKT_FOREVER);
    takt_mutex_unlock(&precious);
}

static void ask(void *unused)
{
    const struct takt_message message = { .data = "?", .size = 1 };

    (void)unused;
    (void)takt_send(&fixed, &message, TAKT_FOREVER);
}

static void serve(void *unused)
{
    struct takt_received received;

    (void)unused;
    (void)takt_receive(&fixed, NULL, 0, &received, TAKT_FOREVER);
    (void)takt_semaphore_take(&gate, TAKT_FOREVER);
    (void)takt_reply(received.request, NULL, 0);
}

/* Create one and let it go as far as it can. */
static void start(struct actor *actor, const char *name, unsigned priority, void (*entry)(void *))
{
    const struct takt_thread_options options = { .name = name,
                                                 .group = "middle of things",
                                                 .priority = priority,
                                                 .entry = entry,
                                                 .stack = actor->stack,
                                                 .stack_bytes = sizeof actor->stack };

    (void)takt_thread_create(&actor->thread, &options);
    (void)takt_sleep(takt_ms(1));
}

void mode_middle(const char *directory)
{
    takt_mutex_init(&precious, "precious", 0);
    takt_semaphore_init(&gate, "gate", 0);
    takt_channel_init(&fixed, "fixed", TAKT_CHANNEL_FIXED_PRIORITY);
    start(&owner, "owner", 5, own);
    start(&waiter, "waiter", 12, wait);
    start(&server, "server", 3, serve);
    start(&client, "client", 8, ask);
    (void)tracer_start(mode_memory, MODE_MEMORY_BYTES, TRACER_STOP_WHEN_FULL);
    (void)takt_semaphore_give(&gate);
    (void)takt_semaphore_give(&gate);
    (void)takt_thread_join(&owner.thread, TAKT_FOREVER);
    (void)takt_thread_join(&waiter.thread, TAKT_FOREVER);
    (void)takt_thread_join(&client.thread, TAKT_FOREVER);
    (void)takt_thread_join(&server.thread, TAKT_FOREVER);
    tracer_stop();
    mode_save(directory);
}
