/* interrupt.c - a thread raises an interrupt, whose handler gives a semaphore that the thread then
 * takes, without waiting: the interrupt is over when the thread goes on.
 */
#include "crew.h"
#include "takt/irq.h"
#include "takt/semaphore.h"

static struct takt_semaphore semaphore;

static void handle(void *member)
{
    struct crew_member *self = member;

    self->count++;
    (void)takt_semaphore_give(&semaphore); /* or the thread cannot take it */
}

static void raise_and_take(void *member)
{
    struct crew_member *self = member;

    do {
        self->count++;
        takt_irq_raise(THREADMETRIC_IRQ);
    } while (takt_semaphore_take(&semaphore, TAKT_NO_WAIT) == TAKT_OK);
    crew_failed();
}

static void begin(void)
{
    takt_semaphore_init(&semaphore, "threadmetric", 0);
    takt_irq_attach(THREADMETRIC_IRQ, handle, &crew[1]);
    crew_add(0, raise_and_take);
}

static void end(void)
{
    takt_irq_detach(THREADMETRIC_IRQ);
    takt_semaphore_destroy(&semaphore);
}

const struct threadmetric_test threadmetric_interrupt = {
    .name = "interrupt",
    .what = "an interrupt gives a semaphore to the thread it came upon",
    .counters = 2,
    .interrupts = true,
    .begin = begin,
    .end = end,
};
