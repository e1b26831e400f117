# The program of the README.
takt_image(blinker)
