/* packets.c - the tracer's memory.
 *
 * A packet is opened with its first time and closed with its last. As long as it is open, its
 * header says that it is empty.
 */
#include "packets.h"

#include "extent.h"
#include "tracer.h"

enum { PACKETS_MIN = 3 };

static struct trace_packet *packet(const struct tracer_packets *packets, uint32_t index)
{
    return (struct trace_packet *)(void *)(packets->memory + (size_t)index * TRACER_PACKET_BYTES);
}

static struct trace_record *records_of(struct trace_packet *header)
{
    return (struct trace_record *)(void *)(header + 1);
}

static uint32_t records_in(const struct trace_packet *header)
{
    return (uint32_t)((header->content_bits / 8 - sizeof *header) / sizeof(struct trace_record));
}

bool packets_init(struct tracer_packets *packets, void *memory, size_t bytes, bool keep_newest)
{
    if (memory == NULL || (uintptr_t)memory % sizeof(uint64_t) != 0
        || !extent_has_end(memory, bytes) || bytes / TRACER_PACKET_BYTES < PACKETS_MIN
        || bytes / TRACER_PACKET_BYTES > UINT32_MAX / 2) {
        return false;
    }
    *packets = (struct tracer_packets){
        .memory = memory,
        .count = (uint32_t)(bytes / TRACER_PACKET_BYTES),
        .keep_newest = keep_newest,
    };
    packets->current = packets->count;
    return true;
}

/* Where the packet with that sequence number lies, if it is still there. */
static uint32_t index_of(const struct tracer_packets *packets, uint32_t sequence)
{
    if (sequence < packets->count) {
        return sequence;
    }
    return packets->pinned + (sequence - packets->pinned) % (packets->count - packets->pinned);
}

static void begin(struct tracer_packets *packets, uint32_t index, uint64_t now)
{
    struct trace_packet *header = packet(packets, index);

    *header = (struct trace_packet){
        .magic = TRACE_PACKET_MAGIC,
        .time_begin = now,
        .time_end = now,
        .content_bits = sizeof *header * 8,
        .packet_bits = TRACER_PACKET_BYTES * 8,
        .sequence = packets->sequence,
    };
    packets->current = index;
    packets->sequence++;
    packets->opened = (uint32_t)now;
    packets->next = records_of(header);
    packets->limit =
        packets->next + (TRACER_PACKET_BYTES - sizeof *header) / sizeof(struct trace_record);
}

bool packets_open(struct tracer_packets *packets, uint64_t now)
{
    uint32_t index = index_of(packets, packets->sequence);

    if (packets->sequence >= packets->count) {
        if (!packets->keep_newest) {
            packets->lost++;
            return false;
        }
        packets->lost += records_in(packet(packets, index));
    }
    begin(packets, index, now);
    return true;
}

const struct trace_record *packets_first_record(const struct tracer_packets *packets)
{
    return packets->current == packets->count ? NULL
                                              : records_of(packet(packets, packets->current));
}

void packets_close(struct tracer_packets *packets)
{
    if (packets->current == packets->count) {
        return;
    }
    struct trace_packet *header = packet(packets, packets->current);
    const struct trace_record *last = packets->next - 1;

    header->content_bits = (uint32_t)((uintptr_t)packets->next - (uintptr_t)header) * 8;
    header->time_end += (uint32_t)(last->time - (uint32_t)header->time_end);
    packets->current = packets->count;
    packets->next = NULL;
    packets->limit = NULL;
}

bool packets_pin(struct tracer_packets *packets)
{
    packets_close(packets);
    packets->pinned = packets->sequence;
    return packets->lost == 0 && packets->pinned + 2 <= packets->count;
}

uint32_t packets_used(const struct tracer_packets *packets)
{
    return packets->sequence < packets->count ? packets->sequence : packets->count;
}

static uint32_t sequence_at(const struct tracer_packets *packets, uint32_t position)
{
    uint32_t skipped = packets->sequence - packets_used(packets);

    return position < packets->pinned ? position : position + skipped;
}

struct trace_packet *packets_at(const struct tracer_packets *packets, uint32_t position)
{
    return packet(packets, index_of(packets, sequence_at(packets, position)));
}

uint32_t packets_number(const struct tracer_packets *packets, uint32_t position)
{
    return sequence_at(packets, position) + packets->joins;
}
