/* cpus.c - what each of several CPUs did: how long it was in use, and what interrupted it. */
#include "sources.h"
#include "tables.h"

#include <inttypes.h>

struct use {
    uint64_t used;
    uint64_t idle;
    uint64_t unknown;
};

static struct use use_of(const struct model *model, unsigned cpu)
{
    struct use use = { 0 };

    for (size_t i = 0; i < model->occupancies[cpu].count; i++) {
        const struct occupancy *one = array_at(&model->occupancies[cpu], i);
        uint64_t time = one->end - one->start;

        if (one->thread == NONE) {
            use.unknown += time;
        } else if (model_thread(model, one->thread)->idle) {
            use.idle += time;
        } else {
            use.used += time;
        }
    }
    return use;
}

static void add_use(const struct model *model, unsigned cpu, struct report *report,
                    struct section *section, struct value *map)
{
    const struct use use = use_of(model, cpu);
    uint64_t all = use.used + use.idle + use.unknown;

    report_line(report, section, "CPU %u: in use %s %% of the time, idle %s %%, not shown %s %%",
                cpu, text_percent(report, use.used, all), text_percent(report, use.idle, all),
                text_percent(report, use.unknown, all));
    value_int(report, map, "cpu", cpu);
    value_us(report, map, "used_us", use.used);
    value_us(report, map, "idle_us", use.idle);
    value_us(report, map, "not_shown_us", use.unknown);
}

static void add_source(const struct source_row *row, struct report *report, struct section *section,
                       struct value *list)
{
    struct value *one = value_add(report, list, NULL, VALUE_MAP);
    const char *name = source_name(report, row);

    report_line(report, section, "  %-24s %8" PRIu64 "   %s us in handlers", name, row->count,
                text_us(report, row->time));
    value_text(report, one, "source", name);
    value_int(report, one, "irq", row->number);
    value_int(report, one, "count", (int64_t)row->count);
    value_us(report, one, "handlers_us", row->time);
}

/* Rows are in order of CPUs. */
static size_t add_cpu(const struct model *model, unsigned cpu, const struct array *rows, size_t at,
                      struct report *report)
{
    struct section *section = report->last_section;
    struct value *map = value_add(report, &section->values, NULL, VALUE_MAP);
    struct value *list;

    add_use(model, cpu, report, section, map);
    list = value_add(report, map, "interrupts", VALUE_LIST);
    while (at < rows->count && ((const struct source_row *)array_at(rows, at))->cpu == cpu) {
        add_source(array_at(rows, at), report, section, list);
        at++;
    }
    return at;
}

/* Of one CPU the other sections tell all. */
void analyze_cpus(struct view *view, const struct analyze_options *options, struct report *report)
{
    const struct model *model = view->model;
    struct array rows;
    size_t at = 0;

    (void)options;
    if (model->cpus < 2) {
        return;
    }
    if (report_section(report, "cpus", VALUE_LIST) == NULL
        || !sources_find(model, model->start, model->end, &rows)) {
        report->failed = true;
        return;
    }
    for (unsigned cpu = 0; cpu < model->cpus; cpu++) {
        at = add_cpu(model, cpu, &rows, at, report);
    }
    array_free(&rows);
}
