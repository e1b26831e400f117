/* traced.c - counts the events in the tracer's own memory. */
#include "traced.h"

#include "harness.h"
#include "packets.h"
#include "takt/takt.h"
#include "tracer.h"

#include <stdbool.h>

enum { PACKETS = 16 };

static _Alignas(8) unsigned char memory[PACKETS * TRACER_PACKET_BYTES];

void traced_begin(void)
{
    CHECK_EQUAL(tracer_start(memory, sizeof memory, TRACER_STOP_WHEN_FULL), TAKT_OK);
}

void traced_end(void)
{
    tracer_stop();
    CHECK_EQUAL(tracer_status().records_lost, 0);
}

static unsigned count_in(const struct trace_packet *packet, enum trace_event_id event, int64_t a,
                         bool *in_snapshot)
{
    const struct trace_record *record = (const struct trace_record *)(const void *)(packet + 1);
    const char *end = (const char *)packet + packet->content_bits / 8;
    unsigned count = 0;

    for (; (const char *)record < end; record++) {
        if (record->event == event && !*in_snapshot && (a == TRACED_ANY || record->a == a)) {
            count++;
        }
        *in_snapshot &= record->event != TRACE_SNAPSHOT_END;
    }
    return count;
}

unsigned traced_count(enum trace_event_id event, int64_t a)
{
    const struct tracer_packets *packets = tracer_packets();
    bool in_snapshot = true;
    unsigned count = 0;

    for (uint32_t position = 0; position < packets_used(packets); position++) {
        count += count_in(packets_at(packets, position), event, a, &in_snapshot);
    }
    return count;
}
