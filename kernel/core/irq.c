/* irq.c - the handlers of devices' interrupts. */
#include "irq.h"

#include "entry.h"
#include "takt/irq.h"
#include "trace.h"
#include "upcalls.h"

static struct {
    takt_irq_handler handler;
    void *argument;
} handlers[PORT_IRQS];

/* Apart: a handler is found the quicker the simpler its place is to compute. */
static uint32_t taken[TAKT_CPUS][PORT_IRQS];

/* The CPU that it comes to, plus 1; 0: it does not come. */
static uint8_t routes[PORT_IRQS];

static void trace_irq(enum trace_event_id event, unsigned irq)
{
    if (TAKT_TRACE && trace_active) {
        unsigned state = lock_take_saving();

        trace_event(event, cpu_here()->current->id, irq, 0);
        lock_release_restoring(state);
    }
}

/* With one CPU its interrupts are added up when somebody asks. */
static inline void count_for_several(void)
{
    if (TAKT_CPUS > 1) {
        kernel.cpus[port_cpu_id()].counts.devices++;
    }
}

uint32_t irq_taken_by_one(void)
{
    uint32_t sum = 0;

    for (unsigned irq = 0; irq < PORT_IRQS; irq++) {
        sum += taken[0][irq];
    }
    return sum;
}

/* No lock: the handler takes it where it calls the kernel. */
void irq_dispatch(unsigned irq)
{
    trace_irq(TRACE_IRQ_ENTER, irq);
    if (TAKT_STATISTICS) {
        taken[TAKT_CPUS == 1 ? 0 : port_cpu_id()][irq]++;
        count_for_several();
    }
    if (handlers[irq].handler != NULL) {
        handlers[irq].handler(handlers[irq].argument);
    }
    trace_irq(TRACE_IRQ_EXIT, irq);
}

static void route(unsigned irq, unsigned cpu)
{
    routes[irq] = (uint8_t)(cpu + 1);
    port_irq_enable(irq, 0, cpu);
}

bool irq_comes_to(unsigned cpu)
{
    bool comes = false;

    for (unsigned irq = 0; irq < PORT_IRQS; irq++) {
        comes = comes || routes[irq] == cpu + 1;
    }
    return comes;
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
    route(irq, cpu_here()->isolated ? 0 : port_cpu_id());
    kernel_leave();
}

int takt_irq_route(unsigned irq, unsigned cpu)
{
    TAKT_REQUIRE(irq < PORT_IRQS);
    REQUIRE_NO_ISR();
    if (cpu >= TAKT_CPUS) {
        return TAKT_EINVAL;
    }
    kernel_enter();
    int status = TAKT_OK;

    if (TAKT_CPUS > 1 && kernel.cpus[cpu].isolated) {
        status = TAKT_EBUSY;
    } else if (handlers[irq].handler == NULL) {
        status = TAKT_ECLOSED;
    } else {
        route(irq, cpu);
    }
    kernel_leave();
    return status;
}

void takt_irq_detach(unsigned irq)
{
    TAKT_REQUIRE(irq < PORT_IRQS);
    port_irq_disable(irq);
    routes[irq] = 0;
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
        sum += kernel.cpus[cpu].counts.clock;
    }
    return sum;
}

int takt_in_irq(void)
{
    return port_in_isr();
}
