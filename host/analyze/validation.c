/* validation.c - a trace against what the programs themselves logged.
 *
 * A program reads the clock beside its call and may be preempted between the two for any time.
 * So two times are compared by the time in which the thread that read the clock was running: from
 * the moment at which it can have read it, the logged one or the nearest at which it ran, to the
 * traced one.
 */
#include "validation.h"

#include "tables.h"
#include "view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NEAR_SPANS = 64 };

static const char *stage_name(enum stage stage)
{
    switch (stage) {
    case STAGE_SEND:
        return "send";
    case STAGE_RECEIVE:
        return "receive";
    case STAGE_REPLY:
        return "reply";
    case STAGE_RETURN:
    case STAGE_COUNT:
    default:
        return "return";
    }
}

/* A traced exchange with its client's name, to be sorted like the log. */
struct traced {
    const char *client;
    uint32_t exchange;
};

struct comparison {
    struct view *view;
    const struct request_log *log;
    const struct validate_options *options;
    struct report *report;
    struct section *section;
    struct value *list;
    uint64_t differences;
    uint64_t found;
    uint64_t clients;
    uint64_t largest[STAGE_COUNT];
};

static int compare_traced(const void *left_item, const void *right_item)
{
    const struct traced *left = left_item;
    const struct traced *right = right_item;
    int order = strcmp(left->client, right->client);

    return order != 0 ? order
                      : (left->exchange > right->exchange) - (left->exchange < right->exchange);
}

static void differ(struct comparison *comparison, const char *text)
{
    if (text == NULL) {
        comparison->report->failed = true;
        return;
    }
    comparison->differences++;
    if (comparison->differences <= comparison->options->top) {
        report_line(comparison->report, comparison->section, "  %s", text);
    }
    value_text(comparison->report, comparison->list, NULL, text);
}

/* Times. */

static uint64_t distance(uint64_t left, uint64_t right)
{
    return left < right ? right - left : left - right;
}

/* How far `logged` lies from `traced` if the clock was read at `read`, when the thread ran. */
static uint64_t by_way_of(const struct view *view, uint32_t thread, uint64_t logged,
                          uint64_t traced, uint64_t read)
{
    uint64_t first = read < traced ? read : traced;
    uint64_t last = read < traced ? traced : read;

    return distance(logged, read) + view_running_time(view, thread, first, last);
}

static uint64_t least(uint64_t left, uint64_t right)
{
    return left < right ? left : right;
}

/* The thread's running spans nearest to `logged` are where it can have read the clock. */
static uint64_t apart(const struct view *view, uint32_t thread, uint64_t logged, uint64_t traced)
{
    uint64_t best = distance(logged, traced);
    const struct array *spans;
    uint32_t at;

    if (thread == NONE) {
        return best;
    }
    spans = &model_thread(view->model, thread)->spans;
    at = model_span_at(view->model, thread, logged);
    if (at == NONE) {
        return best;
    }
    for (uint32_t i = at; i < spans->count && i < at + NEAR_SPANS; i++) {
        const struct span *span = array_at(spans, i);

        if (span->state == STATE_RUNNING) {
            uint64_t read = span->start > logged ? span->start : logged;

            best = least(best, by_way_of(view, thread, logged, traced, read));
            break;
        }
    }
    for (uint32_t i = at; i > 0 && i + NEAR_SPANS > at; i--) {
        const struct span *span = array_at(spans, i - 1);

        if (span->state == STATE_RUNNING) {
            best = least(best, by_way_of(view, thread, logged, traced, span->end));
            break;
        }
    }
    return best;
}

static uint64_t traced_time(const struct exchange *exchange, enum stage stage)
{
    switch (stage) {
    case STAGE_SEND:
        return exchange->send;
    case STAGE_RECEIVE:
        return exchange->receive;
    case STAGE_REPLY:
        return exchange->reply;
    case STAGE_RETURN:
    case STAGE_COUNT:
        break;
    }
    return exchange->end;
}

static uint32_t stage_thread(const struct exchange *exchange, enum stage stage)
{
    if (stage == STAGE_RECEIVE) {
        return exchange->server;
    }
    if (stage == STAGE_REPLY) {
        return exchange->replier != NONE ? exchange->replier : exchange->server;
    }
    return exchange->client;
}

static const char *about(struct comparison *comparison, const struct logged_request *logged,
                         const struct exchange *exchange)
{
    const char *text =
        arena_print(comparison->report->arena, "line %u: %s request %" PRIu64 " (txn %" PRIu64 ")",
                    logged->line, logged->client, logged->number, exchange->number);

    comparison->report->failed = comparison->report->failed || text == NULL;
    return text == NULL ? "" : text;
}

static void compare_stage(struct comparison *comparison, const struct logged_request *logged,
                          const struct exchange *exchange, enum stage stage)
{
    struct report *report = comparison->report;
    static const unsigned bits[STAGE_COUNT] = { SEEN_SEND, SEEN_RECEIVE, SEEN_REPLY, SEEN_RETURN };
    bool seen = (exchange->seen & bits[stage]) != 0;
    uint64_t time = traced_time(exchange, stage);
    uint64_t difference;
    const char *name = stage_name(stage);

    if (!logged->replied && logged->times[stage] == 0) {
        return;
    }
    if (!seen) {
        differ(comparison, arena_print(report->arena, "%s: its %s is not shown by the trace",
                                       about(comparison, logged, exchange), name));
        return;
    }
    difference = apart(comparison->view, stage_thread(exchange, stage), logged->times[stage], time);
    if (difference > comparison->largest[stage]) {
        comparison->largest[stage] = difference;
    }
    if (difference > comparison->options->bound_ns) {
        differ(comparison,
               arena_print(report->arena, "%s: %s logged at %s us, traced at %s us, %s us apart",
                           about(comparison, logged, exchange), name,
                           text_us(report, logged->times[stage]), text_us(report, time),
                           text_us(report, difference)));
    }
}

static const char *outcome_text(const struct exchange *exchange)
{
    if (exchange->outcome == OUTCOME_REPLIED) {
        return "replied";
    }
    return exchange->outcome == OUTCOME_FAILED ? "failed" : "not ended";
}

static void compare_pair(struct comparison *comparison, const struct logged_request *logged,
                         uint32_t index)
{
    const struct exchange *exchange = model_exchange(comparison->view->model, index);
    struct report *report = comparison->report;
    const char *server = view_role(comparison->view, exchange->server);
    bool same_outcome = logged->replied ? exchange->outcome == OUTCOME_REPLIED
                                        : exchange->outcome == OUTCOME_FAILED;

    comparison->found++;
    if (exchange->server != NONE && strcmp(server, logged->server) != 0) {
        differ(comparison,
               arena_print(report->arena, "%s: logged with server %s, traced with %s",
                           about(comparison, logged, exchange), logged->server, server));
    }
    if (!same_outcome) {
        differ(comparison,
               arena_print(report->arena, "%s: logged as %s, traced as %s",
                           about(comparison, logged, exchange),
                           logged->replied ? "replied" : "failed", outcome_text(exchange)));
        return;
    }
    for (int stage = STAGE_SEND; stage < STAGE_COUNT; stage++) {
        compare_stage(comparison, logged, exchange, (enum stage)stage);
    }
}

/* Which belongs to which. */

static uint64_t sent(const struct comparison *comparison, const struct traced *traced)
{
    return model_exchange(comparison->view->model, traced->exchange)->send;
}

static void only_logged(struct comparison *comparison, const struct logged_request *logged)
{
    differ(comparison,
           arena_print(comparison->report->arena,
                       "line %u: %s request %" PRIu64 ", sent at %s us, is not in the trace",
                       logged->line, logged->client, logged->number,
                       text_us(comparison->report, logged->times[STAGE_SEND])));
}

static void only_traced(struct comparison *comparison, const struct traced *traced)
{
    const struct exchange *exchange = model_exchange(comparison->view->model, traced->exchange);

    differ(comparison,
           arena_print(comparison->report->arena,
                       "%s: txn %" PRIu64 ", sent at %s us, is not in the log", traced->client,
                       exchange->number, text_us(comparison->report, exchange->send)));
}

/* A stretch of the log or of the trace that belongs to one client. */
struct run {
    size_t first;
    size_t end;
};

/* The first request of both sides belong together unless one of them lies nearer to the second of
 * the other: then what it leaves out is missing there. */
static void compare_client(struct comparison *comparison, struct run logged,
                           const struct traced *traced, struct run own)
{
    const struct logged_request *requests = comparison->log->requests;

    while (logged.first < logged.end && own.first < own.end) {
        const struct logged_request *request = &requests[logged.first];
        uint64_t time = request->times[STAGE_SEND];
        uint64_t gap = distance(time, sent(comparison, &traced[own.first]));

        if (own.first + 1 < own.end
            && distance(time, sent(comparison, &traced[own.first + 1])) < gap) {
            only_traced(comparison, &traced[own.first++]);
        } else if (logged.first + 1 < logged.end
                   && distance(requests[logged.first + 1].times[STAGE_SEND],
                               sent(comparison, &traced[own.first]))
                          < gap) {
            only_logged(comparison, request);
            logged.first++;
        } else {
            compare_pair(comparison, request, traced[own.first++].exchange);
            logged.first++;
        }
    }
    while (logged.first < logged.end) {
        only_logged(comparison, &requests[logged.first++]);
    }
    while (own.first < own.end) {
        only_traced(comparison, &traced[own.first++]);
    }
}

static bool collect(const struct view *view, struct array *traced)
{
    array_init(traced, sizeof(struct traced), view->arena);
    for (uint32_t i = 0; i < view->model->exchanges.count; i++) {
        const struct exchange *exchange = model_exchange(view->model, i);
        struct traced *one;

        if ((exchange->seen & SEEN_SEND) == 0 || exchange->client == NONE) {
            continue;
        }
        one = array_add(traced);
        if (one == NULL) {
            return false;
        }
        *one = (struct traced){ view->roles[exchange->client], i };
    }
    if (traced->count > 0) {
        qsort(traced->items, traced->count, sizeof(struct traced), compare_traced);
    }
    return true;
}

static size_t end_of_client(const struct request_log *log, size_t first)
{
    size_t end = first + 1;

    while (end < log->count
           && strcmp(log->requests[end].client, log->requests[first].client) == 0) {
        end++;
    }
    return end;
}

/* Both sides are in order of client: go through them together. */
static void compare_all(struct comparison *comparison, const struct traced *traced, size_t count)
{
    const struct request_log *log = comparison->log;
    size_t at = 0;

    for (size_t first = 0; first < log->count;) {
        const char *client = log->requests[first].client;
        struct run logged = { first, end_of_client(log, first) };
        struct run own;

        while (at < count && strcmp(traced[at].client, client) < 0) {
            at++;
        }
        own.first = at;
        while (at < count && strcmp(traced[at].client, client) == 0) {
            at++;
        }
        own.end = at;
        compare_client(comparison, logged, traced, own);
        comparison->clients++;
        first = logged.end;
    }
}

static void add_totals(struct comparison *comparison)
{
    struct report *report = comparison->report;
    struct section *section = comparison->section;
    struct value *map = value_add(report, &section->values, "largest_us", VALUE_MAP);

    if (comparison->differences > comparison->options->top) {
        report_line(report, section, "  ... %" PRIu64 " more (use --json)",
                    comparison->differences - comparison->options->top);
    }
    report_line(report, section,
                "largest distance between log and trace: send %s us, receive %s us, reply %s us, "
                "return %s us",
                text_us(report, comparison->largest[STAGE_SEND]),
                text_us(report, comparison->largest[STAGE_RECEIVE]),
                text_us(report, comparison->largest[STAGE_REPLY]),
                text_us(report, comparison->largest[STAGE_RETURN]));
    for (int stage = STAGE_SEND; stage < STAGE_COUNT; stage++) {
        value_us(report, map, stage_name((enum stage)stage), comparison->largest[stage]);
    }
    value_int(report, &section->values, "logged", (int64_t)comparison->log->count);
    value_int(report, &section->values, "found", (int64_t)comparison->found);
    value_int(report, &section->values, "difference_count", (int64_t)comparison->differences);
    value_us(report, &section->values, "bound_us", comparison->options->bound_ns);
}

static void compare_and_show(struct comparison *comparison, const struct array *traced)
{
    const struct model *model = comparison->view->model;
    struct report *report = comparison->report;
    struct line *first;

    report_line(report, comparison->section, "%s", "");
    first = comparison->section->lines;
    if (model->source.partial) {
        report_line(report, comparison->section, "note: only a part of the trace could be read: %s",
                    model->source.problem == NULL ? "it ended early" : model->source.problem);
    }
    compare_all(comparison, traced->items, traced->count);
    if (first != NULL) {
        first->text =
            arena_print(report->arena,
                        "%s against %s: %zu requests of %" PRIu64 " clients logged, %" PRIu64
                        " found, %" PRIu64 " differences (bound %s us)",
                        comparison->log->path, model->source.path, comparison->log->count,
                        comparison->clients, comparison->found, comparison->differences,
                        text_exact_us(report, comparison->options->bound_ns));
        report->failed = report->failed || first->text == NULL;
    }
    add_totals(comparison);
    report->finding = comparison->differences > 0;
}

bool analyze_validation(const struct model *model, const struct request_log *log,
                        const struct validate_options *options, struct report *report,
                        struct error *error)
{
    struct view view;
    struct comparison comparison = {
        .view = &view, .log = log, .options = options, .report = report
    };
    struct array traced;

    comparison.section = report_section(report, "validation", VALUE_MAP);
    if (comparison.section == NULL || !view_init(&view, model, error)) {
        return error_memory(error);
    }
    comparison.list = value_add(report, &comparison.section->values, "differences", VALUE_LIST);
    if (collect(&view, &traced)) {
        compare_and_show(&comparison, &traced);
    } else {
        report->failed = true;
    }
    array_free(&traced);
    return report->failed ? error_memory(error) : true;
}
