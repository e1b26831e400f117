/* spikes.c - what interrupts a CPU that computes. */
#include "spikes.h"

#include <string.h>

enum { STACK_BYTES = 1024, WARM_UP = 2000, PRIORITY = TAKT_PRIORITIES - 1 };

static struct spikes_result result;
static uint64_t rows[SPIKES_ROWS];
static struct takt_thread thread;
static TAKT_STACK(stack, STACK_BYTES);
static uint32_t runs; /* 1 while a measurement does */

static unsigned irq_count(void)
{
    return takt_irq_count() < SPIKES_IRQS_MAX ? takt_irq_count() : SPIKES_IRQS_MAX;
}

/* What each device's count was at the last spike. */
static uint32_t irqs_known[SPIKES_IRQS_MAX];

static void learn_irqs(void)
{
    for (unsigned irq = 0; irq < irq_count(); irq++) {
        irqs_known[irq] = takt_irq_taken_on(irq, result.options.cpu);
    }
}

/* The first that has come since then. */
static unsigned first_device(void)
{
    unsigned irq = 0;

    while (irq < irq_count() && takt_irq_taken_on(irq, result.options.cpu) == irqs_known[irq]) {
        irq++;
    }
    return irq;
}

static struct takt_cpu_counts counts_of(unsigned cpu)
{
    struct takt_cpu_counts counts;

    takt_cpu_counts(cpu, &counts);
    return counts;
}

struct takt_cpu_counts spikes_difference(const struct takt_cpu_counts *after,
                                         const struct takt_cpu_counts *before)
{
    struct takt_cpu_counts advanced = {
        .clock = after->clock - before->clock,
        .ticks = after->ticks - before->ticks,
        .slices = after->slices - before->slices,
        .devices = after->devices - before->devices,
    };

    for (unsigned reason = 0; reason < TAKT_KICK_COUNT; reason++) {
        advanced.kicks[reason] = after->kicks[reason] - before->kicks[reason];
    }
    return advanced;
}

bool spikes_explained(const struct takt_cpu_counts *advanced)
{
    uint32_t sum = advanced->clock + advanced->devices;

    for (unsigned reason = 0; reason < TAKT_KICK_COUNT; reason++) {
        sum += advanced->kicks[reason];
    }
    return sum > 0;
}

/* Threads of the highest priority could still take its turn; of them only the user can know. */
static uint32_t least_step(void)
{
    uint32_t least = UINT32_MAX;
    uint32_t last = takt_counter();

    for (unsigned i = 0; i < WARM_UP; i++) {
        uint32_t now = takt_counter();

        least = now - last < least ? now - last : least;
        last = now;
    }
    return least;
}

struct watch {
    takt_time begin;
    uint32_t threshold;
    struct takt_cpu_counts known; /* at the last spike, or the begin */
};

static void keep(struct spike *spike)
{
    if (spike->advanced.devices > 0) {
        spike->device = first_device();
        learn_irqs();
    }
    result.seen++;
    result.unknown += !spikes_explained(&spike->advanced);
    if (result.options.seen != NULL) {
        result.options.seen(spike);
    }
    if (result.kept < SPIKES_KEPT) {
        result.spikes[result.kept] = *spike;
        result.kept++;
    }
}

/* What comes while this is at work is in no step of the loop's; it is seen by its count, and is a
 * spike of its own, as long as all that was lost with it. The time to go on from. */
static uint32_t note(struct watch *watch, uint32_t loop, uint32_t begun, uint32_t duration)
{
    struct takt_cpu_counts now = counts_of(result.options.cpu);
    struct spike spike = {
        .loop = loop,
        .offset = takt_now() - watch->begin,
        .begun = begun,
        .duration = duration,
        .advanced = spikes_difference(&now, &watch->known),
    };
    uint32_t last;
    uint32_t noting = takt_counter();

    watch->known = now;
    keep(&spike);
    last = takt_counter();
    now = counts_of(result.options.cpu);
    spike.advanced = spikes_difference(&now, &watch->known);
    if (spikes_explained(&spike.advanced)) {
        last = takt_counter();
        spike.offset = takt_now() - watch->begin;
        spike.begun = noting;
        spike.duration = last - noting;
        spike.handler_counts = 0;
        watch->known = now;
        keep(&spike);
    }
    return last;
}

/* A step that took longer than the loop does alone: the time to go on from. */
static uint32_t judge(struct watch *watch, uint32_t loop, uint32_t step, uint32_t now)
{
    histogram_add(&result.steps, step - result.own_cost);
    return step > watch->threshold ? note(watch, loop, now - step, step) : now;
}

/* Nothing but a place. */
__attribute__((noinline)) void spikes_window(void)
{
    __asm__ volatile("" ::: "memory");
}

static void watch_clock(struct watch *watch)
{
    uint32_t own_cost = result.own_cost;
    uint32_t loops = result.options.loops;
    takt_time left = result.options.span == 0 ? TAKT_FOREVER : result.options.span;
    uint32_t last = takt_counter();
    uint32_t loop = 0;

    while (loop < loops && left > 0) {
        uint32_t now = takt_counter();
        uint32_t step = now - last;

        last = now;
        if (step > own_cost) {
            last = judge(watch, loop, step, now);
            step += last - now;
        }
        left -= step < left ? step : left;
        loop++;
    }
    result.loops = loop;
}

/* To begin with what each count was; then by how much it has advanced. */
static void count_irqs(void)
{
    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        for (unsigned irq = 0; irq < irq_count(); irq++) {
            result.irqs[cpu][irq] = takt_irq_taken_on(irq, cpu) - result.irqs[cpu][irq];
        }
    }
}

static void measure(void *unused)
{
    struct watch watch;

    (void)unused;
    learn_irqs();
    count_irqs();
    result.own_cost = least_step();
    histogram_init(&result.steps, rows, SPIKES_ROWS, result.own_cost < 8 ? 8 : result.own_cost);
    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        result.before[cpu] = counts_of(cpu);
    }
    watch.threshold = result.options.threshold_us == 0
                          ? 2 * result.own_cost
                          : (uint32_t)takt_us(result.options.threshold_us);
    watch.known = counts_of(result.options.cpu);
    watch.begin = takt_now();
    spikes_window();
    watch_clock(&watch);
    spikes_window();
    result.span = takt_now() - watch.begin;
    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        result.after[cpu] = counts_of(cpu);
    }
    count_irqs();
}

bool spikes_measure(const struct spikes_options *options)
{
    const struct takt_thread_options of_thread = {
        .name = "spikes",
        .priority = PRIORITY,
        .entry = measure,
        .stack = stack,
        .stack_bytes = sizeof stack,
        .slice = takt_us(options->slice_us),
        .cpu = TAKT_CPU(options->cpu),
    };

    if (__atomic_exchange_n(&runs, 1, __ATOMIC_SEQ_CST) != 0) {
        return false;
    }
    memset(&result, 0, sizeof result);
    result.options = *options;
    int status = takt_thread_create(&thread, &of_thread);

    TAKT_REQUIRE(status == TAKT_OK);
    (void)takt_thread_join(&thread, TAKT_FOREVER);
    __atomic_store_n(&runs, 0, __ATOMIC_SEQ_CST);
    return true;
}

const struct spikes_result *spikes_result(void)
{
    return &result;
}
