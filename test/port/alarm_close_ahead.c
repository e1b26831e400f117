/* alarm_close_ahead.c - B14: the alarm is set for an instant that is only just ahead, so that it
 * may have passed by the time that the hardware knows: it comes all the same, and soon. (One more,
 * for nothing, does no harm.)
 */
#include "helper.h"
#include "port.h"
#include "traced.h"

enum { ROUNDS = 1000, CLOSEST = 40 };

/* The longest time from the instant to the end of the interrupt, of all rounds with that distance.
 */
static takt_time lateness(takt_time distance)
{
    traced_begin();
    unsigned state = port_irq_save();
    takt_time when = port_clock_now() + distance;

    port_clock_arm(when);
    port_irq_restore(state);
    takt_time now = takt_now();

    while (traced_count(TRACE_IRQ_ENTER, TRACE_IRQ_CLOCK) == 0 && now < when + takt_ms(1)) {
        now = takt_now();
    }
    traced_end();
    CHECK(traced_count(TRACE_IRQ_ENTER, TRACE_IRQ_CLOCK) >= 1);
    return now > when ? now - when : 0;
}

TEST(port_alarm_close_ahead_is_never_missed)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        CHECK(lateness(round % CLOSEST) < takt_us(100));
    }
}
