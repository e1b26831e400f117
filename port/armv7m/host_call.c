/* host_call.c - how an ARMv7-M processor calls its host: the breakpoint 0xAB.
 *
 * Without a host it is a hard fault, which vectors.S answers with -1.
 *
 * An emulator may look at memory as the processor would, and QEMU asks for a whole KB by its first
 * byte: with a stack guard there it would see none of what lies above. So the guards are away while
 * the host looks.
 */
#include "port.h"
#include "registers.h"
#include "semihosting.h"

static int break_for_host(int number, const void *arguments)
{
    register int result __asm__("r0") = number;
    register const void *block __asm__("r1") = arguments;

    __asm__ volatile("bkpt 0xAB" : "+r"(result) : "r"(block) : "memory");
    return result;
}

int semihosting_call(int number, const void *arguments)
{
    unsigned state = port_irq_save();
    uint32_t control = MPU->control;

    MPU->control = 0;
    int result = break_for_host(number, arguments);

    MPU->control = control;
    port_irq_restore(state);
    return result;
}
