/* gic.c - the interrupt controller: which interrupts come, to whom, and what each leads to.
 *
 * All have one priority, or the binary point makes them as one: what is being served keeps all
 * others waiting, in the controller, so that handlers may run with the processor's mask open. They
 * are served one after the other, for as long as there are any, before the thread that was
 * interrupted, or another, goes on.
 */
#include "gic.h"

#include "port.h"
#include "mpcore.h"
#include "upcalls.h"

enum { PRIORITY_INTERRUPTS = 0x80, PRIORITY_STEP = 8, PRIORITY_OPEN = 0xFF };
enum { BINARY_POINT_NO_NESTING = 7 };

volatile uint32_t port_switch_wanted[TAKT_CPUS];

static uint32_t serving[TAKT_CPUS];

/* Named by vectors.S. */
bool gic_interrupt(uint32_t interrupted);

static unsigned number_of(unsigned irq)
{
    return irq + GIC_FIRST_DEVICE;
}

void gic_start(void)
{
    GIC->control = 0;
    for (unsigned irq = 0; irq < PORT_IRQS; irq++) {
        port_irq_disable(irq);
        GIC->priority[number_of(irq)] = PRIORITY_INTERRUPTS;
    }
    GIC->control = GIC_ENABLE;
}

void gic_start_cpu(void)
{
    serving[port_cpu_id()] = GIC_NONE;
    for (unsigned number = 0; number < GIC_FIRST_DEVICE; number++) {
        GIC->priority[number] = PRIORITY_INTERRUPTS;
    }
    GIC->enable[0] = UINT32_C(1) << GIC_KICK;
    GIC_CPU->binary_point = BINARY_POINT_NO_NESTING;
    GIC_CPU->priority_mask = PRIORITY_OPEN;
    GIC_CPU->control = GIC_ENABLE;
}

uint32_t gic_serving(void)
{
    return serving[port_cpu_id()];
}

static void serve(uint32_t number)
{
    if (number >= GIC_FIRST_DEVICE) {
        irq_dispatch(number - GIC_FIRST_DEVICE);
    } else if (number == GIC_CLOCK) {
        clock_expired();
    } else if (TAKT_CPUS > 1 && number == GIC_KICK) {
        kernel_kicked();
    }
}

/* `interrupted` is the status of what was interrupted. True if the switch is wanted, which is the
 * caller's business then: not where a handler was interrupted, for nothing (vectors.S). */
bool gic_interrupt(uint32_t interrupted)
{
    unsigned cpu = port_cpu_id();

    for (;;) {
        uint32_t taken = GIC_CPU->acknowledge;
        uint32_t number = taken & GIC_NUMBER;

        if (number >= GIC_NONE) {
            break;
        }
        serving[cpu] = number;
        port_irq_unmask();
        serve(number);
        port_irq_mask();
        serving[cpu] = GIC_NONE;
        __asm__ volatile("dsb" ::: "memory"); /* what the handler told its device has got there */
        GIC_CPU->end = taken;
    }
    bool wanted = port_switch_wanted[cpu] != 0 && (interrupted & CPSR_MODE) != CPSR_HANDLER;

    if (wanted) {
        port_switch_wanted[cpu] = 0;
    }
    return wanted;
}

void gic_send(unsigned cpu, uint32_t number)
{
    __asm__ volatile("dsb" ::: "memory"); /* what was written for that CPU to see comes first */
    GIC->software = UINT32_C(1) << (cpu + GIC_SOFTWARE_TARGETS) | number;
}

/* Calls that have read something back know that what they wrote has arrived. */
static void settle(const volatile uint32_t *written)
{
    (void)*written;
    barrier();
}

void port_irq_enable(unsigned irq, unsigned level, unsigned cpu)
{
    unsigned number = number_of(irq);

    GIC->priority[number] = (uint8_t)(PRIORITY_INTERRUPTS + level * PRIORITY_STEP);
    GIC->target[number] = (uint8_t)(1U << cpu);
    GIC->enable[number / 32] = UINT32_C(1) << number % 32;
    settle(&GIC->enable[number / 32]);
}

void port_irq_disable(unsigned irq)
{
    unsigned number = number_of(irq);

    GIC->disable[number / 32] = UINT32_C(1) << number % 32;
    settle(&GIC->disable[number / 32]);
}

void port_irq_raise(unsigned irq)
{
    unsigned number = number_of(irq);

    __asm__ volatile("dsb" ::: "memory"); /* what was written for the handler to see comes first */
    GIC->pend[number / 32] = UINT32_C(1) << number % 32;
    settle(&GIC->pend[number / 32]);
}
