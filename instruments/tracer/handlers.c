/* handlers.c - which handlers have just run here, and for how long: for an instrument that has felt
 * them. What is read was written on this CPU, whose next record does not touch it. */
#include "packets.h"
#include "takt/takt.h"
#include "trace.h"
#include "tracer.h"

static void add(struct tracer_handlers *handlers, unsigned irq, uint32_t counts)
{
    handlers->count++;
    handlers->all_counts += counts;
    if (handlers->count == 1 || counts > handlers->longest_counts) {
        handlers->longest = irq;
        handlers->longest_counts = counts;
    }
}

/* Where the handler began that ended there, or NULL: in the packet before. They do not nest. */
static const struct trace_record *begin_of(const struct trace_record *end,
                                           const struct trace_record *first)
{
    const struct trace_record *record = end;

    while (record > first && record->event != TRACE_IRQ_ENTER) {
        record--;
    }
    return record->event == TRACE_IRQ_ENTER ? record : NULL;
}

struct tracer_handlers tracer_handlers_in(uint32_t moment, uint32_t counts)
{
    const struct tracer_packets *packets = tracer_packets(takt_cpu_here());
    const struct trace_record *first = trace_active ? packets_first_record(packets) : NULL;
    struct tracer_handlers handlers = { 0 };

    if (first == NULL) {
        return handlers;
    }
    for (const struct trace_record *record = packets->next;
         record > first && (int32_t)(record[-1].time - moment) >= 0; record--) {
        const struct trace_record *end = record - 1;
        bool within = end->event == TRACE_IRQ_EXIT && end->time - moment <= counts;
        const struct trace_record *begin = within ? begin_of(end, first) : NULL;

        if (begin != NULL) {
            add(&handlers, begin->a, end->time - begin->time);
        }
    }
    return handlers;
}
