/* report.h - what an analysis has found, in a form that any writer can show.
 *
 * An analysis fills sections; a writer (text, JSON, Perfetto) walks them. Neither knows the
 * other: a new analysis appears in every output, a new writer shows every analysis. Each finding
 * is given twice, as the sentences that a person reads and as named values for a program.
 *
 *     section  "latency"  { lines[], values{} }
 *     marks    stretches and points on the time line, for a viewer
 *
 * All memory is the arena's.
 */
#pragma once

#include "arena.h"
#include "error.h"

#include <stdbool.h>
#include <stdint.h>

/* A JSON-shaped value, small and ordered. */
enum value_kind {
    VALUE_NULL,
    VALUE_BOOL,
    VALUE_INT,
    VALUE_MICROSECONDS,
    VALUE_TEXT,
    VALUE_LIST,
    VALUE_MAP
};

struct value {
    enum value_kind kind;
    const char *name; /* in a map */
    int64_t number;   /* BOOL, INT; MICROSECONDS: in nanoseconds, shown with one decimal in text */
    const char *text;
    struct value *first; /* LIST, MAP: children in order */
    struct value *last;
    struct value *next;
};

struct line {
    const char *text;
    struct line *next;
};

/* A stretch on a thread's time line, for viewers: segments of a critical path, inversions. */
struct report_mark {
    uint64_t start;
    uint64_t end;
    uint32_t thread;     /* model index: on whose line */
    uint32_t exchange;   /* model index, NONE */
    const char *track;   /* "critical path", "inversion" */
    const char *name;    /* "ts_psrv/psrv-rx READY at prio 10" */
    const char *kind;    /* "server preempted" */
    const char *held_by; /* who had the CPU; NULL */
    struct report_mark *next;
};

struct section {
    const char *name;    /* "latency", "deadlines", "inversions": also the key in JSON */
    struct value values; /* VALUE_MAP or VALUE_LIST */
    struct line *lines;
    struct line *last_line;
    struct section *next;
};

struct report {
    struct arena *arena;
    struct section *sections;
    struct section *last_section;
    struct report_mark *marks;
    struct report_mark *last_mark;
    bool finding;   /* the command's question has the answer that deserves exit status 1 */
    bool failed;    /* memory ran out: the report is not complete */
    bool text_only; /* nobody will look at values: none are kept */
};

void report_init(struct report *report, struct arena *arena);

/* Whether the finding of that rank, from 1, is told of: the first `top` are in lines, and all in
 * values. */
static inline bool report_tells(const struct report *report, uint64_t rank, uint64_t top)
{
    return rank <= top || !report->text_only;
}

/* All of these set `failed` instead of returning errors; the command looks once, at the end. */
struct section *report_section(struct report *report, const char *name, enum value_kind kind);
void report_line(struct report *report, struct section *section, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct report_mark *report_mark_add(struct report *report);

/* Add a child to a map (name) or a list (name NULL). */
struct value *value_add(struct report *report, struct value *parent, const char *name,
                        enum value_kind kind);
void value_int(struct report *report, struct value *parent, const char *name, int64_t number);
void value_bool(struct report *report, struct value *parent, const char *name, bool truth);
void value_us(struct report *report, struct value *parent, const char *name, uint64_t ns);
void value_text(struct report *report, struct value *parent, const char *name, const char *text);
