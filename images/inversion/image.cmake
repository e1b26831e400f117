# The seed of it all: a server, three clients, and a priority inversion to be found.
takt_image(inversion INSTRUMENTS tracer MEMORY_KB 1024)
