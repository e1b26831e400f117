/* diff_shares.c - how the priorities at which servers run differ between two traces. */
#include "differences.h"
#include "shares.h"

#include <string.h>

/* A change is worth naming from one point on, in thousandths. */
enum { NAMED_PERMILLE = 10 };

static int compare_shares(const struct share *left, const struct share *right)
{
    int order = strcmp(left->server, right->server);

    return order != 0 ? order : strcmp(left->client, right->client);
}

/* Time at `priority` in thousandths of the run. */
static int64_t permille(const struct array *shares, size_t first, size_t count, unsigned priority)
{
    uint64_t sum = shares_sum(shares, first, count);

    for (size_t i = first; i < first + count; i++) {
        const struct share *share = array_at(shares, i);

        if (share->priority == priority) {
            return (int64_t)(1000.0L * (long double)share->ns / (long double)sum + 0.5L);
        }
    }
    return 0;
}

static bool shares_differ(const struct diff *diff, size_t before, size_t before_count, size_t after,
                          size_t after_count)
{
    for (unsigned priority = 0; priority <= PRIORITY_UNKNOWN; priority++) {
        int64_t change = permille(&diff->after.shares, after, after_count, priority)
                         - permille(&diff->before.shares, before, before_count, priority);

        if (change >= NAMED_PERMILLE || change <= -NAMED_PERMILLE) {
            return true;
        }
    }
    return false;
}

static void share_values(struct diff *diff, struct value *parent, const char *word,
                         const char *text)
{
    const char *copy = arena_copy(diff->report->arena, text, strlen(text));

    diff->report->failed = diff->report->failed || copy == NULL;
    value_text(diff->report, parent, word, copy);
}

static void show_shares(struct diff *diff, size_t before, size_t before_count, size_t after,
                        size_t after_count)
{
    const struct share *share = array_at(&diff->before.shares, before);
    struct value *map = value_add(diff->report, diff_values(diff), NULL, VALUE_MAP);
    struct sentence before_text;
    struct sentence after_text;

    sentence_clear(&before_text);
    sentence_clear(&after_text);
    shares_text(&diff->before.shares, before, before_count, &before_text);
    shares_text(&diff->after.shares, after, after_count, &after_text);
    report_line(diff->report, diff->section, "  %s for %s: before %s | after %s", share->server,
                share->client, before_text.text, after_text.text);
    value_text(diff->report, map, "server", share->server);
    value_text(diff->report, map, "client", share->client);
    share_values(diff, map, "before", before_text.text);
    share_values(diff, map, "after", after_text.text);
    diff->named = true;
}

static void pair_shares(struct diff *diff)
{
    const struct array *before = &diff->before.shares;
    const struct array *after = &diff->after.shares;
    size_t i = 0;
    size_t j = 0;

    while (i < before->count && j < after->count) {
        int order = compare_shares(array_at(before, i), array_at(after, j));
        size_t run_before = shares_run(before, i);
        size_t run_after = shares_run(after, j);

        if (order == 0 && shares_differ(diff, i, run_before, j, run_after)) {
            show_shares(diff, i, run_before, j, run_after);
        }
        i += order <= 0 ? run_before : 0;
        j += order >= 0 ? run_after : 0;
    }
}

void diff_shares(struct diff *diff)
{
    diff_begin(diff, "server_priority", VALUE_LIST);
    report_line(diff->report, diff->section,
                "server priority while handling each client's request (share of the server's "
                "running time, changes of 1 point or more):");
    pair_shares(diff);
    if (diff_values(diff) != NULL && diff_values(diff)->first == NULL) {
        report_line(diff->report, diff->section, "  none");
    }
}
