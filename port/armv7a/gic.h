/* gic.h - the interrupt controller. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Once; then on each CPU. Masked. */
void gic_start(void);
void gic_start_cpu(void);

/* Interrupt another CPU with GIC_START or GIC_KICK. */
void gic_send(unsigned cpu, uint32_t number);

/* Which interrupt this CPU serves, as the controller numbers them; GIC_NONE: none. */
uint32_t gic_serving(void);
