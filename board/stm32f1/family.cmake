# What boards with an STM32F10x have in common; the board's own file adds its clock and memory.
set(TAKT_PORT armv7m)
set(TAKT_CPU_FLAGS -mcpu=cortex-m3 -mthumb)
set(TAKT_BOARD_FAMILY board/stm32f1)
set(TAKT_BOARD_DEFINITIONS TAKT_TICK_HZ=1000)
