/* perfetto_view_cpu.c - a viewer for tests: what CPUs did, and questions to all that was read. */
#include "perfetto_view_parts.h"

#include <string.h>

enum { COLUMNS = 13, NAMES = 5 };

struct columns {
    struct array numbers[COLUMNS]; /* uint64_t */
    struct array names;            /* const char * */
};

static void unpack(struct view *view, struct array *numbers, struct message *message)
{
    uint64_t number;

    while (message->at < message->size) {
        if (!view_number(message, &number)) {
            view_break(view, "a packed number is cut");
            return;
        }
        *(uint64_t *)view_add(view, numbers) = number;
    }
}

static uint64_t number_at(struct view *view, const struct columns *columns, unsigned column,
                          size_t row)
{
    if (row >= columns->numbers[column].count) {
        view_break(view, "column %u is too short", column);
        return 0;
    }
    return *(uint64_t *)array_at(&columns->numbers[column], row);
}

static const char *name_at(struct view *view, const struct columns *columns, unsigned column,
                           size_t row)
{
    uint64_t index = number_at(view, columns, column, row);

    if (index >= columns->names.count) {
        view_break(view, "name %llu of %zu", (unsigned long long)index, columns->names.count);
        return "";
    }
    return *(const char **)array_at(&columns->names, (size_t)index);
}

static void take_switches(struct view *view, const struct columns *columns, uint64_t cpu)
{
    uint64_t time = 0;

    for (size_t row = 0; row < columns->numbers[1].count; row++) {
        struct view_switch it = { .cpu = cpu };

        time += number_at(view, columns, 1, row);
        it.time = time;
        it.previous_state = number_at(view, columns, 2, row);
        it.tid = number_at(view, columns, 3, row);
        it.priority = number_at(view, columns, 4, row);
        it.name = name_at(view, columns, 6, row);
        *(struct view_switch *)view_add(view, &view->switches) = it;
    }
}

static void take_wakings(struct view *view, const struct columns *columns, uint64_t cpu)
{
    uint64_t time = 0;

    for (size_t row = 0; row < columns->numbers[7].count; row++) {
        struct view_waking it = { .cpu = cpu };

        time += number_at(view, columns, 7, row);
        it.time = time;
        it.tid = number_at(view, columns, 8, row);
        it.target_cpu = number_at(view, columns, 9, row);
        it.priority = number_at(view, columns, 10, row);
        it.name = name_at(view, columns, 11, row);
        it.flags = number_at(view, columns, 12, row);
        *(struct view_waking *)view_add(view, &view->wakings) = it;
    }
}

static void check_columns(struct view *view, const struct columns *columns)
{
    for (unsigned i = 1; i < COLUMNS; i++) {
        size_t wanted = columns->numbers[i < 7 ? 1 : 7].count;

        if (i != NAMES && columns->numbers[i].count != wanted) {
            view_break(view, "column %u has %zu numbers of %zu", i, columns->numbers[i].count,
                       wanted);
        }
    }
}

static void read_sched(struct view *view, struct message *message, uint64_t cpu)
{
    struct columns columns;
    struct field field;

    for (unsigned i = 0; i < COLUMNS; i++) {
        array_init(&columns.numbers[i], sizeof(uint64_t), &view->arena);
    }
    array_init(&columns.names, sizeof(const char *), &view->arena);
    while (view_field(view, message, &field)) {
        if (field.number == NAMES) {
            *(const char **)view_add(view, &columns.names) = view_text(view, &field);
        } else if (field.number >= 1 && field.number < COLUMNS) {
            unpack(view, &columns.numbers[field.number], &field.content);
        } else {
            view_break(view, "column %llu", (unsigned long long)field.number);
        }
    }
    check_columns(view, &columns);
    take_switches(view, &columns, cpu);
    take_wakings(view, &columns, cpu);
    for (unsigned i = 0; i < COLUMNS; i++) {
        array_free(&columns.numbers[i]);
    }
    array_free(&columns.names);
}

static void read_details(struct view *view, struct sequence *sequence, struct message *message,
                         struct view_event *event)
{
    struct field field;

    while (view_field(view, message, &field)) {
        if (field.number == 1) {
            event->number = field.value;
        } else if (field.number == 2 && event->kind == VIEW_BLOCKED) {
            event->text = view_name(view, &sequence->tables[SYMBOLS], field.value);
        } else if (field.number == 2 && event->kind == VIEW_IRQ_ENTER) {
            event->text = view_text(view, &field);
        } else if (field.number != 2) {
            view_break(view, "field %llu of a CPU's event", (unsigned long long)field.number);
        }
    }
}

static void read_event(struct view *view, struct sequence *sequence, struct message *message,
                       uint64_t cpu)
{
    struct view_event event = { .cpu = cpu, .text = "" };
    struct field field;

    while (view_field(view, message, &field)) {
        switch (field.number) {
        case 1:
            event.time = field.value;
            break;
        case 2: /* who was running */
            break;
        case 18:
            event.kind = VIEW_BLOCKED;
            read_details(view, sequence, &field.content, &event);
            break;
        case 36:
            event.kind = VIEW_IRQ_ENTER;
            read_details(view, sequence, &field.content, &event);
            break;
        case 37:
            event.kind = VIEW_IRQ_EXIT;
            read_details(view, sequence, &field.content, &event);
            break;
        default:
            view_break(view, "event %llu of a CPU", (unsigned long long)field.number);
        }
    }
    *(struct view_event *)view_add(view, &view->events) = event;
}

void view_read_bundle(struct view *view, struct sequence *sequence, struct message *message)
{
    struct field field;
    uint64_t cpu = VIEW_CPUS;

    while (view_field(view, message, &field)) {
        if (field.number == 1 && field.value < VIEW_CPUS) {
            cpu = field.value;
        } else if (cpu == VIEW_CPUS) {
            view_break(view, "a bundle that does not say first of which CPU it is");
        } else if (field.number == 2) {
            read_event(view, sequence, &field.content, cpu);
        } else if (field.number == 4) {
            read_sched(view, &field.content, cpu);
        } else {
            view_break(view, "field %llu of a bundle", (unsigned long long)field.number);
        }
    }
}

static void check_time(struct view *view, uint64_t *last, uint64_t time, const char *what)
{
    if (time < *last || time > INT64_MAX) {
        view_break(view, "%s of a CPU go from %llu to %llu", what, (unsigned long long)*last,
                   (unsigned long long)time);
    }
    *last = time;
}

static void check_switch_times(struct view *view, uint64_t cpu)
{
    uint64_t last = 0;

    for (size_t i = 0; i < view->switches.count; i++) {
        const struct view_switch *it = array_at(&view->switches, i);

        if (it->cpu == cpu) {
            check_time(view, &last, it->time, "switches");
        }
    }
}

static void check_waking_times(struct view *view, uint64_t cpu)
{
    uint64_t last = 0;

    for (size_t i = 0; i < view->wakings.count; i++) {
        const struct view_waking *it = array_at(&view->wakings, i);

        if (it->cpu == cpu) {
            check_time(view, &last, it->time, "wake-ups");
        }
    }
}

static void check_event_times(struct view *view, uint64_t cpu)
{
    uint64_t last = 0;
    int inside = 0;

    for (size_t i = 0; i < view->events.count; i++) {
        const struct view_event *it = array_at(&view->events, i);

        if (it->cpu == cpu) {
            check_time(view, &last, it->time, "events");
            inside += it->kind == VIEW_IRQ_ENTER;
            inside -= it->kind == VIEW_IRQ_EXIT;
        }
    }
    if (inside != 0) {
        view_break(view, "interrupts of CPU %llu do not end", (unsigned long long)cpu);
    }
}

/* On each CPU: time never goes back, and interrupts end as often as they begin. */
void view_check_cpus(struct view *view)
{
    for (uint64_t cpu = 0; cpu < VIEW_CPUS; cpu++) {
        check_switch_times(view, cpu);
        check_waking_times(view, cpu);
        check_event_times(view, cpu);
    }
}

void view_free(struct view *view)
{
    array_free(&view->tracks);
    array_free(&view->slices);
    array_free(&view->counters);
    array_free(&view->switches);
    array_free(&view->wakings);
    array_free(&view->events);
    arena_free(&view->arena);
}

/* The one track that fits; 0: none does, or more than one. A thread has no parent here. */
static uint64_t only_track(const struct view *view, uint64_t parent, const char *name)
{
    uint64_t found = 0;
    unsigned count = 0;

    for (size_t i = 0; i < view->tracks.count; i++) {
        const struct view_track *track = array_at(&view->tracks, i);
        int fits = parent == 0 ? track->tid >= 0 : track->parent == parent;

        if (fits && strcmp(track->name, name) == 0) {
            found = track->uuid;
            count++;
        }
    }
    return count == 1 ? found : 0;
}

uint64_t view_track_of(const struct view *view, const char *thread, const char *name)
{
    uint64_t parent = only_track(view, 0, thread);

    return name == NULL || parent == 0 ? parent : only_track(view, parent, name);
}

const char *view_slices_of(struct view *view, uint64_t track)
{
    const char *text = "";

    for (size_t i = 0; i < view->slices.count && text != NULL; i++) {
        const struct view_slice *slice = array_at(&view->slices, i);
        const char *comma = text[0] == '\0' ? "" : ", ";

        if (slice->track != track) {
            continue;
        }
        if (slice->instant) {
            text = arena_print(&view->arena, "%s%s%s %llu", text, comma, slice->name,
                               (unsigned long long)slice->start);
        } else {
            text = arena_print(&view->arena, "%s%s%s %llu-%llu", text, comma, slice->name,
                               (unsigned long long)slice->start, (unsigned long long)slice->end);
        }
    }
    return text;
}

const struct view_slice *view_slice_at(const struct view *view, uint64_t track, size_t n)
{
    for (size_t i = 0; i < view->slices.count; i++) {
        const struct view_slice *slice = array_at(&view->slices, i);

        if (slice->track == track && n-- == 0) {
            return slice;
        }
    }
    return NULL;
}
