/* sources.c - what interrupted the CPUs, counted by source.
 *
 * The interrupts that touch the stretch are sorted by CPU and source; then equals are neighbours.
 */
#include "sources.h"

#include <inttypes.h>
#include <stdlib.h>

static int compare(uint64_t left, uint64_t right)
{
    return (left > right) - (left < right);
}

static int by_source(const void *left, const void *right)
{
    const struct interrupt *a = left;
    const struct interrupt *b = right;
    int order = compare(a->cpu, b->cpu);

    order = order != 0 ? order : compare(a->number, b->number);
    order = order != 0 ? order : compare(a->kicks, b->kicks);
    return order != 0 ? order : compare(a->start, b->start);
}

/* One that takes no time is where it begins. */
static bool touches(const struct interrupt *interrupt, uint64_t from, uint64_t until)
{
    bool begins = interrupt->start >= from && interrupt->start <= until;

    return begins || (interrupt->start < from && interrupt->end > from);
}

static bool collect(const struct model *model, uint64_t from, uint64_t until, struct array *found)
{
    for (size_t i = 0; i < model->interrupts.count; i++) {
        const struct interrupt *interrupt = array_at(&model->interrupts, i);
        struct interrupt *copy;

        if (!touches(interrupt, from, until)) {
            continue;
        }
        copy = array_add(found);
        if (copy == NULL) {
            return false;
        }
        *copy = *interrupt;
    }
    if (found->count > 0) {
        qsort(found->items, found->count, sizeof(struct interrupt), by_source);
    }
    return true;
}

static bool same_source(const struct source_row *row, const struct interrupt *interrupt)
{
    return row->cpu == interrupt->cpu && row->number == interrupt->number
           && row->kicks == interrupt->kicks;
}

static uint64_t time_within(const struct interrupt *interrupt, uint64_t from, uint64_t until)
{
    uint64_t start = interrupt->start > from ? interrupt->start : from;
    uint64_t end = interrupt->end < until ? interrupt->end : until;

    return end > start ? end - start : 0;
}

static struct source_row *row_of(struct array *rows, const struct interrupt *interrupt)
{
    struct source_row *row = rows->count > 0 ? array_at(rows, rows->count - 1) : NULL;

    if (row != NULL && same_source(row, interrupt)) {
        return row;
    }
    row = array_add(rows);
    if (row != NULL) {
        *row = (struct source_row){ .cpu = interrupt->cpu,
                                    .number = interrupt->number,
                                    .kicks = interrupt->kicks,
                                    .first = interrupt->start };
    }
    return row;
}

static bool fold(const struct array *found, uint64_t from, uint64_t until, struct array *rows)
{
    for (size_t i = 0; i < found->count; i++) {
        const struct interrupt *interrupt = array_at(found, i);
        struct source_row *row = row_of(rows, interrupt);

        if (row == NULL) {
            return false;
        }
        row->count++;
        row->time += time_within(interrupt, from, until);
    }
    return true;
}

bool sources_find(const struct model *model, uint64_t from, uint64_t until, struct array *rows)
{
    struct array found;
    bool fine;

    array_init(rows, sizeof(struct source_row), model->arena);
    array_init(&found, sizeof(struct interrupt), model->arena);
    fine = collect(model, from, until, &found) && fold(&found, from, until, rows);
    array_free(&found);
    return fine;
}

static const char *kick_name(struct report *report, uint32_t kicks)
{
    const char *text = "";

    for (unsigned reason = 0; reason < KICK_REASON_COUNT && text != NULL; reason++) {
        if ((kicks >> reason & 1U) != 0) {
            text = arena_print(report->arena, "%s%s%s", text, text[0] == '\0' ? "" : ", ",
                               kick_reason_name((enum kick_reason)reason));
        }
    }
    return text == NULL || text[0] == '\0' ? "kick" : arena_print(report->arena, "kick (%s)", text);
}

const char *source_name(struct report *report, const struct source_row *row)
{
    const char *text = "clock";

    if (row->number == INTERRUPT_KICK) {
        text = kick_name(report, row->kicks);
    } else if (row->number != INTERRUPT_CLOCK) {
        text = arena_print(report->arena, "irq %" PRIu32, row->number);
    }
    report->failed = report->failed || text == NULL;
    return text == NULL ? "" : text;
}
