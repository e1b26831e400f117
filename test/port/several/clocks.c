/* clocks.c - one time for all CPUs, and an alarm for each. */
#include "several.h"

enum { ROUNDS = 300, SLEEPS = 20 };

static uint32_t clock_interrupts(unsigned cpu)
{
    struct takt_cpu_counts counts;

    takt_cpu_counts(cpu, &counts);
    return counts.clock;
}

static uint32_t turn;
static takt_time told; /* by whose turn it was */
static unsigned backward;

static void look(void)
{
    takt_time now = takt_now();

    backward += now < told;
    told = now;
}

static void look_there(void *unused)
{
    (void)unused;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        CHECK(several_wait(&turn, 2 * i + 1));
        look();
        store(&turn, 2 * i + 2);
    }
}

/* The two look at the clock in turn: what one has seen is past for the other. */
TEST(port_clock_is_the_same_on_all_cpus)
{
    turn = 0;
    told = 0;
    backward = 0;
    several_start(look_there, NULL);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        CHECK(several_wait(&turn, 2 * i));
        look();
        store(&turn, 2 * i + 1);
    }
    helper_join(&helper);
    CHECK_EQUAL(backward, 0);
}

static uint32_t ended;

static void sleep_often(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < SLEEPS; i++) {
        (void)takt_sleep(takt_us(100));
    }
    store(&ended, 1);
}

/* Alarms are of the CPU that has set them, and interrupt no other. */
TEST(port_alarm_is_of_one_cpu)
{
    store(&ended, 0);
    uint32_t here = clock_interrupts(0);
    uint32_t there = clock_interrupts(THERE);

    several_start(sleep_often, NULL);
    CHECK(several_wait(&ended, 1));
    CHECK_EQUAL(clock_interrupts(THERE), there + SLEEPS);
    CHECK_EQUAL(clock_interrupts(0), here);
    helper_join(&helper);
}

/* Both sleep at once, with alarms before and behind each other's. */
TEST(port_alarms_of_two_cpus_do_not_meet)
{
    store(&ended, 0);
    uint32_t here = clock_interrupts(0);
    uint32_t there = clock_interrupts(THERE);

    several_start(sleep_often, NULL);
    for (unsigned i = 0; i < SLEEPS; i++) {
        takt_time begin = takt_now();

        (void)takt_sleep(takt_us(70 + 10 * (i % 7)));
        CHECK(takt_now() - begin >= takt_us(70 + 10 * (i % 7)));
        CHECK(takt_now() - begin < takt_us(300));
    }
    CHECK(several_wait(&ended, 1));
    CHECK_EQUAL(clock_interrupts(THERE), there + SLEEPS);
    CHECK_EQUAL(clock_interrupts(0), here + SLEEPS);
    helper_join(&helper);
}

/* Where nothing is set nothing comes, however long. */
TEST(port_alarm_that_is_off_never_comes)
{
    several_pass(takt_ms(1));
    uint32_t there = clock_interrupts(THERE);

    (void)takt_sleep(takt_ms(60000));
    CHECK_EQUAL(clock_interrupts(THERE), there);
}
