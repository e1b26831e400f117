/* perfetto_view_parts.h - what the parts of the tests' viewer share. */
#pragma once

#include "perfetto_view.h"

enum { SEQUENCES = 4, VIEW_CPUS = 8 };

struct message {
    const uint8_t *bytes;
    size_t size;
    size_t at;
};

struct field {
    uint64_t number;
    unsigned type;
    uint64_t value;
    struct message content;
};

struct view_name {
    uint64_t iid;
    const char *text;
};

enum view_table_kind { EVENT_NAMES, ARGUMENT_NAMES, ARGUMENT_TEXTS, SYMBOLS, VIEW_TABLES };

struct view_table {
    struct array entries; /* struct view_name */
};

/* A sequence of packets: what has been defined on it, and its time. */
struct sequence {
    int started;
    int valid; /* its state has been cleared, so that numbers have a meaning */
    uint64_t default_clock;
    uint64_t time;
    struct view_table tables[VIEW_TABLES];
};

struct reading {
    struct sequence sequences[SEQUENCES];
    uint64_t clocks[4]; /* the ids that the snapshot tells of */
    uint64_t clock_times[4];
    unsigned clock_count;
};

int view_break(struct view *view, const char *format, ...) __attribute__((format(printf, 2, 3)));
int view_number(struct message *message, uint64_t *number);
int view_field(struct view *view, struct message *message, struct field *field);
const char *view_text(struct view *view, const struct field *field);
void *view_add(struct view *view, struct array *array);
void view_read_payload(struct view *view, struct sequence *sequence, struct field *field,
                       uint64_t time);

/* perfetto_view_names.c */
void view_read_interned(struct view *view, struct sequence *sequence, struct message *message);
const char *view_name(struct view *view, struct view_table *table, uint64_t iid);

/* perfetto_view_packet.c */
void view_reading_init(struct reading *reading, struct view *view);
void view_reading_free(struct reading *reading);
void view_read_packet(struct view *view, struct reading *reading, struct message *message);

/* perfetto_view_cpu.c */
void view_read_bundle(struct view *view, struct sequence *sequence, struct message *message);
void view_check_cpus(struct view *view);
