/* server_priority.c - at which priorities a server ran while it handled each client's requests.
 *
 * This shows the mechanism behind an inversion or its absence: with inheritance the server runs
 * at the client's priority. Only time in which the server runs counts.
 */
#include "shares.h"

#include "tables.h"

#include <stdlib.h>
#include <string.h>

static bool add_time(const struct view *view, struct array *shares, uint32_t server,
                     const struct thread_moment *moment, uint64_t ns)
{
    uint32_t client = model_exchange(view->model, moment->work)->client;
    struct share share = { .server = view->roles[server],
                           .client = view->roles[client],
                           .server_id = view->role_ids[server],
                           .client_id = view->role_ids[client],
                           .ns = ns,
                           .priority = moment->priority };
    struct share *last = shares->count == 0 ? NULL : array_at(shares, shares->count - 1);

    if (last != NULL && last->server_id == share.server_id && last->client_id == share.client_id
        && last->priority == share.priority) {
        last->ns += ns;
        return true;
    }
    last = array_add(shares);
    if (last == NULL) {
        return false;
    }
    *last = share;
    return true;
}

/* Once through the life of a server, from its first request on. */
static bool add_server(const struct view *view, const char *client, uint32_t server,
                       struct array *shares)
{
    const struct thread *thread = model_thread(view->model, server);
    const struct work_step *first = thread->work.count == 0 ? NULL : array_at(&thread->work, 0);
    uint64_t time = first == NULL ? thread->last : first->time;

    while (time < thread->last) {
        struct thread_moment moment = view_thread(view, server, time);
        uint64_t end = moment.until < thread->last ? moment.until : thread->last;
        bool counts = moment.span != NULL && moment.span->state == STATE_RUNNING
                      && moment.work != NONE && view_counts(view, moment.work, client);

        if (counts && !add_time(view, shares, server, &moment, end - time)) {
            return false;
        }
        time = end;
    }
    return true;
}

static int compare(const void *left_item, const void *right_item)
{
    const struct share *left = left_item;
    const struct share *right = right_item;

    if (left->server_id != right->server_id) {
        return left->server_id < right->server_id ? -1 : 1;
    }
    if (left->client_id != right->client_id) {
        return left->client_id < right->client_id ? -1 : 1;
    }
    return (left->priority > right->priority) - (left->priority < right->priority);
}

/* Sort, then add up equal ones. */
static void combine(struct array *shares)
{
    size_t kept = 0;

    if (shares->count == 0) {
        return;
    }
    qsort(shares->items, shares->count, sizeof(struct share), compare);
    for (size_t i = 1; i < shares->count; i++) {
        struct share *last = array_at(shares, kept);
        const struct share *share = array_at(shares, i);

        if (compare(last, share) == 0) {
            last->ns += share->ns;
        } else {
            kept++;
            *(struct share *)array_at(shares, kept) = *share;
        }
    }
    shares->count = kept + 1;
}

bool shares_build(const struct view *view, const char *client, struct array *shares)
{
    array_init(shares, sizeof(struct share), view->arena);
    for (uint32_t i = 0; i < view->model->threads.count; i++) {
        if (!add_server(view, client, i, shares)) {
            array_free(shares);
            return false;
        }
    }
    combine(shares);
    return true;
}

size_t shares_run(const struct array *shares, size_t first)
{
    const struct share *share = array_at(shares, first);
    size_t end = first + 1;

    while (end < shares->count) {
        const struct share *next = array_at(shares, end);

        if (next->server_id != share->server_id || next->client_id != share->client_id) {
            break;
        }
        end++;
    }
    return end - first;
}

uint64_t shares_sum(const struct array *shares, size_t first, size_t count)
{
    uint64_t sum = 0;

    for (size_t i = first; i < first + count; i++) {
        sum += ((const struct share *)array_at(shares, i))->ns;
    }
    return sum;
}

void shares_text(const struct array *shares, size_t first, size_t count, struct sentence *sentence)
{
    uint64_t sum = shares_sum(shares, first, count);

    for (size_t i = first; i < first + count; i++) {
        const struct share *share = array_at(shares, i);
        unsigned percent = (unsigned)(100.0L * (long double)share->ns / (long double)sum + 0.5L);

        sentence_add(sentence, "%sprio ", i == first ? "" : ", ");
        if (share->priority == PRIORITY_UNKNOWN) {
            sentence_add(sentence, "not shown ");
        } else {
            sentence_add(sentence, "%u ", share->priority);
        }
        if (percent == 0) {
            sentence_add(sentence, "<1%%");
        } else {
            sentence_add(sentence, "%u%%", percent);
        }
    }
}

static void add_values(struct report *report, struct section *section, const struct array *shares,
                       size_t first, size_t count)
{
    const struct share *share = array_at(shares, first);
    struct value *map = value_add(report, &section->values, NULL, VALUE_MAP);
    struct value *list;

    value_text(report, map, "server", share->server);
    value_text(report, map, "client", share->client);
    list = value_add(report, map, "running", VALUE_LIST);
    for (size_t i = first; i < first + count; i++) {
        struct value *one = value_add(report, list, NULL, VALUE_MAP);

        share = array_at(shares, i);
        value_int(report, one, "priority",
                  share->priority == PRIORITY_UNKNOWN ? -1 : share->priority);
        value_us(report, one, "us", share->ns);
    }
}

static void show(struct report *report, struct section *section, const struct array *shares,
                 size_t top)
{
    struct sentence sentence;
    size_t shown = 0;

    for (size_t first = 0; first < shares->count; shown++) {
        const struct share *share = array_at(shares, first);
        size_t count = shares_run(shares, first);

        if (shown < top) {
            sentence_clear(&sentence);
            shares_text(shares, first, count, &sentence);
            report_line(report, section, "  %s for %s: %s", share->server, share->client,
                        sentence.text);
        }
        add_values(report, section, shares, first, count);
        first += count;
    }
    if (shown > top) {
        report_line(report, section, "  ... %zu more (use --json)", shown - top);
    }
}

void analyze_server_priority(struct view *view, const struct analyze_options *options,
                             struct report *report)
{
    struct section *section = report_section(report, "server_priority", VALUE_LIST);
    struct array shares;

    if (section == NULL || !shares_build(view, options->client, &shares)) {
        report->failed = true;
        return;
    }
    if (shares.count > 0) {
        report_line(report, section,
                    "server priority while handling each client's request (share of the "
                    "server's running time):");
        show(report, section, &shares, options->top);
    }
    array_free(&shares);
}
