/* summary.c - what a trace holds and how far it can be trusted. */
#include "tables.h"

#include <inttypes.h>
#include <string.h>

enum { REASONS_MAX = 16 };

/* Why exchanges are not trusted: a text of the model's and how many. */
struct reason {
    const char *text;
    uint64_t count;
};

struct facts {
    uint64_t trustworthy;
    uint64_t failed;
    uint64_t open;
    uint64_t switches;
    uint64_t lost_records;
    uint64_t ambiguous_threads;
    unsigned reason_count;
    struct reason reasons[REASONS_MAX];
};

static void count_reason(struct facts *facts, const char *text)
{
    unsigned at = 0;

    if (text == NULL) {
        text = "not complete";
    }
    while (at < facts->reason_count && strcmp(facts->reasons[at].text, text) != 0) {
        at++;
    }
    if (at == facts->reason_count && at < REASONS_MAX) {
        facts->reasons[at].text = text;
        facts->reason_count++;
    }
    if (at < REASONS_MAX) {
        facts->reasons[at].count++;
    }
}

static void count_exchanges(const struct model *model, struct facts *facts)
{
    for (uint32_t i = 0; i < model->exchanges.count; i++) {
        const struct exchange *exchange = model_exchange(model, i);

        facts->failed += exchange->outcome == OUTCOME_FAILED ? 1 : 0;
        facts->open += exchange->outcome == OUTCOME_OPEN ? 1 : 0;
        if (exchange->trustworthy) {
            facts->trustworthy++;
        } else {
            count_reason(facts, exchange->warning);
        }
    }
}

static struct facts facts_of(const struct model *model)
{
    struct facts facts = { 0 };

    count_exchanges(model, &facts);
    for (unsigned cpu = 0; cpu < model->cpus; cpu++) {
        for (size_t i = 0; i < model->occupancies[cpu].count; i++) {
            const struct occupancy *occupancy = array_at(&model->occupancies[cpu], i);

            facts.switches += occupancy->thread != NONE ? 1 : 0;
        }
    }
    for (size_t i = 0; i < model->losses.count; i++) {
        facts.lost_records += ((const struct loss *)array_at(&model->losses, i))->records;
    }
    for (uint32_t i = 0; i < model->threads.count; i++) {
        facts.ambiguous_threads += model_thread(model, i)->ambiguous ? 1 : 0;
    }
    return facts;
}

/* Everything that a reader should know before believing the rest. */
static void add_notes(const struct model *model, const struct facts *facts, struct report *report,
                      struct section *section)
{
    if (model->source.partial) {
        report_line(report, section, "note: only a part of the trace could be read: %s",
                    model->source.problem == NULL ? "it ended early" : model->source.problem);
    }
    if (model->losses.count > 0) {
        report_line(report, section,
                    "note: %" PRIu64 " records were lost in %zu places; exchanges across them "
                    "are not used",
                    facts->lost_records, model->losses.count);
    }
    if (model->repairs > 0) {
        report_line(report, section,
                    "note: %" PRIu64 " states were closed without an event that ends them",
                    model->repairs);
    }
    if (facts->ambiguous_threads > 0) {
        report_line(report, section,
                    "note: %" PRIu64 " threads may be several, their ids were used again",
                    facts->ambiguous_threads);
    }
    if (model->backward > 0) {
        report_line(report, section,
                    "note: clocks of the CPUs disagree: %" PRIu64 " effects come up to %s us "
                    "before their cause",
                    model->backward, text_us(report, model->backward_max));
    }
}

void analyze_summary(struct view *view, const struct analyze_options *options,
                     struct report *report)
{
    const struct model *model = view->model;
    struct facts facts = facts_of(model);
    struct section *section = report_section(report, "trace", VALUE_MAP);

    (void)options;
    if (section == NULL) {
        return;
    }
    report_line(report, section,
                "trace %s: %zu message exchanges, %" PRIu64
                " trustworthy (analyses use only those)",
                model->source.path, model->exchanges.count, facts.trustworthy);
    if (model->source.clock != NULL) {
        report_line(report, section, "  times are %s", model->source.clock);
    }
    add_notes(model, &facts, report, section);
    value_text(report, &section->values, "file", model->source.path);
    value_text(report, &section->values, "clock", model->source.clock);
    value_int(report, &section->values, "exchanges", (int64_t)model->exchanges.count);
    value_int(report, &section->values, "trustworthy_exchanges", (int64_t)facts.trustworthy);
    value_bool(report, &section->values, "partial", model->source.partial);
    value_text(report, &section->values, "problem", model->source.problem);
}

/* info */

static void add_source(const struct model *model, struct report *report, struct value *map)
{
    const struct source *source = &model->source;

    value_text(report, map, "file", source->path);
    value_text(report, map, "format", source->format);
    value_text(report, map, "system", source->system);
    value_text(report, map, "clock", source->clock);
    value_int(report, map, "clock_hz", (int64_t)source->clock_hz);
    value_int(report, map, "cpus", model->cpus);
    value_int(report, map, "bytes", (int64_t)source->bytes);
    value_int(report, map, "events", (int64_t)model->events);
    value_us(report, map, "start_us", model->start);
    value_us(report, map, "duration_us", model->end - model->start);
    value_us(report, map, "all_cpus_from_us", model->window_start);
    value_us(report, map, "all_cpus_until_us", model->window_end);
}

static void add_losses(const struct model *model, const struct facts *facts, struct report *report,
                       struct value *map)
{
    struct value *list = value_add(report, map, "losses", VALUE_LIST);

    for (size_t i = 0; i < model->losses.count; i++) {
        const struct loss *loss = array_at(&model->losses, i);
        struct value *one = value_add(report, list, NULL, VALUE_MAP);

        value_int(report, one, "cpu", loss->cpu);
        value_us(report, one, "start_us", loss->start);
        value_us(report, one, "end_us", loss->end);
        value_int(report, one, "records", (int64_t)loss->records);
    }
    value_int(report, map, "lost_records", (int64_t)facts->lost_records);
}

static void add_exchanges(const struct model *model, const struct facts *facts,
                          struct report *report, struct value *map)
{
    struct value *reasons;

    value_int(report, map, "exchanges", (int64_t)model->exchanges.count);
    value_int(report, map, "trustworthy_exchanges", (int64_t)facts->trustworthy);
    value_int(report, map, "failed_exchanges", (int64_t)facts->failed);
    value_int(report, map, "open_exchanges", (int64_t)facts->open);
    reasons = value_add(report, map, "untrustworthy", VALUE_MAP);
    for (unsigned i = 0; i < facts->reason_count; i++) {
        value_int(report, reasons, facts->reasons[i].text, (int64_t)facts->reasons[i].count);
    }
}

static uint64_t count_groups(const struct view *view, struct report *report)
{
    bool *seen = arena_alloc(report->arena, view->group_count + 1U, sizeof *seen);
    uint64_t count = 0;

    if (seen == NULL) {
        report->failed = true;
        return 0;
    }
    for (uint32_t i = 0; i < view->model->threads.count; i++) {
        bool grouped = model_thread(view->model, i)->group[0] != '\0';

        count += grouped && !seen[view->group_ids[i]] ? 1 : 0;
        seen[view->group_ids[i]] = seen[view->group_ids[i]] || grouped;
    }
    return count;
}

static uint64_t count_channels(const struct model *model)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < model->objects.count; i++) {
        count += model_object(model, i)->kind == OBJECT_CHANNEL ? 1 : 0;
    }
    return count;
}

static void add_info(const struct view *view, const struct facts *facts, struct report *report,
                     struct value *map)
{
    const struct model *model = view->model;

    add_source(model, report, map);
    value_bool(report, map, "partial", model->source.partial);
    value_text(report, map, "problem", model->source.problem);
    add_losses(model, facts, report, map);
    value_int(report, map, "repaired_states", (int64_t)model->repairs);
    value_int(report, map, "effects_before_cause", (int64_t)model->backward);
    value_int(report, map, "groups", (int64_t)count_groups(view, report));
    value_int(report, map, "threads", (int64_t)model->threads.count);
    value_int(report, map, "ambiguous_threads", (int64_t)facts->ambiguous_threads);
    value_int(report, map, "channels", (int64_t)count_channels(model));
    value_int(report, map, "switches", (int64_t)facts->switches);
    value_int(report, map, "interrupts", (int64_t)model->interrupts.count);
    value_int(report, map, "pulses", (int64_t)model->pulses.count);
    value_int(report, map, "marks", (int64_t)model->marks.count);
    add_exchanges(model, facts, report, map);
}

bool analyze_info(const struct model *model, struct report *report, struct error *error)
{
    struct section *section = report_section(report, "info", VALUE_MAP);
    struct facts facts = facts_of(model);
    struct view view;

    if (section == NULL || !view_init(&view, model, error)) {
        return error_memory(error);
    }
    add_info(&view, &facts, report, &section->values);
    return report->failed ? error_memory(error) : true;
}
