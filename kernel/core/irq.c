/* irq.c - the handlers of devices' interrupts. */
#include "entry.h"
#include "takt/irq.h"
#include "trace.h"
#include "upcalls.h"

static struct {
    takt_irq_handler handler;
    void *argument;
} handlers[PORT_IRQS];

/* Apart: a handler is found the quicker the simpler its place is to compute. */
static uint32_t taken[PORT_IRQS];

static void trace_irq(enum trace_event_id event, unsigned irq)
{
    if (TAKT_TRACE && trace_active) {
        unsigned state = port_irq_save();

        trace_event(event, cpu_here()->current->id, irq, 0);
        port_irq_restore(state);
    }
}

/* No lock: the handler takes it where it calls the kernel. */
void irq_dispatch(unsigned irq)
{
    trace_irq(TRACE_IRQ_ENTER, irq);
    if (TAKT_STATISTICS) {
        taken[irq]++;
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
    TAKT_REQUIRE(irq < PORT_IRQS);
    return taken[irq];
}

uint32_t takt_clock_taken(void)
{
    return cpu_here()->clock_taken;
}

int takt_in_irq(void)
{
    return port_in_isr();
}
