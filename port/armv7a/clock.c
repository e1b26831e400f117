/* clock.c - the alarm: each CPU's comparator of the global timer.
 *
 * It holds an instant, all 64 bits of it, and interrupts from then on: nothing can be missed, and
 * nothing has to be armed in stages.
 */
#include "global_timer.h"

#include "port.h"
#include "upcalls.h"

enum { TIMER_RUNS = TIMER_ENABLE, ALARM_RINGS = TIMER_ENABLE | TIMER_COMPARE | TIMER_INTERRUPT };

#ifndef TAKT_TICK_HZ
#define TAKT_TICK_HZ 0
#endif

_Static_assert(TAKT_TICK_HZ == 0, "alarms of this port come at any count: it has no tick");

/* Decades after the start of any CPU there is. QEMU, which counts nanoseconds, would take what lies
 * much further away for the past. */
#define NEVER (UINT64_C(1) << 59)

/* On one CPU the kernel keeps the low half of the clock only. */
#define FAR (UINT64_C(1) << 31)

/* Whoever has loaded the image may have let the counter run. */
static void begin_at_zero(void)
{
    GLOBAL_TIMER->control = 0;
    GLOBAL_TIMER->low = 0;
    GLOBAL_TIMER->high = 0;
}

void clock_start(void)
{
    if (port_cpu_id() == 0) {
        begin_at_zero();
    }
    GLOBAL_TIMER->control = TIMER_RUNS;
    port_clock_arm(UINT64_MAX);
    GIC->enable[0] = UINT32_C(1) << GIC_CLOCK;
}

/* What is near enough to an instant that has passed need not be compared with this one. */
static uint64_t near(uint64_t when)
{
    static uint64_t passed;

    if (when - passed < FAR) {
        return when;
    }
    passed = clock_now();
    return when < passed || when - passed < FAR ? when : passed + FAR;
}

/* First the comparator is taken off, then what it has told taken back: in this order the timer does
 * not tell it again (ARM's erratum 740657). The interrupt is of the kind that the controller
 * remembers, so there it is taken back too. */
void port_clock_arm(uint64_t when)
{
    if (TAKT_CPUS == 1) {
        when = near(when);
    }
    GLOBAL_TIMER->control = TIMER_RUNS;
    GLOBAL_TIMER->compare_low = (uint32_t)when;
    GLOBAL_TIMER->compare_high = (uint32_t)(when >> 32);
    GLOBAL_TIMER->status = TIMER_REACHED;
    GIC->unpend[0] = UINT32_C(1) << GIC_CLOCK;
    if (when < NEVER) {
        GLOBAL_TIMER->control = ALARM_RINGS;
    }
}

uint32_t port_clock_hz(void)
{
    return TAKT_CLOCK_HZ;
}
