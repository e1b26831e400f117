/* board_here.h - ARM Versatile Express with a Cortex-A9 MPCore (V2P-CA9). Also QEMU's vexpress-a9.
 */
#pragma once

#define BOARD_NAME "vexpress_a9"
#define BOARD_CLOCK_NOTE \
    "100 MHz global timer; in QEMU virtual: with -icount shift=4 one instruction is 16 ns"

/* In QEMU, counting instructions. On hardware a gap that no interrupt explains would have no such
 * excuse. */
#define BOARD_TAKES_TURNS 1

/* Where the MPCore's own devices are. */
#define BOARD_PERIPHBASE 0x1E000000U

/* The clock of the processor is that of its timers, as QEMU has no other. */
enum { BOARD_CPU_HZ = 100000000, BOARD_CPUS = 4, BOARD_IRQS = 64, BOARD_CONSOLE_IRQ = 5 };
