/* board_here.h - ST NUCLEO-F103RB: Cortex-M3 at 72 MHz. */
#pragma once

#include "board_irqs.h"

#define BOARD_NAME       "nucleo_f103rb"
#define BOARD_CLOCK_NOTE "72 MHz, from the 8 MHz of the debugger on the board"

enum { BOARD_CPU_HZ = 72000000, BOARD_CPUS = 1, BOARD_CONSOLE_IRQ = 38 };
