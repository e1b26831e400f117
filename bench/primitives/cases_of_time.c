/* cases_of_time.c - sleeping behind others who sleep, and the tick while they do.
 *
 * The tick is what it takes from a loop that runs through some of them.
 */
#include "primitives.h"

enum { SLEEPS = 5, PERIOD_MS = 16 };

static struct takt_semaphore go;
static volatile bool over;
static takt_time start;

/* Earlier sleepers: all are due at the same time, once in each period. */
static void sleep_on(void *unused)
{
    takt_time when = start;

    (void)unused;
    while (!over) {
        when += takt_ms(PERIOD_MS);
        (void)takt_sleep_until(when);
    }
}

static void sleepers_start(unsigned count)
{
    over = false;
    start = takt_now();
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
        interval_begin();
        (void)takt_sleep(takt_ms(PERIOD_MS));
    }
}

/* Until a less urgent one runs. */
static void sleep_behind(unsigned count)
{
    takt_semaphore_init(&go, "go", 0);
    sleepers_start(count);
    partner_start(0, ABOVE, sleep_when_told);
    takt_time when = start + takt_ms(PERIOD_MS / 2);

    for (unsigned i = 0; i < SLEEPS; i++) {
        when += 2 * takt_ms(PERIOD_MS);
        (void)takt_sleep_until(when);
        (void)takt_semaphore_give(&go);
        interval_end();
    }
    partner_end(0);
    sleepers_end(count);
    takt_semaphore_destroy(&go);
}

/* Half of the sleepers as above, and half who sleep on until it is over. */

static struct takt_semaphore end;

static void sleep_till_the_end(void *unused)
{
    (void)unused;
    (void)takt_semaphore_take(&end, takt_ms(1000ULL * PERIOD_MS));
}

static void sleep_amid(unsigned count)
{
    takt_semaphore_init(&end, "end", 0);
    for (unsigned i = count / 2 + 1; i <= count; i++) {
        partner_start(i, ABOVE, sleep_till_the_end);
    }
    sleep_behind(count / 2);
    takt_semaphore_destroy(&end);
    for (unsigned i = count / 2 + 1; i <= count; i++) {
        partner_end(i);
    }
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
static void tick_among_sleepers(unsigned count)
{
    for (unsigned i = 1; i <= count; i++) {
        partner_start(i, ABOVE, sleep_long);
    }
    (void)takt_sleep(takt_ms(1));
    interval_begin();
    REPEAT(ROUNDS)
    {
        __asm__ volatile("");
    }
    interval_end();
    for (unsigned i = 1; i <= count; i++) {
        partner_end(i);
    }
}

const struct primitive cases_of_time[] = {
    { "sleep, until another runs, nobody sleeps", sleep_behind, 0, SLEEPS, 0, "60", "ChibiOS 62" },
    { "sleep behind 1 sleeper", sleep_behind, 1, SLEEPS, 0, "66", "ChibiOS 72" },
    { "sleep behind 10 sleepers", sleep_behind, 10, SLEEPS, 0, "120", "ChibiOS 122" },
    { "sleep behind 100 sleepers", sleep_behind, 100, SLEEPS, 0, "660", "ThreadX 149" },
    { "sleep in the middle of 10 sleepers", sleep_amid, 10, SLEEPS, 0, "-", "-" },
    { "sleep in the middle of 100 sleepers", sleep_amid, 100, SLEEPS, 0, "-", "-" },
    { NULL, NULL, 0, 0, 0, NULL, NULL },
};

const struct primitive cases_of_ticks[] = {
    { "with a tick: sleep, nobody sleeps", sleep_behind, 0, SLEEPS, 0, "60", "ChibiOS 62" },
    { "with a tick: sleep behind 1 sleeper", sleep_behind, 1, SLEEPS, 0, "66", "ChibiOS 72" },
    { "with a tick: sleep behind 10 sleepers", sleep_behind, 10, SLEEPS, 0, "120", "ChibiOS 122" },
    { "with a tick: sleep behind 100 sleepers", sleep_behind, 100, SLEEPS, 0, "660",
      "ThreadX 149" },
    { "a tick, nobody sleeps", tick_among_sleepers, 0, MEASURED_TICKS, ROUNDS, "34", "ThreadX 29" },
    { "a tick, 1 sleeps", tick_among_sleepers, 1, MEASURED_TICKS, ROUNDS, "34", "FreeRTOS 34" },
    { "a tick, 10 sleep", tick_among_sleepers, 10, MEASURED_TICKS, ROUNDS, "34", "FreeRTOS 34" },
    { "a tick, 100 sleep", tick_among_sleepers, 100, MEASURED_TICKS, ROUNDS, "34", "FreeRTOS 34" },
    { NULL, NULL, 0, 0, 0, NULL, NULL },
};
