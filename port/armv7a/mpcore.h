/* mpcore.h - the registers that the port uses: those of the Cortex-A9 MPCore's own devices
 * (Technical Reference Manual, chapters 2 and 4; generic interrupt controller: Architecture
 * Specification 1.0), and system registers of the processor (ARMv7-A Architecture Reference Manual,
 * B4).
 */
#pragma once

#include "board.h"

#include <stddef.h>
#include <stdint.h>

/* Snoop control unit. */
struct scu {
    volatile uint32_t control;
    volatile uint32_t configuration;
    volatile uint32_t power;
    volatile uint32_t invalidate;
};

enum { SCU_ENABLE = 1, SCU_INVALIDATE_ALL = 0xFFFF };

/* Interrupt controller: each CPU has such an interface, at the same address. */
struct gic_cpu {
    volatile uint32_t control;
    volatile uint32_t priority_mask;
    volatile uint32_t binary_point;
    volatile uint32_t acknowledge;
    volatile uint32_t end;
};

/* All have this. What concerns the interrupts 0 to 31 is each CPU's own. */
struct gic {
    volatile uint32_t control;
    uint32_t reserved_begin[63];
    volatile uint32_t enable[32];
    volatile uint32_t disable[32];
    volatile uint32_t pend[32];
    volatile uint32_t unpend[32];
    volatile uint32_t active[32];
    uint32_t reserved_middle[32];
    volatile uint8_t priority[1024];
    volatile uint8_t target[1024];
    volatile uint32_t configuration[64];
    uint32_t reserved_end[128];
    volatile uint32_t software;
};

_Static_assert(offsetof(struct gic, enable) == 0x100, "enable bits are at 0x100");
_Static_assert(offsetof(struct gic, priority) == 0x400, "priorities are at 0x400");
_Static_assert(offsetof(struct gic, software) == 0xF00, "software interrupts are at 0xF00");

enum { GIC_ENABLE = 1 };
enum { GIC_SOFTWARE_TARGETS = 16 };           /* shift of the set of CPUs, above the number */
enum { GIC_NUMBER = 0x3FF, GIC_NONE = 1020 }; /* numbers from this on: there is none */

/* Interrupts that each CPU has for itself; devices' follow. */
enum { GIC_START = 0, GIC_KICK = 1, GIC_CLOCK = 27, GIC_FIRST_DEVICE = 32 };

/* One counter for all CPUs; control (but for the enabling of the counter), status and comparator
 * are each CPU's own. */
struct global_timer {
    volatile uint32_t low;
    volatile uint32_t high;
    volatile uint32_t control;
    volatile uint32_t status;
    volatile uint32_t compare_low;
    volatile uint32_t compare_high;
};

enum { TIMER_ENABLE = 1, TIMER_COMPARE = 2, TIMER_INTERRUPT = 4 };
enum { TIMER_REACHED = 1 };

#define SCU          ((struct scu *)BOARD_PERIPHBASE)
#define GIC_CPU      ((struct gic_cpu *)(BOARD_PERIPHBASE + 0x100))
#define GLOBAL_TIMER ((struct global_timer *)(BOARD_PERIPHBASE + 0x200))
#define GIC          ((struct gic *)(BOARD_PERIPHBASE + 0x1000))

/* Program status: the mode, that of handlers, and the bits beside it. */
enum {
    CPSR_MODE = 0x1F,
    CPSR_HANDLER = 0x13, /* the architecture's supervisor mode: see port.c */
    CPSR_THUMB = 1 << 5,
    CPSR_MASKED = 1 << 7,
};

/* Access to a system register. */
#define READ_CP15(value, place)  __asm__ volatile("mrc p15, " place : "=r"(value))
#define WRITE_CP15(value, place) __asm__ volatile("mcr p15, " place ::"r"(value) : "memory")

/* Written as the operands of mrc and mcr, with the register in its place. */
#define SCTLR   "0, %0, c1, c0, 0"
#define TTBR0   "0, %0, c2, c0, 0"
#define TTBCR   "0, %0, c2, c0, 2"
#define DACR    "0, %0, c3, c0, 0"
#define DFSR    "0, %0, c5, c0, 0"
#define IFSR    "0, %0, c5, c0, 1"
#define DFAR    "0, %0, c6, c0, 0"
#define TLBIALL "0, %0, c8, c7, 0"
#define TLBIMVA "0, %0, c8, c7, 1"
#define BPIALL  "0, %0, c7, c5, 6"
#define MPIDR   "0, %0, c0, c0, 5"

enum {
    SCTLR_MMU = 1 << 0,
    SCTLR_DATA_CACHE = 1 << 2,
    SCTLR_BRANCH_PREDICTION = 1 << 11,
    SCTLR_INSTRUCTION_CACHE = 1 << 12,
};

static inline void barrier(void)
{
    __asm__ volatile("dsb\n isb" ::: "memory");
}
