# An application under test: a control loop, and the instruments that look at it while it runs.
takt_image(loop INSTRUMENTS shell commands tracer threadmetric latency spikes MEMORY_KB 128)
