/* upkeep.c - what a CPU does again and again for no thread's sake, unless it is isolated.
 *
 * Each part can be chosen alone, for each CPU. `chosen` is what a CPU does while it is not
 * isolated, `upkeep` what it does now.
 */
#include "upkeep.h"

#include "clock.h"
#include "entry.h"
#include "irq.h"
#include "slice.h"
#include "stack.h"
#include "statistics.h"

enum { TICK = TAKT_CLOCK_HZ / 1000000 * TAKT_UPKEEP_TICK_US };
enum { LOOKED_AT = 128, THOUSAND = 1000 };

_Static_assert(TAKT_CPUS == 1 || (TAKT_ISOLATED & 1) == 0, "CPU 0 cannot be isolated");
_Static_assert(TAKT_ISOLATED >> (TAKT_CPUS - 1) <= 1,
               "TAKT_ISOLATED names a CPU that is not there");

static void tick(struct takt_timeout *timeout)
{
    struct kernel_cpu *cpu = LIST_ENTRY(timeout, struct kernel_cpu, tick);

    cpu->counts.ticks++;
    statistics_settle(cpu);
    clock_add(cpu, timeout, timeout_when(timeout) + TICK);
}

/* Of CPU 0, for all. */
static struct takt_timeout sampling;

static bool is_sampled(const struct kernel_cpu *cpu)
{
    return (cpu->upkeep & TAKT_UPKEEP_SAMPLING) != 0;
}

static void ask_for_sample(struct kernel_cpu *cpu)
{
    if (cpu == cpu_here()) {
        upkeep_sample(cpu);
    } else {
        kick_ask(cpu, TAKT_KICK_SAMPLE);
    }
}

static void sample_all(struct takt_timeout *timeout)
{
    bool more = false;

    for (unsigned index = 0; index < TAKT_CPUS; index++) {
        struct kernel_cpu *cpu = &kernel.cpus[index];

        more = more || is_sampled(cpu);
        if (is_sampled(cpu)) {
            ask_for_sample(cpu);
        }
    }
    if (more) {
        clock_add(&kernel.cpus[0], timeout, timeout_when(timeout) + TAKT_CLOCK_HZ);
    }
}

static void note_stack(struct kernel_cpu *cpu)
{
    struct stack_extent extent = stack_extent(cpu->current);
    struct stack_extent low = { extent.canary, extent.canary + LOOKED_AT };
    size_t unused = LOOKED_AT - stack_extent_used(low);

    if (cpu->current->stack != NULL && unused < cpu->sample.least_unused) {
        cpu->sample.least_unused = unused;
    }
}

void upkeep_sample(struct kernel_cpu *cpu)
{
    takt_time now = port_clock_now();

    statistics_settle(cpu);
    takt_time idle = cpu->idle.run_time - cpu->idle_sampled;
    takt_time span = now - cpu->sample.taken;

    cpu->sample.busy = span == 0 ? 0 : (unsigned)(THOUSAND - idle * THOUSAND / span);
    cpu->sample.taken = now;
    cpu->idle_sampled = cpu->idle.run_time;
    note_stack(cpu);
}

static void start_tick(struct kernel_cpu *cpu)
{
    if (!timeout_armed(&cpu->tick)) {
        clock_add(cpu, &cpu->tick, port_clock_now() + TICK);
    }
}

static void start_sampling(void)
{
    if (!timeout_armed(&sampling)) {
        clock_add(&kernel.cpus[0], &sampling, port_clock_now() + TAKT_CLOCK_HZ);
    }
}

static void apply(struct kernel_cpu *cpu, unsigned upkeep)
{
    cpu->upkeep = upkeep;
    if ((upkeep & TAKT_UPKEEP_TICK) != 0) {
        start_tick(cpu);
    } else {
        clock_cancel(&cpu->tick);
    }
    slice_choose(cpu, (upkeep & TAKT_UPKEEP_SLICES) != 0);
    if ((upkeep & TAKT_UPKEEP_SAMPLING) != 0) {
        start_sampling();
    }
}

/* The other CPU's clock may be set for what it need not wake for any more. */
static void settle_clock(struct kernel_cpu *cpu)
{
    clock_set(cpu, timeout_next(&cpu->timeouts));
}

static void set(struct kernel_cpu *cpu, bool isolated)
{
    cpu->isolated = isolated;
    apply(cpu, isolated ? 0 : cpu->chosen);
    settle_clock(cpu);
}

void upkeep_init(struct kernel_cpu *cpu)
{
    if (cpu->index == 0) {
        timeout_init(&sampling, sample_all);
    }
    timeout_init(&cpu->tick, tick);
    cpu->sample.least_unused = LOOKED_AT;
    cpu->chosen = TAKT_UPKEEP;
    cpu->isolated = ((TAKT_ISOLATED >> cpu->index) & 1) != 0;
    apply(cpu, cpu->isolated ? 0 : cpu->chosen);
}

int takt_cpu_set_upkeep(unsigned cpu, unsigned upkeep)
{
    REQUIRE_NO_ISR();
    if (TAKT_CPUS == 1 || cpu >= TAKT_CPUS || (upkeep & ~(unsigned)TAKT_UPKEEP_ALL) != 0) {
        return TAKT_EINVAL;
    }
    kernel_enter();
    kernel.cpus[cpu].chosen = upkeep;
    set(&kernel.cpus[cpu], kernel.cpus[cpu].isolated);
    kernel_leave();
    return TAKT_OK;
}

unsigned takt_cpu_upkeep(unsigned cpu)
{
    TAKT_REQUIRE(cpu < TAKT_CPUS);
    return kernel.cpus[cpu].upkeep;
}

static int may_isolate(unsigned cpu)
{
    if (cpu == 0) {
        return TAKT_EINVAL;
    }
    return kernel.cpus[cpu].guests > 0 || irq_comes_to(cpu) ? TAKT_EBUSY : TAKT_OK;
}

int takt_cpu_isolate(unsigned cpu)
{
    REQUIRE_NO_ISR();
    if (cpu >= TAKT_CPUS) {
        return TAKT_EINVAL;
    }
    kernel_enter();
    int status = may_isolate(cpu);

    if (status == TAKT_OK) {
        set(&kernel.cpus[cpu], true);
    }
    kernel_leave();
    return status;
}

int takt_cpu_include(unsigned cpu)
{
    REQUIRE_NO_ISR();
    if (cpu >= TAKT_CPUS) {
        return TAKT_EINVAL;
    }
    kernel_enter();
    if (TAKT_CPUS > 1) {
        set(&kernel.cpus[cpu], false);
    }
    kernel_leave();
    return TAKT_OK;
}

uint32_t takt_cpus_isolated(void)
{
    uint32_t isolated = 0;

    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        isolated |= (uint32_t)kernel.cpus[cpu].isolated << cpu;
    }
    return isolated;
}

void takt_cpu_counts(unsigned cpu, struct takt_cpu_counts *counts)
{
    TAKT_REQUIRE(cpu < TAKT_CPUS);
    *counts = kernel.cpus[cpu].counts;
    if (TAKT_CPUS == 1) {
        counts->devices = irq_taken_by_one();
    }
}

void takt_cpu_sample(unsigned cpu, struct takt_cpu_sample *sample)
{
    TAKT_REQUIRE(cpu < TAKT_CPUS);
    unsigned state = lock_take_saving();

    *sample = kernel.cpus[cpu].sample;
    lock_release_restoring(state);
}

unsigned takt_cpu_here(void)
{
    return port_cpu_id();
}
