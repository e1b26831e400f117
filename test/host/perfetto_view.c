/* perfetto_view.c - a viewer for tests: messages, tracks and slices. Field numbers are written as
 * numbers on purpose: they come from the format's documentation, not from the writer.
 */
#include "perfetto_view.h"
#include "perfetto_view_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { VARINT = 0, FIXED64 = 1, LENGTH = 2, VIEW_BYTES = 256 * 1024 * 1024 };

int view_break(struct view *view, const char *format, ...)
{
    va_list arguments;

    if (view->broken[0] != '\0') {
        return 0;
    }
    va_start(arguments, format);
    (void)vsnprintf(view->broken, sizeof(view->broken), format, arguments);
    va_end(arguments);
    return 0;
}

int view_number(struct message *message, uint64_t *number)
{
    *number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte;

        if (message->at == message->size) {
            return 0;
        }
        byte = message->bytes[message->at++];
        *number |= (uint64_t)(byte & 0x7FU) << shift;
        if (byte < 0x80U) {
            return 1;
        }
    }
    return 0;
}

/* The next field; 0 at the end, and where a field is cut or of a type that we never write. */
int view_field(struct view *view, struct message *message, struct field *field)
{
    uint64_t tag;

    *field = (struct field){ 0 };
    if (message->at == message->size || view->broken[0] != '\0') {
        return 0;
    }
    if (!view_number(message, &tag)) {
        return view_break(view, "a field is cut");
    }
    field->number = tag >> 3;
    field->type = (unsigned)(tag & 7U);
    if (field->type == VARINT) {
        return view_number(message, &field->value) || view_break(view, "a number is cut");
    }
    if (field->type == FIXED64 && message->size - message->at >= 8) {
        for (unsigned i = 0; i < 8; i++) {
            field->value |= (uint64_t)message->bytes[message->at++] << (8 * i);
        }
        return 1;
    }
    if (field->type == LENGTH && view_number(message, &field->value)
        && field->value <= message->size - message->at) {
        field->content.bytes = message->bytes + message->at;
        field->content.size = (size_t)field->value;
        message->at += (size_t)field->value;
        return 1;
    }
    return view_break(view, "field %llu of type %u is cut", (unsigned long long)field->number,
                      field->type);
}

const char *view_text(struct view *view, const struct field *field)
{
    const char *text =
        arena_copy(&view->arena, (const char *)field->content.bytes, field->content.size);

    if (field->type != LENGTH || text == NULL) {
        view_break(view, "field %llu is no text", (unsigned long long)field->number);
        return "";
    }
    return text;
}

void *view_add(struct view *view, struct array *array)
{
    void *item = array_add(array);

    if (item == NULL) {
        static char waste[sizeof(struct view_track) + sizeof(struct view_slice)];

        view_break(view, "out of memory");
        return memset(waste, 0, sizeof(waste));
    }
    return item;
}

static struct view_track *find_track(const struct view *view, uint64_t uuid)
{
    for (size_t i = 0; i < view->tracks.count; i++) {
        struct view_track *track = array_at(&view->tracks, i);

        if (track->uuid == uuid) {
            return track;
        }
    }
    return NULL;
}

static void read_who(struct view *view, struct view_track *track, struct message *message,
                     unsigned name_field)
{
    struct field field;

    track->pid = 0;
    while (view_field(view, message, &field)) {
        if (field.number == 1) {
            track->pid = (int64_t)field.value;
        } else if (field.number == 2 && name_field == 5) {
            track->tid = (int64_t)field.value;
        } else if (field.number == name_field) {
            track->name = view_text(view, &field);
        } else {
            view_break(view, "field %llu of a process or thread", (unsigned long long)field.number);
        }
    }
}

static void read_counter(struct view *view, struct view_track *track, struct message *message)
{
    struct field field;

    track->is_counter = 1;
    while (view_field(view, message, &field)) {
        if (field.number == 7) {
            track->scale = view_text(view, &field);
        } else if (field.number != 6) {
            view_break(view, "field %llu of a counter", (unsigned long long)field.number);
        }
    }
}

static void check_track(struct view *view, const struct view_track *track)
{
    if (find_track(view, track->uuid) != NULL) {
        view_break(view, "track %llu is described twice", (unsigned long long)track->uuid);
    }
    if (track->parent != 0 && find_track(view, track->parent) == NULL) {
        view_break(view, "track %llu has an unknown parent", (unsigned long long)track->uuid);
    }
    for (size_t i = 0; i < view->tracks.count; i++) {
        const struct view_track *other = array_at(&view->tracks, i);

        if (track->tid >= 0 && other->tid == track->tid) {
            view_break(view, "two threads have number %lld", (long long)track->tid);
        }
        if (track->tid >= 0 && other->tid < 0 && other->pid == track->tid
            && other->pid != track->pid) {
            view_break(view, "thread %lld has another process's number", (long long)track->tid);
        }
    }
    if (track->tid == 0 || track->pid == 0) {
        view_break(view, "number 0 belongs to the idle threads");
    }
}

static void read_descriptor(struct view *view, struct message *message)
{
    struct view_track track = { .pid = -1, .tid = -1, .name = "" };
    struct field field;

    while (view_field(view, message, &field)) {
        switch (field.number) {
        case 1:
            track.uuid = field.value;
            break;
        case 2:
            track.name = view_text(view, &field);
            break;
        case 3:
            read_who(view, &track, &field.content, 6);
            break;
        case 4:
            read_who(view, &track, &field.content, 5);
            break;
        case 5:
            track.parent = field.value;
            break;
        case 8:
            read_counter(view, &track, &field.content);
            break;
        case 12: /* ranks, a description, how to merge, order of processes and threads */
        case 14:
        case 15:
        case 19:
        case 20:
            break;
        default:
            view_break(view, "field %llu of a track", (unsigned long long)field.number);
        }
    }
    check_track(view, &track);
    *(struct view_track *)view_add(view, &view->tracks) = track;
}

static const char *value_text(struct view *view, struct sequence *sequence,
                              const struct field *field)
{
    double number;

    switch (field->number) {
    case 3:
        return arena_print(&view->arena, "%llu", (unsigned long long)field->value);
    case 4:
        return arena_print(&view->arena, "%lld", (long long)field->value);
    case 5:
        memcpy(&number, &field->value, sizeof(number));
        return arena_print(&view->arena, "%.3f", number);
    case 17:
        return view_name(view, &sequence->tables[ARGUMENT_TEXTS], field->value);
    default:
        view_break(view, "field %llu of an argument", (unsigned long long)field->number);
        return "";
    }
}

static const char *read_argument(struct view *view, struct sequence *sequence,
                                 struct message *message)
{
    const char *name = "";
    const char *value = "";
    struct field field;

    while (view_field(view, message, &field)) {
        if (field.number == 1) {
            name = view_name(view, &sequence->tables[ARGUMENT_NAMES], field.value);
        } else if (field.number == 10) {
            name = view_text(view, &field);
        } else {
            value = value_text(view, sequence, &field);
        }
    }
    return arena_print(&view->arena, "%s=%s", name, value);
}

struct track_event_fields {
    uint64_t type;
    uint64_t track;
    int64_t value;
    struct view_slice slice;
};

static void read_track_event_field(struct view *view, struct sequence *sequence,
                                   struct field *field, struct track_event_fields *event)
{
    struct view_slice *slice = &event->slice;

    switch (field->number) {
    case 4:
        slice->arguments = arena_print(&view->arena, "%s%s%s", slice->arguments,
                                       slice->arguments[0] == '\0' ? "" : " ",
                                       read_argument(view, sequence, &field->content));
        break;
    case 9:
        event->type = field->value;
        break;
    case 10:
        slice->name = view_name(view, &sequence->tables[EVENT_NAMES], field->value);
        break;
    case 11:
        event->track = field->value;
        break;
    case 23:
        slice->name = view_text(view, field);
        break;
    case 30:
        event->value = (int64_t)field->value;
        break;
    case 47:
        slice->flow_out = field->type == FIXED64 && slice->flow_out == 0 ? field->value : 0;
        break;
    case 48:
        slice->flow_in = field->type == FIXED64 && slice->flow_in == 0 ? field->value : 0;
        break;
    case 52:
        slice->correlation = field->value;
        break;
    default:
        view_break(view, "field %llu of an event", (unsigned long long)field->number);
    }
}

static void begin_slice(struct view *view, struct view_track *track, const struct view_slice *slice)
{
    if (track->depth == sizeof(track->open) / sizeof(track->open[0])) {
        view_break(view, "slices lie too deep");
        return;
    }
    *(struct view_slice *)view_add(view, &view->slices) = *slice;
    track->open[track->depth++] = view->slices.count - 1;
}

static void end_slice(struct view *view, struct view_track *track, uint64_t time)
{
    struct view_slice *slice;

    if (track->depth == 0) {
        view_break(view, "an end without a beginning at %llu", (unsigned long long)time);
        return;
    }
    slice = array_at(&view->slices, track->open[--track->depth]);
    slice->end = time;
    slice->closed = 1;
    if (time < slice->start) {
        view_break(view, "\"%s\" ends before it begins", slice->name);
    }
}

static void take_track_event(struct view *view, struct track_event_fields *event, uint64_t time)
{
    struct view_track *track = find_track(view, event->track);

    if (track == NULL || track->is_counter != (event->type == 4)) {
        view_break(view, "event %llu on track %llu, which is not described so",
                   (unsigned long long)event->type, (unsigned long long)event->track);
        return;
    }
    event->slice.track = event->track;
    event->slice.start = event->slice.end = time;
    event->slice.depth = track->depth;
    if (event->type == 1) {
        begin_slice(view, track, &event->slice);
    } else if (event->type == 2) {
        end_slice(view, track, time);
    } else if (event->type == 3) {
        event->slice.instant = event->slice.closed = 1;
        *(struct view_slice *)view_add(view, &view->slices) = event->slice;
    } else if (event->type == 4) {
        struct view_counter counter = { time, event->track, event->value };

        *(struct view_counter *)view_add(view, &view->counters) = counter;
    } else {
        view_break(view, "an event of type %llu", (unsigned long long)event->type);
    }
}

static void read_track_event(struct view *view, struct sequence *sequence, struct message *message,
                             uint64_t time)
{
    struct track_event_fields event = { .slice = { .name = "", .arguments = "" } };
    struct field field;

    while (view_field(view, message, &field)) {
        read_track_event_field(view, sequence, &field, &event);
    }
    if (view->broken[0] == '\0') {
        take_track_event(view, &event, time);
    }
}

void view_read_payload(struct view *view, struct sequence *sequence, struct field *field,
                       uint64_t time)
{
    switch (field->number) {
    case 1:
        view_read_bundle(view, sequence, &field->content);
        break;
    case 11:
        read_track_event(view, sequence, &field->content, time);
        break;
    case 12:
        view_read_interned(view, sequence, &field->content);
        break;
    case 60:
        read_descriptor(view, &field->content);
        break;
    default:
        view_break(view, "field %llu of a packet", (unsigned long long)field->number);
    }
}

/* Each arrow has one beginning and one end. */
static void check_flows(struct view *view)
{
    for (size_t i = 0; i < view->slices.count; i++) {
        const struct view_slice *slice = array_at(&view->slices, i);
        unsigned ins = 0;
        unsigned outs = 0;

        for (size_t k = 0; k < view->slices.count; k++) {
            const struct view_slice *other = array_at(&view->slices, k);

            ins += other->flow_in != 0 && other->flow_in == slice->flow_out;
            outs += other->flow_out != 0 && other->flow_out == slice->flow_in;
        }
        if ((slice->flow_out != 0 && ins != 1) || (slice->flow_in != 0 && outs != 1)) {
            view_break(view, "an arrow of \"%s\" has %u ends and %u beginnings", slice->name, ins,
                       outs);
        }
        if (!slice->closed) {
            view_break(view, "\"%s\" stays open", slice->name);
        }
    }
}

static void init_arrays(struct view *view)
{
    array_init(&view->tracks, sizeof(struct view_track), &view->arena);
    array_init(&view->slices, sizeof(struct view_slice), &view->arena);
    array_init(&view->counters, sizeof(struct view_counter), &view->arena);
    array_init(&view->switches, sizeof(struct view_switch), &view->arena);
    array_init(&view->wakings, sizeof(struct view_waking), &view->arena);
    array_init(&view->events, sizeof(struct view_event), &view->arena);
}

void view_read(struct view *view, const void *bytes, size_t size)
{
    struct message file = { bytes, size, 0 };
    struct reading reading;
    struct field field;

    *view = (struct view){ .system = "" };
    arena_init(&view->arena, VIEW_BYTES);
    init_arrays(view);
    view_reading_init(&reading, view);
    while (view_field(view, &file, &field)) {
        if (field.number != 1 || field.type != LENGTH) {
            view_break(view, "field %llu in the file", (unsigned long long)field.number);
        }
        view_read_packet(view, &reading, &field.content);
    }
    check_flows(view);
    view_check_cpus(view);
    view_reading_free(&reading);
}
