/* critical_path.c - where the time of the slowest requests went, segment by segment. */
#include "critical_path.h"

#include "path.h"
#include "rows.h"
#include "tables.h"
#include "texts.h"

#include <stdlib.h>

/* What is being shown, and room for it. */
struct show {
    struct view *view;
    struct report *report;
    struct section *section;
    struct path path;
    struct sentence sentence;
};

static const char *keep(struct show *show)
{
    const char *text = arena_copy(show->report->arena, show->sentence.text, show->sentence.length);

    show->report->failed = show->report->failed || text == NULL;
    return text == NULL ? "" : text;
}

static void add_holder_values(struct show *show, const struct path_segment *segment,
                              struct value *parent)
{
    const struct path_holder *holders = path_holders(&show->path, segment);
    struct value *list = value_add(show->report, parent, "cpu_held_by", VALUE_LIST);

    for (uint32_t i = 0; i < segment->holder_count; i++) {
        struct value *map = value_add(show->report, list, NULL, VALUE_MAP);

        sentence_clear(&show->sentence);
        path_holder_text(show->view, &holders[i], &show->sentence);
        value_text(show->report, map, "what", keep(show));
        if (holders[i].thread != NONE && !holders[i].others) {
            value_text(show->report, map, "thread", view_role(show->view, holders[i].thread));
        }
        value_int(show->report, map, "cpu", holders[i].cpu);
        value_us(show->report, map, "us", holders[i].ns);
    }
}

static void show_segment(struct show *show, const struct path_segment *segment,
                         const struct exchange *exchange, struct value *list)
{
    struct report *report = show->report;
    struct value *map = value_add(report, list, NULL, VALUE_MAP);
    uint64_t ns = segment->end - segment->start;
    const char *text;

    sentence_clear(&show->sentence);
    path_text(show->view, &show->path, segment, &show->sentence);
    text = keep(show);
    report_line(report, show->section, "%11s%9s%7s  %s",
                text_us(report, segment->start - exchange->send), text_us(report, ns),
                text_percent(report, ns, exchange_latency(exchange)), text);
    value_us(report, map, "start_us", segment->start - exchange->send);
    value_us(report, map, "us", ns);
    value_text(report, map, "kind", path_kind_name(segment->step.kind));
    value_text(report, map, "what", text);
    if (segment->interrupt_ns > 0) {
        value_us(report, map, "interrupts_us", segment->interrupt_ns);
    }
    if (segment->holder_count > 0) {
        add_holder_values(show, segment, map);
    }
}

/* The kinds of a path, the longest first. */
static unsigned sort_kinds(const uint64_t *kind_ns, enum path_kind *order)
{
    unsigned count = 0;

    for (int kind = 0; kind < PATH_KIND_COUNT; kind++) {
        unsigned at = count;

        if (kind_ns[kind] == 0) {
            continue;
        }
        for (; at > 0 && kind_ns[order[at - 1]] < kind_ns[kind]; at--) {
            order[at] = order[at - 1];
        }
        order[at] = (enum path_kind)kind;
        count++;
    }
    return count;
}

static void show_kinds(struct show *show, struct value *parent)
{
    struct value *map = value_add(show->report, parent, "by_kind", VALUE_MAP);
    enum path_kind order[PATH_KIND_COUNT];
    unsigned count = sort_kinds(show->path.kind_ns, order);

    sentence_clear(&show->sentence);
    for (unsigned i = 0; i < count; i++) {
        uint64_t ns = show->path.kind_ns[order[i]];

        sentence_add(&show->sentence, "%s%s ", i == 0 ? "" : ", ", path_kind_name(order[i]));
        sentence_us(&show->sentence, ns);
        sentence_add(&show->sentence, " us");
        value_us(show->report, map, path_kind_name(order[i]), ns);
    }
    report_line(show->report, show->section, "   by kind: %s", show->sentence.text);
}

static void show_path(struct show *show, uint32_t index)
{
    const struct view *view = show->view;
    const struct exchange *exchange = model_exchange(view->model, index);
    struct report *report = show->report;
    struct value *map = value_add(report, &show->section->values, NULL, VALUE_MAP);
    const char *server = view_label_text(view, view_server_label(view, index));
    struct value *segments;

    if (!path_build(&show->path, show->view, index)) {
        report->failed = true;
        return;
    }
    report_line(report, show->section, "txn %llu: %s -> %s, send latency %s us",
                (unsigned long long)exchange->number, view_role(view, exchange->client), server,
                text_us(report, exchange_latency(exchange)));
    report_line(report, show->section, "%11s%9s%7s  %s", "start us", "us", "%", "what");
    value_int(report, map, "txn", (int64_t)exchange->number);
    value_text(report, map, "client", view_role(view, exchange->client));
    value_text(report, map, "server", server);
    value_us(report, map, "send_us", exchange->send);
    value_us(report, map, "latency_us", exchange_latency(exchange));
    segments = value_add(report, map, "segments", VALUE_LIST);
    for (size_t i = 0; i < show->path.segments.count; i++) {
        show_segment(show, array_at(&show->path.segments, i), exchange, segments);
    }
    show_kinds(show, map);
}

static int slower_first(const void *left_item, const void *right_item)
{
    const struct sample *left = left_item;
    const struct sample *right = right_item;

    if (left->latency != right->latency) {
        return left->latency < right->latency ? 1 : -1;
    }
    return (left->exchange > right->exchange) - (left->exchange < right->exchange);
}

void analyze_critical_path(struct view *view, const struct analyze_options *options,
                           struct report *report)
{
    struct show show = { .view = view, .report = report };
    struct array samples;

    if (options->slowest == 0) {
        return;
    }
    show.section = report_section(report, "critical_paths", VALUE_LIST);
    if (show.section == NULL || !rows_collect(view, options->client, &samples)) {
        report->failed = true;
        return;
    }
    if (samples.count > 0) {
        qsort(samples.items, samples.count, sizeof(struct sample), slower_first);
    } else {
        report_line(report, show.section, "critical paths: no trustworthy request to show");
    }
    path_init(&show.path, view->arena);
    for (size_t i = 0; i < samples.count && i < options->slowest; i++) {
        const struct sample *sample = array_at(&samples, i);

        if (i > 0) {
            report_line(report, show.section, "%s", "");
        }
        show_path(&show, sample->exchange);
    }
    path_free(&show.path);
    array_free(&samples);
}

/* Marks. */

static const char *keep_shared(struct show *show, struct texts *texts)
{
    const char *text = texts_keep(texts, show->sentence.text, show->sentence.length);

    show->report->failed = show->report->failed || text == NULL;
    return text;
}

static void mark_segment(struct show *show, struct texts *texts, const struct path_segment *segment)
{
    const struct exchange *exchange = model_exchange(show->view->model, show->path.exchange);
    struct report_mark *mark = report_mark_add(show->report);

    if (mark == NULL) {
        return;
    }
    mark->start = segment->start;
    mark->end = segment->end;
    mark->thread = exchange->client;
    mark->exchange = show->path.exchange;
    mark->track = "critical path";
    mark->kind = path_kind_name(segment->step.kind);
    sentence_clear(&show->sentence);
    path_name(show->view, &show->path, segment, false, &show->sentence);
    mark->name = keep_shared(show, texts);
    if (segment->step.state == STATE_READY && segment->holder_count > 0) {
        sentence_clear(&show->sentence);
        path_holder_text(show->view, path_holders(&show->path, segment), &show->sentence);
        mark->held_by = keep_shared(show, texts);
    }
}

static void mark_all(struct show *show, struct texts *texts)
{
    const struct model *model = show->view->model;

    for (uint32_t i = 0; i < model->exchanges.count && !show->report->failed; i++) {
        if (!view_counts(show->view, i, NULL)) {
            continue;
        }
        if (!path_build(&show->path, show->view, i)) {
            show->report->failed = true;
            return;
        }
        for (size_t j = 0; j < show->path.segments.count; j++) {
            mark_segment(show, texts, array_at(&show->path.segments, j));
        }
    }
}

void critical_path_marks(const struct model *model, struct report *report)
{
    struct view view;
    struct error error;
    struct texts texts;
    struct show show = { .view = &view, .report = report };

    if (!view_init(&view, model, &error)) {
        report->failed = true;
        return;
    }
    texts_init(&texts, report->arena);
    path_init(&show.path, report->arena);
    mark_all(&show, &texts);
    path_free(&show.path);
    texts_free(&texts);
}
