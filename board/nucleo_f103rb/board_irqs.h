/* board_irqs.h - the number of device interrupts, for assembler too. ST RM0008. */
#pragma once

#define BOARD_IRQS 43
