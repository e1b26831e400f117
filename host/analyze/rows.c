/* rows.c - requests as samples, and samples as rows "client@priority -> server". */
#include "rows.h"

#include <stdlib.h>
#include <string.h>

static struct sample sample_of(const struct view *view, uint32_t index)
{
    const struct exchange *exchange = model_exchange(view->model, index);

    return (struct sample){ .latency = exchange_latency(exchange),
                            .exchange = index,
                            .client = view->role_ids[exchange->client],
                            .server = view_server_label(view, index),
                            .priority = exchange->client_priority };
}

bool rows_collect(const struct view *view, const char *client, struct array *samples)
{
    size_t count = view->model->exchanges.count;

    array_init(samples, sizeof(struct sample), view->arena);
    for (uint32_t i = 0; i < count; i++) {
        struct sample *sample;

        if (!view_counts(view, i, client)) {
            continue;
        }
        sample = array_add(samples);
        if (sample == NULL) {
            array_free(samples);
            return false;
        }
        *sample = sample_of(view, i);
    }
    return true;
}

/* <0, 0, >0 by the row that the samples belong to. */
static int compare_keys(const struct sample *left, const struct sample *right)
{
    if (left->client != right->client) {
        return left->client < right->client ? -1 : 1;
    }
    if (left->priority != right->priority) {
        return left->priority < right->priority ? -1 : 1;
    }
    return (left->server > right->server) - (left->server < right->server);
}

static int compare_samples(const void *left_item, const void *right_item)
{
    const struct sample *left = left_item;
    const struct sample *right = right_item;
    int keys = compare_keys(left, right);

    if (keys != 0) {
        return keys;
    }
    return (left->latency > right->latency) - (left->latency < right->latency);
}

/* The place of the value that at least `percent` of the ordered values do not exceed: nearest rank,
 * so that what is shown is a latency that did occur. */
static size_t rank(size_t count, unsigned percent)
{
    size_t rank = (size_t)(((unsigned long long)count * percent + 99) / 100);

    return rank == 0 ? 0 : rank - 1;
}

static uint64_t latency_at(const struct array *samples, size_t index)
{
    const struct sample *sample = array_at(samples, index);

    return sample->latency;
}

/* The row of samples [first, first + count), which are in order. */
static struct row row_of(const struct view *view, const struct array *samples, size_t first,
                         size_t count)
{
    const struct sample *sample = array_at(samples, first);

    return (struct row){
        .client = view_role(view, model_exchange(view->model, sample->exchange)->client),
        .server = view_label_text(view, sample->server),
        .priority = sample->priority,
        .count = count,
        .p50 = latency_at(samples, first + rank(count, 50)),
        .p90 = latency_at(samples, first + rank(count, 90)),
        .p99 = latency_at(samples, first + rank(count, 99)),
        .max = latency_at(samples, first + count - 1),
    };
}

static size_t run_length(const struct array *samples, size_t first)
{
    size_t end = first + 1;

    while (end < samples->count
           && compare_keys(array_at(samples, first), array_at(samples, end)) == 0) {
        end++;
    }
    return end - first;
}

static bool rows_fill(const struct view *view, const struct array *samples, struct array *rows)
{
    for (size_t first = 0; first < samples->count;) {
        size_t count = run_length(samples, first);
        struct row *row = array_add(rows);

        if (row == NULL) {
            return false;
        }
        *row = row_of(view, samples, first, count);
        first += count;
    }
    return true;
}

int row_compare(const struct row *left, const struct row *right)
{
    int order = strcmp(left->client, right->client);

    if (order == 0) {
        order = (left->priority > right->priority) - (left->priority < right->priority);
    }
    return order != 0 ? order : strcmp(left->server, right->server);
}

static int slower_first(const void *left_item, const void *right_item)
{
    const struct row *left = left_item;
    const struct row *right = right_item;

    if (left->p99 != right->p99) {
        return left->p99 < right->p99 ? 1 : -1;
    }
    if (left->max != right->max) {
        return left->max < right->max ? 1 : -1;
    }
    return row_compare(left, right);
}

bool rows_build(const struct view *view, const char *client, struct array *rows)
{
    struct array samples;
    bool complete;

    array_init(rows, sizeof(struct row), view->arena);
    if (!rows_collect(view, client, &samples)) {
        return false;
    }
    if (samples.count > 0) {
        qsort(samples.items, samples.count, sizeof(struct sample), compare_samples);
    }
    complete = rows_fill(view, &samples, rows);
    array_free(&samples);
    if (!complete) {
        array_free(rows);
    } else if (rows->count > 0) {
        qsort(rows->items, rows->count, sizeof(struct row), slower_first);
    }
    return complete;
}
