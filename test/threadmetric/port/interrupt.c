/* interrupt.c - a program with the first of the suite's handlers: it has run when the statement
 * that causes the interrupt is over, and may put a semaphore. */
#include "harness.h"
#include "takt/takt.h"
#include "tm_porting_layer.h"

static bool in_interrupt;

void tm_interrupt_handler(void)
{
    in_interrupt = takt_in_irq() != 0;
    harness_token('h');
    CHECK_EQUAL(tm_semaphore_put(0), 0);
}

TEST(tm_an_interrupt_puts_a_semaphore)
{
    CHECK_EQUAL(tm_semaphore_create(0), 0);
    CHECK_EQUAL(tm_semaphore_get(0), 0);
    for (unsigned i = 0; i < 3; i++) {
        harness_token('a');
        TM_CAUSE_INTERRUPT
        harness_token('b');
        CHECK_EQUAL(tm_semaphore_get(0), 0);
    }
    CHECK_EQUAL(tm_semaphore_get(0), 1);
    CHECK(in_interrupt);
    CHECK_TEXT(harness_tokens(), "ahbahbahb");
}
