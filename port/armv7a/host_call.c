/* host_call.c - how an ARMv7-A processor calls its host: a supervisor call with the number 0xAB, in
 * Thumb state.
 *
 * A debugger or emulator takes it before the processor does. Without one it is an exception, which
 * vectors.S answers with -1; in a handler that takes the place of the link register.
 */
#include "semihosting.h"

int semihosting_call(int number, const void *arguments)
{
    register int result __asm__("r0") = number;
    register const void *block __asm__("r1") = arguments;

    __asm__ volatile("svc 0xAB" : "+r"(result) : "r"(block) : "lr", "memory");
    return result;
}
