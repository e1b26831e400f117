/* takt_ctf.c - from the events of Takt's kernel to neutral events.
 *
 * The metadata says where the fields of each event lie; that is looked up once for each kind of
 * event, by the names in trace/events.h, and not again for each record. An event that lacks a
 * field is no event of Takt and the trace is refused; one whose name is not known is passed over,
 * and the trace marked as partial.
 */
#include "takt_ctf.h"

#include "ctf.h"
#include "events.h"
#include "name_pieces.h"
#include "takt_codes.h"
#include "takt_translations.h"

#include <string.h>

enum { PEEK_BYTES = 16384, CPUS_MAX = 1024 };

/* A translation with the places that this trace's metadata gives its fields. */
struct found {
    const struct translation *translation; /* NULL: nothing to tell of it */
    uint16_t number;                       /* enum trace_event_id; 0: not known */
    const struct ctf_field *fields[TAKT_FIELDS_MAX];
    const struct ctf_field *thread; /* in the stream's event context */
};

struct takt_reader {
    struct ctf_trace trace;
    struct found *found;       /* by index of the event class */
    struct name_pieces *names; /* [CPUS_MAX]: the name that each CPU is telling */
    struct arena *arena;
    const struct event_sink *sink;
    uint32_t cpus; /* that the metadata tells of */
    bool *ended;   /* [CPUS_MAX]: the last record of that CPU was one that ends a stream */
};

#define EVENT_NAME_OF(constant, number, name, fields) { (number), (name) },
static const struct {
    uint16_t number;
    const char *name;
} event_names[] = { TRACE_EVENTS(EVENT_NAME_OF) };
#undef EVENT_NAME_OF

/* The number of the event of that name; 0: there is none. */
static uint16_t number_of(const char *name)
{
    for (size_t i = 0; i < sizeof event_names / sizeof *event_names; i++) {
        if (strcmp(event_names[i].name, name) == 0) {
            return event_names[i].number;
        }
    }
    return 0;
}

static const struct ctf_field *thread_field(const struct ctf_schema *schema, uint64_t stream_id)
{
    for (size_t i = 0; i < schema->streams.count; i++) {
        const struct ctf_stream_class *stream = array_at(&schema->streams, i);

        if (stream->id == stream_id) {
            return ctf_find_number(&stream->event_context, "thread");
        }
    }
    return NULL;
}

static bool is_text(const struct ctf_field *field)
{
    return field->is_array && field->width == 1;
}

static bool find_event_fields(struct found *found, const struct ctf_event_class *event,
                              struct error *error)
{
    const struct target_field *fields = found->translation->fields;

    if (found->thread == NULL) {
        return error_set(error, "metadata: event %.60s does not name its thread", event->name);
    }
    for (size_t i = 0; i < TAKT_FIELDS_MAX && fields[i].name != NULL; i++) {
        const struct ctf_field *place = ctf_find(&event->fields, fields[i].name);
        bool wants_text = strcmp(fields[i].name, "text") == 0;

        if (place == NULL && fields[i].target == TO_KICKS) {
            continue;
        }
        if (place == NULL || (wants_text ? !is_text(place) : place->is_array)) {
            return error_set(error, "metadata: event %.60s has no field `%s` as Takt writes it",
                             event->name, fields[i].name);
        }
        found->fields[i] = place;
    }
    return true;
}

static bool find_fields(struct takt_reader *reader, struct error *error)
{
    const struct ctf_schema *schema = &reader->trace.schema;

    reader->found = arena_alloc(reader->arena, schema->events.count, sizeof *reader->found);
    if (reader->found == NULL) {
        return error_memory(error);
    }
    for (size_t i = 0; i < schema->events.count; i++) {
        const struct ctf_event_class *event = array_at(&schema->events, i);
        struct found *found = &reader->found[i];

        found->number = number_of(event->name);
        found->translation = takt_translation(found->number);
        found->thread = thread_field(schema, event->stream_id);
        if (found->translation != NULL && !find_event_fields(found, event, error)) {
            return false;
        }
    }
    return true;
}

static uint32_t field(const struct found *found, const struct ctf_record *record, size_t index)
{
    const struct ctf_field *field = found->fields[index];

    return field == NULL ? 0 : (uint32_t)ctf_value(field, record->fields);
}

static void put(struct event *event, enum target target, uint32_t value)
{
    switch (target) {
    case TO_A:
        event->a = value;
        break;
    case TO_B:
        event->b = value;
        break;
    case TO_OBJECT:
        event->object = value;
        break;
    case TO_EXCHANGE:
        event->exchange = value;
        break;
    case TO_TRUTH:
        event->detail = value != 0;
        break;
    case TO_STATE:
        event->detail = takt_state(value);
        break;
    case TO_CAUSE:
        event->a = takt_cause(value);
        break;
    case TO_REASON:
        event->detail = takt_reason(value);
        break;
    case TO_CPU:
        event->cpu = (uint16_t)(value < UINT16_MAX ? value : UINT16_MAX);
        break;
    case TO_KICKS:
        event->b = value;
        break;
    case TO_FLAGS:
        event->a = (value & TRACE_CHANNEL_FIXED_PRIORITY) != 0 ? OBJECT_FIXED_PRIORITY : 0;
        break;
    }
}

static bool give(struct takt_reader *reader, const struct event *event, struct error *error)
{
    return reader->sink->take(reader->sink->context, event, error);
}

/* One piece of a name; the last one makes an event of it. */
static bool take_name(struct takt_reader *reader, const struct found *found,
                      const struct ctf_record *record, struct event *event, struct error *error)
{
    const struct ctf_field *text = found->fields[0];
    struct name_pieces *pieces = &reader->names[record->cpu % CPUS_MAX];

    event->object = field(found, record, 1);
    uint64_t id = event->kind == EVENT_OBJECT_NAME ? event->object : event->thread;
    uint64_t key = ((uint64_t)event->kind + 1) << 32 | id;

    if (!name_pieces_add(pieces, key, record->fields + text->offset, text->count)) {
        return true;
    }
    event->text = arena_copy(reader->arena, pieces->text, pieces->length);
    return event->text == NULL ? error_memory(error) : give(reader, event, error);
}

/* A mutex that is owned when the trace first tells of it has been locked before. */
static bool take_owner(struct takt_reader *reader, struct event event, struct error *error)
{
    if (event.kind != EVENT_OBJECT || event.detail != OBJECT_MUTEX || event.b == 0) {
        return true;
    }
    event.kind = EVENT_LOCK;
    event.thread = event.b;
    event.b = 0;
    return give(reader, &event, error);
}

/* A name that this reader has not heard of: newer than it, or damaged. */
static void pass_over(struct takt_reader *reader, const struct found *found,
                      const struct ctf_record *record)
{
    if (found->number == 0) {
        ctf_missing(&reader->trace, "events of an unknown kind are passed over: %.60s",
                    record->event->name);
    }
}

/* One stream a CPU, each with an end of its own. */
static uint32_t first_without_end(const struct takt_reader *reader)
{
    uint32_t cpu = 0;

    while (cpu < reader->cpus && reader->ended[cpu]) {
        cpu++;
    }
    return cpu;
}

/* Metadata that promises an end is held to it: files that were cut between two packets look whole
 * otherwise. */
static void look_for_end(struct takt_reader *reader)
{
    int64_t ends = 0;

    uint32_t cpu = first_without_end(reader);

    if (!ctf_fact_number(&reader->trace.schema, "ends", &ends) || ends != 1
        || cpu == reader->cpus) {
        return;
    }
    if (reader->cpus > 1 && reader->cpus < CPUS_MAX) {
        ctf_missing(&reader->trace, "the stream of CPU %u, or its end, is missing", cpu);
    } else {
        ctf_missing(&reader->trace,
                    "the end of the trace is missing: what followed the last record "
                    "that is there is not known");
    }
}

/* The version is told where the snapshot at the beginning begins, before anything else. */
static bool check_version(const struct event *event, struct error *error)
{
    if (event->detail == 0 && event->b != TRACE_VERSION) {
        return error_set(error, "a trace of version %u; version %d is known", event->b,
                         TRACE_VERSION);
    }
    return true;
}

/* A trace ends with the record of what was lost, or with a second snapshot. */
static bool is_end(const struct found *found, const struct ctf_record *record)
{
    return found->number == TRACE_LOST
           || (found->number == TRACE_SNAPSHOT_END && field(found, record, 0) == 1);
}

static bool take_event(struct takt_reader *reader, const struct ctf_record *record,
                       struct event *event, struct error *error)
{
    const struct found *found = &reader->found[record->event_index];

    reader->ended[record->cpu % CPUS_MAX] = is_end(found, record);
    if (found->translation == NULL) {
        pass_over(reader, found, record);
        return true;
    }
    event->kind = (uint8_t)found->translation->kind;
    event->detail = found->translation->detail;
    event->thread = (uint32_t)ctf_value(found->thread, record->stream_context);
    if (event->kind == EVENT_NAME || event->kind == EVENT_GROUP
        || event->kind == EVENT_OBJECT_NAME) {
        return take_name(reader, found, record, event, error);
    }
    for (size_t i = 0; i < TAKT_FIELDS_MAX && found->translation->fields[i].name != NULL; i++) {
        put(event, found->translation->fields[i].target, field(found, record, i));
    }
    if (event->kind == EVENT_SNAPSHOT && !check_version(event, error)) {
        return false;
    }
    if (event->cpu >= reader->cpus) {
        ctf_missing(&reader->trace, "an event names CPU %u, of %u CPUs", event->cpu, reader->cpus);
        return true;
    }
    return give(reader, event, error) && take_owner(reader, *event, error);
}

static bool take_loss(struct takt_reader *reader, const struct ctf_record *record,
                      struct event *event, struct error *error)
{
    event->kind = EVENT_LOSS;
    event->exchange = ctf_ns(&reader->trace, record->lost_from);
    event->a = record->lost > UINT32_MAX ? UINT32_MAX : (uint32_t)record->lost;
    return give(reader, event, error);
}

/* The metadata says how many CPUs there are: what comes from another one is damaged. */
static bool is_of_a_cpu(struct takt_reader *reader, const struct ctf_record *record)
{
    if (record->cpu < reader->cpus) {
        return true;
    }
    ctf_missing(&reader->trace, "a packet of CPU %u, of %u CPUs", record->cpu, reader->cpus);
    return false;
}

static bool take_all(struct takt_reader *reader, struct error *error)
{
    const struct ctf_record *record;

    while ((record = ctf_next(&reader->trace)) != NULL) {
        if (!is_of_a_cpu(reader, record)) {
            continue;
        }
        struct event event = { .time = ctf_ns(&reader->trace, record->time),
                               .cpu = (uint16_t)record->cpu };
        bool fine = record->kind == CTF_LOSS ? take_loss(reader, record, &event, error)
                                             : take_event(reader, record, &event, error);

        if (!fine) {
            return false;
        }
    }
    return true;
}

static const char *fact(const struct ctf_schema *schema, const char *name)
{
    const char *text = ctf_fact_text(schema, name);

    return text == NULL ? "?" : text;
}

static bool describe(const struct takt_reader *reader, struct source *source, struct error *error)
{
    const struct ctf_schema *schema = &reader->trace.schema;
    const char *note = ctf_fact_text(schema, "clock_note");

    source->system =
        arena_print(reader->arena, "%s on %s, image %s, trace %s", fact(schema, "system"),
                    fact(schema, "board"), fact(schema, "image"), fact(schema, "mode"));
    source->clock = note == NULL ? "not said" : note;
    source->clock_hz = schema->clock_hz;
    source->cpus = reader->trace.cpus < reader->cpus ? reader->trace.cpus : reader->cpus;
    source->bytes = reader->trace.bytes;
    source->partial = reader->trace.partial;
    source->problem = reader->trace.problem;
    return source->system != NULL || error_memory(error);
}

static bool read_opened(struct takt_reader *reader, struct source *source, struct error *error)
{
    int64_t cpus = CPUS_MAX;

    if (ctf_fact_number(&reader->trace.schema, "cpus", &cpus) && (cpus < 1 || cpus > CPUS_MAX)) {
        return error_set(error, "metadata: %lld CPUs are not possible", (long long)cpus);
    }
    reader->cpus = (uint32_t)cpus;
    reader->names = arena_alloc(reader->arena, CPUS_MAX, sizeof *reader->names);
    reader->ended = arena_alloc(reader->arena, CPUS_MAX, sizeof *reader->ended);
    if (reader->names == NULL || reader->ended == NULL) {
        return error_memory(error);
    }
    if (!find_fields(reader, error) || !take_all(reader, error)) {
        return false;
    }
    look_for_end(reader);
    return describe(reader, source, error);
}

static bool read_takt(const char *path, struct arena *arena, const struct event_sink *sink,
                      struct source *source, struct error *error)
{
    struct takt_reader reader = { .arena = arena, .sink = sink };
    bool fine = ctf_open(path, arena, &reader.trace, error) && read_opened(&reader, source, error);

    ctf_close(&reader.trace);
    return fine;
}

/* The tracer's name stands in the first part of the metadata. */
static bool recognises(const char *path)
{
    char text[PEEK_BYTES + 1];
    size_t size = ctf_peek(path, text, PEEK_BYTES);

    text[size] = '\0';
    return strncmp(text, "/* CTF 1.8", 10) == 0 && strstr(text, "tracer_name = \"takt\"") != NULL;
}

const struct reader takt_ctf_reader = {
    .name = "Takt CTF 1.8",
    .recognises = recognises,
    .read = read_takt,
};
