/* inversion.c - who waited for a thread that was kept from running by a less urgent one.
 *
 * Every request and every wait for a mutex is walked from its beginning to its end. At each step
 * the last thread of the chain (the server, or whom it waits for in turn) may be READY while a
 * thread of a priority between it and the waiter has its CPU: such time is an inversion. Where
 * the trace lacks a priority or does not say who ran, the time counts as unknown; if that could
 * hide an inversion, the wait is reported as not decided instead of as fine.
 */
#include "inversions.h"

#include "proof.h"
#include "tables.h"

#include <inttypes.h>

struct search {
    struct view *view;
    const struct analyze_options *options;
    struct report *report; /* NULL: only count */
    struct section *section;
    struct value *list;
    struct inversion_counts counts;
    struct proof proof;
    struct sentence sentence;
};

enum verdict { VERDICT_FINE, VERDICT_INVERSION, VERDICT_UNDECIDED };

static enum verdict judge(struct search *search)
{
    enum verdict verdict = VERDICT_FINE;

    if (search->proof.inverted_ns > 0
        && search->proof.inverted_ns >= search->options->threshold_ns) {
        verdict = VERDICT_INVERSION;
        search->counts.found++;
    } else if (search->proof.unknown_ns > 0
               && search->proof.unknown_ns + search->proof.inverted_ns
                      >= search->options->threshold_ns) {
        verdict = VERDICT_UNDECIDED;
        search->counts.insufficient++;
    }
    return verdict;
}

/* Goes through [start, end) in steps; `exchange` is NONE for a wait for `mutex`. */
static void gather(struct search *search, uint32_t exchange, uint32_t mutex, uint32_t waiter,
                   const struct span *wait)
{
    uint64_t time = wait->start;
    struct walk_step step;

    proof_begin(&search->proof);
    while (time < wait->end) {
        uint64_t end;
        uint8_t priority = model_priority(search->view->model, waiter, time);

        if (exchange != NONE) {
            walk_request(search->view, exchange, time, &step);
        } else {
            walk_mutex(search->view, mutex, time, &step);
        }
        end = step.until < wait->end ? step.until : wait->end;
        if (step.thread != waiter || step.kind == PATH_UNEXPLAINED) {
            proof_add(&search->proof, &step, priority, end - time);
        }
        time = end;
    }
}

static void show(struct search *search, uint32_t exchange, struct value *map)
{
    proof_text(search->view, &search->proof, exchange, &search->sentence);
    proof_values(search->view, &search->proof, search->report, map);
    if (search->counts.found <= search->options->top) {
        report_line(search->report, search->section, "  %s", search->sentence.text);
    }
}

static void show_exchange(struct search *search, uint32_t index)
{
    const struct exchange *exchange = model_exchange(search->view->model, index);
    struct report *report = search->report;
    struct value *map = value_add(report, search->list, NULL, VALUE_MAP);
    const char *client = view_role(search->view, exchange->client);

    sentence_clear(&search->sentence);
    sentence_add(&search->sentence, "txn %" PRIu64 ": %s ", exchange->number, client);
    sentence_prio(&search->sentence, exchange->client_priority);
    sentence_add(&search->sentence, " waited ");
    sentence_us(&search->sentence, exchange_latency(exchange));
    sentence_add(&search->sentence, " us in send");
    value_int(report, map, "txn", (int64_t)exchange->number);
    value_text(report, map, "client", client);
    value_int(report, map, "client_priority", exchange->client_priority);
    value_us(report, map, "start_us", exchange->send);
    value_us(report, map, "waited_us", exchange_latency(exchange));
    value_us(report, map, "inverted_us", search->proof.inverted_ns);
    show(search, index, map);
}

static bool tells(const struct search *search)
{
    return search->report != NULL
           && report_tells(search->report, search->counts.found, search->options->top);
}

static void check_exchange(struct search *search, uint32_t index)
{
    const struct exchange *exchange = model_exchange(search->view->model, index);
    struct span wait = { .start = exchange->send, .end = exchange->end };

    if (!view_role_matches(search->view, exchange->client, search->options->client)) {
        return;
    }
    if (!exchange->trustworthy || exchange->client == NONE || exchange->end < exchange->send) {
        search->counts.untrusted++;
        return;
    }
    search->counts.exchanges++;
    if (exchange_latency(exchange) < search->options->threshold_ns) {
        return;
    }
    gather(search, index, NONE, exchange->client, &wait);
    if (judge(search) == VERDICT_INVERSION && tells(search)) {
        show_exchange(search, index);
    }
}

static void show_mutex(struct search *search, uint32_t thread, const struct span *wait)
{
    struct report *report = search->report;
    struct value *map = value_add(report, search->list, NULL, VALUE_MAP);
    const char *mutex = model_object(search->view->model, wait->object)->name;
    uint8_t priority = model_priority(search->view->model, thread, wait->start);
    uint64_t until;
    uint32_t owner = view_owner_of(search->view, wait->object, wait->start, &until);

    sentence_clear(&search->sentence);
    sentence_add(&search->sentence, "%s ", view_role(search->view, thread));
    sentence_prio(&search->sentence, priority);
    sentence_add(&search->sentence, " waited ");
    sentence_us(&search->sentence, wait->end - wait->start);
    sentence_add(&search->sentence, " us for mutex %s owned by %s", mutex,
                 view_role(search->view, owner));
    value_text(report, map, "mutex", mutex);
    value_text(report, map, "client", view_role(search->view, thread));
    value_int(report, map, "client_priority", priority);
    value_text(report, map, "owner", view_role(search->view, owner));
    value_us(report, map, "start_us", wait->start);
    value_us(report, map, "waited_us", wait->end - wait->start);
    value_us(report, map, "inverted_us", search->proof.inverted_ns);
    show(search, NONE, map);
}

static void check_mutex_wait(struct search *search, uint32_t thread, const struct span *wait)
{
    const struct model *model = search->view->model;

    if (model_loss_between(model, wait->start, wait->end)) {
        search->counts.untrusted++;
        return;
    }
    search->counts.mutex_waits++;
    if (wait->end - wait->start < search->options->threshold_ns) {
        return;
    }
    if (wait->object == NONE) {
        search->counts.insufficient++;
        return;
    }
    gather(search, NONE, wait->object, thread, wait);
    if (judge(search) == VERDICT_INVERSION && tells(search)) {
        show_mutex(search, thread, wait);
    }
}

static void check_thread(struct search *search, uint32_t index)
{
    const struct array *spans = &model_thread(search->view->model, index)->spans;

    if (!view_role_matches(search->view, index, search->options->client)) {
        return;
    }
    for (size_t i = 0; i < spans->count; i++) {
        const struct span *span = array_at(spans, i);

        if (span->state == STATE_MUTEX) {
            check_mutex_wait(search, index, span);
        }
    }
}

static void check_all(struct search *search)
{
    const struct model *model = search->view->model;

    for (uint32_t i = 0; i < model->exchanges.count; i++) {
        check_exchange(search, i);
    }
    for (uint32_t i = 0; i < model->threads.count; i++) {
        check_thread(search, i);
    }
}

struct inversion_counts inversions_count(struct view *view, const struct analyze_options *options)
{
    struct search search = { .view = view, .options = options };

    check_all(&search);
    return search.counts;
}

static const char *headline(const struct search *search)
{
    const struct inversion_counts *counts = &search->counts;

    return arena_print(
        search->report->arena,
        "suspected priority inversions: %" PRIu64 " (checked %" PRIu64 " exchanges and %" PRIu64
        " mutex waits, %" PRIu64 " excluded as untrustworthy, %" PRIu64
        " with insufficient evidence, threshold %s us)",
        counts->found, counts->exchanges, counts->mutex_waits, counts->untrusted,
        counts->insufficient, text_exact_us(search->report, search->options->threshold_ns));
}

static void add_counts(const struct search *search)
{
    struct value *map = &search->section->values;

    value_int(search->report, map, "count", (int64_t)search->counts.found);
    value_int(search->report, map, "checked_exchanges", (int64_t)search->counts.exchanges);
    value_int(search->report, map, "checked_mutex_waits", (int64_t)search->counts.mutex_waits);
    value_int(search->report, map, "untrustworthy", (int64_t)search->counts.untrusted);
    value_int(search->report, map, "insufficient_evidence", (int64_t)search->counts.insufficient);
    value_us(search->report, map, "threshold_us", search->options->threshold_ns);
}

void analyze_inversions(struct view *view, const struct analyze_options *options,
                        struct report *report)
{
    struct search search = { .view = view, .options = options, .report = report };
    struct line *first;

    search.section = report_section(report, "inversions", VALUE_MAP);
    if (search.section == NULL) {
        return;
    }
    search.list = value_add(report, &search.section->values, "found", VALUE_LIST);
    report_line(report, search.section, "%s", "");
    first = search.section->lines;
    check_all(&search);
    if (first != NULL) {
        first->text = headline(&search); /* known only now, and shown first */
        report->failed = report->failed || first->text == NULL;
    }
    if (search.counts.found > options->top) {
        report_line(report, search.section, "  ... %" PRIu64 " more (use --json)",
                    search.counts.found - options->top);
    }
    add_counts(&search);
    report->finding = report->finding || search.counts.found > 0;
}
