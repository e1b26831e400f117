/* semihosting.c - calls to the debugger or emulator that hosts the board.
 *
 * The breakpoint 0xAB stops the processor; the host looks at r0 (which call) and r1 (its
 * arguments) and answers in r0. ARM's document "Semihosting for AArch32 and AArch64" numbers the
 * calls. Without a host the breakpoint is a hard fault, which vectors.S answers with -1.
 *
 * An emulator may look at memory as the processor would, and QEMU asks for a whole KB by its first
 * byte: with a stack guard there it would see none of what lies above. So the guards are away while
 * the host looks.
 */
#include "semihosting.h"

#include "port.h"
#include "registers.h"

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

static int break_for_host(int number, const void *arguments)
{
    register int result __asm__("r0") = number;
    register const void *block __asm__("r1") = arguments;

    __asm__ volatile("bkpt 0xAB" : "+r"(result) : "r"(block) : "memory");
    return result;
}

static int call(int number, const void *arguments)
{
    unsigned state = port_irq_save();
    uint32_t control = MPU->control;

    MPU->control = 0;
    int result = break_for_host(number, arguments);

    MPU->control = control;
    port_irq_restore(state);
    return result;
}

void semihosting_exit(int status)
{
    const uint32_t arguments[] = { ADP_STOPPED_APPLICATION_EXIT, (uint32_t)status };

    (void)call(SYS_EXIT_EXTENDED, arguments);
}

int semihosting_create(const char *path)
{
    const uint32_t arguments[] = { (uint32_t)path, OPEN_WRITE_BINARY, strlen(path) };

    return call(SYS_OPEN, arguments);
}

/* The host answers with the number of bytes that it did not write. */
int semihosting_write(int file, const void *data, size_t size)
{
    const uint32_t arguments[] = { (uint32_t)file, (uint32_t)data, size };

    return call(SYS_WRITE, arguments) == 0 ? 0 : -1;
}

int semihosting_close(int file)
{
    const uint32_t arguments[] = { (uint32_t)file };

    return call(SYS_CLOSE, arguments) == 0 ? 0 : -1;
}

int semihosting_command_line(char *text, size_t size)
{
    uint32_t arguments[] = { (uint32_t)text, size };

    if (call(SYS_GET_CMDLINE, arguments) != 0 || arguments[1] >= size) {
        return -1;
    }
    text[arguments[1]] = '\0';
    return (int)arguments[1];
}
