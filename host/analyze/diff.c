/* diff.c - what differs between two traces, matched by role.
 *
 * Ids, indexes and CPUs mean nothing from one trace to the other; client, priority and server
 * do. Both sides are brought into the order of their roles and gone through together.
 */
#include "differences.h"

#include "channels.h"
#include "deadlines.h"
#include "rows.h"
#include "shares.h"
#include "tables.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Gathering. */

static int by_role(const void *left, const void *right)
{
    return row_compare(left, right);
}

static bool gather_paths(struct side *side, const char *client)
{
    struct path path;
    bool complete = true;

    path_init(&path, side->view.arena);
    for (uint32_t i = 0; i < side->view.model->exchanges.count && complete; i++) {
        if (!view_counts(&side->view, i, client)) {
            continue;
        }
        complete = path_build(&path, &side->view, i);
        side->paths++;
        for (int kind = 0; kind < PATH_KIND_COUNT; kind++) {
            side->kind_ns[kind] += path.kind_ns[kind];
        }
    }
    path_free(&path);
    return complete;
}

static void prepare(struct side *side, struct arena *arena)
{
    array_init(&side->deadlines, sizeof(struct deadline_row), arena);
    array_init(&side->rows, sizeof(struct row), arena);
    array_init(&side->shares, sizeof(struct share), arena);
}

static bool gather(struct side *side, const struct model *model,
                   const struct analyze_options *options, struct error *error)
{
    if (!view_init(&side->view, model, error)) {
        return false;
    }
    for (uint32_t i = 0; i < model->exchanges.count; i++) {
        side->trustworthy += model_exchange(model, i)->trustworthy ? 1 : 0;
    }
    side->inversions = inversions_count(&side->view, options);
    if (!deadlines_build(&side->view, options, &side->deadlines)
        || !rows_build(&side->view, options->client, &side->rows)
        || !shares_build(&side->view, options->client, &side->shares)
        || !gather_paths(side, options->client)) {
        return error_memory(error);
    }
    if (side->rows.count > 0) {
        qsort(side->rows.items, side->rows.count, sizeof(struct row), by_role);
    }
    return true;
}

static void release(struct side *side)
{
    array_free(&side->deadlines);
    array_free(&side->rows);
    array_free(&side->shares);
}

void diff_begin(struct diff *diff, const char *name, enum value_kind kind)
{
    diff->section = report_section(diff->report, name, kind);
    if (diff->section == NULL) {
        diff->report->failed = true;
    }
}

struct value *diff_values(const struct diff *diff)
{
    return diff->section == NULL ? NULL : &diff->section->values;
}

/* Head: what was compared. */

static void add_side_values(struct diff *diff, const struct side *side)
{
    const struct model *model = side->view.model;
    struct value *map = value_add(diff->report, diff_values(diff), side->word, VALUE_MAP);

    value_text(diff->report, map, "file", model->source.path);
    value_int(diff->report, map, "cpus", model->cpus);
    value_int(diff->report, map, "threads", (int64_t)model->threads.count);
    value_int(diff->report, map, "exchanges", (int64_t)model->exchanges.count);
    value_int(diff->report, map, "trustworthy_exchanges", (int64_t)side->trustworthy);
    value_int(diff->report, map, "loss_records", (int64_t)model->losses.count);
    value_bool(diff->report, map, "partial", model->source.partial);
}

static void add_partial(struct diff *diff, const struct side *side)
{
    const struct source *source = &side->view.model->source;

    if (source->partial) {
        report_line(diff->report, diff->section, "note: only a part of %s could be read: %s",
                    source->path, source->problem == NULL ? "it ended early" : source->problem);
    }
}

static void diff_head(struct diff *diff)
{
    const struct model *before = diff->before.view.model;
    const struct model *after = diff->after.view.model;
    struct report *report = diff->report;

    diff_begin(diff, "traces", VALUE_MAP);
    report_line(report, diff->section, "before: %s", before->source.path);
    report_line(report, diff->section, "after:  %s", after->source.path);
    add_partial(diff, &diff->before);
    add_partial(diff, &diff->after);
    if (diff->options->client != NULL) {
        report_line(report, diff->section, "client filter: '%s' (applies to every row below)",
                    diff->options->client);
        value_text(report, diff_values(diff), "client", diff->options->client);
    }
    report_line(report, diff->section,
                "message exchanges: before %zu (%" PRIu64 " trustworthy, %zu loss records) | "
                "after %zu (%" PRIu64 " trustworthy, %zu loss records)",
                before->exchanges.count, diff->before.trustworthy, before->losses.count,
                after->exchanges.count, diff->after.trustworthy, after->losses.count);
    add_side_values(diff, &diff->before);
    add_side_values(diff, &diff->after);
}

/* Deadlines. */

static const char *deadline_side(struct diff *diff, const struct deadline_row *row)
{
    const char *text;

    if (row == NULL || row->server == NULL) {
        return "no request";
    }
    text = arena_print(diff->report->arena, "%" PRIu64 "/%" PRIu64 " missed, max %s us",
                       row->missed, row->requests, text_us(diff->report, row->max));
    diff->report->failed = diff->report->failed || text == NULL;
    return text == NULL ? "" : text;
}

static void deadline_values(struct diff *diff, struct value *parent, const char *word,
                            const struct deadline_row *row)
{
    struct value *map = value_add(diff->report, parent, word, VALUE_MAP);

    value_int(diff->report, map, "requests", row == NULL ? 0 : (int64_t)row->requests);
    value_int(diff->report, map, "missed", row == NULL ? 0 : (int64_t)row->missed);
    value_us(diff->report, map, "max_us", row == NULL ? 0 : row->max);
}

static void show_deadline(struct diff *diff, const struct deadline_row *before,
                          const struct deadline_row *after)
{
    const struct deadline_row *any = before == NULL ? after : before;
    uint64_t missed_before = before == NULL ? 0 : before->missed;
    uint64_t missed_after = after == NULL ? 0 : after->missed;
    struct value *map = value_add(diff->report, diff_values(diff), NULL, VALUE_MAP);

    report_line(diff->report, diff->section, "deadline %s=%s us%s%s: before %s | after %s",
                any->deadline->name, text_exact_us(diff->report, any->deadline->ns),
                any->server == NULL ? "" : " on ", any->server == NULL ? "" : any->server,
                deadline_side(diff, before), deadline_side(diff, after));
    value_text(diff->report, map, "name", any->deadline->name);
    value_us(diff->report, map, "limit_us", any->deadline->ns);
    value_text(diff->report, map, "server", any->server);
    deadline_values(diff, map, "before", before);
    deadline_values(diff, map, "after", after);
    diff->named = diff->named || missed_before != missed_after;
}

static int compare_deadlines(const struct deadline_row *left, const struct deadline_row *right)
{
    if (left == NULL || right == NULL) {
        return (left == NULL) - (right == NULL);
    }
    if (left->deadline != right->deadline) {
        return left->deadline < right->deadline ? -1 : 1;
    }
    if (left->server == NULL || right->server == NULL) {
        return (left->server != NULL) - (right->server != NULL);
    }
    return strcmp(left->server, right->server);
}

static const void *item(const struct array *array, size_t index)
{
    return index < array->count ? array_at(array, index) : NULL;
}

bool pairing_look(const struct pairing *pairing, const void **before, const void **after)
{
    *before = item(pairing->before, pairing->at_before);
    *after = item(pairing->after, pairing->at_after);
    return *before != NULL || *after != NULL;
}

void pairing_pass(struct pairing *pairing, int order, const void **before, const void **after)
{
    if (order > 0) {
        *before = NULL;
    } else {
        pairing->at_before++;
    }
    if (order < 0) {
        *after = NULL;
    } else {
        pairing->at_after++;
    }
}

/* A row that only says "no request" has nothing to add if the other side has real rows. */
static void diff_deadlines(struct diff *diff)
{
    struct pairing pairing = { &diff->before.deadlines, &diff->after.deadlines, 0, 0 };
    const void *before;
    const void *after;

    if (diff->options->deadline_count == 0) {
        return;
    }
    diff_begin(diff, "deadlines", VALUE_LIST);
    while (pairing_look(&pairing, &before, &after)) {
        const struct deadline_row *one;
        int order = compare_deadlines(before, after);

        pairing_pass(&pairing, order, &before, &after);
        one = before == NULL ? after : before;
        if (one != NULL && (order == 0 || one->server != NULL)) {
            show_deadline(diff, before, after);
        }
    }
}

/* Inversions and channels. */

static void inversion_values(struct diff *diff, const struct side *side)
{
    struct value *map = value_add(diff->report, diff_values(diff), side->word, VALUE_MAP);

    value_int(diff->report, map, "count", (int64_t)side->inversions.found);
    value_int(diff->report, map, "checked_exchanges", (int64_t)side->inversions.exchanges);
    value_int(diff->report, map, "checked_mutex_waits", (int64_t)side->inversions.mutex_waits);
    value_int(diff->report, map, "insufficient_evidence", (int64_t)side->inversions.insufficient);
}

static void diff_inversions(struct diff *diff)
{
    const struct inversion_counts *before = &diff->before.inversions;
    const struct inversion_counts *after = &diff->after.inversions;

    diff_begin(diff, "inversions", VALUE_MAP);
    report_line(diff->report, diff->section,
                "suspected priority inversions: before %" PRIu64 " | after %" PRIu64
                " (checked %" PRIu64 " | %" PRIu64 " exchanges, %" PRIu64 " | %" PRIu64
                " mutex waits; insufficient evidence: %" PRIu64 " | %" PRIu64 ")",
                before->found, after->found, before->exchanges, after->exchanges,
                before->mutex_waits, after->mutex_waits, before->insufficient, after->insufficient);
    inversion_values(diff, &diff->before);
    inversion_values(diff, &diff->after);
    diff->named = diff->named || before->found != after->found;
}

static void diff_channels(struct diff *diff)
{
    struct report *report = diff->report;
    const char *before;
    const char *after;

    diff_begin(diff, "channels", VALUE_MAP);
    before = channels_fixed(&diff->before.view, report,
                            value_add(report, diff_values(diff), "before", VALUE_LIST));
    after = channels_fixed(&diff->after.view, report,
                           value_add(report, diff_values(diff), "after", VALUE_LIST));
    if (before == NULL || after == NULL) {
        return;
    }
    report_line(report, diff->section, "fixed-priority channels: before %s | after %s", before,
                after);
    diff->named = diff->named || strcmp(before, after) != 0;
}

void diff_change(struct diff *diff, struct value *parent, uint64_t before, uint64_t after)
{
    struct value *value = value_add(diff->report, parent, "change_us", VALUE_MICROSECONDS);

    if (value != NULL) {
        value->number = after >= before ? (int64_t)(after - before) : -(int64_t)(before - after);
    }
}

static uint64_t mean(const struct side *side, int kind)
{
    return side->paths == 0 ? 0 : side->kind_ns[kind] / side->paths;
}

static void diff_kinds(struct diff *diff)
{
    struct report *report = diff->report;

    diff_begin(diff, "path_kinds", VALUE_LIST);
    report_line(report, diff->section,
                "critical paths of trustworthy requests, mean us a request by kind:");
    for (int kind = 0; kind < PATH_KIND_COUNT; kind++) {
        uint64_t before = mean(&diff->before, kind);
        uint64_t after = mean(&diff->after, kind);
        const char *change = text_us(report, after > before ? after - before : before - after);
        const char *sign = after > before ? "+" : "-";
        struct value *map;

        if (before == 0 && after == 0) {
            continue;
        }
        map = value_add(report, diff_values(diff), NULL, VALUE_MAP);
        value_text(report, map, "kind", path_kind_name((enum path_kind)kind));
        value_us(report, map, "before_us", before);
        value_us(report, map, "after_us", after);
        diff_change(diff, map, before, after);
        report_line(report, diff->section, "  %-22s before %9s | after %9s  (%s%s)",
                    path_kind_name((enum path_kind)kind), text_us(report, before),
                    text_us(report, after), strcmp(change, "0.0") == 0 ? "" : sign, change);
    }
}

static void show_all(struct diff *diff)
{
    diff_head(diff);
    diff_deadlines(diff);
    diff_inversions(diff);
    diff_channels(diff);
    diff_latency(diff);
    diff_shares(diff);
    diff_kinds(diff);
    if (!diff->named) {
        diff_begin(diff, "verdict", VALUE_MAP);
        report_line(diff->report, diff->section, "no difference worth naming");
    }
    diff->report->finding = diff->named;
}

bool analyze_diff(const struct model *before, const struct model *after,
                  const struct analyze_options *options, struct report *report, struct error *error)
{
    struct diff diff = { .options = options,
                         .report = report,
                         .before = { .word = "before" },
                         .after = { .word = "after" } };
    bool complete;

    prepare(&diff.before, before->arena);
    prepare(&diff.after, after->arena);
    complete =
        gather(&diff.before, before, options, error) && gather(&diff.after, after, options, error);
    if (complete) {
        show_all(&diff);
        complete = report->failed ? error_memory(error) : true;
    }
    release(&diff.before);
    release(&diff.after);
    return complete;
}
