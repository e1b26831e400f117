/* kick.c - one CPU makes another look again. */
#include "kick.h"

#include "bits.h"
#include "clock.h"
#include "entry.h"
#include "statistics.h"
#include "upcalls.h"
#include "upkeep.h"

/* Since it was asked for, the decision may have gone back to the thread that runs. */
static void drop_idle_reasons(struct kernel_cpu *cpu)
{
    if (cpu->next == cpu->current) {
        cpu->kicks_asked &= ~bits_of(TAKT_KICK_RUN);
    }
}

static void send_to(struct kernel_cpu *cpu)
{
    drop_idle_reasons(cpu);
    bool on_its_way = cpu->kicks_sent != 0;

    cpu->kicks_sent |= cpu->kicks_asked;
    cpu->kicks_asked = 0;
    if (cpu->kicks_sent != 0 && !on_its_way) {
        port_kick(cpu->index);
    }
}

void kick_send(void)
{
    while (kernel.asked_cpus != 0) {
        unsigned index = bits_highest(kernel.asked_cpus);

        kernel.asked_cpus &= ~bits_of(index);
        send_to(&kernel.cpus[index]);
    }
}

static void count(struct kernel_cpu *cpu, unsigned reasons)
{
    for (unsigned reason = 0; reason < TAKT_KICK_COUNT; reason++) {
        cpu->counts.kicks[reason] += (reasons >> reason) & 1U;
    }
}

/* If it is another thread's turn, that is seen at the door. */
void kernel_kicked(void)
{
    kernel_enter();
    struct kernel_cpu *cpu = cpu_here();
    unsigned reasons = cpu->kicks_sent;

    cpu->kicks_sent = 0;
    trace_event(TRACE_IRQ_ENTER, cpu->current->id, TRACE_IRQ_KICK, reasons);
    count(cpu, reasons);
    if ((reasons & bits_of(TAKT_KICK_SAMPLE)) != 0) {
        upkeep_sample(cpu);
    }
    statistics_settle(cpu);
    port_clock_arm(timeout_next(&cpu->timeouts));
    trace_event(TRACE_IRQ_EXIT, cpu->current->id, TRACE_IRQ_KICK, 0);
    kernel_leave();
}
