/* mps2.h - what ARM's MPS2 boards have in common, whichever processor is loaded into them. */
#pragma once

#include "board_irqs.h"

#include <stdint.h>

#define BOARD_CLOCK_NOTE \
    "25 MHz board clock; in QEMU virtual: with -icount shift=6 one instruction is 64 ns"

enum { BOARD_CPU_HZ = 25000000, BOARD_CPUS = 1, BOARD_CONSOLE_IRQ = 0 };

/* CMSDK timer 0 counts down from 2^32 - 1, once per CPU clock. */
static inline uint32_t board_counter(void)
{
    return ~*(volatile uint32_t *)0x40000004;
}
