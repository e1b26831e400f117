/* report.c - what an analysis has found, in a form that any writer can show.
 *
 * Lists are kept with their ends, so that everything stays in the order in which it was found.
 * When memory is out the functions give NULL, take NULL and only note the failure: an analysis
 * need not look.
 */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>

void report_init(struct report *report, struct arena *arena)
{
    *report = (struct report){ .arena = arena };
}

/* Zeroed memory; NULL is noted. */
static void *take(struct report *report, size_t size)
{
    void *piece = arena_alloc(report->arena, 1, size);

    report->failed = report->failed || piece == NULL;
    return piece;
}

struct section *report_section(struct report *report, const char *name, enum value_kind kind)
{
    struct section *section = take(report, sizeof(*section));

    if (section == NULL) {
        return NULL;
    }
    section->name = name;
    section->values.kind = kind;
    section->values.name = name;
    if (report->last_section == NULL) {
        report->sections = section;
    } else {
        report->last_section->next = section;
    }
    report->last_section = section;
    return section;
}

static const char *print_list(struct report *report, const char *format, va_list arguments)
{
    va_list again;
    int length;
    char *text;

    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    text = length < 0 ? NULL : arena_alloc(report->arena, (size_t)length + 1, 1);
    if (text == NULL) {
        report->failed = true;
        return NULL;
    }
    (void)vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

void report_line(struct report *report, struct section *section, const char *format, ...)
{
    struct line *line = take(report, sizeof(*line));
    va_list arguments;

    if (line == NULL || section == NULL) {
        return;
    }
    va_start(arguments, format);
    line->text = print_list(report, format, arguments);
    va_end(arguments);
    if (line->text == NULL) {
        return;
    }
    if (section->last_line == NULL) {
        section->lines = line;
    } else {
        section->last_line->next = line;
    }
    section->last_line = line;
}

struct report_mark *report_mark_add(struct report *report)
{
    struct report_mark *mark = take(report, sizeof(*mark));

    if (mark == NULL) {
        return NULL;
    }
    mark->thread = UINT32_MAX;
    mark->exchange = UINT32_MAX;
    if (report->last_mark == NULL) {
        report->marks = mark;
    } else {
        report->last_mark->next = mark;
    }
    report->last_mark = mark;
    return mark;
}

struct value *value_add(struct report *report, struct value *parent, const char *name,
                        enum value_kind kind)
{
    struct value *value = report->text_only ? NULL : take(report, sizeof(*value));

    if (value == NULL || parent == NULL) {
        return NULL;
    }
    value->kind = kind;
    value->name = name;
    if (parent->last == NULL) {
        parent->first = value;
    } else {
        parent->last->next = value;
    }
    parent->last = value;
    return value;
}

void value_int(struct report *report, struct value *parent, const char *name, int64_t number)
{
    struct value *value = value_add(report, parent, name, VALUE_INT);

    if (value != NULL) {
        value->number = number;
    }
}

void value_bool(struct report *report, struct value *parent, const char *name, bool truth)
{
    struct value *value = value_add(report, parent, name, VALUE_BOOL);

    if (value != NULL) {
        value->number = truth ? 1 : 0;
    }
}

void value_us(struct report *report, struct value *parent, const char *name, uint64_t ns)
{
    struct value *value = value_add(report, parent, name, VALUE_MICROSECONDS);

    if (value != NULL) {
        value->number = ns > INT64_MAX ? INT64_MAX : (int64_t)ns;
    }
}

void value_text(struct report *report, struct value *parent, const char *name, const char *text)
{
    struct value *value = value_add(report, parent, name, text == NULL ? VALUE_NULL : VALUE_TEXT);

    if (value != NULL) {
        value->text = text;
    }
}
