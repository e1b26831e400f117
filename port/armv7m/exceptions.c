/* exceptions.c - what the vectors lead to: start, devices. Faults: fault.c. */
#include "interrupts.h"
#include "port.h"
#include "registers.h"
#include "upcalls.h"

#include <string.h>

enum { FIRST_IRQ = 16 };

/* Sizes are symbols whose address is the size. */
extern char data_start[], data_load[], data_size[], bss_start[], bss_size[];

/* Named by the vector table. */
_Noreturn void reset(void);

_Noreturn void reset(void)
{
    memcpy(data_start, data_load, (size_t)data_size);
    memset(bss_start, 0, (size_t)bss_size);
    port_cpu_init();
    kernel_cpu_main();
}

static uint32_t exception_number(void)
{
    uint32_t number;

    __asm__ volatile("mrs %0, ipsr" : "=r"(number));
    return number;
}

void irq(void)
{
    irq_dispatch(exception_number() - FIRST_IRQ);
}
