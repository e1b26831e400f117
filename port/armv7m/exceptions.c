/* exceptions.c - what the vectors lead to: start, devices, faults. */
#include "interrupts.h"
#include "port.h"
#include "registers.h"
#include "upcalls.h"

#include <string.h>

enum { FIRST_IRQ = 16, FIRST_FAULT = 3 };

/* Sizes are symbols whose address is the size. */
extern char data_start[], data_load[], data_size[], bss_start[], bss_size[];

/* Named by the vector table. */
_Noreturn void reset(void);
_Noreturn void fault_report(const uint32_t *frame);

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
    interrupt_leave();
}

/* `frame` is what the processor stacked: the address that was being executed is its seventh word.
 */
_Noreturn void fault_report(const uint32_t *frame)
{
    static const char *const names[] = { "hard fault", "memory fault", "bus fault", "usage fault" };
    uint32_t number = exception_number() - FIRST_FAULT;

    fault_stop(number < 4 ? names[number] : "unexpected exception", frame[6]);
}
