/* board_here.h - Terasic DE10-Nano: Intel Cyclone V SoC (5CSEBA6), two Cortex-A9 at 800 MHz. */
#pragma once

#define BOARD_NAME       "de10_nano"
#define BOARD_CLOCK_NOTE "200 MHz global timer, a quarter of the CPUs' 800 MHz"

/* Where the MPCore's own devices are. */
#define BOARD_PERIPHBASE 0xFFFEC000U

enum { BOARD_CPU_HZ = 800000000, BOARD_CPUS = 2, BOARD_IRQS = 180, BOARD_CONSOLE_IRQ = 162 };
