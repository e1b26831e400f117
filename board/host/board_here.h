/* board_here.h - the host as a board. Its clock is the port's: time is virtual. */
#pragma once

#include <stdbool.h>

#define BOARD_NAME        "host"
#define BOARD_TAKES_TURNS 1
#define BOARD_CLOCK_NOTE  "virtual: passes when the kernel is called, not with instructions"

enum { BOARD_CPU_HZ = 1000000000, BOARD_CPUS = 1, BOARD_IRQS = 32, BOARD_CONSOLE_IRQ = 31 };

/* True if a character has come in, or the input's end, which board_get then returns; `wait`: not
 * before one has. False at once if nobody listens. */
bool board_input(bool wait);
