/* board_irqs.h - the number of device interrupts, for assembler too. */
#pragma once

#define BOARD_IRQS 32
