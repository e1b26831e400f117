/* Who interrupts whom is counted, and nobody is interrupted without reason. */
#include "smp_test.h"

static struct takt_semaphore semaphore;

static void take_thrice(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(takt_semaphore_take(&semaphore, TAKT_FOREVER), TAKT_OK);
    }
}

static uint32_t kicks(unsigned cpu, enum takt_kick reason)
{
    struct takt_cpu_counts found;

    takt_cpu_counts(cpu, &found);
    return found.kicks[reason];
}

/* Each wake-up of a thread that then runs is one kick; of one that must wait, none. */
TEST(smp_kicks_are_for_those_who_run)
{
    static uint32_t word;

    takt_semaphore_init(&semaphore, "kicks", 0);
    const struct takt_thread *thread = start(0, THERE, 10, take_thrice, NULL);

    pass(takt_us(50));
    uint32_t before = kicks(THERE, TAKT_KICK_RUN);

    CHECK_EQUAL(takt_semaphore_give(&semaphore), TAKT_OK);
    pass(takt_us(50));
    CHECK_EQUAL(kicks(THERE, TAKT_KICK_RUN), before + 1);
    CHECK_EQUAL(takt_semaphore_give(&semaphore), TAKT_OK);
    pass(takt_us(50));
    CHECK_EQUAL(kicks(THERE, TAKT_KICK_RUN), before + 2);

    struct takt_thread *urgent = start(1, THERE, 12, count_for_ever, &word);

    CHECK(counts(&word));
    before = kicks(THERE, TAKT_KICK_RUN);
    CHECK_EQUAL(takt_semaphore_give(&semaphore), TAKT_OK);
    pass(takt_us(50));
    CHECK_EQUAL(kicks(THERE, TAKT_KICK_RUN), before);
    CHECK_EQUAL(takt_thread_cancel(urgent), TAKT_OK);
    join(thread);
    takt_semaphore_destroy(&semaphore);
}

static void sleep_and_end(void *unused)
{
    (void)unused;
    (void)takt_sleep(takt_us(7));
}

/* E18: while a thread computes there, threads, timeouts and mutexes of here interrupt it never. */
TEST(smp_cpu_that_computes_is_left_alone)
{
    static uint32_t word;
    struct takt_thread *thread = start(0, THERE, 10, count_for_ever, &word);
    struct takt_cpu_counts before;
    struct takt_cpu_counts after;

    CHECK(counts(&word));
    takt_cpu_counts(THERE, &before);
    for (unsigned i = 0; i < 50; i++) {
        const struct takt_thread *passing = start(1, HERE, 10 + i % 12, sleep_and_end, NULL);

        CHECK_EQUAL(takt_thread_set_priority(takt_thread_self(), 15 + i % 2), TAKT_OK);
        join(passing);
    }
    CHECK_EQUAL(takt_thread_set_priority(takt_thread_self(), 16), TAKT_OK);
    takt_cpu_counts(THERE, &after);
    CHECK_EQUAL(after.clock, before.clock);
    CHECK_EQUAL(after.kicks[TAKT_KICK_RUN], before.kicks[TAKT_KICK_RUN]);
    CHECK_EQUAL(after.kicks[TAKT_KICK_CLOCK], before.kicks[TAKT_KICK_CLOCK]);
    CHECK_EQUAL(takt_thread_cancel(thread), TAKT_OK);
}

enum { IRQ = 6 };

static uint32_t irqs;
static uint32_t irq_cpu;

static void on_irq(void *unused)
{
    (void)unused;
    store(&irq_cpu, takt_cpu_here());
    store(&irqs, irqs + 1);
}

static void attach(void *unused)
{
    (void)unused;
    takt_irq_attach(IRQ, on_irq, NULL);
}

/* A device's interrupt comes on the CPU whose thread has attached its handler. */
TEST(smp_device_interrupts_one_cpu)
{
    irqs = 0;
    join(start(0, THERE, 10, attach, NULL));
    uint32_t before = takt_irq_taken_on(IRQ, THERE);

    takt_irq_raise(IRQ);
    CHECK(wait_for(&irqs, 1));
    CHECK_EQUAL(irq_cpu, THERE);
    attach(NULL);
    takt_irq_raise(IRQ);
    CHECK(wait_for(&irqs, 2));
    CHECK_EQUAL(irq_cpu, HERE);
    CHECK_EQUAL(takt_irq_taken_on(IRQ, THERE), before + 1);
    CHECK_EQUAL(takt_irq_taken(IRQ), takt_irq_taken_on(IRQ, THERE) + takt_irq_taken_on(IRQ, HERE));
    takt_irq_detach(IRQ);
}

/* The time of a thread that computes without any interrupt is counted all the same. */
TEST(smp_run_time_is_counted_there)
{
    static uint32_t word;
    struct takt_thread *thread = start(0, THERE, 10, count_for_ever, &word);
    struct takt_thread_statistics before;
    struct takt_thread_statistics after;

    CHECK(counts(&word));
    takt_thread_statistics(thread, &before);
    (void)takt_sleep(takt_ms(2));
    takt_thread_statistics(thread, &after);
    CHECK(after.run_time - before.run_time >= takt_ms(2));
    CHECK(after.run_time - before.run_time < takt_ms(3));
    CHECK_EQUAL(after.switches, before.switches);
    CHECK_EQUAL(takt_thread_cancel(thread), TAKT_OK);
}
