/* interrupt_preemption.c - a thread raises an interrupt, whose handler resumes a more urgent
 * thread; that one runs before the first goes on, and suspends itself.
 */
#include "crew.h"
#include "takt/irq.h"

static void handle(void *member)
{
    struct crew_member *self = member;

    self->count++;
    takt_thread_resume(&crew[1].thread);
}

static void run_and_suspend(void *member)
{
    struct crew_member *self = member;

    for (;;) {
        self->count++;
        (void)takt_thread_suspend(&self->thread);
    }
}

static void raise_again(void *member)
{
    struct crew_member *self = member;

    for (;;) {
        takt_irq_raise(THREADMETRIC_IRQ);
        self->count++;
    }
}

static void begin(void)
{
    takt_irq_attach(THREADMETRIC_IRQ, handle, &crew[2]);
    crew_add(0, raise_again);
    crew_add_above(1, run_and_suspend);
}

static void end(void)
{
    takt_irq_detach(THREADMETRIC_IRQ);
}

const struct threadmetric_test threadmetric_interrupt_preemption = {
    .name = "interrupt_preemption",
    .what = "an interrupt resumes a more urgent thread",
    .counters = 3,
    .interrupts = true,
    .begin = begin,
    .end = end,
};
