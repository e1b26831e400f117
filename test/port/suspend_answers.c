/* suspend_answers.c - whoever suspends itself is told, when it goes on, that it went well: however
 * the processor comes back to it.
 *
 * The answer is the port's: port_switch returns 0, also where the end of an interrupt loads the
 * thread, and where an interrupt comes in just when it is being loaded.
 */
#include "helper.h"

enum { TIMES = 1000, MOST_URGENT = 25 };

static unsigned suspended;
static unsigned bad; /* answers */
static volatile uint32_t done;

static void suspend_often(void *unused)
{
    (void)unused;
    for (suspended = 0; suspended < TIMES;) {
        suspended++;
        bad += takt_thread_suspend(takt_thread_self()) != TAKT_OK;
    }
}

static void resume_helper(void *unused)
{
    (void)unused;
    takt_thread_resume(&helper.thread);
}

static void start(void)
{
    bad = 0;
    done = 0;
    helper_start(&helper, HELPER_MORE_URGENT, suspend_often, NULL);
    CHECK_EQUAL(suspended, 1);
}

static void end(void)
{
    helper_join(&helper);
    CHECK_EQUAL(suspended, TIMES);
    CHECK_EQUAL(bad, 0);
}

TEST(port_suspend_answers_who_is_resumed_by_a_thread)
{
    start();
    for (unsigned i = 0; i < TIMES; i++) {
        resume_helper(NULL);
    }
    end();
}

TEST(port_suspend_answers_who_is_resumed_by_an_interrupt)
{
    start();
    takt_irq_attach(0, resume_helper, NULL);
    for (unsigned i = 0; i < TIMES; i++) {
        takt_irq_raise(0);
    }
    takt_irq_detach(0);
    end();
}

static void interrupt_often(void *unused)
{
    (void)unused;
    while (done == 0) {
        (void)takt_sleep(takt_us(50));
    }
}

/* Interrupts that come while the kernel has them masked are let in when the helper is loaded. */
TEST(port_suspend_answers_who_is_interrupted_meanwhile)
{
    start();
    helper_start(&other, MOST_URGENT, interrupt_often, NULL);
    for (unsigned i = 0; i < TIMES; i++) {
        resume_helper(NULL);
    }
    done = 1;
    helper_join(&other);
    end();
}
