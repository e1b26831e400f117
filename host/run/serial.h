/* serial.h - a board at a serial port. */
#pragma once

#include "error.h"

#include <stdbool.h>

enum { SERIAL_BAUD_DEFAULT = 115200 };

/* Is it a rate that ports are set to? */
bool serial_baud_known(unsigned baud);

/* Open a port for reading and writing without blocking, eight bits, no parity, nothing changed on
 * the way, and what came before forgotten. -1 and an error: it cannot be had. */
int serial_open(const char *path, unsigned baud, struct error *error);

/* Leave it as it was found. */
void serial_close(int port);
