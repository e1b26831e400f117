/* cases_of_calls.c - giving way, semaphores, mutexes, messages. */
#include "primitives.h"

static struct takt_semaphore semaphore;
static struct takt_mutex mutex;
static struct takt_channel channel;

/* Calls that nobody else takes part in. */

static void yield_alone(unsigned unused)
{
    (void)unused;
    interval_begin();
    REPEAT(TIMES)
    {
        takt_yield();
    }
    interval_end();
}

static void semaphore_give_take(unsigned unused)
{
    (void)unused;
    takt_semaphore_init(&semaphore, "semaphore", 0);
    interval_begin();
    REPEAT(TIMES)
    {
        (void)takt_semaphore_give(&semaphore);
        (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
    }
    interval_end();
    takt_semaphore_destroy(&semaphore);
}

static void mutex_lock_unlock(unsigned unused)
{
    (void)unused;
    takt_mutex_init(&mutex, "mutex", 0);
    interval_begin();
    REPEAT(TIMES)
    {
        (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
        takt_mutex_unlock(&mutex);
    }
    interval_end();
    takt_mutex_destroy(&mutex);
}

/* Two of the same priority: each gives way to the other, half of the times. */

static void yield_on(void *unused)
{
    (void)unused;
    REPEAT(TIMES / 2 + 1)
    {
        takt_yield();
    }
}

static void yield_switch(unsigned unused)
{
    (void)unused;
    partner_start(0, BENCH_PRIORITY, yield_on);
    takt_yield(); /* the partner begins, and gives way in its first round */
    interval_begin();
    REPEAT(TIMES / 2)
    {
        takt_yield();
    }
    interval_end();
    partner_end(0);
}

/* A more urgent one that waits for a semaphore. */

static void take_on(void *unused)
{
    (void)unused;
    REPEAT(TIMES)
    {
        (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
        interval_end();
    }
}

/* Until it runs. */
static void give_to_higher(unsigned unused)
{
    (void)unused;
    takt_semaphore_init(&semaphore, "semaphore", 0);
    partner_start(0, ABOVE, take_on);
    REPEAT(TIMES)
    {
        interval_begin();
        (void)takt_semaphore_give(&semaphore);
    }
    partner_end(0);
    takt_semaphore_destroy(&semaphore);
}

static void take_only(void *unused)
{
    (void)unused;
    REPEAT(TIMES + 1)
    {
        (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
    }
}

/* Until it waits again and the giver goes on. */
static void give_round_trip(unsigned unused)
{
    (void)unused;
    takt_semaphore_init(&semaphore, "semaphore", 0);
    partner_start(0, ABOVE, take_only);
    interval_begin();
    REPEAT(TIMES)
    {
        (void)takt_semaphore_give(&semaphore);
    }
    interval_end();
    (void)takt_semaphore_give(&semaphore);
    partner_end(0);
    takt_semaphore_destroy(&semaphore);
}

/* A more urgent one that waits for the mutex of the measuring thread, which has its priority. */

static void lock_when_told(void *unused)
{
    (void)unused;
    REPEAT(TIMES)
    {
        (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
        (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
        interval_end();
        takt_mutex_unlock(&mutex);
    }
}

/* Until it runs. */
static void unlock_to_higher(unsigned unused)
{
    (void)unused;
    takt_semaphore_init(&semaphore, "semaphore", 0);
    takt_mutex_init(&mutex, "mutex", 0);
    partner_start(0, ABOVE, lock_when_told);
    REPEAT(TIMES)
    {
        (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
        (void)takt_semaphore_give(&semaphore);
        interval_begin();
        takt_mutex_unlock(&mutex);
    }
    partner_end(0);
    takt_mutex_destroy(&mutex);
    takt_semaphore_destroy(&semaphore);
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

static void round_trip(unsigned server_priority)
{
    uint32_t words[4] = { 1, 2, 3, 4 };
    uint32_t answer[4];
    const struct takt_message message = { words, sizeof words, answer, sizeof answer };

    takt_channel_init(&channel, "channel", 0);
    partner_start(0, server_priority, serve);
    (void)takt_send(&channel, &message, TAKT_FOREVER);
    interval_begin();
    REPEAT(TIMES)
    {
        (void)takt_send(&channel, &message, TAKT_FOREVER);
    }
    interval_end();
    takt_channel_destroy(&channel);
    partner_end(0);
}

const struct primitive cases_of_calls[] = {
    { "yield, alone", yield_alone, 0, TIMES, TIMES, "-", "ChibiOS 16" },
    { "yield to an equal", yield_switch, 0, TIMES, TIMES, "30", "ChibiOS 38" },
    { "semaphore: give and take", semaphore_give_take, 0, TIMES, TIMES, "24", "ChibiOS 24" },
    { "semaphore: give, until a more urgent one runs", give_to_higher, 0, TIMES, 0, "50",
      "ChibiOS 51" },
    { "semaphore: give, until it waits again", give_round_trip, 0, TIMES, TIMES, "-",
      "ChibiOS 91" },
    { "mutex: lock and unlock", mutex_lock_unlock, 0, TIMES, TIMES, "33", "ChibiOS 33" },
    { "mutex: unlock, until a more urgent one has it", unlock_to_higher, 0, TIMES, 0, "-",
      "ChibiOS 78" },
    { "send, receive, reply to a more urgent server", round_trip, ABOVE, TIMES, TIMES, "250", "-" },
    { "send, receive, reply to a less urgent server", round_trip, BELOW, TIMES, TIMES, "250", "-" },
    { NULL, NULL, 0, 0, 0, NULL, NULL },
};
