/* cases_of_calls.c - giving way, semaphores, mutexes, messages. */
#include "primitives.h"

enum { IRQ = 5 };

static struct takt_semaphore semaphore;
static struct takt_mutex mutex;
static struct takt_channel channel;
static volatile uint32_t sum;
static uint32_t rounds;

/* Calls that nobody else takes part in. */

static uint32_t yield_alone(uint32_t times, unsigned count)
{
    uint32_t before = takt_counter();

    (void)count;
    REPEAT(times)
    {
        takt_yield();
    }
    return takt_counter() - before;
}

static uint32_t semaphore_give_take(uint32_t times, unsigned count)
{
    (void)count;
    takt_semaphore_init(&semaphore, "semaphore", 0);
    uint32_t before = takt_counter();

    REPEAT(times)
    {
        (void)takt_semaphore_give(&semaphore);
        (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
    }
    uint32_t took = takt_counter() - before;

    takt_semaphore_destroy(&semaphore);
    return took;
}

static uint32_t mutex_lock_unlock(uint32_t times, unsigned count)
{
    (void)count;
    takt_mutex_init(&mutex, "mutex", 0);
    uint32_t before = takt_counter();

    REPEAT(times)
    {
        (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
        takt_mutex_unlock(&mutex);
    }
    uint32_t took = takt_counter() - before;

    takt_mutex_destroy(&mutex);
    return took;
}

/* Two of the same priority: each gives way to the other. */

static void yield_on(void *unused)
{
    (void)unused;
    REPEAT(rounds)
    {
        takt_yield();
    }
}

static uint32_t yield_switch(uint32_t times, unsigned count)
{
    (void)count;
    rounds = times / 2;
    partner_start(0, BENCH_PRIORITY, yield_on);
    takt_yield(); /* the partner begins, and gives way in its first round */
    uint32_t before = takt_counter();

    REPEAT(rounds - 1)
    {
        takt_yield();
    }
    uint32_t took = takt_counter() - before;

    partner_end(0);
    return took + took / (rounds - 1);
}

/* A more urgent one that waits for a semaphore. */

static void take_on(void *unused)
{
    (void)unused;
    for (;;) {
        (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
        sum += takt_counter() - stamp;
        if (rounds-- == 0) {
            return;
        }
    }
}

/* Until it runs. */
static uint32_t give_to_higher(uint32_t times, unsigned count)
{
    (void)count;
    takt_semaphore_init(&semaphore, "semaphore", 0);
    rounds = times;
    sum = 0;
    partner_start(0, ABOVE, take_on);
    for (uint32_t i = 0; i < times; i++) {
        stamp = takt_counter();
        (void)takt_semaphore_give(&semaphore);
    }
    uint32_t took = sum;

    (void)takt_semaphore_give(&semaphore);
    partner_end(0);
    takt_semaphore_destroy(&semaphore);
    return took;
}

static void take_only(void *unused)
{
    (void)unused;
    REPEAT(rounds)
    {
        (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
    }
}

/* Until it waits again and the giver goes on. */
static uint32_t give_round_trip(uint32_t times, unsigned count)
{
    (void)count;
    takt_semaphore_init(&semaphore, "semaphore", 0);
    rounds = times + 1;
    partner_start(0, ABOVE, take_only);
    uint32_t before = takt_counter();

    REPEAT(times)
    {
        (void)takt_semaphore_give(&semaphore);
    }
    uint32_t took = takt_counter() - before;

    (void)takt_semaphore_give(&semaphore);
    partner_end(0);
    takt_semaphore_destroy(&semaphore);
    return took;
}

/* A more urgent one that waits for the mutex of the measuring thread, which has its priority. */

static void lock_when_told(void *unused)
{
    (void)unused;
    REPEAT(rounds)
    {
        (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
        (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
        sum += takt_counter() - stamp;
        takt_mutex_unlock(&mutex);
    }
}

/* Until it runs. */
static uint32_t unlock_to_higher(uint32_t times, unsigned count)
{
    (void)count;
    takt_semaphore_init(&semaphore, "semaphore", 0);
    takt_mutex_init(&mutex, "mutex", 0);
    rounds = times;
    sum = 0;
    partner_start(0, ABOVE, lock_when_told);
    for (uint32_t i = 0; i < times; i++) {
        (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
        (void)takt_semaphore_give(&semaphore);
        stamp = takt_counter();
        takt_mutex_unlock(&mutex);
    }
    partner_end(0);
    takt_mutex_destroy(&mutex);
    takt_semaphore_destroy(&semaphore);
    return sum;
}

/* An interrupt that gives. */

static void give_in_handler(void *unused)
{
    (void)unused;
    (void)takt_semaphore_give(&semaphore);
}

static uint32_t interrupt_to_higher(uint32_t times, unsigned count)
{
    (void)count;
    takt_semaphore_init(&semaphore, "semaphore", 0);
    takt_irq_attach(IRQ, give_in_handler, NULL);
    rounds = times;
    sum = 0;
    partner_start(0, ABOVE, take_on);
    for (uint32_t i = 0; i < times; i++) {
        stamp = takt_counter();
        takt_irq_raise(IRQ);
    }
    uint32_t took = sum;

    takt_irq_raise(IRQ);
    partner_end(0);
    takt_irq_detach(IRQ);
    takt_semaphore_destroy(&semaphore);
    return took;
}

/* Messages of 16 bytes, with as much for an answer. */

static void serve(void *unused)
{
    uint32_t words[4];
    struct takt_received received;

    (void)unused;
    while (takt_receive(&channel, words, sizeof words, &received, TAKT_FOREVER) >= 0) {
        (void)takt_reply(received.request, words, sizeof words);
    }
}

static uint32_t round_trip(uint32_t times, unsigned server_priority)
{
    uint32_t words[4] = { 1, 2, 3, 4 };
    uint32_t answer[4];
    const struct takt_message message = { words, sizeof words, answer, sizeof answer };

    takt_channel_init(&channel, "channel", 0);
    partner_start(0, server_priority, serve);
    (void)takt_send(&channel, &message, TAKT_FOREVER);
    uint32_t before = takt_counter();

    REPEAT(times)
    {
        (void)takt_send(&channel, &message, TAKT_FOREVER);
    }
    uint32_t took = takt_counter() - before;

    takt_channel_destroy(&channel);
    partner_end(0);
    return took;
}

const struct primitive cases_of_calls[] = {
    { "yield, alone", yield_alone, 0, LOOP, "-", "ChibiOS 16" },
    { "yield to an equal", yield_switch, 0, LOOP, "30", "ChibiOS 38" },
    { "semaphore: give and take", semaphore_give_take, 0, LOOP, "24", "ChibiOS 24" },
    { "semaphore: give, until a more urgent one runs", give_to_higher, 0, INTERVAL, "50",
      "ChibiOS 51" },
    { "semaphore: give, until it waits again", give_round_trip, 0, LOOP, "-", "ChibiOS 91" },
    { "interrupt that gives, until a more urgent one runs", interrupt_to_higher, 0, INTERVAL, "-",
      "ChibiOS 97" },
    { "mutex: lock and unlock", mutex_lock_unlock, 0, LOOP, "33", "ChibiOS 33" },
    { "mutex: unlock, until a more urgent one has it", unlock_to_higher, 0, INTERVAL, "-",
      "ChibiOS 78" },
    { "send, receive, reply to a more urgent server", round_trip, ABOVE, LOOP, "250", "-" },
    { "send, receive, reply to a less urgent server", round_trip, BELOW, LOOP, "250", "-" },
    { NULL, NULL, 0, LOOP, NULL, NULL },
};
