# MPS2 AN386, a Cortex-M4 with floating point at 25 MHz; QEMU's mps2-an386.
include(${CMAKE_CURRENT_LIST_DIR}/../mps2/family.cmake)
set(TAKT_CPU_FLAGS -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16)
set(TAKT_KERNEL_FLAGS -mgeneral-regs-only)
set(TAKT_QEMU_MACHINE mps2-an386)
