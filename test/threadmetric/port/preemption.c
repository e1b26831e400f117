/* preemption.c - a program with the second of the suite's handlers: the thread that it resumes runs
 * before the statement that causes the interrupt is over. */
#include "harness.h"
#include "takt/takt.h"
#include "tm_porting_layer.h"

enum { URGENT = 0 };

void tm_interrupt_preemption_handler(void)
{
    harness_token('h');
    CHECK_EQUAL(tm_thread_resume(URGENT), 0);
    harness_token('e');
}

static void run_and_suspend(void)
{
    for (;;) {
        harness_token('u');
        CHECK_EQUAL(tm_thread_suspend(URGENT), 0);
    }
}

TEST(tm_an_interrupt_resumes_a_more_urgent_thread)
{
    CHECK_EQUAL(tm_thread_create(URGENT, 3, run_and_suspend), 0);
    for (unsigned i = 0; i < 3; i++) {
        harness_token('a');
        TM_CAUSE_INTERRUPT
        harness_token('b');
    }
    CHECK_TEXT(harness_tokens(), "aheubaheubaheub");
}
