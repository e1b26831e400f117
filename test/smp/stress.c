/* E12: all CPUs do to each other's threads whatever can be done, while interrupts of devices wake
 * some of them: nobody waits for ever, and in the end all run as they should. */
#include "smp_test.h"

enum { VICTIMS = 4, IRQ = 7, ROUNDS = 300 };

static struct takt_semaphore semaphore;
static struct takt_mutex mutex;
static uint32_t counters[VICTIMS];
static uint32_t over;

static void on_irq(void *unused)
{
    (void)unused;
    (void)takt_semaphore_give(&semaphore);
}

static void live(void *argument)
{
    uint32_t *counter = argument;

    while (load(&over) == 0) {
        (void)takt_semaphore_take(&semaphore, takt_us(200));
        (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
        store(counter, load(counter) + 1);
        takt_mutex_unlock(&mutex);
    }
}

static uint32_t roll(uint32_t *dice)
{
    *dice = *dice * 1664525 + 1013904223;
    return *dice >> 16;
}

static void torment_one(uint32_t *dice)
{
    struct takt_thread *victim = &workers[roll(dice) % VICTIMS].thread;

    switch (roll(dice) % 4) {
    case 0:
        CHECK_EQUAL(takt_thread_move(victim, roll(dice) % TAKT_CPUS), TAKT_OK);
        break;
    case 1:
        CHECK_EQUAL(takt_thread_set_priority(victim, 5 + roll(dice) % 20), TAKT_OK);
        break;
    case 2:
        CHECK_EQUAL(takt_thread_suspend(victim), TAKT_OK);
        takt_thread_resume(victim);
        break;
    default:
        takt_irq_raise(IRQ);
        break;
    }
}

static void torment(void *seed)
{
    uint32_t dice = *(const uint32_t *)seed;

    for (unsigned i = 0; i < harness_rounds(ROUNDS); i++) {
        torment_one(&dice);
        if (roll(&dice) % 8 == 0) {
            (void)takt_sleep(takt_us(roll(&dice) % 10));
        }
    }
}

TEST(smp_all_torment_all)
{
    static const uint32_t seeds[2] = { 1, 2 };

    over = 0;
    takt_semaphore_init(&semaphore, "stress", 0);
    takt_mutex_init(&mutex, "stress", 0);
    takt_irq_attach(IRQ, on_irq, NULL);
    for (unsigned i = 0; i < VICTIMS; i++) {
        counters[i] = 0;
        (void)start(i, i % TAKT_CPUS, 10, live, &counters[i]);
    }
    const struct takt_thread *one = start(6, THERE, 26, torment, (void *)(uintptr_t)&seeds[0]);
    const struct takt_thread *two = start(7, HERE, 26, torment, (void *)(uintptr_t)&seeds[1]);

    join(one);
    join(two);
    for (unsigned i = 0; i < VICTIMS; i++) {
        CHECK_EQUAL(takt_thread_move(&workers[i].thread, i % TAKT_CPUS), TAKT_OK);
        CHECK_EQUAL(takt_thread_set_priority(&workers[i].thread, 10), TAKT_OK);
    }
    (void)takt_sleep(takt_ms(1));
    for (unsigned i = 0; i < VICTIMS; i++) {
        uint32_t seen = load(&counters[i]);

        (void)takt_sleep(takt_ms(1));
        CHECK(load(&counters[i]) != seen);
    }
    store(&over, 1);
    for (unsigned i = 0; i < VICTIMS; i++) {
        join(&workers[i].thread);
    }
    takt_irq_detach(IRQ);
    takt_semaphore_destroy(&semaphore);
    takt_mutex_destroy(&mutex);
}
