/* diff_latency.c - how latencies differ between two traces. */
#include "differences.h"
#include "rows.h"
#include "tables.h"

#include <inttypes.h>
#include <stdlib.h>

/* A change is worth naming from 1 us and 1 % on. */
enum { NAMED_NS = 1000, NAMED_SHARE = 100 };

struct row_pair {
    const struct row *before;
    const struct row *after;
};

static uint64_t p99_change(const struct row_pair *pair)
{
    uint64_t before = pair->before->p99;
    uint64_t after = pair->after->p99;

    return before > after ? before - after : after - before;
}

static bool worth_naming(const struct row_pair *pair)
{
    uint64_t change = p99_change(pair);
    uint64_t before = pair->before->p99;
    uint64_t after = pair->after->p99;
    uint64_t larger = before > after ? before : after;

    return change >= NAMED_NS && change >= larger / NAMED_SHARE;
}

static int larger_change_first(const void *left_item, const void *right_item)
{
    const struct row_pair *left = left_item;
    const struct row_pair *right = right_item;
    uint64_t left_change = p99_change(left);
    uint64_t right_change = p99_change(right);

    if (left_change != right_change) {
        return left_change < right_change ? 1 : -1;
    }
    return row_compare(left->before, right->before);
}

static void show_row(struct diff *diff, const char *word, const struct row *row)
{
    struct report *report = diff->report;
    const char *client = row->priority == PRIORITY_UNKNOWN
                             ? arena_print(report->arena, "%s@?", row->client)
                             : arena_print(report->arena, "%s@%u", row->client, row->priority);

    report_line(report, diff->section, "  %-22s  %-17s  %-6s%5" PRIu64 "%10s%10s%10s%10s",
                client == NULL ? "" : client, row->server, word, row->count,
                text_us(report, row->p50), text_us(report, row->p90), text_us(report, row->p99),
                text_us(report, row->max));
}

static void row_values(struct diff *diff, struct value *parent, const char *word,
                       const struct row *row)
{
    struct value *map = value_add(diff->report, parent, word, VALUE_MAP);

    value_int(diff->report, map, "n", (int64_t)row->count);
    value_us(diff->report, map, "p50_us", row->p50);
    value_us(diff->report, map, "p90_us", row->p90);
    value_us(diff->report, map, "p99_us", row->p99);
    value_us(diff->report, map, "max_us", row->max);
}

static void pair_values(struct diff *diff, struct value *list, const struct row_pair *pair)
{
    const struct row *any = pair->before == NULL ? pair->after : pair->before;
    struct value *map = value_add(diff->report, list, NULL, VALUE_MAP);

    value_text(diff->report, map, "client", any->client);
    value_int(diff->report, map, "priority",
              any->priority == PRIORITY_UNKNOWN ? -1 : any->priority);
    value_text(diff->report, map, "server", any->server);
    if (pair->before != NULL) {
        row_values(diff, map, "before", pair->before);
    }
    if (pair->after != NULL) {
        row_values(diff, map, "after", pair->after);
    }
    if (pair->before != NULL && pair->after != NULL) {
        diff_change(diff, map, pair->before->p99, pair->after->p99);
    }
}

struct pair_counts {
    size_t both;
    size_t only_before;
    size_t only_after;
};

static int compare_ends(const void *before, const void *after)
{
    if (before == NULL || after == NULL) {
        return (before == NULL) - (after == NULL);
    }
    return row_compare(before, after);
}

/* `pairs` has room for all; the ones that have both sides come first in it. */
static struct pair_counts pair_rows(struct diff *diff, struct row_pair *pairs, struct value *only)
{
    struct pairing pairing = { &diff->before.rows, &diff->after.rows, 0, 0 };
    struct pair_counts counts = { 0, 0, 0 };
    const void *before;
    const void *after;

    while (pairing_look(&pairing, &before, &after)) {
        struct row_pair pair;
        int order = compare_ends(before, after);

        pairing_pass(&pairing, order, &before, &after);
        pair = (struct row_pair){ before, after };
        if (order == 0) {
            pairs[counts.both++] = pair;
        } else {
            counts.only_before += order < 0 ? 1 : 0;
            counts.only_after += order > 0 ? 1 : 0;
            pair_values(diff, only, &pair);
        }
    }
    return counts;
}

static void show_pairs(struct diff *diff, const struct row_pair *pairs, size_t count)
{
    struct value *list = value_add(diff->report, diff_values(diff), "compared", VALUE_LIST);

    if (count > 0) {
        report_line(diff->report, diff->section, "largest p99 change:");
        report_line(diff->report, diff->section, "  %-22s  %-17s  %-6s%5s%10s%10s%10s%10s",
                    "client@priority", "server", "", "n", "p50", "p90", "p99", "max");
    }
    for (size_t i = 0; i < count; i++) {
        if (i < diff->options->top) {
            show_row(diff, "before", pairs[i].before);
            show_row(diff, "after", pairs[i].after);
        }
        pair_values(diff, list, &pairs[i]);
        diff->named = diff->named || worth_naming(&pairs[i]);
    }
    if (count > diff->options->top) {
        report_line(diff->report, diff->section, "  ... %zu more (use --json)",
                    count - diff->options->top);
    }
}

void diff_latency(struct diff *diff)
{
    size_t most = diff->before.rows.count + diff->after.rows.count;
    struct row_pair *pairs = arena_alloc(diff->report->arena, most + 1, sizeof *pairs);
    struct pair_counts counts;

    diff_begin(diff, "latency", VALUE_MAP);
    if (pairs == NULL) {
        diff->report->failed = true;
        return;
    }
    counts = pair_rows(diff, pairs,
                       value_add(diff->report, diff_values(diff), "only_on_one_side", VALUE_LIST));
    report_line(diff->report, diff->section,
                "send latency (us) by client@priority -> server: %zu pairs compared "
                "(trustworthy requests on both sides), %zu only before, %zu only after",
                counts.both, counts.only_before, counts.only_after);
    qsort(pairs, counts.both, sizeof *pairs, larger_change_first);
    show_pairs(diff, pairs, counts.both);
    diff->named = diff->named || counts.only_before > 0 || counts.only_after > 0;
}
