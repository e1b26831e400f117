# MPS2 AN385, a Cortex-M3 at 25 MHz; QEMU's mps2-an385.
set(TAKT_PORT armv7m)
set(TAKT_CLOCK_HZ 25000000)
set(TAKT_CPU_FLAGS -mcpu=cortex-m3 -mthumb)
set(TAKT_LINKER_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/board.ld)
set(TAKT_QEMU_MACHINE mps2-an385)
