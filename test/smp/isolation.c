/* A CPU that is isolated is interrupted by nothing but what its own threads ask for. */
#include "smp_test.h"

enum { IRQ = 6, ONE_SECOND = 1000, SLICE_US = 200 };

static struct takt_cpu_counts counts_of(unsigned cpu)
{
    struct takt_cpu_counts found;

    takt_cpu_counts(cpu, &found);
    return found;
}

/* What has interrupted that CPU since then, in all. */
static uint32_t interrupts_since(unsigned cpu, const struct takt_cpu_counts *before)
{
    struct takt_cpu_counts now = counts_of(cpu);
    uint32_t sum = now.clock - before->clock;

    for (unsigned reason = 0; reason < TAKT_KICK_COUNT; reason++) {
        sum += now.kicks[reason] - before->kicks[reason];
    }
    return sum;
}

/* Each part of the upkeep alone, and none. */

static void let_pass(unsigned upkeep, unsigned ms, struct takt_cpu_counts *passed)
{
    CHECK_EQUAL(takt_cpu_set_upkeep(THERE, upkeep), TAKT_OK);
    CHECK_EQUAL(takt_cpu_upkeep(THERE), upkeep);
    (void)takt_sleep(takt_us(10));
    struct takt_cpu_counts before = counts_of(THERE);

    (void)takt_sleep(takt_ms(ms));
    struct takt_cpu_counts after = counts_of(THERE);

    passed->clock = after.clock - before.clock;
    passed->ticks = after.ticks - before.ticks;
    passed->slices = after.slices - before.slices;
    for (unsigned reason = 0; reason < TAKT_KICK_COUNT; reason++) {
        passed->kicks[reason] = after.kicks[reason] - before.kicks[reason];
    }
}

static void check_passed(const struct takt_cpu_counts *passed, uint32_t ticks, uint32_t slices,
                         uint32_t samples)
{
    CHECK_EQUAL(passed->clock, ticks + slices);
    CHECK_EQUAL(passed->ticks, ticks);
    CHECK_EQUAL(passed->slices, slices);
    CHECK_EQUAL(passed->kicks[TAKT_KICK_SAMPLE], samples);
    CHECK_EQUAL(passed->kicks[TAKT_KICK_RUN], 0);
    CHECK_EQUAL(passed->kicks[TAKT_KICK_CLOCK], 0);
}

TEST(smp_upkeep_interrupts_as_chosen)
{
    struct takt_cpu_counts passed;

    let_pass(TAKT_UPKEEP_TICK, 10, &passed);
    check_passed(&passed, 10, 0, 0);
    let_pass(TAKT_UPKEEP_SAMPLING, 3 * ONE_SECOND, &passed);
    check_passed(&passed, 0, 0, 3);
    let_pass(0, 3 * ONE_SECOND, &passed);
    check_passed(&passed, 0, 0, 0);
    let_pass(TAKT_UPKEEP_TICK | TAKT_UPKEEP_SAMPLING, ONE_SECOND, &passed);
    check_passed(&passed, ONE_SECOND, 0, 1);
    CHECK_EQUAL(takt_cpu_set_upkeep(THERE, TAKT_UPKEEP), TAKT_OK);
}

/* Round robin: the ends of slices interrupt even where there is nobody to change with. */
TEST(smp_slices_interrupt_as_chosen)
{
    static uint32_t word;
    struct takt_cpu_counts passed;
    const struct takt_thread_options options = {
        .name = "sliced",
        .priority = 10,
        .entry = count_for_ever,
        .argument = &word,
        .stack = workers[0].stack,
        .stack_bytes = sizeof workers[0].stack,
        .slice = takt_us(SLICE_US),
        .cpu = TAKT_CPU(THERE),
    };

    CHECK_EQUAL(takt_thread_create(&workers[0].thread, &options), TAKT_OK);
    CHECK(counts(&word));
    let_pass(TAKT_UPKEEP_SLICES, 2, &passed);
    check_passed(&passed, 0, 2000 / SLICE_US, 0);
    let_pass(0, 2, &passed);
    check_passed(&passed, 0, 0, 0);
    let_pass(TAKT_UPKEEP_SLICES, 2, &passed);
    check_passed(&passed, 0, 2000 / SLICE_US, 0);
    CHECK_EQUAL(takt_thread_cancel(&workers[0].thread), TAKT_OK);
    CHECK_EQUAL(takt_cpu_set_upkeep(THERE, TAKT_UPKEEP), TAKT_OK);
}

/* A sample knows how busy the CPU was, and how much room the running threads' stacks have left. */

static void work_by_halves(void *unused)
{
    (void)unused;
    for (;;) {
        takt_burn(takt_us(100));
        (void)takt_sleep(takt_us(100));
    }
}

TEST(smp_samples_tell_the_load)
{
    struct takt_cpu_sample sample;

    CHECK_EQUAL(takt_cpu_set_upkeep(THERE, TAKT_UPKEEP_SAMPLING), TAKT_OK);
    (void)takt_sleep(takt_ms(2500));
    takt_cpu_sample(THERE, &sample);
    takt_time first = sample.taken;

    CHECK(first > 0);
    CHECK(sample.busy <= 1); /* the sampling itself */
    struct takt_thread *thread = start(0, THERE, 10, work_by_halves, NULL);

    (void)takt_sleep(takt_ms(30));
    CHECK_EQUAL(takt_thread_suspend(thread), TAKT_OK);
    (void)takt_sleep(takt_ms(970));
    takt_cpu_sample(THERE, &sample);
    CHECK(sample.taken > first);
    CHECK(sample.busy >= 14 && sample.busy <= 16);
    CHECK(sample.least_unused <= 128);
    CHECK_EQUAL(takt_thread_cancel(thread), TAKT_OK);
    CHECK_EQUAL(takt_cpu_set_upkeep(THERE, TAKT_UPKEEP), TAKT_OK);
}

/* E18: isolated, it is interrupted by nothing, whatever is chosen and whatever CPU 0 does. */

static struct takt_mutex mutex;

static void busy_here(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < 20; i++) {
        (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
        (void)takt_sleep(takt_us(13));
        takt_mutex_unlock(&mutex);
    }
}

TEST(smp_isolated_cpu_is_not_interrupted)
{
    static uint32_t word;

    takt_mutex_init(&mutex, "contended", 0);
    CHECK_EQUAL(takt_cpu_set_upkeep(THERE, TAKT_UPKEEP_ALL), TAKT_OK);
    struct takt_thread *thread = start(0, THERE, 10, count_for_ever, &word);

    CHECK_EQUAL(takt_cpu_isolate(THERE), TAKT_OK);
    CHECK_EQUAL(takt_cpu_upkeep(THERE), 0);
    CHECK_EQUAL(takt_cpus_isolated(), 1U << THERE);
    CHECK(counts(&word));
    struct takt_cpu_counts before = counts_of(THERE);

    for (unsigned i = 0; i < 3; i++) {
        const struct takt_thread *one = start(1, HERE, 18, busy_here, NULL);
        const struct takt_thread *two = start(2, HERE, 17, busy_here, NULL);

        CHECK_EQUAL(takt_thread_set_priority(takt_thread_self(), 15), TAKT_OK);
        join(one);
        join(two);
        CHECK_EQUAL(takt_thread_set_priority(takt_thread_self(), 16), TAKT_OK);
    }
    CHECK_EQUAL(interrupts_since(THERE, &before), 0);

    /* What may interrupt it, and does, once each. */
    CHECK_EQUAL(takt_thread_suspend(thread), TAKT_OK);
    CHECK_EQUAL(interrupts_since(THERE, &before), 1);
    takt_thread_resume(thread);
    CHECK(counts(&word));
    CHECK_EQUAL(interrupts_since(THERE, &before), 2);
    CHECK_EQUAL(takt_thread_cancel(thread), TAKT_OK);
    CHECK_EQUAL(interrupts_since(THERE, &before), 3);
    CHECK_EQUAL(takt_cpu_include(THERE), TAKT_OK);
    CHECK_EQUAL(takt_cpu_upkeep(THERE), TAKT_UPKEEP_ALL);
    CHECK_EQUAL(takt_cpus_isolated(), 0);
    CHECK_EQUAL(takt_cpu_set_upkeep(THERE, TAKT_UPKEEP), TAKT_OK);
    takt_mutex_destroy(&mutex);
}

/* Its clock is not left armed for a limit that has not been needed. */

static struct takt_semaphore semaphore;

static void take_in_time(void *word)
{
    CHECK_EQUAL(takt_semaphore_take(&semaphore, takt_us(500)), TAKT_OK);
    count_for_ever(word);
}

TEST(smp_isolated_clock_is_disarmed)
{
    static uint32_t word;

    takt_semaphore_init(&semaphore, "limit", 0);
    CHECK_EQUAL(takt_cpu_isolate(THERE), TAKT_OK);
    struct takt_thread *thread = start(0, THERE, 10, take_in_time, &word);

    (void)takt_sleep(takt_us(100));
    CHECK_EQUAL(takt_semaphore_give(&semaphore), TAKT_OK);
    CHECK(counts(&word));
    struct takt_cpu_counts before = counts_of(THERE);

    (void)takt_sleep(takt_ms(1));
    CHECK_EQUAL(interrupts_since(THERE, &before), 0);
    CHECK_EQUAL(takt_thread_cancel(thread), TAKT_OK);
    CHECK_EQUAL(takt_cpu_include(THERE), TAKT_OK);
    takt_semaphore_destroy(&semaphore);
}

/* E01: alone on a CPU where nothing else happens, it sleeps and wakes, by time and by others. */

static void sleep_often(void *rounds)
{
    for (uint32_t i = 0; i < harness_rounds(1000); i++) {
        CHECK_EQUAL(takt_sleep(1), TAKT_OK);
        store(rounds, i + 1);
    }
}

static void take_often(void *rounds)
{
    for (uint32_t i = 0; i < harness_rounds(1000); i++) {
        CHECK_EQUAL(takt_semaphore_take(&semaphore, TAKT_FOREVER), TAKT_OK);
        store(rounds, i + 1);
    }
}

TEST(smp_isolated_thread_wakes_always)
{
    uint32_t rounds = 0;

    takt_semaphore_init(&semaphore, "often", 0);
    CHECK_EQUAL(takt_cpu_isolate(THERE), TAKT_OK);
    join(start(0, THERE, 10, sleep_often, &rounds));
    CHECK_EQUAL(rounds, harness_rounds(1000));
    const struct takt_thread *thread = start(0, THERE, 10, take_often, &rounds);

    for (uint32_t i = 0; i < harness_rounds(1000); i++) {
        CHECK_EQUAL(takt_semaphore_give(&semaphore), TAKT_OK);
        pass(takt_us(i % 7) / 2);
    }
    join(thread);
    CHECK_EQUAL(rounds, harness_rounds(1000));
    CHECK_EQUAL(takt_cpu_include(THERE), TAKT_OK);
    takt_semaphore_destroy(&semaphore);
}

/* E19: what cannot be isolated is refused with a reason, and nothing has changed. */

static void end_at_once(void *unused)
{
    (void)unused;
}

static const struct takt_thread_options guest = {
    .name = "guest",
    .priority = 8,
    .entry = end_at_once,
    .stack = workers[1].stack,
    .stack_bytes = sizeof workers[1].stack,
    .suspended = true,
};

static void make_guest(void *status)
{
    *(int *)status = takt_thread_create(&workers[1].thread, &guest);
}

static void on_irq(void *unused)
{
    (void)unused;
}

static void attach(void *unused)
{
    (void)unused;
    takt_irq_attach(IRQ, on_irq, NULL);
}

static void refused(unsigned cpu, int status)
{
    CHECK_EQUAL(takt_cpu_isolate(cpu), status);
    CHECK_EQUAL(takt_cpus_isolated(), 0);
}

static struct takt_timer_service service;

static const struct takt_thread_options service_options = {
    .name = "timers",
    .priority = 25,
    .stack = workers[2].stack,
    .stack_bytes = sizeof workers[2].stack,
    .cpu = TAKT_CPU(THERE),
};

TEST(smp_isolation_is_refused_with_a_reason)
{
    int status = 9;

    refused(HERE, TAKT_EINVAL);
    refused(TAKT_CPUS, TAKT_EINVAL);
    refused(UINT32_MAX, TAKT_EINVAL);
    CHECK_EQUAL(takt_cpu_include(TAKT_CPUS), TAKT_EINVAL);
    CHECK_EQUAL(takt_cpu_set_upkeep(TAKT_CPUS, 0), TAKT_EINVAL);
    CHECK_EQUAL(takt_cpu_set_upkeep(THERE, TAKT_UPKEEP_ALL + 1), TAKT_EINVAL);
    CHECK_EQUAL(takt_cpu_upkeep(THERE), TAKT_UPKEEP);

    /* A thread is there that nobody sent there; once it has been, it is no hindrance. */
    const struct takt_thread *maker = start(0, THERE, 10, make_guest, &status);

    join(maker);
    CHECK_EQUAL(status, TAKT_OK);
    refused(THERE, TAKT_EBUSY);
    CHECK_EQUAL(takt_thread_move(&workers[1].thread, THERE), TAKT_OK);
    CHECK_EQUAL(takt_cpu_isolate(THERE), TAKT_OK);
    CHECK_EQUAL(takt_cpu_include(THERE), TAKT_OK);
    CHECK_EQUAL(takt_thread_cancel(&workers[1].thread), TAKT_OK);

    /* A timer service is there. */
    CHECK_EQUAL(takt_timer_service_start(&service, &service_options), TAKT_OK);
    refused(THERE, TAKT_EBUSY);
    CHECK_EQUAL(takt_thread_cancel(&service.thread), TAKT_OK);

    /* A device's interrupt comes there. */
    join(start(0, THERE, 10, attach, NULL));
    refused(THERE, TAKT_EBUSY);
    CHECK_EQUAL(takt_irq_route(IRQ, TAKT_CPUS), TAKT_EINVAL);
    CHECK_EQUAL(takt_irq_route(IRQ, HERE), TAKT_OK);
    CHECK_EQUAL(takt_cpu_isolate(THERE), TAKT_OK);
    CHECK_EQUAL(takt_irq_route(IRQ, THERE), TAKT_EBUSY);
    CHECK_EQUAL(takt_irq_route(IRQ + 1, HERE), TAKT_ECLOSED);

    /* And what would disturb it once it is isolated. */
    join(start(0, THERE, 10, make_guest, &status));
    CHECK_EQUAL(status, TAKT_EBUSY);
    CHECK_EQUAL(takt_timer_service_start(&service, &service_options), TAKT_EBUSY);
    join(start(0, THERE, 10, attach, NULL));
    uint32_t taken = takt_irq_taken_on(IRQ, THERE);

    takt_irq_raise(IRQ);
    CHECK_EQUAL(takt_irq_taken_on(IRQ, THERE), taken);
    takt_irq_detach(IRQ);
    CHECK_EQUAL(takt_cpu_include(THERE), TAKT_OK);
}
