# All instruments, on the console.
takt_image(shell INSTRUMENTS shell commands tracer threadmetric latency spikes MEMORY_KB 128)
