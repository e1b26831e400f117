/* semihosting.h - calls to the debugger or emulator that hosts the board. */
#pragma once

#include <stddef.h>

void semihosting_exit(int status);
int semihosting_create(const char *path);
int semihosting_write(int file, const void *data, size_t size);
int semihosting_close(int file);
int semihosting_command_line(char *text, size_t size);

/* The port's: make the call, and return its answer. */
int semihosting_call(int number, const void *arguments);
