/* masks.c - masking, and interrupts around it. */
#include "helper.h"
#include "port.h"
#include "traced.h"

enum { IRQ = 1, OTHER_IRQ = 2 };

static int was_in_isr;
static unsigned calls;

static void leave_token(void *token)
{
    was_in_isr = port_in_isr() && takt_in_irq() != 0;
    calls++;
    harness_token(*(const char *)token);
}

static void attach(unsigned irq, const char *token)
{
    calls = 0;
    takt_irq_attach(irq, leave_token, (void *)(uintptr_t)token);
}

/* Time in which an interrupt that is due would come. */
static void wait_a_little(void)
{
    for (unsigned i = 0; i < 10; i++) {
        (void)takt_now();
    }
}

TEST(port_masks_nest)
{
    CHECK(!port_irq_masked());
    unsigned outer = port_irq_save();

    CHECK(port_irq_masked());
    unsigned inner = port_irq_save();

    CHECK(port_irq_masked());
    port_irq_restore(inner);
    CHECK(port_irq_masked());
    port_irq_restore(outer);
    CHECK(!port_irq_masked());
}

TEST(port_in_isr_only_there)
{
    was_in_isr = 0;
    attach(IRQ, "i");
    CHECK(!port_in_isr());
    takt_irq_raise(IRQ);
    wait_a_little();
    CHECK(!port_in_isr());
    CHECK(was_in_isr);
    CHECK_EQUAL(calls, 1);
    takt_irq_detach(IRQ);
}

TEST(port_interrupt_raised_while_masked_comes_after)
{
    attach(IRQ, "i");
    unsigned outer = port_irq_save();
    unsigned inner = port_irq_save();

    port_irq_raise(IRQ);
    harness_token('1');
    port_irq_restore(inner);
    harness_token('2');
    port_irq_restore(outer);
    wait_a_little();
    harness_token('3');
    CHECK_TEXT(harness_tokens(), "12i3");
    takt_irq_detach(IRQ);
}

TEST(port_interrupt_raised_twice_while_masked_comes_once)
{
    attach(IRQ, "i");
    unsigned state = port_irq_save();

    port_irq_raise(IRQ);
    port_irq_raise(IRQ);
    port_irq_restore(state);
    wait_a_little();
    CHECK_EQUAL(calls, 1);
    takt_irq_raise(IRQ);
    wait_a_little();
    CHECK_EQUAL(calls, 2);
    takt_irq_detach(IRQ);
}

TEST(port_interrupt_that_is_disabled_waits)
{
    attach(IRQ, "i");
    takt_irq_detach(IRQ);
    takt_irq_raise(IRQ);
    wait_a_little();
    CHECK_EQUAL(calls, 0);
    attach(IRQ, "i");
    wait_a_little();
    CHECK_EQUAL(calls, 1);
    takt_irq_detach(IRQ);
}

static void note_number(void *argument)
{
    uint32_t *seen = argument;

    (*seen)++;
}

TEST(port_interrupts_have_their_own_numbers)
{
    uint32_t seen[PORT_IRQS] = { 0 };

    CHECK_EQUAL(takt_irq_count(), PORT_IRQS);
    for (unsigned irq = 0; irq < PORT_IRQS; irq++) {
        takt_irq_attach(irq, note_number, &seen[irq]);
        takt_irq_raise(irq);
        wait_a_little();
        takt_irq_detach(irq);
        for (unsigned i = 0; i < PORT_IRQS; i++) {
            CHECK_EQUAL(((volatile uint32_t *)seen)[i], i <= irq);
        }
    }
}

static void give(void *semaphore)
{
    harness_token('i');
    (void)takt_semaphore_give(semaphore);
    harness_token('j');
}

static void take_and_tell(void *semaphore)
{
    (void)takt_semaphore_take(semaphore, TAKT_FOREVER);
    harness_token('t');
}

/* Who is woken in an interrupt runs when the interrupt is over, and before who was interrupted. */
TEST(port_interrupt_preempts)
{
    struct takt_semaphore semaphore;

    takt_semaphore_init(&semaphore, "preempt", 0);
    helper_start(&helper, HELPER_MORE_URGENT, take_and_tell, &semaphore);
    takt_irq_attach(IRQ, give, &semaphore);
    harness_token('1');
    takt_irq_raise(IRQ);
    wait_a_little();
    harness_token('2');
    helper_join(&helper);
    CHECK_TEXT(harness_tokens(), "1ijt2");
    takt_irq_detach(IRQ);
    takt_semaphore_destroy(&semaphore);
}

TEST(port_interrupt_that_wakes_nobody_does_not_switch)
{
    attach(IRQ, "i");
    traced_begin();
    for (unsigned i = 0; i < 10; i++) {
        takt_irq_raise(IRQ);
        wait_a_little();
    }
    traced_end();
    CHECK_EQUAL(traced_count(TRACE_IRQ_ENTER, IRQ), 10);
    CHECK_EQUAL(traced_count(TRACE_IRQ_EXIT, IRQ), 10);
    CHECK_EQUAL(traced_count(TRACE_THREAD_SWITCH, TRACED_ANY), 0);
    takt_irq_detach(IRQ);
}

TEST(port_interrupt_that_wakes_the_less_urgent_does_not_switch)
{
    struct takt_semaphore semaphore;

    takt_semaphore_init(&semaphore, "less", 0);
    helper_start(&helper, HELPER_LESS, take_and_tell, &semaphore);
    (void)takt_sleep(takt_us(100));
    takt_irq_attach(IRQ, give, &semaphore);
    traced_begin();
    takt_irq_raise(IRQ);
    wait_a_little();
    harness_token('2');
    traced_end();
    CHECK_EQUAL(traced_count(TRACE_THREAD_SWITCH, TRACED_ANY), 0);
    helper_join(&helper);
    CHECK_TEXT(harness_tokens(), "ij2t");
    takt_irq_detach(IRQ);
    takt_semaphore_destroy(&semaphore);
}

static struct takt_semaphore semaphores[2];

static void give_first(void *unused)
{
    (void)unused;
    harness_token('1');
    (void)takt_semaphore_give(&semaphores[0]);
}

static void give_second(void *unused)
{
    (void)unused;
    harness_token('2');
    (void)takt_semaphore_give(&semaphores[1]);
}

static void take_first(void *unused)
{
    (void)unused;
    (void)takt_semaphore_take(&semaphores[0], TAKT_FOREVER);
    harness_token('a');
}

static void take_second(void *unused)
{
    (void)unused;
    (void)takt_semaphore_take(&semaphores[1], TAKT_FOREVER);
    harness_token('b');
}

/* The second interrupt, which wakes somebody more urgent still, changes the decision that the
 * first one made, before it is carried out. */
TEST(port_second_interrupt_changes_the_decision)
{
    takt_semaphore_init(&semaphores[0], "first", 0);
    takt_semaphore_init(&semaphores[1], "second", 0);
    helper_start(&helper, HELPER_MORE_URGENT, take_first, NULL);
    helper_start(&other, HELPER_MORE_URGENT + 1, take_second, NULL);
    takt_irq_attach(IRQ, give_first, NULL);
    takt_irq_attach(OTHER_IRQ, give_second, NULL);
    unsigned state = port_irq_save();

    port_irq_raise(IRQ);
    port_irq_raise(OTHER_IRQ);
    port_irq_restore(state);
    wait_a_little();
    harness_token('m');
    CHECK_TEXT(harness_tokens(), "12bam");
    helper_join(&helper);
    helper_join(&other);
    takt_irq_detach(IRQ);
    takt_irq_detach(OTHER_IRQ);
    takt_semaphore_destroy(&semaphores[0]);
    takt_semaphore_destroy(&semaphores[1]);
}

/* Raised just before the processor would sleep: it must not. */
TEST(port_idle_wakes_on_what_was_raised_before)
{
    attach(IRQ, "i");
    unsigned state = port_irq_save();

    port_irq_raise(IRQ);
    port_idle();
    harness_token('1');
    port_irq_restore(state);
    wait_a_little();
    CHECK_TEXT(harness_tokens(), "1i");
    takt_irq_detach(IRQ);
}
