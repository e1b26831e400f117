/* clock_counter.c - the clock of a board with a free running counter (TAKT_TICK_HZ is 0): the
 * counter is the time, SysTick the alarm.
 *
 * So arming the alarm never loses a count, and SysTick need not stop for it. It comes again after
 * as many counts until it is armed anew; what it has pended by then is taken back, and comes again
 * if it was the new alarm's. It reaches 2^24 counts, and also comes at their end, at which somebody
 * looks at the counter and keeps its high half.
 */
#include "interrupts.h"
#include "port.h"
#include "registers.h"
#include "upcalls.h"

enum { SYSTICK_MAX = 0xFFFFFF };
enum { SLACK = 2 }; /* counts: SysTick cannot be asked for less */

uint64_t clock_last;

void clock_start(void)
{
    port_clock_arm(UINT64_MAX);
    SYSTICK->control = SYSTICK_ENABLE | SYSTICK_INTERRUPT | SYSTICK_CPU_CLOCK;
}

void systick(void)
{
    clock_expired();
}

/* The last look at the clock was not long ago: what is near enough for SysTick lies in the half of
 * the low half's circle that begins there. What is not may have passed before, or is so far away
 * that half of what SysTick reaches is not too far, whatever has passed since. */
static uint32_t counts_until(uint64_t when)
{
    uint64_t ahead = when - clock_last;
    int32_t counts = (int32_t)((uint32_t)when - board_counter());

    if (ahead > SYSTICK_MAX) {
        return when < clock_last ? SLACK : SYSTICK_MAX / 2;
    }
    return counts < SLACK ? SLACK : (uint32_t)counts;
}

void port_clock_arm(uint64_t when)
{
    SYSTICK->load = counts_until(when);
    SYSTICK->value = 0;
    SCB->icsr = ICSR_PENDSTCLR;
}
