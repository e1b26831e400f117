/* latency.c - how long requests took, by client, priority and server. */
#include "rows.h"
#include "tables.h"

#include <inttypes.h>
#include <string.h>

enum { CLIENT_WIDTH = 22, SERVER_WIDTH = 17 };

static const char *client_text(struct report *report, const struct row *row)
{
    const char *text = row->priority == PRIORITY_UNKNOWN
                           ? arena_print(report->arena, "%s@?", row->client)
                           : arena_print(report->arena, "%s@%u", row->client, row->priority);

    report->failed = report->failed || text == NULL;
    return text == NULL ? "" : text;
}

static int wider(int width, const char *text)
{
    size_t length = strlen(text);

    return length > (size_t)width && length < 200 ? (int)length : width;
}

static void add_values(struct report *report, struct section *section, const struct row *row)
{
    struct value *map = value_add(report, &section->values, NULL, VALUE_MAP);

    value_text(report, map, "client", row->client);
    value_int(report, map, "priority", row->priority == PRIORITY_UNKNOWN ? -1 : row->priority);
    value_text(report, map, "server", row->server);
    value_int(report, map, "n", (int64_t)row->count);
    value_us(report, map, "p50_us", row->p50);
    value_us(report, map, "p90_us", row->p90);
    value_us(report, map, "p99_us", row->p99);
    value_us(report, map, "max_us", row->max);
}

static void add_table(struct report *report, struct section *section, const struct array *rows,
                      size_t shown)
{
    int client_width = CLIENT_WIDTH;
    int server_width = SERVER_WIDTH;

    for (size_t i = 0; i < shown; i++) {
        const struct row *row = array_at(rows, i);

        client_width = wider(client_width, client_text(report, row));
        server_width = wider(server_width, row->server);
    }
    report_line(report, section, "  %-*s  %-*s%5s%10s%10s%10s%10s", client_width, "client",
                server_width, "server", "n", "p50", "p90", "p99", "max");
    for (size_t i = 0; i < shown; i++) {
        const struct row *row = array_at(rows, i);

        report_line(report, section, "  %-*s  %-*s%5" PRIu64 "%10s%10s%10s%10s", client_width,
                    client_text(report, row), server_width, row->server, row->count,
                    text_us(report, row->p50), text_us(report, row->p90), text_us(report, row->p99),
                    text_us(report, row->max));
    }
}

/* Requests of the filter's clients that ended without an answer. */
static uint64_t count_failed(const struct view *view, const char *client)
{
    const struct array *exchanges = &view->model->exchanges;
    uint64_t count = 0;

    for (size_t i = 0; i < exchanges->count; i++) {
        const struct exchange *exchange = array_at(exchanges, i);
        bool failed = exchange->trustworthy && exchange->outcome == OUTCOME_FAILED;

        count += failed && view_role_matches(view, exchange->client, client) ? 1 : 0;
    }
    return count;
}

static void show(const struct view *view, const struct analyze_options *options,
                 struct report *report, const struct array *rows)
{
    struct section *section = report_section(report, "latency", VALUE_LIST);
    size_t shown = rows->count < options->top ? rows->count : options->top;
    uint64_t failed = count_failed(view, options->client);

    if (section == NULL) {
        return;
    }
    report_line(report, section,
                "send latency of trustworthy requests, %zu slowest client@priority -> server "
                "pairs (us):",
                shown);
    for (size_t i = 0; i < rows->count; i++) {
        add_values(report, section, array_at(rows, i));
    }
    add_table(report, section, rows, shown);
    if (rows->count > shown) {
        report_line(report, section, "  ... %zu more (use --json)", rows->count - shown);
    }
    if (failed > 0) {
        report_line(report, section, "  %" PRIu64 " requests failed and are not in the table",
                    failed);
    }
}

void analyze_latency(struct view *view, const struct analyze_options *options,
                     struct report *report)
{
    struct array rows;

    if (!rows_build(view, options->client, &rows)) {
        report->failed = true;
        return;
    }
    show(view, options, report, &rows);
    array_free(&rows);
}
