/* interrupts.h - the handlers that the vector table names, and how each of them ends. */
#pragma once

#include "registers.h"
#include "upcalls.h"

/* The clock's, in clock_counter.c or clock_systick.c. */
void systick(void);

/* All devices'. */
void irq(void);

static inline void interrupt_leave(void)
{
    if (kernel_switch_pending()) {
        SCB->icsr = ICSR_PENDSVSET;
    }
}
