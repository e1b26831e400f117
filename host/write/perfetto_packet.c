/* perfetto_packet.c - packets, one after the other, into a file. */
#include "perfetto_packet.h"
#include "perfetto_fields.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { FLUSH_BYTES = 1 << 16 };

void packets_init(struct packets *packets, FILE *file, struct arena *arena, struct error *error)
{
    *packets = (struct packets){ .file = file, .error = error };
    wire_init(&packets->wire, arena);
}

void packets_free(struct packets *packets)
{
    wire_free(&packets->wire);
}

/* What is in the making is abandoned where it is: from now on nothing is added. */
static void fail(struct packets *packets)
{
    packets->failed = true;
    packets->wire.failed = true;
}

void packet_begin(struct packets *packets, enum sequence sequence, unsigned flags)
{
    struct wire *wire = &packets->wire;

    packets->opened = wire_open(wire, TRACE_PACKET);
    wire_number(wire, PACKET_SEQUENCE_ID, sequence);
    if (flags != 0) {
        wire_number(wire, PACKET_SEQUENCE_FLAGS, flags);
    }
}

bool packets_time(struct packets *packets, uint64_t time)
{
    if (time <= INT64_MAX || packets->failed) {
        return !packets->failed;
    }
    fail(packets);
    return error_set(packets->error, "time %" PRIu64 " ns is more than the format can hold", time);
}

void packet_begin_at(struct packets *packets, uint64_t time, unsigned flags)
{
    packet_begin(packets, SEQUENCE_TRACKS, flags);
    if (!packets_time(packets, time)) {
        return;
    }
    if (time < packets->clock) {
        fail(packets);
        (void)error_set(packets->error, "an event at %" PRIu64 " ns comes after one at %" PRIu64,
                        time, packets->clock);
        return;
    }
    wire_number(&packets->wire, PACKET_TIMESTAMP, time - packets->clock);
    packets->clock = time;
}

bool packets_flush(struct packets *packets)
{
    struct wire *wire = &packets->wire;

    if (packets->failed) {
        return false;
    }
    errno = 0;
    if (fwrite(wire->bytes, 1, wire->size, packets->file) != wire->size
        || fflush(packets->file) != 0) {
        fail(packets);
        return error_set(packets->error, "cannot write: %s",
                         errno != 0 ? strerror(errno) : "not all of it was taken");
    }
    wire_clear(wire);
    return true;
}

bool packet_end(struct packets *packets)
{
    wire_close(&packets->wire, packets->opened);
    if (packets->failed) {
        fail(packets);
        return false;
    }
    if (packets->wire.failed) {
        fail(packets);
        return error_memory(packets->error);
    }
    return packets->wire.size < FLUSH_BYTES || packets_flush(packets);
}
