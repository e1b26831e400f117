/* save.c - a trace leaves the target: a CTF 1.8 directory, file by file into a sink.
 *
 * The metadata is made out of the list of events, so that the two cannot differ. Packets are
 * written as they stand in memory; all that is added is how many records are missing before each.
 */
#include "packets.h"
#include "takt/takt.h"
#include "text.h"
#include "trace.h"
#include "tracer.h"

#include <string.h>

enum { PATH_BYTES = 160, HEAD_BYTES = 640, NAME_BYTES = 16 };

static const char types[] =
    "typealias integer { size = 8; align = 8; signed = false; encoding = ASCII; } := char;\n"
    "typealias integer { size = 16; align = 8; signed = false; } := uint16_t;\n"
    "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
    "typealias integer { size = 32; align = 8; signed = true; } := int32_t;\n"
    "trace { major = 1; minor = 8; byte_order = le;\n"
    "  packet.header := struct { uint32_t magic; uint32_t stream_id; }; };\n";

static const char streams[] =
    "typealias integer { size = 32; align = 8; signed = false; map = clock.takt.value; } "
    ":= time32_t;\n"
    "typealias integer { size = 64; align = 8; signed = false; map = clock.takt.value; } "
    ":= time64_t;\n"
    "stream { id = 0;\n"
    "  packet.context := struct { time64_t timestamp_begin; time64_t timestamp_end;\n"
    "    uint32_t content_size; uint32_t packet_size; uint32_t packet_seq_num;\n"
    "    uint32_t events_discarded; uint32_t cpu_id; uint32_t reserved; };\n"
    "  event.header := struct { time32_t timestamp; uint16_t id; };\n"
    "  event.context := struct { uint16_t thread; }; };\n";

#define EVENT_TEXT(constant, number, name, fields)                                             \
    "event { id = " #number "; name = \"" name "\"; stream_id = 0; fields := struct { " fields \
    " }; };\n",
static const char *const events[] = { TRACE_EVENTS(EVENT_TEXT) };

static int write_text(const struct tracer_sink *sink, const char *text)
{
    return sink->write(sink->context, text, strlen(text));
}

static int write_head(const struct tracer_sink *sink)
{
    char text[HEAD_BYTES];

    text_format(text, sizeof text,
                "env { domain = \"kernel\"; tracer_name = \"takt\"; tracer_major = 1; "
                "tracer_minor = 0;\n  system = \"Takt\"; board = \"%s\"; image = \"%s\"; "
                "mode = \"%s\";\n  clock_note = \"%s\"; cpus = %u; ends = 1; };\n"
                "clock { name = takt; description = \"%s\"; freq = %u; offset_s = 0; "
                "offset = 0; };\n",
                takt_board_name, takt_image_name,
                tracer_packets(0)->keep_newest ? "keep_newest" : "stop_when_full", takt_clock_note,
                (unsigned)TAKT_CPUS, takt_clock_note, (unsigned)TAKT_CLOCK_HZ);
    return write_text(sink, text);
}

static int write_events(const struct tracer_sink *sink)
{
    int failed = 0;

    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        failed += write_text(sink, events[i]);
    }
    return failed;
}

static int write_metadata(const struct tracer_sink *sink, unsigned unused)
{
    (void)unused;
    return write_text(sink, "/* CTF 1.8 */\n") + write_text(sink, types) + write_head(sink)
           + write_text(sink, streams) + write_events(sink);
}

/* A stream that has not the snapshot that began the trace begins with a packet without records, at
 * the snapshot's time: so what a CPU has lost since then can be told. */
static int write_begin(const struct tracer_sink *sink, unsigned cpu)
{
    const struct tracer_packets *packets = tracer_packets(cpu);
    const struct trace_packet header = { .magic = TRACE_PACKET_MAGIC,
                                         .time_begin = packets->started,
                                         .time_end = packets->started,
                                         .content_bits = sizeof header * 8,
                                         .packet_bits = sizeof header * 8,
                                         .cpu = cpu };

    return sink->write(sink->context, &header, sizeof header);
}

/* The end of a stream: how many records did not fit there, be it none, in a packet of its own. Who
 * reads one without it knows that the end is missing. (A trace that keeps the newest ends with its
 * second snapshot, in one of the streams.) */
static int write_end(const struct tracer_sink *sink, unsigned cpu)
{
    const struct tracer_packets *packets = tracer_packets(cpu);
    const uint32_t missing = packets->keep_newest ? 0 : packets->lost;
    const struct {
        struct trace_packet header;
        struct trace_record record;
    } packet = {
        .header = { .magic = TRACE_PACKET_MAGIC,
                    .time_begin = packets->stopped,
                    .time_end = packets->stopped,
                    .content_bits = sizeof packet * 8,
                    .packet_bits = sizeof packet * 8,
                    .sequence = packets->sequence + packets->joins,
                    .lost = packets->lost,
                    .cpu = cpu },
        .record = { .time = (uint32_t)packets->stopped, .event = TRACE_LOST, .a = missing },
    };

    return sink->write(sink->context, &packet, sizeof packet);
}

static int write_stream(const struct tracer_sink *sink, unsigned cpu)
{
    const struct tracer_packets *packets = tracer_packets(cpu);
    int failed = packets->joins ? write_begin(sink, cpu) : 0;

    for (uint32_t position = 0; position < packets_used(packets); position++) {
        struct trace_packet *packet = packets_at(packets, position);

        packet->lost = packets->keep_newest && position >= packets->pinned ? packets->lost : 0;
        packet->sequence = packets_number(packets, position);
        packet->cpu = cpu;
        failed += sink->write(sink->context, packet, TRACER_PACKET_BYTES);
    }
    if (!packets->keep_newest || packets->breaks_off) {
        failed += write_end(sink, cpu);
    }
    return failed;
}

static int put_file(const struct tracer_sink *sink, const char *name,
                    int (*write)(const struct tracer_sink *sink, unsigned cpu), unsigned cpu)
{
    if (sink->begin(sink->context, name) != 0) {
        return TAKT_ECLOSED;
    }
    int failed = write(sink, cpu);

    failed += sink->end(sink->context);
    return failed == 0 ? TAKT_OK : TAKT_ECLOSED;
}

int tracer_put(const struct tracer_sink *sink)
{
    TAKT_REQUIRE(!trace_active);
    int status = put_file(sink, "metadata", write_metadata, 0);

    for (unsigned cpu = 0; cpu < TAKT_CPUS && status == TAKT_OK; cpu++) {
        char name[NAME_BYTES];

        text_format(name, sizeof name, "stream_%u", cpu);
        status = put_file(sink, name, write_stream, cpu);
    }
    return status;
}

/* A directory of the machine that hosts this one. */

struct directory {
    const char *path;
    int file;
};

static int begin_file(void *context, const char *name)
{
    struct directory *directory = context;
    char path[PATH_BYTES];

    if (strlen(directory->path) + strlen(name) + 2 > sizeof path) {
        return -1;
    }
    text_format(path, sizeof path, "%s/%s", directory->path, name);
    directory->file = takt_file_create(path);
    return directory->file < 0 ? -1 : 0;
}

static int write_file(void *context, const void *data, size_t size)
{
    const struct directory *directory = context;

    return takt_file_write(directory->file, data, size);
}

static int end_file(void *context)
{
    const struct directory *directory = context;

    return takt_file_close(directory->file);
}

int tracer_save(const char *directory)
{
    struct directory files = { .path = directory };

    return tracer_put(&(struct tracer_sink){
        .context = &files, .begin = begin_file, .write = write_file, .end = end_file });
}
