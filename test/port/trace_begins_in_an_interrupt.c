/* trace_begins_in_an_interrupt.c - C13: listening to the kernel may begin and end in an interrupt.
 */
#include "helper.h"
#include "traced.h"

#include "takt/trace.h"

enum { IRQ = 1 };

static bool told;

static void note_told(void)
{
    told = true;
}

static void begin_and_end(void *unused)
{
    (void)unused;
    takt_trace_begin(note_told);
    takt_mark(1, 2);
    takt_trace_end(true);
}

TEST(port_trace_begins_and_ends_in_an_interrupt)
{
    told = false;
    takt_irq_attach(IRQ, begin_and_end, NULL);
    takt_irq_raise(IRQ);
    takt_irq_detach(IRQ);
    CHECK(told);
}
