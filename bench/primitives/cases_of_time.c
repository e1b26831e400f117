/* cases_of_time.c - sleeping behind others who sleep, and the tick while they do.
 *
 * The tick is what it takes from a loop that runs through some of them.
 */
#include "primitives.h"

enum { SLEEPS = 20, PERIOD_MS = 40 };

static struct takt_semaphore go;
static uint32_t sum;
static volatile bool over;
static takt_time begin;

/* Earlier sleepers: all are due at the same time, once in each period. */
static void sleep_on(void *unused)
{
    takt_time when = begin;

    (void)unused;
    while (!over) {
        when += takt_ms(PERIOD_MS);
        (void)takt_sleep_until(when);
    }
}

static void sleepers_start(unsigned count)
{
    over = false;
    begin = takt_now();
    for (unsigned i = 1; i <= count; i++) {
        partner_start(i, ABOVE, sleep_on);
    }
}

static void sleepers_end(unsigned count)
{
    over = true;
    for (unsigned i = 1; i <= count; i++) {
        partner_end(i);
    }
}

/* It is told in the middle of a period, and sleeps to the middle of the next. */
static void sleep_when_told(void *unused)
{
    (void)unused;
    REPEAT(SLEEPS)
    {
        (void)takt_semaphore_take(&go, TAKT_FOREVER);
        stamp = takt_counter();
        (void)takt_sleep(takt_ms(PERIOD_MS));
    }
}

/* Until a less urgent one runs. */
static uint32_t sleep_behind(uint32_t times, unsigned count)
{
    takt_semaphore_init(&go, "go", 0);
    sum = 0;
    sleepers_start(count);
    partner_start(0, ABOVE, sleep_when_told);
    takt_time when = begin + takt_ms(PERIOD_MS / 2);

    for (unsigned i = 0; i < SLEEPS; i++) {
        when += 2 * takt_ms(PERIOD_MS);
        (void)takt_sleep_until(when);
        (void)takt_semaphore_give(&go);
        sum += takt_counter() - stamp;
    }
    partner_end(0);
    sleepers_end(count);
    takt_semaphore_destroy(&go);
    return (uint32_t)((uint64_t)sum * times / SLEEPS);
}

/* Half of the sleepers as above, and half who sleep on until it is over. */

static struct takt_semaphore end;

static void sleep_till_the_end(void *unused)
{
    (void)unused;
    (void)takt_semaphore_take(&end, takt_ms(1000ULL * PERIOD_MS));
}

static uint32_t sleep_amid(uint32_t times, unsigned count)
{
    takt_semaphore_init(&end, "end", 0);
    for (unsigned i = count / 2 + 1; i <= count; i++) {
        partner_start(i, ABOVE, sleep_till_the_end);
    }
    uint32_t took = sleep_behind(times, count / 2);

    takt_semaphore_destroy(&end);
    for (unsigned i = count / 2 + 1; i <= count; i++) {
        partner_end(i);
    }
    return took;
}

/* The tick. */

enum {
    MEASURED_TICKS = 100,
    COUNTS_OF_TICK = TAKT_TICK_HZ > 0 ? TAKT_CLOCK_HZ / TAKT_TICK_HZ : 1,
    COUNTS_OF_FIVE_ROUNDS = 16, /* of REPEAT, which are ten instructions */
    ROUNDS = COUNTS_OF_TICK / COUNTS_OF_FIVE_ROUNDS * 5 * MEASURED_TICKS
};

static void sleep_long(void *unused)
{
    (void)unused;
    (void)takt_sleep(3 * takt_ms(MEASURED_TICKS));
}

/* From just behind a tick to somewhere before the next but MEASURED_TICKS. */
static uint32_t tick_among_sleepers(uint32_t times, unsigned count)
{
    for (unsigned i = 1; i <= count; i++) {
        partner_start(i, ABOVE, sleep_long);
    }
    (void)takt_sleep(takt_ms(1));
    uint32_t before = takt_counter();

    REPEAT(ROUNDS)
    {
        __asm__ volatile("");
    }
    uint32_t took = takt_counter() - before;

    for (unsigned i = 1; i <= count; i++) {
        partner_end(i);
    }
    return (took - ROUNDS / 5 * COUNTS_OF_FIVE_ROUNDS) * times / MEASURED_TICKS;
}

const struct primitive cases_of_time[] = {
    { "sleep, until another runs, nobody sleeps", sleep_behind, 0, INTERVAL, "60", "ChibiOS 62" },
    { "sleep behind 1 sleeper", sleep_behind, 1, INTERVAL, "66", "ChibiOS 72" },
    { "sleep behind 10 sleepers", sleep_behind, 10, INTERVAL, "120", "ChibiOS 122" },
    { "sleep behind 100 sleepers", sleep_behind, 100, INTERVAL, "660", "ThreadX 149" },
    { "sleep in the middle of 10 sleepers", sleep_amid, 10, INTERVAL, "-", "-" },
    { "sleep in the middle of 100 sleepers", sleep_amid, 100, INTERVAL, "-", "-" },
    { NULL, NULL, 0, LOOP, NULL, NULL },
};

const struct primitive cases_of_ticks[] = {
    { "with a tick: sleep, nobody sleeps", sleep_behind, 0, INTERVAL, "60", "ChibiOS 62" },
    { "with a tick: sleep behind 1 sleeper", sleep_behind, 1, INTERVAL, "66", "ChibiOS 72" },
    { "with a tick: sleep behind 10 sleepers", sleep_behind, 10, INTERVAL, "120", "ChibiOS 122" },
    { "with a tick: sleep behind 100 sleepers", sleep_behind, 100, INTERVAL, "660", "ThreadX 149" },
    { "a tick, nobody sleeps", tick_among_sleepers, 0, NET, "34", "ThreadX 29" },
    { "a tick, 1 sleeps", tick_among_sleepers, 1, NET, "34", "FreeRTOS 34" },
    { "a tick, 10 sleep", tick_among_sleepers, 10, NET, "34", "FreeRTOS 34" },
    { "a tick, 100 sleep", tick_among_sleepers, 100, NET, "34", "FreeRTOS 34" },
    { NULL, NULL, 0, LOOP, NULL, NULL },
};
