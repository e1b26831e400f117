/* fpu_survive.c - what a thread has in its floating point registers is there when it runs again,
 * and a thread that has nothing there is not bothered with them.
 */
#include "fpu_registers.h"
#include "helper.h"

#ifdef __ARM_FP
#ifdef __ARM_NEON
#include "mpcore.h"
#else
#include "registers.h"
#endif

enum { TIMES = TICK == 0 ? 2000 : 400, SWEEP = 700, IRQ = 0 };

/* The word in which a bit makes the device's interrupt IRQ pending. */
#ifdef __ARM_NEON
#define PEND (&GIC->pend[1])
#else
#define PEND (&NVIC->ispr[0])
#endif

#define PATTERN_TEST   UINT32_C(0x12345678)
#define PATTERN_HELPER UINT32_C(0xFEDCBA99)
#define PATTERN_OTHER  UINT32_C(0x0F1E2D3A)

/* A function that uses no floating point register, whatever it is compiled with. */
#define INTEGERS_ONLY __attribute__((target("general-regs-only"), noinline))

static uint32_t changed;
static volatile uint32_t done;
static volatile uint32_t dummy;
static unsigned turns;
static struct takt_semaphore semaphore;

static void begin(void)
{
    changed = 0;
    done = 0;
    turns = 0;
    takt_semaphore_init(&semaphore, "fpu", 0);
}

static void end(void)
{
    CHECK_EQUAL(changed, 0);
    takt_semaphore_destroy(&semaphore);
}

static void yield_with_values(void *pattern)
{
    for (uint32_t i = 0; i < TIMES; i++) {
        changed |= fpu_changed_by(takt_yield, *(const uint32_t *)pattern + i);
        turns++;
    }
}

INTEGERS_ONLY static void yield_without(void *unused)
{
    (void)unused;
    for (uint32_t i = 0; i < TIMES; i++) {
        takt_yield();
        changed |= fpu_in_use();
        turns++;
    }
}

/* Three equal threads take turns, two with values, of which each rounds in its own way, and one
 * without any. */
TEST(port_fpu_registers_survive_switches)
{
    uint32_t pattern = PATTERN_HELPER;

    begin();
    helper_start(&helper, HELPER_EQUAL, yield_with_values, &pattern);
    helper_start(&other, HELPER_EQUAL, yield_without, NULL);
    for (uint32_t i = 0; i < TIMES; i++) {
        changed |= fpu_changed_by(takt_yield, PATTERN_TEST - i);
    }
    helper_join(&helper);
    helper_join(&other);
    CHECK_EQUAL(turns, 2 * TIMES);
    end();
}

static void sleep_short(void)
{
    (void)takt_sleep(1 + turns % SWEEP);
}

static void preempt_with_values(void *unused)
{
    (void)unused;
    for (turns = 0; turns < TIMES; turns++) {
        changed |= fpu_changed_by(sleep_short, PATTERN_HELPER + turns);
    }
    done = 1;
}

INTEGERS_ONLY static void preempt_without(void *unused)
{
    (void)unused;
    for (turns = 0; turns < TIMES; turns++) {
        sleep_short();
        changed |= fpu_in_use();
    }
    done = 1;
}

/* A more urgent thread comes in by the clock's interrupt, at whatever instruction: of a loop, with
 * all registers in use. */
TEST(port_fpu_registers_survive_preemption)
{
    begin();
    helper_start(&helper, HELPER_MORE_URGENT, preempt_with_values, NULL);
    changed |= fpu_changed_until(&done, &dummy, 0, PATTERN_TEST);
    helper_join(&helper);
    done = 0;
    helper_start(&helper, HELPER_MORE_URGENT, preempt_without, NULL);
    changed |= fpu_changed_until(&done, &dummy, 0, PATTERN_TEST + 1);
    helper_join(&helper);
    end();
}

static void yield_until_done(void *unused)
{
    (void)unused;
    while (done == 0) {
        changed |= fpu_changed_by(takt_yield, PATTERN_OTHER);
    }
}

/* The same, of the switch between two others. */
TEST(port_fpu_registers_survive_preemption_of_switches)
{
    begin();
    helper_start(&helper, HELPER_MORE_URGENT, preempt_with_values, NULL);
    helper_start(&other, HELPER_EQUAL, yield_until_done, NULL);
    while (done == 0) {
        changed |= fpu_changed_by(takt_yield, PATTERN_TEST + turns);
    }
    helper_join(&helper);
    helper_join(&other);
    done = 0;
    helper_start(&helper, HELPER_MORE_URGENT, preempt_without, NULL);
    helper_start(&other, HELPER_EQUAL, yield_until_done, NULL);
    while (done == 0) {
        changed |= fpu_changed_by(takt_yield, PATTERN_TEST + turns);
    }
    helper_join(&helper);
    helper_join(&other);
    end();
}

static void compute_in_handler(void *unused)
{
    (void)unused;
    fpu_spoil();
    turns++;
    done = turns >= TIMES;
}

/* A handler that uses them itself finds nothing of the thread's and leaves nothing of its own. */
TEST(port_fpu_registers_survive_a_handler_that_uses_them)
{
    begin();
    takt_irq_attach(IRQ, compute_in_handler, NULL);
    changed |= fpu_changed_until(&done, PEND, 1 << IRQ, PATTERN_TEST);
    takt_irq_detach(IRQ);
    end();
}

static void give_from_handler(void *uses_fpu)
{
    if (*(const bool *)uses_fpu) {
        fpu_spoil();
    }
    (void)takt_semaphore_give(&semaphore);
}

static void take(void)
{
    (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
}

static void take_with_values(void *unused)
{
    (void)unused;
    for (turns = 0; turns < TIMES; turns++) {
        changed |= fpu_changed_by(take, PATTERN_HELPER + turns);
    }
    done = 1;
}

INTEGERS_ONLY static void take_without(void *unused)
{
    (void)unused;
    for (turns = 0; turns < TIMES; turns++) {
        take();
        changed |= fpu_in_use();
    }
    done = 1;
}

/* A device's interrupt switches to a thread that waits, and this one's next wait switches back. */
static void switch_by_handler(void (*entry)(void *argument), bool handler_uses_fpu)
{
    done = 0;
    helper_start(&helper, HELPER_MORE_URGENT, entry, NULL);
    takt_irq_attach(IRQ, give_from_handler, &handler_uses_fpu);
    changed |= fpu_changed_until(&done, PEND, 1 << IRQ, PATTERN_TEST);
    takt_irq_detach(IRQ);
    helper_join(&helper);
}

TEST(port_fpu_registers_survive_devices)
{
    begin();
    switch_by_handler(take_with_values, false);
    switch_by_handler(take_with_values, true);
    switch_by_handler(take_without, false);
    switch_by_handler(take_without, true);
    end();
}

INTEGERS_ONLY static void poke_until_done(void *unused)
{
    (void)unused;
    while (done == 0) {
        *PEND = 1 << IRQ;
        changed |= fpu_in_use();
    }
}

/* The same where the thread that is interrupted has nothing in them. */
TEST(port_fpu_is_not_forced_on_interrupted_threads)
{
    bool handler_uses_fpu = true;

    begin();
    takt_irq_attach(IRQ, give_from_handler, &handler_uses_fpu);
    helper_start(&helper, HELPER_MORE_URGENT, take_with_values, NULL);
    helper_start(&other, HELPER_LESS, poke_until_done, NULL);
    helper_join(&helper);
    helper_join(&other);
    takt_irq_detach(IRQ);
    end();
}

static void divide(void *result)
{
    volatile float one = 1.0F;

    *(volatile float *)result = one / 3.0F;
}

/* The compiler's own use of them, where a thread begins with what it needs. */
TEST(port_fpu_computes)
{
    float result = 0;

    helper_start(&helper, HELPER_MORE_URGENT, divide, &result);
    helper_join(&helper);
    CHECK(result * 3.0F > 0.9999F && result * 3.0F < 1.0001F);
}

#endif
