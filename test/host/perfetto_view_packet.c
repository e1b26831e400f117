/* perfetto_view_packet.c - a viewer for tests: packets, their sequences and clocks. */
#include "perfetto_view_parts.h"

#include <string.h>

enum { CLEARED = 1, NEEDS_STATE = 2, INCREMENTAL_CLOCK = 64, TRACE_CLOCK = 6 };

void view_reading_init(struct reading *reading, struct view *view)
{
    *reading = (struct reading){ .clock_count = 0 };
    for (unsigned i = 0; i < SEQUENCES; i++) {
        reading->sequences[i].default_clock = TRACE_CLOCK;
        for (unsigned k = 0; k < VIEW_TABLES; k++) {
            array_init(&reading->sequences[i].tables[k].entries, sizeof(struct view_name),
                       &view->arena);
        }
    }
}

void view_reading_free(struct reading *reading)
{
    for (unsigned i = 0; i < SEQUENCES; i++) {
        for (unsigned k = 0; k < VIEW_TABLES; k++) {
            array_free(&reading->sequences[i].tables[k].entries);
        }
    }
}

static void read_clock(struct view *view, struct reading *reading, struct message *message)
{
    unsigned at = reading->clock_count;
    struct field field;
    int incremental = 0;

    if (at == sizeof(reading->clocks) / sizeof(reading->clocks[0])) {
        view_break(view, "too many clocks");
        return;
    }
    while (view_field(view, message, &field)) {
        if (field.number == 1) {
            reading->clocks[at] = field.value;
        } else if (field.number == 2) {
            reading->clock_times[at] = field.value;
        } else if (field.number == 3) {
            incremental = 1;
        } else {
            view_break(view, "field %llu of a clock", (unsigned long long)field.number);
        }
    }
    if (incremental != (reading->clocks[at] == INCREMENTAL_CLOCK)) {
        view_break(view, "clock %llu is incremental or not",
                   (unsigned long long)reading->clocks[at]);
    }
    reading->clock_count++;
}

static void read_snapshot(struct view *view, struct reading *reading, struct message *message)
{
    struct field field;

    while (view_field(view, message, &field)) {
        if (field.number == 1) {
            read_clock(view, reading, &field.content);
        } else if (field.number != 2 || field.value != TRACE_CLOCK) {
            view_break(view, "the primary clock is %llu", (unsigned long long)field.value);
        }
    }
}

static int clock_at(const struct reading *reading, uint64_t clock, uint64_t *time)
{
    for (unsigned i = 0; i < reading->clock_count; i++) {
        if (reading->clocks[i] == clock) {
            *time = reading->clock_times[i];
            return 1;
        }
    }
    return 0;
}

static void read_defaults(struct view *view, struct reading *reading, struct sequence *sequence,
                          struct message *message)
{
    struct field field;

    while (view_field(view, message, &field)) {
        if (field.number != 58 || !clock_at(reading, field.value, &sequence->time)) {
            view_break(view, "a default clock that no snapshot tells of");
        }
        sequence->default_clock = field.value;
    }
}

static void read_system(struct view *view, struct message *message)
{
    struct field names;
    struct field field;

    if (!view_field(view, message, &names) || names.number != 1) {
        view_break(view, "a system without names");
    }
    while (view_field(view, &names.content, &field)) {
        if (field.number == 1) {
            view->system = view_text(view, &field);
        }
    }
}

static void pass_time(struct view *view, const struct reading *reading, struct sequence *sequence,
                      uint64_t timestamp)
{
    uint64_t unused;
    uint64_t time =
        sequence->default_clock == INCREMENTAL_CLOCK ? sequence->time + timestamp : timestamp;

    if (!clock_at(reading, sequence->default_clock, &unused)) {
        view_break(view, "a time of clock %llu, of which no snapshot tells",
                   (unsigned long long)sequence->default_clock);
    }
    if (time < sequence->time || time > INT64_MAX) {
        view_break(view, "time goes from %llu to %llu", (unsigned long long)sequence->time,
                   (unsigned long long)time);
    }
    sequence->time = time;
}

struct packet_head {
    uint64_t sequence;
    uint64_t flags;
    uint64_t timestamp;
    int has_timestamp;
    int first;
    int dropped;
};

static struct packet_head read_head(struct view *view, struct message message)
{
    struct packet_head head = { 0, 0, 0, 0, 0, 0 };
    struct field field;

    while (view_field(view, &message, &field)) {
        switch (field.number) {
        case 8:
            head.timestamp = field.value;
            head.has_timestamp = 1;
            break;
        case 10:
            head.sequence = field.value;
            break;
        case 13:
            head.flags = field.value;
            break;
        case 42:
            head.dropped = 1;
            break;
        case 87:
            head.first = 1;
            break;
        default:
            break;
        }
    }
    return head;
}

/* As viewers do: a gap makes what was defined on the sequence void. */
static void check_head(struct view *view, struct sequence *sequence, const struct packet_head *head)
{
    if (!sequence->started && (!head->first || (head->flags & CLEARED) == 0)) {
        view_break(view, "sequence %llu begins without saying so",
                   (unsigned long long)head->sequence);
    }
    sequence->started = 1;
    sequence->valid = (sequence->valid && !head->dropped) || (head->flags & CLEARED) != 0;
    if ((head->flags & NEEDS_STATE) != 0 && !sequence->valid) {
        view_break(view, "a packet needs what sequence %llu has not got",
                   (unsigned long long)head->sequence);
    }
}

static int is_head(uint64_t number)
{
    return number == 8 || number == 10 || number == 13 || number == 42 || number == 87;
}

void view_read_packet(struct view *view, struct reading *reading, struct message *message)
{
    struct packet_head head = read_head(view, *message);
    struct sequence *sequence;
    struct field field;

    if (head.sequence == 0 || head.sequence >= SEQUENCES) {
        view_break(view, "a packet of sequence %llu", (unsigned long long)head.sequence);
        return;
    }
    sequence = &reading->sequences[head.sequence];
    check_head(view, sequence, &head);
    if (head.has_timestamp) {
        pass_time(view, reading, sequence, head.timestamp);
    }
    view->dropped += (size_t)head.dropped;
    while (view_field(view, message, &field)) {
        if (field.number == 6) {
            read_snapshot(view, reading, &field.content);
        } else if (field.number == 59) {
            read_defaults(view, reading, sequence, &field.content);
        } else if (field.number == 45) {
            read_system(view, &field.content);
        } else if (field.number != 126 && !is_head(field.number)) {
            view_read_payload(view, sequence, &field, sequence->time);
        }
    }
}
