/* perfetto.c - a model as a trace in Perfetto's own format: the order of its parts. */
#include "perfetto.h"
#include "perfetto_fields.h"
#include "perfetto_writer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void put_clock(struct wire *wire, unsigned clock, uint64_t time)
{
    size_t message = wire_open(wire, SNAPSHOT_CLOCKS);

    wire_number(wire, CLOCK_ID, clock);
    wire_number(wire, CLOCK_TIMESTAMP, time);
    if (clock == OWN_INCREMENTAL) {
        wire_number(wire, CLOCK_IS_INCREMENTAL, 1);
    }
    wire_close(wire, message);
}

/* All clocks show the trace's own time. Packets about tracks say how far it has moved on. */
static bool write_clocks(struct writer *writer)
{
    struct wire *wire = &writer->packets.wire;
    uint64_t start = writer->model->start;
    size_t message;

    if (!packets_time(&writer->packets, start)) {
        return false;
    }
    packet_begin(&writer->packets, SEQUENCE_TRACKS, FLAG_STATE_CLEARED);
    wire_number(wire, PACKET_FIRST_ON_SEQUENCE, 1);
    message = wire_open(wire, PACKET_CLOCK_SNAPSHOT);
    put_clock(wire, VIEWER_BOOTTIME, start);
    put_clock(wire, VIEWER_MONOTONIC, start);
    put_clock(wire, OWN_INCREMENTAL, start);
    wire_number(wire, SNAPSHOT_PRIMARY, VIEWER_BOOTTIME);
    wire_close(wire, message);
    message = wire_open(wire, PACKET_DEFAULTS);
    wire_number(wire, PACKET_TIMESTAMP_CLOCK, OWN_INCREMENTAL);
    wire_close(wire, message);
    events_define_arguments(writer);
    writer->packets.clock = start;
    return packet_end(&writer->packets);
}

static bool start_sequence(struct writer *writer, enum sequence sequence)
{
    packet_begin(&writer->packets, sequence, FLAG_STATE_CLEARED);
    wire_number(&writer->packets.wire, PACKET_FIRST_ON_SEQUENCE, 1);
    return packet_end(&writer->packets);
}

static void put_text(struct wire *wire, unsigned field, const char *text)
{
    if (text != NULL && text[0] != '\0') {
        wire_text(wire, field, text);
    }
}

/* The name of the system must not be Linux: its numbers for states depend on the version. */
static bool write_system(struct writer *writer)
{
    struct wire *wire = &writer->packets.wire;
    const struct source *source = &writer->model->source;
    size_t system;
    size_t names;

    packet_begin(&writer->packets, SEQUENCE_TRACKS, 0);
    system = wire_open(wire, PACKET_SYSTEM_INFO);
    names = wire_open(wire, SYSTEM_UTSNAME);
    wire_text(wire, UTSNAME_SYSNAME, "Takt");
    put_text(wire, UTSNAME_VERSION, source->clock);
    put_text(wire, UTSNAME_RELEASE, source->format);
    put_text(wire, UTSNAME_MACHINE, source->system);
    wire_close(wire, names);
    wire_close(wire, system);
    return packet_end(&writer->packets);
}

static void put_number_attribute(struct wire *wire, const char *key, uint64_t number)
{
    size_t attribute = wire_open(wire, ATTRIBUTES_ATTRIBUTE);

    wire_text(wire, ATTRIBUTE_KEY, key);
    wire_number(wire, ATTRIBUTE_NUMBER, number);
    wire_close(wire, attribute);
}

static void put_text_attribute(struct wire *wire, const char *key, const char *text)
{
    size_t attribute;

    if (text == NULL) {
        return;
    }
    attribute = wire_open(wire, ATTRIBUTES_ATTRIBUTE);
    wire_text(wire, ATTRIBUTE_KEY, key);
    wire_text(wire, ATTRIBUTE_TEXT, text);
    wire_close(wire, attribute);
}

static uint64_t lost_records(const struct model *model)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < model->losses.count; i++) {
        const struct loss *loss = array_at(&model->losses, i);

        sum += loss->records;
    }
    return sum;
}

/* What the file says of itself, free of the place where it lay. */
static bool write_attributes(struct writer *writer)
{
    struct wire *wire = &writer->packets.wire;
    const struct model *model = writer->model;
    size_t attributes;

    packet_begin(&writer->packets, SEQUENCE_TRACKS, 0);
    attributes = wire_open(wire, PACKET_TRACE_ATTRIBUTES);
    put_text_attribute(wire, "takt.format", model->source.format);
    put_text_attribute(wire, "takt.system", model->source.system);
    put_text_attribute(wire, "takt.clock", model->source.clock);
    put_text_attribute(wire, "takt.problem", model->source.problem);
    put_number_attribute(wire, "takt.events", model->events);
    put_number_attribute(wire, "takt.lost_records", lost_records(model));
    put_number_attribute(wire, "takt.repairs", model->repairs);
    put_number_attribute(wire, "takt.partial", model->source.partial);
    wire_close(wire, attributes);
    return packet_end(&writer->packets);
}

static bool write_loss_track(struct writer *writer, uint32_t uuid)
{
    struct wire *wire = &writer->packets.wire;
    size_t descriptor;

    packet_begin(&writer->packets, SEQUENCE_LOSSES, 0);
    descriptor = wire_open(wire, PACKET_TRACK_DESCRIPTOR);
    wire_number(wire, DESCRIPTOR_UUID, uuid);
    wire_text(wire, DESCRIPTOR_NAME, "Takt lost records");
    wire_close(wire, descriptor);
    return packet_end(&writer->packets);
}

static void put_plain_argument(struct wire *wire, const char *name, uint64_t number)
{
    size_t annotation = wire_open(wire, TRACK_EVENT_ANNOTATIONS);

    wire_text(wire, ANNOTATION_NAME, name);
    wire_number(wire, ANNOTATION_NUMBER, number);
    wire_close(wire, annotation);
}

static bool write_loss(struct writer *writer, uint32_t uuid, const struct loss *loss)
{
    struct wire *wire = &writer->packets.wire;
    size_t event;

    packet_begin(&writer->packets, SEQUENCE_LOSSES, 0);
    if (!packets_time(&writer->packets, loss->start)) {
        return false;
    }
    wire_number(wire, PACKET_TIMESTAMP, loss->start);
    wire_number(wire, PACKET_PREVIOUS_DROPPED, 1);
    event = wire_open(wire, PACKET_TRACK_EVENT);
    wire_number(wire, TRACK_EVENT_TYPE, TYPE_INSTANT);
    wire_number(wire, TRACK_EVENT_TRACK, uuid);
    wire_text(wire, TRACK_EVENT_NAME, "records lost");
    put_plain_argument(wire, "cpu", loss->cpu);
    put_plain_argument(wire, "records", loss->records);
    put_plain_argument(wire, "missing_ns", loss->end > loss->start ? loss->end - loss->start : 0);
    wire_close(wire, event);
    writer->counts->instants++;
    writer->counts->losses++;
    return packet_end(&writer->packets);
}

/* Nothing on their sequence refers to texts by number, so that the gaps take nothing away. */
static bool write_losses(struct writer *writer)
{
    const struct array *losses = &writer->model->losses;
    uint32_t uuid = writer->next_uuid;
    bool fine = true;

    if (losses->count == 0) {
        return true;
    }
    fine = start_sequence(writer, SEQUENCE_LOSSES) && write_loss_track(writer, uuid);
    for (size_t i = 0; fine && i < losses->count; i++) {
        fine = write_loss(writer, uuid, array_at(losses, i));
    }
    return fine;
}

static bool add_thread_tracks(struct writer *writer)
{
    for (uint32_t i = 0; i < writer->model->threads.count; i++) {
        const struct thread *thread = model_thread(writer->model, i);

        if (thread->idle) {
            continue;
        }
        if ((thread->steps.count > 0
             && tracks_add(writer, i, TRACK_PRIORITY, "Takt priority") == NULL)
            || tracks_add(writer, i, TRACK_STATE, "Takt state") == NULL) {
            return error_memory(writer->error);
        }
    }
    return true;
}

static bool take_marks(struct writer *writer, const struct report_mark *marks)
{
    for (const struct report_mark *mark = marks; mark != NULL; mark = mark->next) {
        const struct report_mark **place = array_add(&writer->marks);

        if (place == NULL) {
            return error_memory(writer->error);
        }
        *place = mark;
    }
    return true;
}

static bool write_all(struct writer *writer, const struct report_mark *marks)
{
    return take_marks(writer, marks) && tracks_number(writer) && add_thread_tracks(writer)
           && slices_collect(writer) && write_clocks(writer) && write_system(writer)
           && write_attributes(writer) && tracks_describe(writer) && merge_write(writer)
           && start_sequence(writer, SEQUENCE_CPUS) && sched_write(writer) && write_losses(writer)
           && packets_flush(&writer->packets);
}

static void writer_init(struct writer *writer)
{
    struct arena *arena = writer->arena;

    wire_init(&writer->body, arena);
    wire_init(&writer->fresh, arena);
    names_init(&writer->event_names, INTERNED_EVENT_NAMES, &writer->fresh, arena);
    names_init(&writer->texts, INTERNED_ANNOTATION_TEXTS, &writer->fresh, arena);
    names_init(&writer->symbols, INTERNED_KERNEL_SYMBOLS, &writer->fresh, arena);
    array_init(&writer->marks, sizeof(const struct report_mark *), arena);
    array_init(&writer->groups, sizeof(struct group), arena);
    array_init(&writer->tracks, sizeof(struct track), arena);
}

static void writer_free(struct writer *writer)
{
    for (size_t i = 0; i < writer->tracks.count; i++) {
        struct track *track = array_at(&writer->tracks, i);

        array_free(&track->events);
    }
    array_free(&writer->tracks);
    array_free(&writer->groups);
    array_free(&writer->marks);
    names_free(&writer->event_names);
    names_free(&writer->texts);
    names_free(&writer->symbols);
    wire_free(&writer->body);
    wire_free(&writer->fresh);
}

bool perfetto_write(const struct model *model, const struct report_mark *marks, FILE *file,
                    struct perfetto_counts *counts, struct error *error)
{
    struct writer writer = {
        .model = model, .arena = model->arena, .error = error, .counts = counts
    };
    bool fine;

    *counts = (struct perfetto_counts){ 0 };
    packets_init(&writer.packets, file, writer.arena, error);
    writer_init(&writer);
    fine = write_all(&writer, marks);
    writer_free(&writer);
    packets_free(&writer.packets);
    return fine;
}
