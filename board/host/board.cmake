# The host as a board: the kernel in one process, virtual time in nanoseconds.
set(TAKT_PORT host)
set(TAKT_CLOCK_HZ 1000000000)
# Sanitizers and the C library take far more stack than a kernel's threads do.
set(TAKT_BOARD_DEFINITIONS TAKT_STACK_EXTRA=65536)
# As many as it likes.
set(TAKT_BOARD_CPUS 2 4)
