/* board.h - what a board must give its port: the whole contract.
 *
 * board_here.h, found on the include path of the chosen board, defines
 *
 *     BOARD_NAME, BOARD_CLOCK_NOTE (what its times mean, one line)
 *     BOARD_CPU_HZ, BOARD_CPUS, BOARD_IRQS
 *     BOARD_TAKES_TURNS (1 if its CPUs run one after the other, as in an emulator that counts the
 *         instructions of all: then time passes for each while another has its turn)
 *     BOARD_CONSOLE_IRQ (the interrupt of the console's input)
 *     static inline uint32_t board_counter(void)
 *         a free running counter of TAKT_CLOCK_HZ, 32 bits, upwards: the clock's low half;
 *         not needed by a board whose board.cmake sets TAKT_TICK_HZ
 *
 * and the board's folder holds board.cmake (port, CPU flags, clock) and its linker script.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Console, counter and pins; interrupts are masked. */
void board_init(void);

/* One character out, waiting until there is room. */
void board_put(char character);

/* One character in; -1: none is there; -2: some came before that were not fetched in time, which is
 * told once. */
int board_get(void);

/* From now on BOARD_CONSOLE_IRQ comes whenever a character is there. */
void board_listen(void);

/* Where the processor has a map of memory: what else is on its bus beside the memory of the linker
 * script, in whole MB, up to one of no bytes. */
struct board_range {
    uint32_t start;
    uint32_t bytes;
};

extern const struct board_range board_devices[];

/* Where the processor has several CPUs: let that one, which may be held in reset, come to where the
 * image begins. */
void board_start_cpu(unsigned cpu);

/* A pin for the oscilloscope. */
void board_mark(bool level);

#include "board_here.h"

#ifndef BOARD_TAKES_TURNS
#define BOARD_TAKES_TURNS 0
#endif
