/* start.c - from the first instruction of the kernel to the first thread. */
#include "entry.h"
#include "sched.h"
#include "stack.h"
#include "takt/takt.h"
#include "thread_create.h"
#include "thread_state.h"
#include "trace.h"
#include "upcalls.h"
#include "upkeep.h"

_Static_assert(TAKT_CPUS >= 1 && TAKT_CPUS <= 4, "TAKT_CPUS: 1 to 4");

static TAKT_STACK(idle_stacks[TAKT_CPUS], PORT_STACK_MIN + PORT_STACK_ALIGN + 256);

static void idle(void *unused)
{
    const struct kernel_cpu *cpu = cpu_here();

    (void)unused;
    for (;;) {
        port_irq_mask();
        if (cpu->next == cpu->current) {
            port_idle();
        }
        port_irq_unmask();
    }
}

/* First at the highest priority: while the CPU boots nobody comes before what runs on it. */
static void init_boot(struct kernel_cpu *cpu)
{
    cpu->boot.name = "boot";
    cpu->boot.group = takt_image_name;
    cpu->boot.priority = TAKT_PRIORITIES - 1;
    cpu->boot.cpu = cpu;
    cpu->boot.runs_on = cpu;
    cpu->current = &cpu->boot;
    sched_ready(&cpu->boot, TRACE_CAUSE_CALL);
}

static void init_idle(struct kernel_cpu *cpu)
{
    static const char *const names[] = { "idle", "idle 1", "idle 2", "idle 3" };
    const struct takt_thread_options options = {
        .name = names[cpu->index],
        .group = "kernel",
        .entry = idle,
        .stack = idle_stacks[cpu->index],
        .stack_bytes = sizeof idle_stacks[cpu->index],
        .cpu = TAKT_CPU(cpu->index),
    };

    stack_fill(idle_stacks[cpu->index], sizeof idle_stacks[cpu->index]);
    thread_init(&cpu->idle, &options, cpu);
    cpu->idle.state = THREAD_READY;
}

static void init_cpu(struct kernel_cpu *cpu, unsigned index)
{
    cpu->index = (uint8_t)index;
    timeout_queue_init(&cpu->timeouts);
    slice_init(cpu);
    init_idle(cpu);
    runqueue_init(&cpu->ready, &cpu->idle);
    init_boot(cpu);
    if (TAKT_CPUS > 1) {
        upkeep_init(cpu);
    }
}

static void init_kernel(void)
{
    list_init(&kernel.threads);
    list_init(&kernel.objects);
    kernel.exchanges = UINT32_MAX; /* the next number is 1, and none is 0 */
    for (unsigned index = 0; index < TAKT_CPUS; index++) {
        init_cpu(&kernel.cpus[index], index);
    }
}

/* Nobody has taken the kicks that came before there was anybody to take them. */
static void catch_up(struct kernel_cpu *cpu)
{
    if (TAKT_CPUS > 1) {
        cpu->kicks_sent = 0;
        cpu->run_since = cpu_now();
        port_clock_arm(timeout_next(&cpu->timeouts));
    }
}

/* Leave the boot context for the most urgent thread. */
_Noreturn static void start_first(struct kernel_cpu *cpu)
{
    lock_take();
    catch_up(cpu);
    sched_unready(&cpu->boot);
    trace_event(TRACE_THREAD_SWITCH, cpu->next->id, 0, cpu->next->priority);
    statistics_switch(cpu, cpu->next);
    slice_switch(cpu, cpu->next);
    if (TAKT_CPUS > 1) {
        move_at_switch(cpu, cpu->next);
    }
    cpu->current = cpu->next;
    lock_release_masked();
    port_start(cpu->current);
}

static void start_others(void)
{
    for (unsigned index = 1; index < TAKT_CPUS; index++) {
        port_cpu_start(index);
    }
}

_Noreturn void kernel_cpu_main(void)
{
    if (port_cpu_id() == 0) {
        init_kernel();
        port_irq_unmask();
        takt_main();
        start_others();
    }
    start_first(cpu_here());
}
