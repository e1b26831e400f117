/* irq.c - the handlers of devices' interrupts. */
#include "entry.h"
#include "takt/cpu.h"
#include "takt/irq.h"
#include "trace.h"
#include "upcalls.h"

static struct {
    takt_irq_handler handler;
    void *argument;
} handlers[PORT_IRQS];

/* Apart: a handler is found the quicker the simpler its place is to compute. */
static uint32_t taken[TAKT_CPUS][PORT_IRQS];

static void trace_irq(enum trace_event_id event, unsigned irq)
{
    if (TAKT_TRACE && trace_active) {
        unsigned state = lock_take_saving();

        trace_event(event, cpu_here()->current->id, irq, 0);
        lock_release_restoring(state);
    }
}

/* No lock: the handler takes it where it calls the kernel. */
void irq_dispatch(unsigned irq)
{
    trace_irq(TRACE_IRQ_ENTER, irq);
    if (TAKT_STATISTICS) {
        taken[TAKT_CPUS == 1 ? 0 : port_cpu_id()][irq]++;
    }
    if (handlers[irq].handler != NULL) {
        handlers[irq].handler(handlers[irq].argument);
    }
    trace_irq(TRACE_IRQ_EXIT, irq);
}

unsigned takt_irq_count(void)
{
    return PORT_IRQS;
}

void takt_irq_attach(unsigned irq, takt_irq_handler handler, void *argument)
{
    TAKT_REQUIRE(irq < PORT_IRQS && handler != NULL);
    REQUIRE_NO_ISR();
    kernel_enter();

    handlers[irq].handler = handler;
    handlers[irq].argument = argument;
    port_irq_enable(irq, 0, port_cpu_id());
    kernel_leave();
}

void takt_irq_detach(unsigned irq)
{
    TAKT_REQUIRE(irq < PORT_IRQS);
    port_irq_disable(irq);
}

void takt_irq_raise(unsigned irq)
{
    TAKT_REQUIRE(irq < PORT_IRQS);
    port_irq_raise(irq);
}

uint32_t takt_irq_taken(unsigned irq)
{
    uint32_t sum = 0;

    TAKT_REQUIRE(irq < PORT_IRQS);
    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        sum += taken[cpu][irq];
    }
    return sum;
}

uint32_t takt_irq_taken_on(unsigned irq, unsigned cpu)
{
    TAKT_REQUIRE(irq < PORT_IRQS && cpu < TAKT_CPUS);
    return taken[cpu][irq];
}

uint32_t takt_clock_taken(void)
{
    uint32_t sum = 0;

    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        sum += kernel.cpus[cpu].clock_taken;
    }
    return sum;
}

void takt_cpu_counts(unsigned cpu, struct takt_cpu_counts *counts)
{
    TAKT_REQUIRE(cpu < TAKT_CPUS);
    counts->clock = kernel.cpus[cpu].clock_taken;
    for (unsigned reason = 0; reason < TAKT_KICK_COUNT; reason++) {
        counts->kicks[reason] = kernel.cpus[cpu].kicks_taken[reason];
    }
}

unsigned takt_cpu_here(void)
{
    return port_cpu_id();
}

int takt_in_irq(void)
{
    return port_in_isr();
}
