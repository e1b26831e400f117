/* clock_counter.c - the clock of a board with a free running counter (TAKT_TICK_HZ is 0): the
 * counter is the time, SysTick the alarm, which comes once for each time it is armed.
 *
 * So arming the alarm never loses a count. SysTick reaches 2^24 counts; the alarm also comes when
 * these have passed, at which somebody looks at the counter and keeps its high half.
 */
#include "interrupts.h"
#include "port.h"
#include "registers.h"
#include "upcalls.h"

enum { SYSTICK_MAX = 0xFFFFFF };
enum { SLACK = 2 }; /* counts: SysTick cannot be asked for less */

static uint64_t last;

void clock_start(void)
{
    port_clock_arm(UINT64_MAX);
}

void systick(void)
{
    clock_expired();
    interrupt_leave();
}

uint64_t port_clock_now(void)
{
    uint32_t passed = board_counter() - (uint32_t)last;

    last += passed;
    return last;
}

void port_clock_arm(uint64_t when)
{
    uint64_t now = port_clock_now();
    uint64_t counts = when > now + SLACK ? when - now : SLACK;

    SYSTICK->control = 0;
    SYSTICK->load = counts > SYSTICK_MAX ? SYSTICK_MAX : (uint32_t)counts;
    SYSTICK->value = 0;
    SYSTICK->control = SYSTICK_ENABLE | SYSTICK_INTERRUPT | SYSTICK_CPU_CLOCK;
}
