# All instruments, on the console.
takt_image(shell INSTRUMENTS shell commands tracer threadmetric latency MEMORY_KB 128)
