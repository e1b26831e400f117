# MPS2 AN385, a Cortex-M3 at 25 MHz; QEMU's mps2-an385.
include(${CMAKE_CURRENT_LIST_DIR}/../mps2/family.cmake)
set(TAKT_CPU_FLAGS -mcpu=cortex-m3 -mthumb)
set(TAKT_QEMU_MACHINE mps2-an385)
