# MPS2 AN500, a Cortex-M7 with floating point (double precision) at 25 MHz; QEMU's mps2-an500.
include(${CMAKE_CURRENT_LIST_DIR}/../mps2/family.cmake)
set(TAKT_CPU_FLAGS -mcpu=cortex-m7 -mthumb -mfloat-abi=hard -mfpu=fpv5-d16)
set(TAKT_KERNEL_FLAGS -mgeneral-regs-only)
set(TAKT_QEMU_MACHINE mps2-an500)
