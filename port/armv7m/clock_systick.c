/* clock_systick.c - the clock of a board or image with a tick (TAKT_TICK_HZ is not 0): SysTick,
 * which never stops, is the time and the alarm.
 *
 * The time is where the current period began and what SysTick has counted of it since. SysTick
 * counts down; at zero a period ends, and a flag tells it, which is cleared by reading it. Whoever
 * reads it first, the handler or someone who asks for the time with the mask closed, moves the
 * beginning on. So nothing is counted twice when the handler comes for another reason: because
 * it was made to by software, for an alarm that has passed.
 *
 * A tick that comes before the alarm is due does no more than that. A period that nobody looked at
 * is lost: no one may mask for as long as a period lasts.
 */
#include "interrupts.h"
#include "port.h"
#include "registers.h"
#include "upcalls.h"

enum { PERIOD = TAKT_CLOCK_HZ / TAKT_TICK_HZ };

_Static_assert(PERIOD *TAKT_TICK_HZ == TAKT_CLOCK_HZ, "a period is a whole number of counts");
_Static_assert(PERIOD > 1 && PERIOD <= 1 << 24, "SysTick has 24 bits");

/* The alarm is never further away: someone may keep the clock's low half only. */
#define FAR (UINT64_C(1) << 31)

static uint64_t begin; /* of the current period */
static uint64_t alarm; /* the handler calls the kernel if a period begins then or later */

void clock_start(void)
{
    SYSTICK->load = PERIOD - 1;
    SYSTICK->value = 0;
    SYSTICK->control = SYSTICK_ENABLE | SYSTICK_INTERRUPT | SYSTICK_CPU_CLOCK;
    port_clock_arm(UINT64_MAX);
}

static inline bool period_has_ended(void)
{
    return (SYSTICK->control & SYSTICK_COUNTED) != 0;
}

void systick(void)
{
    if (period_has_ended()) {
        begin += PERIOD;
    }
    if (begin >= alarm) {
        clock_expired();
    }
}

/* Zero is the first count of a period, at which the flag is raised. What was read before the flag
 * may belong to either period if the flag is up, to the current one if it is not. */
uint64_t clock_now(void)
{
    uint32_t left = SYSTICK->value;

    if (period_has_ended()) {
        begin += PERIOD;
        left = SYSTICK->value;
    }
    return left == 0 ? begin : begin + (PERIOD - left);
}

uint32_t clock_cycles(void)
{
    unsigned state;

    __asm__ volatile("mrs %0, primask\n cpsid i" : "=r"(state)::"memory");
    uint32_t now = (uint32_t)port_clock_now();

    __asm__ volatile("msr primask, %0" ::"r"(state) : "memory");
    return now;
}

/* Beyond the next period's end, since the current one's may not have been seen yet, an instant
 * has certainly not passed, and nobody need ask what the time is. */
void port_clock_arm(uint64_t when)
{
    if (when <= begin + UINT64_C(2) * PERIOD && when <= port_clock_now()) {
        alarm = 0;
        SCB->icsr = ICSR_PENDSTSET;
    } else {
        alarm = when - begin > FAR ? begin + FAR : when;
    }
}
