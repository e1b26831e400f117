/* cases_of_interrupts.c - an interrupt that a thread raises, and the thread that it wakes.
 *
 * Raising is a call of the kernel's, which marks the interrupt as pending and waits until it has
 * been taken. Until the woken thread runs: until the call in which it waited has returned.
 */
#include "primitives.h"

enum { IRQ = 5 };

static struct takt_semaphore semaphore;

static void handle_nothing(void *unused)
{
    (void)unused;
}

static void handle_giving(void *unused)
{
    (void)unused;
    (void)takt_semaphore_give(&semaphore);
}

static void handle_from_here(void *unused)
{
    (void)unused;
    interval_begin();
    (void)takt_semaphore_give(&semaphore);
}

static void raise_alone(unsigned unused)
{
    (void)unused;
    takt_irq_attach(IRQ, handle_nothing, NULL);
    interval_begin();
    REPEAT(TIMES)
    {
        takt_irq_raise(IRQ);
    }
    interval_end();
    takt_irq_detach(IRQ);
}

/* The more urgent one. */

static void take_until_the_end(void *unused)
{
    (void)unused;
    REPEAT(TIMES)
    {
        (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
        interval_end();
    }
}

static void begin(takt_irq_handler handler, void (*entry)(void *unused))
{
    takt_semaphore_init(&semaphore, "semaphore", 0);
    takt_irq_attach(IRQ, handler, NULL);
    partner_start(0, ABOVE, entry);
}

static void end(void)
{
    partner_end(0);
    takt_irq_detach(IRQ);
    takt_semaphore_destroy(&semaphore);
}

static void raise_to_thread(unsigned unused)
{
    (void)unused;
    begin(handle_giving, take_until_the_end);
    REPEAT(TIMES)
    {
        interval_begin();
        takt_irq_raise(IRQ);
    }
    end();
}

static void handler_to_thread(unsigned unused)
{
    (void)unused;
    begin(handle_from_here, take_until_the_end);
    REPEAT(TIMES)
    {
        takt_irq_raise(IRQ);
    }
    end();
}

static void take_only(void *unused)
{
    (void)unused;
    REPEAT(TIMES + 1)
    {
        (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
    }
}

/* Until the woken one waits again and the one that was interrupted goes on. */
static void round_trip(unsigned unused)
{
    (void)unused;
    begin(handle_giving, take_only);
    interval_begin();
    REPEAT(TIMES)
    {
        takt_irq_raise(IRQ);
    }
    interval_end();
    takt_irq_raise(IRQ);
    end();
}

const struct primitive cases_of_interrupts[] = {
    { "interrupt, whose handler does nothing", raise_alone, 0, TIMES, TIMES, "-", "-" },
    { "interrupt that gives, until a more urgent one runs", raise_to_thread, 0, TIMES, 0, "-",
      "ChibiOS 97" },
    { "the same, from the handler's first instruction", handler_to_thread, 0, TIMES, 0, "-", "-" },
    { "interrupt that gives, until it waits again", round_trip, 0, TIMES, TIMES, "-",
      "ChibiOS 147" },
    { NULL, NULL, 0, 0, 0, NULL, NULL },
};
