/* console.h - text out and in, and the machine beyond the console. All of it is slow. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Print text as it is. Any context. */
void takt_print(const char *text);

/* The character that stands for the end of the input, where it has one; a terminal sends it for
 * Ctrl-D. */
enum { TAKT_CONSOLE_END = 4 };

/* Stands for characters that the hardware has lost, because it was not asked for them in time. */
enum { TAKT_CONSOLE_LOST = -2 };

/* Let `listener`, not NULL, be called with each character that comes in (0 to 255, or LOST), one at
 * a time, inside the console's interrupt. It replaces the one before. Not from an interrupt. */
void takt_console_listen(void (*listener)(int character));

/* End the run; the emulator or process exits with `status`. Any context. */
__attribute__((noreturn)) void takt_halt(int status);

/* Files and arguments on the machine that hosts the emulator, the debugger or the process. On
 * ARMv7-M that is a debugger that answers semihosting: without one these calls return -1, and at
 * the end of a run the processor stands still. Interrupts may wait meanwhile. From where these are
 * called is not looked for. */

/* Create or empty a file: a handle, or -1. Not from an interrupt. */
int takt_file_create(const char *path);

/* 0, or -1 when not everything was written. Not from an interrupt. */
int takt_file_write(int file, const void *data, size_t size);

/* 0, or -1. Not from an interrupt. */
int takt_file_close(int file);

/* The image's command line: its name, then the arguments, separated by blanks. Its length, or -1 if
 * there is none or it does not fit, with its terminator. Not from an interrupt. */
int takt_command_line(char *text, size_t size);

/* Argument `index` of the image's command line, 0 being the image; cut to `size` with its
 * terminator. There is none if the line has more than 255 characters. Returns its length, or -1 if
 * there is none. Not from an interrupt. */
int takt_argument(unsigned index, char *text, size_t size);
