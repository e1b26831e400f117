/* ctf_stream.c - one stream of a CTF trace.
 *
 * Packet after packet is read into one buffer; nothing of a packet is believed before it was
 * compared with what is left of the file. A stream that turns out wrong ends there: what came
 * before is kept, and the trace is marked as partial.
 */
#include "ctf_stream.h"

#include <string.h>

enum { CPU_MAX = 1023, BLOCK_BYTES = 1 << 20 };
#define PACKET_MAGIC UINT64_C(0xC1FC1FC1)

static void wrong(struct ctf_trace *trace, const struct ctf_stream *stream, uint64_t offset,
                  const char *what)
{
    ctf_missing(trace, "%.120s, byte %llu: %s", stream->name, (unsigned long long)offset, what);
}

static uint64_t value_or(const struct ctf_field *field, const uint8_t *layout, uint64_t otherwise)
{
    return field == NULL ? otherwise : ctf_value(field, layout);
}

static void find_class_fields(struct ctf_stream *stream)
{
    const struct ctf_layout *context = &stream->class->packet_context;
    struct ctf_packet_fields *found = &stream->found;

    found->time_begin = ctf_find_number(context, "timestamp_begin");
    found->time_end = ctf_find_number(context, "timestamp_end");
    found->content_size = ctf_find_number(context, "content_size");
    found->packet_size = ctf_find_number(context, "packet_size");
    found->sequence = ctf_find_number(context, "packet_seq_num");
    found->discarded = ctf_find_number(context, "events_discarded");
    found->cpu = ctf_find_number(context, "cpu_id");
    found->time = ctf_find_number(&stream->class->event_header, "timestamp");
    found->id = ctf_find_number(&stream->class->event_header, "id");
}

static const struct ctf_stream_class *class_of(const struct ctf_trace *trace, uint64_t id, bool any)
{
    for (size_t i = 0; i < trace->schema.streams.count; i++) {
        const struct ctf_stream_class *class = array_at(&trace->schema.streams, i);

        if (any || class->id == id) {
            return class;
        }
    }
    return NULL;
}

/* Room for `size` bytes in the block. At least doubles, so that growing costs at most as much
 * again as the largest packet. */
static bool make_room(struct ctf_trace *trace, struct ctf_stream *stream, size_t size)
{
    size_t least = stream->capacity == 0 ? (size_t)BLOCK_BYTES : 2 * stream->capacity;

    if (size <= stream->capacity) {
        return true;
    }
    stream->block_size = 0;
    stream->capacity = size > least ? size : least;
    stream->block = arena_alloc(trace->arena, stream->capacity, 1);
    if (stream->block == NULL) {
        stream->capacity = 0;
        wrong(trace, stream, stream->packet_offset, "no memory for a packet of this size");
        return false;
    }
    return true;
}

/* The part of the file that begins with the packet, as much as there is room for. Read, and not
 * mapped: a file that is cut meanwhile ends, and does not end the program. */
static bool load_block(struct ctf_trace *trace, struct ctf_stream *stream, size_t size)
{
    if (!make_room(trace, stream, size)) {
        return false;
    }
    stream->block_offset = stream->packet_offset;
    stream->block_size = fseeko(stream->file, (off_t)stream->packet_offset, SEEK_SET) != 0
                             ? 0
                             : fread(stream->block, 1, stream->capacity, stream->file);
    return true;
}

/* Have the first `size` bytes of the packet in the buffer. */
static bool fill(struct ctf_trace *trace, struct ctf_stream *stream, size_t size)
{
    uint64_t before = stream->packet_offset - stream->block_offset;

    if (size <= stream->filled) {
        return true;
    }
    if (before > stream->block_size || size > stream->block_size - before) {
        if (!load_block(trace, stream, size)) {
            return false;
        }
        before = 0;
    }
    stream->buffer = stream->block + before;
    stream->filled = size;
    if (size > stream->block_size - before) {
        stream->filled = stream->block_size - before;
        wrong(trace, stream, stream->packet_offset + stream->filled, "the file ends in a packet");
        return false;
    }
    return true;
}

static void begin_packet(struct ctf_stream *stream)
{
    stream->packet_offset = stream->offset;
    stream->filled = 0;
    stream->position = 0;
}

static bool read_packet_header(struct ctf_trace *trace, struct ctf_stream *stream)
{
    const struct ctf_layout *header = &trace->schema.packet_header;
    struct ctf_packet_fields *found = &stream->found;

    found->magic = ctf_find_number(header, "magic");
    found->stream_id = ctf_find_number(header, "stream_id");
    if (!fill(trace, stream, header->size)) {
        return false;
    }
    if (value_or(found->magic, stream->buffer, PACKET_MAGIC) != PACKET_MAGIC) {
        wrong(trace, stream, stream->packet_offset, "no packet begins here: wrong magic number");
        return false;
    }
    const struct ctf_stream_class *class =
        class_of(trace, value_or(found->stream_id, stream->buffer, 0), found->stream_id == NULL);

    if (class == NULL) {
        wrong(trace, stream, stream->packet_offset, "a packet of a stream that is not described");
        return false;
    }
    if (class != stream->class) {
        stream->class = class;
        find_class_fields(stream);
    }
    return true;
}

/* Sizes are in bits, and must hold the headers and fit each other. */
static bool read_sizes(struct ctf_trace *trace, struct ctf_stream *stream, const uint8_t *context,
                       size_t headers)
{
    struct ctf_packet *packet = &stream->packet;
    uint64_t left = stream->file_size - stream->packet_offset;

    packet->size = value_or(stream->found.packet_size, context, left * 8) / 8;
    packet->content = value_or(stream->found.content_size, context, packet->size * 8) / 8;
    if (packet->size == 0 || packet->size < headers || packet->content < headers
        || packet->content > packet->size) {
        wrong(trace, stream, stream->packet_offset, "a packet of impossible size");
        return false;
    }
    return true;
}

/* Events that are missing before this packet, as its counters tell. */
static void note_loss(struct ctf_stream *stream, const struct ctf_packet *before)
{
    const struct ctf_packet *packet = &stream->packet;
    uint64_t lost = packet->discarded - before->discarded;
    bool gap = stream->found.sequence != NULL && packet->sequence != before->sequence + 1;

    if (!stream->any_packet || (lost == 0 && !gap)) {
        return;
    }
    stream->next = (struct ctf_record){
        .kind = CTF_LOSS,
        .time = packet->time_begin > before->time_end ? packet->time_begin : before->time_end,
        .cpu = stream->cpu,
        .lost_from = before->time_end,
        .lost = packet->discarded >= before->discarded ? lost : 0,
    };
    stream->has_next = true;
}

/* Packets follow each other in time. Where one says that it does not, a wrong number is the more
 * likely, and nothing behind it would be in its place. */
static bool check_times(struct ctf_trace *trace, struct ctf_stream *stream)
{
    const struct ctf_packet *packet = &stream->packet;

    if (packet->time_begin < stream->time || packet->time_end < packet->time_begin) {
        wrong(trace, stream, stream->packet_offset, "a packet whose time runs backward");
        return false;
    }
    return true;
}

static bool read_context(struct ctf_trace *trace, struct ctf_stream *stream)
{
    const struct ctf_packet_fields *found = &stream->found;
    size_t start = trace->schema.packet_header.size;
    size_t headers = start + stream->class->packet_context.size;

    if (!fill(trace, stream, headers)) {
        return false;
    }
    const uint8_t *context = stream->buffer + start;
    uint64_t cpu = value_or(found->cpu, context, stream->cpu);

    if (cpu > CPU_MAX) {
        wrong(trace, stream, stream->packet_offset, "a CPU number that cannot be");
        return false;
    }
    stream->cpu = (uint32_t)cpu;
    stream->packet.time_begin = value_or(found->time_begin, context, stream->time);
    stream->packet.time_end = value_or(found->time_end, context, stream->packet.time_begin);
    stream->packet.sequence = value_or(found->sequence, context, 0);
    stream->packet.discarded = value_or(found->discarded, context, 0);
    stream->position = headers;
    return read_sizes(trace, stream, context, headers) && check_times(trace, stream);
}

/* A stream without packets may end in memory that was never written. */
static void cut_unused_tail(struct ctf_stream *stream)
{
    while (stream->filled > stream->position && stream->buffer[stream->filled - 1] == 0) {
        stream->filled--;
    }
}

/* As much of the content as the file has. */
static bool read_content(struct ctf_trace *trace, struct ctf_stream *stream)
{
    uint64_t left = stream->file_size - stream->packet_offset;
    uint64_t wanted = stream->packet.content;

    if (wanted > left || stream->packet.size > left) {
        wrong(trace, stream, stream->file_size, "the file ends in a packet");
        wanted = wanted > left ? left : wanted;
    }
    stream->offset = stream->packet.size >= left ? stream->file_size
                                                 : stream->packet_offset + stream->packet.size;
    if (!fill(trace, stream, (size_t)wanted)) {
        return false;
    }
    if (stream->found.packet_size == NULL) {
        cut_unused_tail(stream);
    }
    return true;
}

/* Open the next packet. False: there is none, or it is wrong. */
static bool open_packet(struct ctf_trace *trace, struct ctf_stream *stream)
{
    struct ctf_packet before = stream->packet;
    begin_packet(stream);
    bool fine = stream->offset < stream->file_size && read_packet_header(trace, stream)
                && read_context(trace, stream) && read_content(trace, stream);

    if (!fine) {
        stream->offset = stream->file_size;
        stream->filled = 0;
        stream->position = 0;
        return false;
    }
    note_loss(stream, &before);
    if (stream->found.time_begin != NULL) {
        stream->time = stream->packet.time_begin;
    }
    stream->any_packet = true;
    trace->cpus = stream->cpu >= trace->cpus ? stream->cpu + 1 : trace->cpus;
    return true;
}

/* A short time stamp is the low part of a time that is not before the last one. */
static void pass_time(struct ctf_stream *stream, const uint8_t *header)
{
    const struct ctf_field *field = stream->found.time;

    if (field == NULL) {
        return;
    }
    uint64_t stamp = ctf_value(field, header);

    if (field->width < sizeof stamp) {
        uint64_t span = UINT64_C(1) << (8 * field->width);

        stamp |= stream->time & ~(span - 1);
        stamp += stamp < stream->time ? span : 0;
    }
    stream->time = stamp;
}

/* Events are mostly numbered in the order in which they are listed: look there first. */
static const struct ctf_event_class *event_class(const struct ctf_trace *trace,
                                                 const struct ctf_stream *stream, uint64_t id,
                                                 size_t *index)
{
    const struct array *events = &trace->schema.events;
    uint64_t stream_id = stream->class->id;
    uint32_t listed;

    if (id > 0 && id <= events->count) {
        const struct ctf_event_class *class = array_at(events, (size_t)id - 1);

        *index = (size_t)id - 1;
        if (class->id == id && class->stream_id == stream_id) {
            return class;
        }
    }
    if (id > UINT32_MAX) {
        return NULL;
    }
    listed = map_get(&trace->schema.numbers, ctf_event_key(stream_id, id));
    *index = listed;
    return listed == MAP_MISSING ? NULL : array_at(events, listed);
}

/* Ends the packet: what follows an event that is not understood cannot be found. */
static bool give_up(struct ctf_trace *trace, struct ctf_stream *stream, const char *what)
{
    wrong(trace, stream, stream->packet_offset + stream->position, what);
    stream->position = stream->filled;
    stream->offset = stream->file_size;
    return false;
}

/* The parts of an event follow each other. */
static void place_parts(struct ctf_record *record, const uint8_t *at)
{
    record->header = at;
    record->stream_context = record->header + record->stream->event_header.size;
    record->event_context = record->stream_context + record->stream->event_context.size;
    record->fields = record->event_context + record->event->context.size;
}

static bool read_event(struct ctf_trace *trace, struct ctf_stream *stream)
{
    const struct ctf_stream_class *class = stream->class;
    size_t left = stream->filled - stream->position;
    const uint8_t *at = stream->buffer + stream->position;
    struct ctf_record *record = &stream->next;

    if (left < class->event_header.size) {
        return give_up(trace, stream, "the packet ends in an event");
    }
    record->event =
        event_class(trace, stream, value_or(stream->found.id, at, 0), &record->event_index);
    if (record->event == NULL) {
        return give_up(trace, stream, "an event that is not described");
    }
    size_t size = (size_t) class->event_header.size + class->event_context.size
                  + record->event->context.size + record->event->fields.size;

    if (size > left || size == 0) {
        return give_up(trace, stream, "the packet ends in an event");
    }
    pass_time(stream, at);
    if (stream->found.time_end != NULL && stream->time > stream->packet.time_end) {
        return give_up(trace, stream, "an event with a time outside its packet");
    }
    record->kind = CTF_EVENT;
    record->time = stream->time;
    record->cpu = stream->cpu;
    record->stream = class;
    place_parts(record, at);
    stream->position += size;
    stream->has_next = true;
    return true;
}

void ctf_stream_advance(struct ctf_trace *trace, struct ctf_stream *stream)
{
    bool more = true;

    stream->has_next = false;
    while (more && !stream->has_next) {
        more = stream->position < stream->filled ? read_event(trace, stream)
                                                 : open_packet(trace, stream);
    }
}
