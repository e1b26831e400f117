# ARM Versatile Express with a Cortex-A9 MPCore of four CPUs; QEMU's vexpress-a9. Each stack is
# larger by a guard, what its alignment may take at both ends, and floating point registers.
set(TAKT_PORT armv7a)
set(TAKT_CLOCK_HZ 100000000)
set(TAKT_CPU_FLAGS -mcpu=cortex-a9 -mthumb -mfloat-abi=hard -mfpu=neon)
set(TAKT_KERNEL_FLAGS -mgeneral-regs-only)
set(TAKT_LINKER_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/board.ld)
set(TAKT_BOARD_DEFINITIONS TAKT_STACK_GUARD=4096 TAKT_STACK_EXTRA=13312)
set(TAKT_BOARD_CPUS 2 4)
set(TAKT_QEMU_MACHINE vexpress-a9)
set(TAKT_QEMU_CPUS 4)
set(TAKT_QEMU_SHIFT 4)
