# The host as a board: the kernel in one process, virtual time in nanoseconds.
set(TAKT_PORT host)
set(TAKT_CLOCK_HZ 1000000000)
