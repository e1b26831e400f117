/* containers.c - a trace of calls that are known one by one, as script.c: flags, a queue and a
 * pool, each used, waited for in vain, waited for by a more urgent thread, and destroyed.
 * containers.txt says what the kernel must have told. */
#include "modes.h"
#include "takt/takt.h"
#include "tracer.h"

enum { STACK_BYTES = 1024, HIGH = 25 };

static struct takt_thread high;
static TAKT_STACK(high_stack, STACK_BYTES);
static struct takt_flags flags;
static struct takt_queue queue;
static struct takt_pool pool;
static uint32_t items[1];
static unsigned char blocks[TAKT_POOL_BYTES(8, 1)];

/* It runs until it waits. */
static void start_high(void (*entry)(void *unused))
{
    const struct takt_thread_options options = {
        .name = "high",
        .priority = HIGH,
        .entry = entry,
        .stack = high_stack,
        .stack_bytes = sizeof high_stack,
    };

    (void)takt_thread_create(&high, &options);
}

static void wait_for_flag(void *unused)
{
    (void)unused;
    (void)takt_flags_wait(&flags, 4, 0, NULL, TAKT_FOREVER);
}

static void use_flags(void)
{
    takt_flags_init(&flags, "flg", 1);
    (void)takt_flags_set(&flags, 2);
    (void)takt_flags_wait(&flags, 2, TAKT_FLAGS_CLEAR, NULL, TAKT_NO_WAIT);
    (void)takt_flags_clear(&flags, 1);
    (void)takt_flags_wait(&flags, 1, 0, NULL, takt_ms(1));
    start_high(wait_for_flag);
    (void)takt_flags_set(&flags, 4);
    takt_flags_destroy(&flags);
}

static void receive_one(void *unused)
{
    uint32_t item;

    (void)unused;
    (void)takt_queue_receive(&queue, &item, TAKT_FOREVER);
}

static void send_one(void *unused)
{
    uint32_t item = 1;

    (void)unused;
    (void)takt_queue_send(&queue, &item, TAKT_FOREVER);
}

static void use_queue(void)
{
    uint32_t item = 1;

    (void)takt_queue_init(&queue, "que", items, sizeof items, sizeof items[0], 1);
    start_high(receive_one);
    (void)takt_queue_send(&queue, &item, TAKT_NO_WAIT); /* it goes to whom waits */
    (void)takt_queue_send_front(&queue, &item, TAKT_NO_WAIT);
    start_high(send_one);
    (void)takt_queue_receive(&queue, &item, TAKT_NO_WAIT); /* and another one is let in */
    (void)takt_queue_purge(&queue);
    takt_queue_destroy(&queue);
}

static void take_one(void *unused)
{
    void *block;

    (void)unused;
    (void)takt_pool_take(&pool, &block, TAKT_FOREVER);
    (void)takt_pool_give(&pool, block);
}

static void use_pool(void)
{
    void *block;

    (void)takt_pool_init(&pool, "pol", blocks, sizeof blocks, 8, 1);
    (void)takt_pool_take(&pool, &block, TAKT_NO_WAIT);
    start_high(take_one);
    (void)takt_pool_give(&pool, block);
    takt_pool_destroy(&pool);
}

void mode_containers(const char *directory)
{
    (void)tracer_start(mode_memory, MODE_MEMORY_BYTES, TRACER_STOP_WHEN_FULL);
    takt_mark(1, 0);
    use_flags();
    use_queue();
    use_pool();
    takt_mark(2, 0);
    tracer_stop();
    mode_save(directory);
}
