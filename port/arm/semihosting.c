/* semihosting.c - calls to the debugger or emulator that hosts the board.
 *
 * An instruction of the port's stops the processor; the host looks at r0 (which call) and r1 (its
 * arguments) and answers in r0. ARM's document "Semihosting for AArch32 and AArch64" numbers the
 * calls. Without a host the answer is -1.
 */
#include "semihosting.h"

#include <stdint.h>
#include <string.h>

enum {
    SYS_OPEN = 0x01,
    SYS_CLOSE = 0x02,
    SYS_WRITE = 0x05,
    SYS_GET_CMDLINE = 0x15,
    SYS_EXIT_EXTENDED = 0x20,
};

enum { OPEN_WRITE_BINARY = 5 };
enum { ADP_STOPPED_APPLICATION_EXIT = 0x20026 };

void semihosting_exit(int status)
{
    const uint32_t arguments[] = { ADP_STOPPED_APPLICATION_EXIT, (uint32_t)status };

    (void)semihosting_call(SYS_EXIT_EXTENDED, arguments);
}

int semihosting_create(const char *path)
{
    const uint32_t arguments[] = { (uint32_t)path, OPEN_WRITE_BINARY, strlen(path) };

    return semihosting_call(SYS_OPEN, arguments);
}

/* The host answers with the number of bytes that it did not write. */
int semihosting_write(int file, const void *data, size_t size)
{
    const uint32_t arguments[] = { (uint32_t)file, (uint32_t)data, size };

    return semihosting_call(SYS_WRITE, arguments) == 0 ? 0 : -1;
}

int semihosting_close(int file)
{
    const uint32_t arguments[] = { (uint32_t)file };

    return semihosting_call(SYS_CLOSE, arguments) == 0 ? 0 : -1;
}

int semihosting_command_line(char *text, size_t size)
{
    uint32_t arguments[] = { (uint32_t)text, size };

    if (semihosting_call(SYS_GET_CMDLINE, arguments) != 0 || arguments[1] >= size) {
        return -1;
    }
    text[arguments[1]] = '\0';
    return (int)arguments[1];
}
