/* channels.c - which channels do not lend priority: on those an inversion is no surprise. */
#include "channels.h"

#include "tables.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Any thread that received there tells whose channel it is. */
static const char *channel_server(const struct view *view, uint32_t channel)
{
    const struct array *exchanges = &view->model->exchanges;

    if (view->only_server[channel] != NONE) {
        return view->groups[view->group_ids[view->only_server[channel]]];
    }
    for (size_t i = 0; i < exchanges->count; i++) {
        const struct exchange *exchange = array_at(exchanges, i);

        if (exchange->channel == channel && exchange->server != NONE) {
            return view->groups[view->group_ids[exchange->server]];
        }
    }
    return NULL;
}

static const char *channel_text(const struct view *view, struct report *report, uint32_t channel)
{
    const char *name = model_object(view->model, channel)->name;
    const char *server = channel_server(view, channel);
    const char *text = server == NULL ? arena_print(report->arena, "channel %s", name)
                                      : arena_print(report->arena, "%s channel %s", server, name);

    report->failed = report->failed || text == NULL;
    return text == NULL ? "" : text;
}

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The texts of all fixed-priority channels, sorted, so that two traces can be compared. */
static size_t collect(const struct view *view, struct report *report, const char **texts)
{
    size_t count = 0;

    for (uint32_t i = 0; i < view->model->objects.count; i++) {
        const struct object *object = model_object(view->model, i);

        if (object->kind == OBJECT_CHANNEL && object->flags_known
            && (object->flags & OBJECT_FIXED_PRIORITY) != 0) {
            texts[count++] = channel_text(view, report, i);
        }
    }
    qsort(texts, count, sizeof *texts, compare_texts);
    return count;
}

const char *channels_fixed(const struct view *view, struct report *report, struct value *list)
{
    const char **texts = arena_alloc(report->arena, view->model->objects.count + 1, sizeof *texts);
    struct sentence sentence;
    size_t count;

    if (texts == NULL) {
        report->failed = true;
        return NULL;
    }
    count = collect(view, report, texts);
    sentence_clear(&sentence);
    for (size_t i = 0; i < count; i++) {
        sentence_add(&sentence, "%s%s", i == 0 ? "" : ", ", texts[i]);
        value_text(report, list, NULL, texts[i]);
    }
    return count == 0 ? "none" : arena_copy(report->arena, sentence.text, sentence.length);
}

uint64_t channels_unknown(const struct view *view)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < view->model->objects.count; i++) {
        const struct object *object = model_object(view->model, i);

        count += object->kind == OBJECT_CHANNEL && !object->flags_known ? 1 : 0;
    }
    return count;
}

void analyze_channels(struct view *view, const struct analyze_options *options,
                      struct report *report)
{
    struct section *section = report_section(report, "channels", VALUE_MAP);
    struct value *list;
    const char *fixed;
    uint64_t unknown = channels_unknown(view);

    (void)options;
    if (section == NULL) {
        return;
    }
    list = value_add(report, &section->values, "fixed_priority", VALUE_LIST);
    fixed = channels_fixed(view, report, list);
    report_line(report, section, "channels created with TAKT_CHANNEL_FIXED_PRIORITY: %s",
                fixed == NULL ? "" : fixed);
    value_int(report, &section->values, "flags_not_shown", (int64_t)unknown);
    if (unknown > 0) {
        report_line(report, section,
                    "  %" PRIu64 " channels more whose flags are not shown by the trace", unknown);
    }
}
