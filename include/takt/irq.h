/* irq.h - interrupts of devices. Numbers are the port's, 0 ... takt_irq_count() - 1; another stops.
 *
 * Handlers do not interrupt each other, nor does the clock's interrupt: each waits for the end of
 * the one before, and of all that that one calls. Threads that they wake run
 * when the last one that is pending is over. A handler is not any thread: takt_thread_self in it
 * tells whom it came upon.
 */
#pragma once

#include <stdint.h>

/* Called inside the interrupt, with the kernel's interrupts not masked. */
typedef void (*takt_irq_handler)(void *argument);

/* How many there are. Any context. */
unsigned takt_irq_count(void);

/* Set the handler of an interrupt, in place of the one before if there is one, and let it come; at
 * once if it is pending. A handler of NULL stops. Not from an interrupt. */
void takt_irq_attach(unsigned irq, takt_irq_handler handler, void *argument);

/* Let it come on that CPU from now on. At first it comes where its handler was attached; if that
 * was an isolated CPU, on CPU 0. TAKT_OK; or nothing has changed: TAKT_EINVAL if there is no such
 * CPU, TAKT_EBUSY if it is isolated, TAKT_ECLOSED if no handler was attached. Not from an
 * interrupt. */
int takt_irq_route(unsigned irq, unsigned cpu);

/* Keep it from coming; a handler that it has begun goes on. Any context. */
void takt_irq_detach(unsigned irq);

/* Make it come now, as if the device had asked: for tests and measurements. Any context. */
void takt_irq_raise(unsigned irq);

/* How often it has come since start, on all CPUs, modulo 2^32; 0 with TAKT_STATISTICS=0. Any
 * context. */
uint32_t takt_irq_taken(unsigned irq);

/* The same on one CPU. */
uint32_t takt_irq_taken_on(unsigned irq, unsigned cpu);

/* The same of the clock's interrupt; with a tick, of those ticks at which something was due. Any
 * context. */
uint32_t takt_clock_taken(void);

/* True inside an interrupt handler. Any context. */
int takt_in_irq(void);
