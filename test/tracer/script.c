/* script.c - a trace of calls that are known one by one: each object once, with every way in which
 * its calls end. script.txt says what the kernel must have told. */
#include "modes.h"
#include "takt/takt.h"
#include "tracer.h"

enum { STACK_BYTES = 1024, HIGH = 25 };

static struct takt_thread high;
static TAKT_STACK(high_stack, STACK_BYTES);
static struct takt_semaphore semaphore;
static struct takt_mutex mutex;
static struct takt_channel channel;
static struct takt_pulse_slot slot;

static void use_semaphore(void)
{
    takt_semaphore_init(&semaphore, "sem", 0);
    (void)takt_semaphore_give(&semaphore);
    (void)takt_semaphore_take(&semaphore, TAKT_NO_WAIT);
    (void)takt_semaphore_take(&semaphore, takt_ms(1));
    takt_semaphore_destroy(&semaphore);
}

static void lock_once(void *unused)
{
    (void)unused;
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
    takt_mutex_unlock(&mutex);
}

static void use_mutex(void)
{
    const struct takt_thread_options options = {
        .name = "high",
        .priority = HIGH,
        .entry = lock_once,
        .stack = high_stack,
        .stack_bytes = sizeof high_stack,
    };

    takt_mutex_init(&mutex, "mtx", 0);
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
    (void)takt_thread_create(&high, &options);
    takt_mutex_unlock(&mutex);
    takt_mutex_destroy(&mutex);
}

static void use_channel(void)
{
    const struct takt_message message = { 0 };
    struct takt_received received;

    takt_channel_init(&channel, "chn", 0);
    takt_channel_add_pulses(&channel, &slot, 1);
    (void)takt_send(&channel, &message, takt_ms(1));
    (void)takt_pulse(&channel, 9, 7, 0);
    (void)takt_receive(&channel, NULL, 0, &received, TAKT_NO_WAIT);
    takt_channel_destroy(&channel);
}

void mode_script(const char *directory)
{
    (void)tracer_start(mode_memory, MODE_MEMORY_BYTES, TRACER_STOP_WHEN_FULL);
    takt_mark(1, 0);
    use_semaphore();
    use_mutex();
    use_channel();
    takt_mark(2, 0);
    tracer_stop();
    mode_save(directory);
}
