/* tracer.c - records what the kernel tells.
 *
 * trace_record is called with interrupts masked and there is one CPU, whose packets these are, so
 * it needs no lock. With more CPUs each will have its own. Its usual path is one comparison for
 * "packet full", one for "packet too old", and five stores; everything else is turning to the next
 * packet.
 *
 * A record has the low 32 bits of the time. A packet ends before its records can be 2^31 counts
 * apart, so that a reader who knows the packet's first time knows all of them.
 */
#include "tracer.h"

#include "packets.h"
#include "takt/takt.h"
#include "trace.h"

enum { SPAN_MAX = 1 << 30 }; /* counts; checked before a record is written, not after */

volatile bool trace_active;

static struct tracer_packets packets;

/* Turn to the next packet. False: there is none, and the record is lost. */
static bool turn(uint64_t now)
{
    packets_close(&packets);
    return packets_open(&packets, now);
}

void trace_record(enum trace_event_id event, uint32_t thread, uint32_t a, uint32_t b)
{
    uint32_t now = takt_counter();

    if (packets.next == packets.limit || now - packets.opened > SPAN_MAX) {
        if (!turn(takt_now())) {
            return;
        }
        now = packets.opened;
    }
    struct trace_record *record = packets.next;

    packets.next = record + 1;
    record->time = now;
    record->event = (uint16_t)event;
    record->thread = (uint16_t)thread;
    record->a = a;
    record->b = b;
}

static bool pinned;

/* Interrupts are masked: no record may come while a packet is closed. */
static void pin(void)
{
    pinned = packets_pin(&packets);
}

int tracer_start(void *memory, size_t bytes, enum tracer_mode mode)
{
    tracer_stop();
    if (!packets_init(&packets, memory, bytes, mode == TRACER_KEEP_NEWEST)) {
        return TAKT_EINVAL;
    }
    pinned = true;
    takt_trace_begin(mode == TRACER_KEEP_NEWEST ? pin : NULL);
    if (!pinned) {
        takt_trace_end(false);
        return TAKT_EINVAL;
    }
    return TAKT_OK;
}

void tracer_stop(void)
{
    if (trace_active) {
        takt_trace_end(packets.keep_newest);
        packets_close(&packets);
        packets.stopped = takt_now();
    }
}

struct tracer_status tracer_status(void)
{
    return (struct tracer_status){
        .running = trace_active,
        .full = !packets.keep_newest && packets.lost > 0,
        .packets = packets_used(&packets),
        .packets_max = packets.count,
        .records_lost = packets.lost,
    };
}

const struct tracer_packets *tracer_packets(void)
{
    return &packets;
}
