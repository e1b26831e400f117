/* port_inline.h - the host: the inline part of the contract. */
#pragma once

#include "board.h"

struct context;

/* As in takt/config.h. */
#ifndef TAKT_CPUS
#define TAKT_CPUS 1
#endif

/* The smallest stack holds what the C library saves of a context, and frames as sanitizers make
 * them. */
enum { PORT_STACK_ALIGN = 16, PORT_STACK_MIN = 16384, PORT_IRQS = BOARD_IRQS };

enum { PORT_CONSOLE_IRQ = BOARD_CONSOLE_IRQ };

/* One of the processors that this port plays. */
struct host_cpu {
    uint64_t alarm; /* UINT64_MAX: none */
    bool masked;
    bool in_isr;
    bool switch_later; /* when it ends */
    bool kicked;
    bool off;               /* has not been started */
    bool idle;              /* waits for an interrupt */
    struct context *paused; /* where it goes on when its turn comes */
};

/* What they share. */
struct host_machine {
    uint64_t now;                /* virtual time, ns */
    unsigned here;               /* whose turn it is */
    uint32_t enabled[TAKT_CPUS]; /* sets of interrupts */
    uint32_t raised;
};

extern struct host_cpu host_cpus[TAKT_CPUS];
extern struct host_machine host_machine;

/* The processor whose turn it is. */
static inline struct host_cpu *host_cpu(void)
{
    return &host_cpus[TAKT_CPUS == 1 ? 0 : host_machine.here];
}

/* Let `ns` of virtual time pass with the mask open: what falls due in it interrupts. With several
 * processors it may then be another's turn. */
void host_pass(uint64_t ns);

static inline void port_irq_mask(void)
{
    host_cpu()->masked = true;
}

/* A call of the kernel takes one nanosecond, so that a loop of calls gets somewhere. */
static inline void port_irq_unmask(void)
{
    host_cpu()->masked = false;
    host_pass(1);
}

static inline unsigned port_irq_save(void)
{
    unsigned state = host_cpu()->masked;

    host_cpu()->masked = true;
    return state;
}

static inline void port_irq_restore(unsigned state)
{
    if (state == 0) {
        port_irq_unmask();
    }
}

static inline bool port_irq_masked(void)
{
    return host_cpu()->masked;
}

static inline bool port_in_isr(void)
{
    return host_cpu()->in_isr;
}

static inline void port_switch_later(void)
{
    host_cpu()->switch_later = true;
}

static inline unsigned port_cpu_id(void)
{
    return TAKT_CPUS == 1 ? 0 : host_machine.here;
}

static inline void port_relax(void)
{
    host_pass(100);
}

/* A look at the clock in a thread takes a tenth of a microsecond: loops that wait for a time, or
 * use it up, do so on this port too. */
static inline uint32_t port_cycles(void)
{
    if (!host_cpu()->masked && !host_cpu()->in_isr) {
        host_pass(100);
    }
    return (uint32_t)host_machine.now;
}

static inline uint64_t port_clock_now(void)
{
    return host_machine.now;
}
