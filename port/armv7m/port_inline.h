/* port_inline.h - ARMv7-M: the inline part of the contract. */
#pragma once

#include "board.h"
#include "measure.h"
#include "registers.h"
#include "timekeeping.h"

/* See mpu.c. */
#ifndef TAKT_STACK_GUARD
#define TAKT_STACK_GUARD 0
#endif

/* Where there are floating point registers a thread's are saved on its stack too: 34 words. */
#ifdef __ARM_FP
enum { FLOAT_BYTES = 136 };
#else
enum { FLOAT_BYTES = 0 };
#endif

enum {
    PORT_STACK_ALIGN = TAKT_STACK_GUARD > 8 ? TAKT_STACK_GUARD : 8,
    PORT_STACK_MIN = 256 + FLOAT_BYTES + TAKT_STACK_GUARD,
    PORT_IRQS = BOARD_IRQS,
    PORT_CONSOLE_IRQ = BOARD_CONSOLE_IRQ
};

static inline void port_irq_mask(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
    measure_begin();
}

static inline void port_irq_unmask(void)
{
    measure_end(0);
    __asm__ volatile("cpsie i" ::: "memory");
}

static inline unsigned port_irq_save(void)
{
    unsigned state;

    __asm__ volatile("mrs %0, primask\n cpsid i" : "=r"(state)::"memory");
    if (TAKT_MEASURE && state == 0) {
        measure_begin();
    }
    return state;
}

static inline void port_irq_restore(unsigned state)
{
    if (TAKT_MEASURE && state == 0) {
        measure_end(0);
    }
    __asm__ volatile("msr primask, %0" ::"r"(state) : "memory");
}

static inline bool port_irq_masked(void)
{
    unsigned state;

    __asm__ volatile("mrs %0, primask" : "=r"(state));
    return state != 0;
}

static inline bool port_in_isr(void)
{
    unsigned exception;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    return exception != 0;
}

static inline void port_switch_later(void)
{
    SCB->icsr = ICSR_PENDSVSET;
}

static inline unsigned port_cpu_id(void)
{
    return 0;
}

static inline void port_relax(void)
{
}

static inline uint32_t port_cycles(void)
{
    return clock_cycles();
}

static inline uint64_t port_clock_now(void)
{
    return clock_now();
}
