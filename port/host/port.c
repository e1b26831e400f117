/* port.c - the host: the kernel inside one Linux process, in virtual time.
 *
 * One processor is played, or several, and everything in it is deterministic. Time does not flow:
 * it passes when the mask is opened, when the clock is looked at, and when the processor idles,
 * which takes it straight to the next alarm. Interrupts come in at those moments and at no others,
 * one after the other, on the stack of the thread that they interrupt; at the end of each the
 * switch point is passed if it has changed the kernel's decision. Threads are contexts of the C
 * library's ucontext, each on its own stack, and the address sanitizer is told of every change of
 * stack.
 *
 * Several processors take turns (turns.c), and a turn changes only where time passes: so what one
 * does with its mask closed is one step for all others, and none ever finds the kernel's lock
 * taken.
 */
#include "port.h"
#include "context.h"
#include "signals.h"
#include "turns.h"
#include "upcalls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_NOTHING_LEFT = 71 };
enum { ALARM_MAX = 1 << 30 }; /* ns; longer waits are cut into pieces */

struct host_machine host_machine;
struct host_cpu host_cpus[TAKT_CPUS] = { [0] = { .alarm = UINT64_MAX, .masked = true } };

static int argument_count;
static char **arguments;

/* Of devices, for that processor. */
static uint32_t raised_for(unsigned cpu)
{
    return host_machine.raised & host_machine.enabled[cpu];
}

bool host_interrupt_due(unsigned cpu)
{
    return host_machine.now >= host_cpus[cpu].alarm || host_cpus[cpu].kicked
           || raised_for(cpu) != 0;
}

static void take_device(void)
{
    unsigned irq = (unsigned)__builtin_ctz(raised_for(port_cpu_id()));

    host_machine.raised &= ~(UINT32_C(1) << irq);
    irq_dispatch(irq);
}

/* The alarm goes first, then what other processors want, then devices by number. */
static void take_interrupt(void)
{
    struct host_cpu *cpu = host_cpu();

    cpu->in_isr = true;
    if (host_machine.now >= cpu->alarm) {
        cpu->alarm = UINT64_MAX;
        clock_expired();
    } else if (cpu->kicked) {
        cpu->kicked = false;
        kernel_kicked();
    } else {
        take_device();
    }
    cpu->in_isr = false;
}

static struct context **context_of(void *thread)
{
    return thread;
}

static void preempt(void)
{
    struct context *here = context_running();

    host_cpu()->masked = true;
    struct context *to = *context_of(kernel_preempted(here));

    if (to != here) {
        context_switch(here, to);
    }
    host_cpu()->masked = false;
}

/* Who is back from a switch may be on another processor. */
static void take_interrupts(void)
{
    while (!host_cpu()->masked && !host_cpu()->in_isr && host_interrupt_due(port_cpu_id())) {
        take_interrupt();
        if (host_cpu()->switch_later) {
            host_cpu()->switch_later = false;
            preempt();
        }
    }
}

void host_pass(uint64_t ns)
{
    host_machine.now += ns;
    if (TAKT_CPUS > 1 && !host_cpu()->masked) {
        turns_next();
    }
    take_interrupts();
}

int port_switch(void *from, void *to)
{
    struct context *here = context_running();

    *context_of(from) = here;
    if (TAKT_CPUS > 1) {
        kernel_switched();
    }
    context_switch(here, *context_of(to));
    port_irq_unmask();
    return 0;
}

void *port_context_init(void *stack, size_t size, void (*entry)(void *), void *argument)
{
    return context_init(stack, size, entry, argument);
}

/* What a new thread does before its entry. */
void context_entered(void)
{
    host_cpu()->masked = false;
    take_interrupts();
}

_Noreturn void port_start(void *thread)
{
    context_start(*context_of(thread));
}

static uint64_t first_alarm(void)
{
    uint64_t first = UINT64_MAX;

    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        first = host_cpus[cpu].alarm < first ? host_cpus[cpu].alarm : first;
    }
    return first;
}

/* All processors are idle. Nothing ready, nothing raised, no alarm, no input: this run would wait
 * for ever. */
static void wait_for_something(void)
{
    uint64_t alarm = first_alarm();

    if (board_input(alarm == UINT64_MAX)) {
        host_machine.raised |= UINT32_C(1) << PORT_CONSOLE_IRQ;
        return;
    }
    if (alarm == UINT64_MAX) {
        (void)fflush(stdout);
        (void)fputs("takt: every thread waits and nothing is left to happen\n", stderr);
        port_halt(STATUS_NOTHING_LEFT);
    }
    host_machine.now = alarm;
}

void port_idle(void)
{
    host_cpu()->idle = true;
    while (!host_interrupt_due(port_cpu_id())) {
        if (TAKT_CPUS == 1 || !turns_leave()) {
            wait_for_something();
        }
    }
    host_cpu()->idle = false;
}

void port_cpu_init(void)
{
    signals_init();
    board_init();
}

void port_kick(unsigned cpu)
{
    host_cpus[cpu].kicked = true;
}

/* A device's interrupt goes to one processor. */
void port_irq_enable(unsigned irq, unsigned level, unsigned cpu)
{
    (void)level;
    port_irq_disable(irq);
    host_machine.enabled[cpu] |= UINT32_C(1) << irq;
}

void port_irq_disable(unsigned irq)
{
    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        host_machine.enabled[cpu] &= ~(UINT32_C(1) << irq);
    }
}

void port_irq_raise(unsigned irq)
{
    host_machine.raised |= UINT32_C(1) << irq;
    take_interrupts();
}

uint32_t port_clock_hz(void)
{
    return TAKT_CLOCK_HZ;
}

void port_clock_arm(uint64_t when)
{
    uint64_t latest = host_machine.now + ALARM_MAX;

    host_cpu()->alarm = when != UINT64_MAX && when > latest ? latest : when;
}

_Noreturn void port_halt(int status)
{
    exit(status);
}

void port_put(char character)
{
    board_put(character);
}

int port_get(void)
{
    return board_get();
}

void port_listen(void)
{
    board_listen();
}

int port_command_line(char *text, size_t size)
{
    size_t length = 0;

    text[0] = '\0';
    for (int i = 0; i < argument_count; i++) {
        int added = snprintf(text + length, size - length, i == 0 ? "%s" : " %s", arguments[i]);

        if (added < 0 || (size_t)added >= size - length) {
            return -1;
        }
        length += (size_t)added;
    }
    return (int)length;
}

int main(int count, char **values)
{
    argument_count = count;
    arguments = values;
    turns_init();
    port_cpu_init();
    kernel_cpu_main();
}
