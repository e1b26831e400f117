/* registers_survive.c - what a thread has in its registers is there when it runs again. */
#include "helper.h"
#include "filled_registers.h"

enum { SWITCHES = 1000 };

#define PATTERN_TEST   ((uintptr_t)0x12345600)
#define PATTERN_HELPER ((uintptr_t)0xFEDCBA00)

static uintptr_t changed;
static volatile uint32_t done;
static unsigned turns;

static void yield_often(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < SWITCHES; i++) {
        changed |= registers_changed_by(takt_yield, PATTERN_HELPER + i);
        turns++;
    }
}

/* Two equal threads take turns: each switch is one that the thread asked for. */
TEST(port_registers_survive_switches)
{
    uintptr_t mine = 0;

    changed = 0;
    turns = 0;
    helper_start(&helper, HELPER_EQUAL, yield_often, NULL);
    for (unsigned i = 0; i < SWITCHES; i++) {
        mine |= registers_changed_by(takt_yield, PATTERN_TEST - i);
        CHECK(turns == i || turns == i + 1);
    }
    helper_join(&helper);
    CHECK_EQUAL(mine, 0);
    CHECK_EQUAL(changed, 0);
    CHECK_EQUAL(turns, SWITCHES);
}

static void sleep_short(void)
{
    (void)takt_sleep(takt_us(20));
}

static void preempt_often(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < SWITCHES; i++) {
        changed |= registers_changed_by(sleep_short, PATTERN_HELPER + i);
    }
    done = 1;
}

/* A more urgent thread comes in by the clock's interrupt, at whatever instruction. */
TEST(port_registers_survive_preemption)
{
    changed = 0;
    done = 0;
    helper_start(&helper, HELPER_MORE_URGENT, preempt_often, NULL);
    CHECK_EQUAL(registers_changed_until(&done, PATTERN_TEST), 0);
    helper_join(&helper);
    CHECK_EQUAL(changed, 0);
}

static void sleep_in_vain(void *unused)
{
    (void)unused;
    (void)takt_sleep(takt_us(100));
}

static void end_it(void *unused)
{
    (void)unused;
    (void)takt_sleep(takt_us(400));
    done = 1;
}

/* An interrupt that wakes only who is less urgent returns to where it came from. */
TEST(port_registers_survive_an_interrupt_without_switch)
{
    done = 0;
    helper_start(&other, HELPER_LESS, sleep_in_vain, NULL);
    helper_start(&helper, HELPER_MORE_URGENT, end_it, NULL);
    (void)takt_sleep(takt_us(50));
    CHECK_EQUAL(registers_changed_until(&done, PATTERN_TEST), 0);
    helper_join(&helper);
    helper_join(&other);
}

static void touch_registers(void *unused)
{
    (void)unused;
    changed |= registers_changed_by(takt_yield, PATTERN_HELPER);
}

static void be_interrupted(void)
{
    takt_irq_raise(0);
}

static void wake_helper(void *semaphore)
{
    (void)takt_semaphore_give(semaphore);
}

static void take_often(void *semaphore)
{
    for (unsigned i = 0; i < SWITCHES; i++) {
        (void)takt_semaphore_take(semaphore, TAKT_FOREVER);
        touch_registers(NULL);
    }
}

/* A device's interrupt switches to another thread and back. */
TEST(port_registers_survive_devices)
{
    struct takt_semaphore semaphore;

    changed = 0;
    takt_semaphore_init(&semaphore, "device", 0);
    takt_irq_attach(0, wake_helper, &semaphore);
    helper_start(&helper, HELPER_MORE_URGENT, take_often, &semaphore);
    for (unsigned i = 0; i < SWITCHES; i++) {
        CHECK_EQUAL(registers_changed_by(be_interrupted, PATTERN_TEST + i), 0);
    }
    helper_join(&helper);
    takt_irq_detach(0);
    takt_semaphore_destroy(&semaphore);
    CHECK_EQUAL(changed, 0);
}
