/* port_inline.h - ARMv7-A: the inline part of the contract. */
#pragma once

#include "board.h"
#include "mpcore.h"
#include "global_timer.h"

#ifndef TAKT_CPUS
#define TAKT_CPUS 1
#endif

/* See mmu.c. */
#ifndef TAKT_STACK_GUARD
#define TAKT_STACK_GUARD 0
#endif

/* An interrupt stores 8 words on a thread's stack, a switch adds 10, and floating point registers,
 * where the thread has used any, are 64. Beside a guard at least one page is left. */
enum {
    FLOAT_BYTES = 256,
    PORT_STACK_ALIGN = TAKT_STACK_GUARD > 8 ? TAKT_STACK_GUARD : 8,
    PORT_STACK_MIN = TAKT_STACK_GUARD > 0 ? 2 * TAKT_STACK_GUARD : 320 + FLOAT_BYTES,
    PORT_IRQS = BOARD_IRQS,
    PORT_CONSOLE_IRQ = BOARD_CONSOLE_IRQ
};

/* For each CPU: the switch at the end of the interrupt is wanted. */
extern volatile uint32_t port_switch_wanted[TAKT_CPUS];

static inline void port_irq_mask(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
}

static inline void port_irq_unmask(void)
{
    __asm__ volatile("cpsie i" ::: "memory");
}

static inline unsigned port_status(void)
{
    unsigned state;

    __asm__ volatile("mrs %0, cpsr" : "=r"(state));
    return state;
}

static inline unsigned port_irq_save(void)
{
    unsigned state;

    __asm__ volatile("mrs %0, cpsr\n cpsid i" : "=r"(state)::"memory");
    return state;
}

static inline void port_irq_restore(unsigned state)
{
    __asm__ volatile("msr cpsr_c, %0" ::"r"(state) : "memory");
}

static inline bool port_irq_masked(void)
{
    return (port_status() & CPSR_MASKED) != 0;
}

static inline bool port_in_isr(void)
{
    return (port_status() & CPSR_MODE) == CPSR_HANDLER;
}

static inline unsigned port_cpu_id(void)
{
    unsigned id = 0;

    if (TAKT_CPUS > 1) {
        READ_CP15(id, MPIDR);
    }
    return id & 3;
}

static inline void port_switch_later(void)
{
    port_switch_wanted[port_cpu_id()] = 1;
}

/* In QEMU, which runs the CPUs in turn, this is also the end of the turn. */
static inline void port_relax(void)
{
    __asm__ volatile("yield" ::: "memory");
}

static inline uint32_t port_cycles(void)
{
    return clock_cycles();
}

static inline uint64_t port_clock_now(void)
{
    return clock_now();
}
