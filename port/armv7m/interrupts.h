/* interrupts.h - the handlers that the vector table names. They end as functions do. */
#pragma once

/* The clock's, in clock_counter.c or clock_systick.c. */
void systick(void);

/* All devices'. */
void irq(void);
