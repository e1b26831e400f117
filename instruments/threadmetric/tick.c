/* tick.c - a tick for an image that has none: the clock's interrupt comes at equal distances, and
 * finds nothing else to do, as most ticks do.
 */
#include "takt/check.h"
#include "takt/clock_callback.h"
#include "threadmetric.h"

static struct takt_clock_callback tick;
static takt_time period;
static takt_time instant;
static uint32_t ticks;

static void come(struct takt_clock_callback *callback, void *unused)
{
    (void)unused;
    ticks++;
    instant += period;
    takt_clock_callback_arm(callback, instant);
}

void threadmetric_tick_begin(takt_time every)
{
    TAKT_REQUIRE(every > 0);
    period = every;
    ticks = 0;
    instant = takt_now() + every;
    takt_clock_callback_init(&tick, come, NULL);
    takt_clock_callback_arm(&tick, instant);
}

uint32_t threadmetric_tick_end(void)
{
    (void)takt_clock_callback_cancel(&tick);
    return ticks;
}
