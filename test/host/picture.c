/* picture.c - a model out of events that a test tells one by one, and the rules that hold for
 * every model.
 */
#include "picture.h"

#include <string.h>

void picture_begin(struct picture *picture)
{
    arena_init(&picture->arena, PICTURE_BYTES);
    picture->failed = !model_init(&picture->model, &picture->arena, &picture->error);
}

void tell(struct picture *picture, const struct event *event)
{
    struct event_sink sink = model_sink(&picture->model);

    if (!picture->failed) {
        picture->failed = !sink.take(sink.context, event, &picture->error);
    }
}

void tell_all(struct picture *picture, const struct event *events, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        tell(picture, &events[i]);
    }
}

void picture_finish(struct picture *picture, unsigned cpus)
{
    struct source source = { .path = "told", .format = "test", .cpus = cpus };

    if (!picture->failed) {
        picture->failed = !model_finish(&picture->model, &source, &picture->error);
    }
}

void picture_free(struct picture *picture)
{
    model_free(&picture->model);
    arena_free(&picture->arena);
}

uint32_t picture_index(const struct picture *picture, const char *name)
{
    uint32_t found = NONE;
    unsigned count = 0;

    for (uint32_t i = 0; i < picture->model.threads.count; i++) {
        if (strcmp(model_thread(&picture->model, i)->name, name) == 0) {
            found = i;
            count++;
        }
    }
    return count == 1 ? found : NONE;
}

const struct thread *picture_thread(const struct picture *picture, const char *name)
{
    uint32_t index = picture_index(picture, name);

    return index == NONE ? NULL : model_thread(&picture->model, index);
}

const struct exchange *picture_exchange(const struct picture *picture, uint64_t number)
{
    const struct exchange *found = NULL;
    unsigned count = 0;

    for (uint32_t i = 0; i < picture->model.exchanges.count; i++) {
        const struct exchange *exchange = model_exchange(&picture->model, i);

        if (exchange->number == number) {
            found = exchange;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

const char *picture_states(struct picture *picture, const char *name)
{
    const struct thread *thread = picture_thread(picture, name);
    const char *text = "";

    if (thread == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < thread->spans.count; i++) {
        const struct span *span = array_at(&thread->spans, i);

        text = arena_print(&picture->arena, "%s%s%s %llu-%llu", text, i == 0 ? "" : ", ",
                           state_name((enum thread_state)span->state),
                           (unsigned long long)span->start, (unsigned long long)span->end);
    }
    return text;
}

static bool thread_has_cpu(const struct model *model, uint32_t thread, const struct span *span)
{
    uint64_t time = span->start;

    while (time < span->end) {
        uint32_t index = model_occupancy_at(model, span->cpu, time);
        const struct occupancy *occupancy;

        if (index == NONE) {
            return false;
        }
        occupancy = array_at(&model->occupancies[span->cpu], index);
        if (occupancy->thread != thread) {
            return false;
        }
        time = occupancy->end;
    }
    return true;
}

static const char *broken_in_thread(const struct model *model, uint32_t index)
{
    const struct thread *thread = model_thread(model, index);
    uint64_t time = thread->first;

    for (size_t i = 0; i < thread->spans.count; i++) {
        const struct span *span = array_at(&thread->spans, i);

        if (span->start != time || span->end <= span->start) {
            return "states follow each other without gap";
        }
        if (span->state == STATE_RUNNING && !thread_has_cpu(model, index, span)) {
            return "a thread runs only where it has the CPU";
        }
        if (model_span_at(model, index, span->start) != i
            || model_span_at(model, index, span->end - 1) != i) {
            return "a state is found by its time";
        }
        time = span->end;
    }
    return thread->last == time ? NULL : "states reach to the thread's last moment";
}

static const char *broken_in_cpu(const struct model *model, unsigned cpu)
{
    const struct array *all = &model->occupancies[cpu];
    uint64_t time = model->start;

    for (size_t i = 0; i < all->count; i++) {
        const struct occupancy *occupancy = array_at(all, i);

        if (occupancy->start != time || occupancy->end <= occupancy->start) {
            return "occupancies follow each other without gap";
        }
        time = occupancy->end;
    }
    return time == model->end ? NULL : "occupancies reach to the end of the trace";
}

static const char *broken_in_exchange(const struct exchange *exchange)
{
    if (exchange->trustworthy == (exchange->warning != NULL)) {
        return "an exchange is trusted or has a warning";
    }
    if (!exchange->trustworthy) {
        return NULL;
    }
    if (exchange->client == NONE || exchange->end < exchange->send) {
        return "a trusted exchange has a client and an end";
    }
    if (exchange->outcome == OUTCOME_REPLIED
        && (exchange->server == NONE || exchange->replier == NONE
            || exchange->receive < exchange->send || exchange->reply < exchange->receive
            || exchange->end < exchange->reply)) {
        return "a trusted exchange has its stages in order";
    }
    return exchange->outcome == OUTCOME_OPEN ? "a trusted exchange is not open" : NULL;
}

const char *picture_broken_rule(const struct picture *picture)
{
    const struct model *model = &picture->model;
    const char *broken = picture->failed ? "memory is enough" : NULL;

    for (uint32_t i = 0; i < model->threads.count && broken == NULL; i++) {
        broken = broken_in_thread(model, i);
    }
    for (unsigned cpu = 0; cpu < model->cpus && broken == NULL; cpu++) {
        broken = broken_in_cpu(model, cpu);
    }
    for (uint32_t i = 0; i < model->exchanges.count && broken == NULL; i++) {
        broken = broken_in_exchange(model_exchange(model, i));
    }
    return broken;
}
