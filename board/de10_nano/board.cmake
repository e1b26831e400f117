# Terasic DE10-Nano: Intel Cyclone V SoC, a Cortex-A9 MPCore of two CPUs at 800 MHz, whose timers
# count a quarter of that. Each stack is larger by a guard, what its alignment may take at both
# ends, and floating point registers.
set(TAKT_PORT armv7a)
set(TAKT_CLOCK_HZ 200000000)
set(TAKT_CPU_FLAGS -mcpu=cortex-a9 -mthumb -mfloat-abi=hard -mfpu=neon)
set(TAKT_KERNEL_FLAGS -mgeneral-regs-only)
set(TAKT_LINKER_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/board.ld)
set(TAKT_BOARD_DEFINITIONS TAKT_STACK_GUARD=4096 TAKT_STACK_EXTRA=13312)
set(TAKT_BOARD_CPUS 2)
