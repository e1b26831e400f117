/* board_here.h - ST STM32VLDISCOVERY: Cortex-M3 at 24 MHz. Also QEMU's stm32vldiscovery. */
#pragma once

#include "board_irqs.h"

#define BOARD_NAME       "stm32vldiscovery"
#define BOARD_CLOCK_NOTE "24 MHz; in QEMU virtual: with -icount shift=6 one instruction is 64 ns"

enum { BOARD_CPU_HZ = 24000000, BOARD_CPUS = 1, BOARD_CONSOLE_IRQ = 37 };
