/* quiet.c - was a CPU left alone?
 *
 * It was if the trace shows no interrupt there and nothing is missing in which there could have
 * been one. Where something is missing and nothing is seen it cannot be told, and that is no yes.
 */
#include "analyze.h"
#include "sources.h"
#include "tables.h"

#include <inttypes.h>

struct stretch {
    uint64_t from;
    uint64_t until;
};

/* The first mark with that code that is not before `after`. Marks are in order of time. */
static bool find_mark(const struct model *model, uint64_t code, uint64_t after, uint64_t *time)
{
    for (size_t i = 0; i < model->marks.count; i++) {
        const struct mark *mark = array_at(&model->marks, i);

        if (mark->code == code && mark->time >= after) {
            *time = mark->time;
            return true;
        }
    }
    return false;
}

static bool find_edge(const struct model *model, const struct window_edge *edge, uint64_t after,
                      uint64_t *time)
{
    if (edge->kind == EDGE_TIME) {
        *time = edge->value;
    }
    return edge->kind != EDGE_MARK || find_mark(model, edge->value, after, time);
}

static bool find_stretch(const struct model *model, const struct window *window,
                         struct stretch *stretch, struct error *error)
{
    *stretch = (struct stretch){ model->start, model->end };
    if (!find_edge(model, &window->from, 0, &stretch->from)) {
        return window_no_mark(error, window, false);
    }
    return find_edge(model, &window->to, stretch->from, &stretch->until)
           || window_no_mark(error, window, true);
}

static uint64_t lost_records(const struct model *model, size_t cpu, const struct stretch *stretch,
                             bool *any)
{
    uint64_t records = 0;

    *any = false;
    for (size_t i = 0; i < model->losses.count; i++) {
        const struct loss *loss = array_at(&model->losses, i);

        if (loss->cpu == cpu && loss->end >= stretch->from && loss->start <= stretch->until) {
            *any = true;
            records += loss->records;
        }
    }
    return records;
}

static void add_source(const struct source_row *row, struct report *report, struct section *section,
                       struct value *list)
{
    struct value *one = value_add(report, list, NULL, VALUE_MAP);
    const char *name = source_name(report, row);

    report_line(report, section, "  %-24s %8" PRIu64 "   first at %s us, %s us in handlers", name,
                row->count, text_us(report, row->first), text_us(report, row->time));
    value_text(report, one, "source", name);
    value_int(report, one, "irq", row->number);
    value_int(report, one, "count", (int64_t)row->count);
    value_us(report, one, "first_us", row->first);
    value_us(report, one, "handlers_us", row->time);
}

/* How often the CPU was interrupted. */
static uint64_t add_sources(const struct array *rows, size_t cpu, struct report *report,
                            struct section *section)
{
    struct value *list = value_add(report, &section->values, "sources", VALUE_LIST);
    uint64_t count = 0;

    for (size_t i = 0; i < rows->count; i++) {
        const struct source_row *row = array_at(rows, i);

        if (row->cpu == cpu) {
            add_source(row, report, section, list);
            count += row->count;
        }
    }
    return count;
}

/* What could hide an interrupt; NULL: nothing. */
static const char *doubt(const struct model *model, size_t cpu, const struct stretch *stretch,
                         struct report *report)
{
    bool any;
    uint64_t records = lost_records(model, cpu, stretch, &any);

    if (any) {
        return arena_print(report->arena, "%" PRIu64 " records of CPU %zu were lost there", records,
                           cpu);
    }
    if (model->source.partial) {
        return arena_print(report->arena, "only a part of the trace could be read: %s",
                           model->source.problem == NULL ? "it ended early"
                                                         : model->source.problem);
    }
    return NULL;
}

static void add_verdict(uint64_t count, const char *why, struct report *report,
                        struct section *section)
{
    const char *verdict = count > 0 ? "interrupted" : why != NULL ? "cannot tell" : "quiet";

    if (why != NULL) {
        report_line(report, section, "verdict: %s%s %s", verdict, count > 0 ? "; and" : ":", why);
    } else {
        report_line(report, section, "verdict: %s", verdict);
    }
    value_text(report, &section->values, "verdict", verdict);
    value_text(report, &section->values, "doubt", why);
    report->finding = count > 0 || why != NULL;
}

bool analyze_quiet(const struct model *model, const struct quiet_question *question,
                   struct report *report, struct error *error)
{
    struct section *section = report_section(report, "quiet", VALUE_MAP);
    struct stretch stretch;
    struct array rows;

    if (question->cpu >= model->cpus) {
        return error_set(error, "there is no CPU %zu: the trace is of %u", question->cpu,
                         model->cpus);
    }
    if (!find_stretch(model, &question->window, &stretch, error)) {
        return false;
    }
    if (section == NULL || !sources_find(model, stretch.from, stretch.until, &rows)) {
        return error_memory(error);
    }
    report_line(report, section, "CPU %zu from %s us to %s us", question->cpu,
                text_us(report, stretch.from), text_us(report, stretch.until));
    value_int(report, &section->values, "cpu", (int64_t)question->cpu);
    value_us(report, &section->values, "from_us", stretch.from);
    value_us(report, &section->values, "until_us", stretch.until);
    uint64_t count = add_sources(&rows, question->cpu, report, section);

    value_int(report, &section->values, "interrupts", (int64_t)count);
    add_verdict(count, doubt(model, question->cpu, &stretch, report), report, section);
    array_free(&rows);
    return report->failed ? error_memory(error) : true;
}
