/* deadline.c - which requests took longer than they may.
 *
 * A request is late if it took longer than the deadline, or ended without an answer. One that is
 * still waiting when the trace ends is named if it is late already.
 */
#include "deadlines.h"

#include "tables.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void count_ended(struct deadline_row *row, const struct exchange *exchange, uint64_t limit)
{
    uint64_t latency = exchange_latency(exchange);
    bool failed = exchange->outcome == OUTCOME_FAILED;

    row->requests++;
    row->failed += failed ? 1 : 0;
    row->missed += failed || latency > limit ? 1 : 0;
    row->max = latency > row->max ? latency : row->max;
}

static void count_open(const struct view *view, struct deadline_row *row,
                       const struct exchange *exchange, uint64_t limit)
{
    uint64_t end = view->model->end;
    bool known = exchange->outcome == OUTCOME_OPEN && (exchange->seen & SEEN_SEND) != 0
                 && exchange->send <= end && !model_loss_between(view->model, exchange->send, end);

    row->late_open += known && end - exchange->send > limit ? 1 : 0;
}

/* `rows` has one for each label and one more, for requests whose server is not known. */
static void count_all(const struct view *view, const struct analyze_options *options,
                      struct deadline_row *rows, uint32_t labels)
{
    const struct model *model = view->model;
    const struct deadline *deadline = rows[labels].deadline;

    for (uint32_t i = 0; i < model->exchanges.count; i++) {
        const struct exchange *exchange = model_exchange(model, i);
        uint32_t label = view_server_label(view, i);
        struct deadline_row *row = &rows[label == NONE ? labels : label];

        if (exchange->client == NONE || !view_role_matches(view, exchange->client, options->client)
            || !view_role_matches(view, exchange->client, deadline->name)) {
            continue;
        }
        if (exchange->trustworthy && exchange->outcome != OUTCOME_OPEN
            && exchange->end >= exchange->send) {
            count_ended(row, exchange, deadline->ns);
        } else {
            count_open(view, row, exchange, deadline->ns);
        }
    }
}

static bool add_rows(const struct view *view, const struct deadline_row *counted, uint32_t labels,
                     struct array *rows)
{
    size_t before = rows->count;

    for (uint32_t label = 0; label <= labels; label++) {
        struct deadline_row *row;

        if (counted[label].requests == 0 && counted[label].late_open == 0) {
            continue;
        }
        row = array_add(rows);
        if (row == NULL) {
            return false;
        }
        *row = counted[label];
        row->server = view_label_text(view, label == labels ? NONE : label);
    }
    if (rows->count == before) {
        struct deadline_row *row = array_add(rows);

        if (row == NULL) {
            return false;
        }
        row->deadline = counted[0].deadline;
    }
    return true;
}

static bool build_one(const struct view *view, const struct analyze_options *options,
                      const struct deadline *deadline, struct array *rows)
{
    uint32_t labels = view->group_count + (uint32_t)view->model->objects.count;
    struct deadline_row *counted = calloc((size_t)labels + 1, sizeof *counted);
    bool complete;

    if (counted == NULL) {
        return false;
    }
    for (uint32_t label = 0; label <= labels; label++) {
        counted[label].deadline = deadline;
    }
    count_all(view, options, counted, labels);
    complete = add_rows(view, counted, labels, rows);
    free(counted);
    return complete;
}

bool deadlines_build(const struct view *view, const struct analyze_options *options,
                     struct array *rows)
{
    array_init(rows, sizeof(struct deadline_row), view->arena);
    for (size_t i = 0; i < options->deadline_count; i++) {
        if (!build_one(view, options, &options->deadlines[i], rows)) {
            array_free(rows);
            return false;
        }
    }
    return true;
}

static void show_row(struct report *report, struct section *section, const struct deadline_row *row)
{
    const char *limit = text_exact_us(report, row->deadline->ns);

    if (row->server == NULL) {
        report_line(report, section,
                    "deadline %s=%s us: not checked, no trustworthy request of such a client",
                    row->deadline->name, limit);
        return;
    }
    report_line(report, section,
                "deadline %s=%s us on %s: %" PRIu64 " of %" PRIu64 " requests missed, max %s us",
                row->deadline->name, limit, row->server, row->missed, row->requests,
                text_us(report, row->max));
    if (row->failed > 0) {
        report_line(report, section, "  %" PRIu64 " of them failed: no answer at all", row->failed);
    }
    if (row->late_open > 0) {
        report_line(report, section,
                    "  %" PRIu64 " more still waited when the trace ended, late already",
                    row->late_open);
    }
}

static void add_values(struct report *report, struct section *section,
                       const struct deadline_row *row)
{
    struct value *map = value_add(report, &section->values, NULL, VALUE_MAP);

    value_text(report, map, "name", row->deadline->name);
    value_us(report, map, "limit_us", row->deadline->ns);
    value_text(report, map, "server", row->server);
    value_int(report, map, "requests", (int64_t)row->requests);
    value_int(report, map, "missed", (int64_t)row->missed);
    value_int(report, map, "failed", (int64_t)row->failed);
    value_int(report, map, "late_when_the_trace_ended", (int64_t)row->late_open);
    value_us(report, map, "max_us", row->max);
}

void analyze_deadlines(struct view *view, const struct analyze_options *options,
                       struct report *report)
{
    struct section *section;
    struct array rows;

    if (options->deadline_count == 0) {
        return;
    }
    section = report_section(report, "deadlines", VALUE_LIST);
    if (section == NULL || !deadlines_build(view, options, &rows)) {
        report->failed = true;
        return;
    }
    for (size_t i = 0; i < rows.count; i++) {
        const struct deadline_row *row = array_at(&rows, i);

        show_row(report, section, row);
        add_values(report, section, row);
        report->finding =
            report->finding || row->missed > 0 || row->late_open > 0 || row->server == NULL;
    }
    array_free(&rows);
}
