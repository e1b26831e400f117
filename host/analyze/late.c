/* late.c - why a latency test found a thread too late.
 *
 * The test leaves a mark in its thread when that finds itself later than it may be, and how late.
 * So the stretch from the instant at which the thread was to be woken to the mark is known. It is
 * walked in the steps in which something changed, on the thread's CPU; every nanosecond belongs to
 * one row: what the thread was doing, and who had the CPU. The longest row is the cause.
 */
#include "array.h"
#include "path.h"
#include "tables.h"

#include <inttypes.h>
#include <stdlib.h>

enum late_stage { LATE_NOT_WOKEN, LATE_READY, LATE_RUNNING, LATE_NOT_SHOWN };

enum { LATE_ROWS_MAX = 16 };

struct late_row {
    enum late_stage stage;
    struct path_holder holder;
};

struct lateness {
    const struct mark *mark;
    uint64_t start;
    unsigned row_count;
    struct late_row rows[LATE_ROWS_MAX + 1]; /* the last one: all others */
};

static const char *const stage_names[] = {
    [LATE_NOT_WOKEN] = "not woken yet",
    [LATE_READY] = "READY",
    [LATE_RUNNING] = "running",
    [LATE_NOT_SHOWN] = "not shown",
};

static enum late_stage stage_of(const struct span *span)
{
    if (span == NULL) {
        return LATE_NOT_SHOWN;
    }
    if (span->state == STATE_RUNNING) {
        return LATE_RUNNING;
    }
    return span->state == STATE_READY ? LATE_READY : LATE_NOT_WOKEN;
}

static void add_row(struct lateness *late, const struct late_row *wanted)
{
    for (unsigned i = 0; i < late->row_count; i++) {
        struct late_row *row = &late->rows[i];

        if (row->holder.others
            || (row->stage == wanted->stage && path_same_holder(&row->holder, &wanted->holder))) {
            row->holder.ns += wanted->holder.ns;
            return;
        }
    }
    late->rows[late->row_count] = *wanted;
    late->rows[late->row_count].holder.others = late->row_count == LATE_ROWS_MAX;
    late->row_count++;
}

static int longest_first(const void *left, const void *right)
{
    const struct late_row *a = left;
    const struct late_row *b = right;

    if (a->holder.ns != b->holder.ns) {
        return a->holder.ns < b->holder.ns ? 1 : -1;
    }
    return (int)a->stage - (int)b->stage;
}

/* Goes through the stretch; stops short where the budget of all walks is used up. */
static void gather(struct view *view, struct lateness *late)
{
    unsigned cpu = model_thread(view->model, late->mark->thread)->pinned_cpu;
    uint64_t time = late->start;

    while (time < late->mark->time && view->steps_left > 0) {
        struct thread_moment thread = view_thread(view, late->mark->thread, time);
        struct cpu_moment moment = view_cpu(view, cpu, time);
        uint64_t until = thread.until < moment.until ? thread.until : moment.until;
        uint64_t end = until < late->mark->time ? until : late->mark->time;
        struct late_row row = { stage_of(thread.span), path_holder_of(view, &moment, end - time) };

        view->steps_left--;
        add_row(late, &row);
        time = end;
    }
    qsort(late->rows, late->row_count, sizeof late->rows[0], longest_first);
}

static void row_text(const struct view *view, const struct late_row *row, struct sentence *sentence)
{
    sentence_add(sentence, "%s", stage_names[row->stage]);
    if (row->stage == LATE_RUNNING && row->holder.irq == NONE) {
        return;
    }
    sentence_add(sentence, row->stage == LATE_RUNNING ? ", in " : ", CPU held by ");
    path_holder_text(view, &row->holder, sentence);
}

static void show(struct report *report, struct section *section, const struct view *view,
                 const struct lateness *late)
{
    struct sentence sentence;

    report_line(report, section, "%s late by %s us:", view_role(view, late->mark->thread),
                text_us(report, late->mark->value));
    for (unsigned i = 0; i < late->row_count; i++) {
        sentence_clear(&sentence);
        row_text(view, &late->rows[i], &sentence);
        report_line(report, section, "  %s us %s%s", text_us(report, late->rows[i].holder.ns),
                    sentence.text, i == 0 ? " (the cause)" : "");
    }
    if (late->mark->time - late->start < late->mark->value) {
        report_line(report, section, "  the trace begins later than that");
    }
}

static void add_values(struct report *report, struct section *section, const struct view *view,
                       const struct lateness *late)
{
    struct value *map = value_add(report, &section->values, NULL, VALUE_MAP);
    struct value *list;
    struct sentence sentence;

    value_text(report, map, "thread", view_role(view, late->mark->thread));
    value_us(report, map, "late_us", late->mark->value);
    list = value_add(report, map, "causes", VALUE_LIST);
    for (unsigned i = 0; i < late->row_count; i++) {
        struct value *row = value_add(report, list, NULL, VALUE_MAP);

        sentence_clear(&sentence);
        row_text(view, &late->rows[i], &sentence);
        value_us(report, row, "us", late->rows[i].holder.ns);
        value_text(report, row, "text", arena_copy(report->arena, sentence.text, sentence.length));
    }
}

static uint64_t begin_of(const struct model *model, const struct mark *mark)
{
    uint64_t from = mark->time < mark->value ? 0 : mark->time - mark->value;

    return from < model->start ? model->start : from;
}

void analyze_late(struct view *view, const struct analyze_options *options, struct report *report)
{
    const struct model *model = view->model;
    struct section *section = NULL;
    size_t shown = 0;

    for (size_t i = 0; i < model->marks.count && !report->failed; i++) {
        struct lateness late = { .mark = array_at(&model->marks, i) };

        if (late.mark->code != MARK_LATE || late.mark->thread == NONE
            || !view_role_matches(view, late.mark->thread, options->client)) {
            continue;
        }
        section = section != NULL ? section : report_section(report, "late", VALUE_LIST);
        if (section == NULL) {
            break;
        }
        late.start = begin_of(model, late.mark);
        gather(view, &late);
        if (shown++ < options->top) {
            show(report, section, view, &late);
        }
        add_values(report, section, view, &late);
        report->finding = true;
    }
}
