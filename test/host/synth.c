/* synth.c - traces of Takt as the target would write them: packets and metadata.
 */
#include "synth.h"

#include "record.h"

#include <string.h>
#include <sys/stat.h>

static const char types[] =
    "/* CTF 1.8 */\n"
    "typealias integer { size = 8; align = 8; signed = false; encoding = ASCII; } := char;\n"
    "typealias integer { size = 16; align = 8; signed = false; } := uint16_t;\n"
    "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
    "typealias integer { size = 32; align = 8; signed = true; } := int32_t;\n"
    "trace { major = 1; minor = 8; byte_order = le;\n"
    "  packet.header := struct { uint32_t magic; uint32_t stream_id; }; };\n";

static const char streams[] =
    "clock { name = takt; description = \"made by a test\"; freq = 25000000; offset_s = 0; "
    "offset = 0; };\n"
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

static FILE *create(struct synth *synth, const char *name)
{
    char path[512];
    int length = snprintf(path, sizeof(path), "%s/%s", synth->directory, name);
    FILE *file = length < 0 || (size_t)length >= sizeof(path) ? NULL : fopen(path, "wb");

    if (file == NULL) {
        synth->failed = true;
    }
    return file;
}

static void write_metadata(struct synth *synth)
{
    FILE *file = create(synth, "metadata");

    if (file == NULL) {
        return;
    }
    if (fprintf(file,
                "%senv { domain = \"kernel\"; tracer_name = \"takt\"; tracer_major = 1; "
                "tracer_minor = 0;\n  system = \"Takt\"; board = \"paper\"; image = \"synth\"; "
                "mode = \"stop_when_full\";\n  clock_note = \"made by a test\"; cpus = %u; };\n"
                "%s",
                types, synth->cpus, streams)
        < 0) {
        synth->failed = true;
    }
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        synth->failed = fputs(events[i], file) < 0 || synth->failed;
    }
    synth->failed = fclose(file) != 0 || synth->failed;
}

void synth_begin(struct synth *synth, const char *directory, unsigned cpus)
{
    *synth = (struct synth){ .directory = directory, .cpus = cpus };
    (void)mkdir(directory, 0777); /* it may be there */
    write_metadata(synth);
    for (unsigned cpu = 0; cpu < SYNTH_CPUS; cpu++) {
        char path[512];

        (void)snprintf(path, sizeof(path), "%s/stream_%u", directory, cpu);
        (void)remove(path); /* of a trace that was there before */
        if (cpu < cpus) {
            synth->on[cpu].file = create(synth, strrchr(path, '/') + 1);
        }
    }
}

static void write_packet(struct synth *synth, unsigned cpu)
{
    struct synth_cpu *on = &synth->on[cpu];
    uint32_t bytes = (uint32_t)sizeof(struct trace_packet) + on->count * 16;
    struct trace_packet header = { .magic = TRACE_PACKET_MAGIC,
                                   .time_begin = on->first,
                                   .time_end = on->last,
                                   .content_bits = bytes * 8,
                                   .packet_bits = bytes * 8,
                                   .sequence = on->sequence,
                                   .lost = on->lost,
                                   .cpu = cpu };

    if (on->count == 0 || on->file == NULL) {
        return;
    }
    if (fwrite(&header, sizeof(header), 1, on->file) != 1
        || fwrite(on->records, 16, on->count, on->file) != on->count) {
        synth->failed = true;
    }
    on->sequence++;
    on->count = 0;
}

void synth_record(struct synth *synth, enum trace_event_id event, uint32_t thread, uint32_t a,
                  uint32_t b)
{
    struct synth_cpu *on = &synth->on[synth->cpu];
    uint64_t time = synth->us * SYNTH_COUNTS_PER_US;
    struct trace_record record = {
        .time = (uint32_t)time, .event = (uint16_t)event, .thread = (uint16_t)thread, .a = a, .b = b
    };

    if (on->count == 0) {
        on->first = time;
    }
    on->last = time;
    memcpy(on->records + (size_t)on->count * 16, &record, sizeof(record));
    on->count++;
    if (on->count == SYNTH_PACKET_RECORDS) {
        write_packet(synth, synth->cpu);
    }
}

/* The last piece is the one with a zero in it. */
void synth_name(struct synth *synth, enum trace_event_id event, uint32_t thread, const char *name)
{
    size_t length = strlen(name);

    for (size_t done = 0; done <= length; done += 8) {
        char piece[8] = { 0 };
        uint32_t words[2];
        size_t part = length - done < sizeof(piece) ? length - done : sizeof(piece);

        memcpy(piece, name + done, part);
        memcpy(words, piece, sizeof(words));
        synth_record(synth, event, thread, words[0], words[1]);
    }
}

void synth_object_name(struct synth *synth, uint32_t object, const char *name)
{
    size_t length = strlen(name);

    for (size_t done = 0; done <= length; done += 4) {
        char piece[4] = { 0 };
        uint32_t word;
        size_t part = length - done < sizeof(piece) ? length - done : sizeof(piece);

        memcpy(piece, name + done, part);
        memcpy(&word, piece, sizeof(word));
        synth_record(synth, TRACE_OBJECT_NAME, 0, object, word);
    }
}

void synth_lose(struct synth *synth, uint32_t records)
{
    write_packet(synth, synth->cpu);
    synth->on[synth->cpu].lost += records;
    synth->on[synth->cpu].sequence++;
}

bool synth_finish(struct synth *synth)
{
    for (unsigned cpu = 0; cpu < synth->cpus && cpu < SYNTH_CPUS; cpu++) {
        write_packet(synth, cpu);
        if (synth->on[cpu].file != NULL && fclose(synth->on[cpu].file) != 0) {
            synth->failed = true;
        }
    }
    return !synth->failed;
}
