/* view.c - the model as the analyses look at it.
 *
 * Indexes are lists of numbers in one block with the place where each key begins, so that they
 * cost four bytes an entry.
 */
#include "view.h"

#include <stdlib.h>
#include <string.h>

/* An interrupt and the one that it interrupted. */
struct nested_irq {
    uint32_t interrupt;
    uint32_t outer; /* place in the same array, or NONE */
};

/* items[first[key]] up to items[first[key + 1]] belong to the key. */
struct index_list {
    uint32_t *first;
    uint32_t *items;
};

/* Where the last answers were found. */
struct hints {
    uint32_t span;
    uint32_t step;
    uint32_t work;
};

enum { STEPS_AT_LEAST = 20000000, STEPS_PER_EVENT = 16, NEAR = 3 };

/* The time of element `index`, its first field; for the one after the last, the end of time. */
static uint64_t time_of(const struct array *array, size_t index)
{
    uint64_t time = UINT64_MAX;

    if (index < array->count) {
        memcpy(&time, (const char *)array->items + index * array->item_size, sizeof time);
    }
    return time;
}

/* Number of elements of an ordered array whose time is not after `time`. */
static size_t count_until(const struct array *array, uint64_t time)
{
    size_t low = 0;
    size_t high = array->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (time_of(array, middle) <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The same, looked for first where the last answer was: most questions go forward in time. */
static size_t count_near(const struct array *array, uint64_t time, uint32_t *hint)
{
    size_t count = *hint;

    if (count > 0 && time_of(array, count - 1) > time) {
        count = count_until(array, time);
    } else {
        for (unsigned i = 0; i < NEAR && count < array->count && time_of(array, count) <= time;
             i++) {
            count++;
        }
        if (count < array->count && time_of(array, count) <= time) {
            count = count_until(array, time);
        }
    }
    *hint = (uint32_t)count;
    return count;
}

static uint64_t earlier(uint64_t left, uint64_t right)
{
    return left < right ? left : right;
}

/* Indexes. */

static struct index_list *index_alloc(struct arena *arena, size_t keys, size_t items)
{
    struct index_list *list = arena_alloc(arena, 1, sizeof *list);

    if (list == NULL) {
        return NULL;
    }
    list->first = arena_alloc(arena, keys + 1, sizeof *list->first);
    list->items = arena_alloc(arena, items + 1, sizeof *list->items);
    return list->first != NULL && list->items != NULL ? list : NULL;
}

/* A counting sort: keys[i] is the key of item i; items of a key keep their order. */
static void index_fill(struct index_list *list, size_t key_count, const uint32_t *keys,
                       size_t items)
{
    for (size_t i = 0; i < items; i++) {
        list->first[keys[i] + 1]++;
    }
    for (size_t key = 0; key < key_count; key++) {
        list->first[key + 1] += list->first[key];
    }
    /* first[key] moves to the end of its part and is moved back below */
    for (size_t i = 0; i < items; i++) {
        list->items[list->first[keys[i]]++] = (uint32_t)i;
    }
    for (size_t key = key_count; key > 0; key--) {
        list->first[key] = list->first[key - 1];
    }
    list->first[0] = 0;
}

/* One key an element: the uint32_t at `offset` of each element of `array`. What has no key that
 * is below `key_count` comes behind the last one. */
static struct index_list *index_by(struct view *view, const struct array *array, size_t offset,
                                   size_t key_count)
{
    struct index_list *list = index_alloc(view->arena, key_count + 1, array->count);
    uint32_t *keys = malloc((array->count + 1) * sizeof *keys);

    if (list == NULL || keys == NULL) {
        free(keys);
        return NULL;
    }
    for (size_t i = 0; i < array->count; i++) {
        memcpy(&keys[i], (const char *)array_at(array, i) + offset, sizeof keys[i]);
        keys[i] = keys[i] < key_count ? keys[i] : (uint32_t)key_count;
    }
    index_fill(list, key_count + 1, keys, array->count);
    free(keys);
    return list;
}

static uint32_t irq_outer(const struct view *view, unsigned cpu, uint32_t at, uint64_t time)
{
    while (at != NONE) {
        const struct interrupt *interrupt =
            array_at(&view->model->interrupts, view->irqs[cpu][at].interrupt);

        if (time < interrupt->end) {
            break;
        }
        at = view->irqs[cpu][at].outer;
    }
    return at;
}

static bool irqs_alloc(struct view *view)
{
    const struct array *interrupts = &view->model->interrupts;
    unsigned cpus = view->model->cpus;

    view->irqs = arena_alloc(view->arena, cpus + 1U, sizeof *view->irqs);
    view->irq_counts = arena_alloc(view->arena, cpus + 1U, sizeof *view->irq_counts);
    view->irq_hints = arena_alloc(view->arena, cpus + 1U, sizeof *view->irq_hints);
    if (view->irqs == NULL || view->irq_counts == NULL || view->irq_hints == NULL) {
        return false;
    }
    for (size_t i = 0; i < interrupts->count; i++) {
        const struct interrupt *interrupt = array_at(interrupts, i);

        if (interrupt->cpu < cpus) {
            view->irq_counts[interrupt->cpu]++;
        }
    }
    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        view->irqs[cpu] =
            arena_alloc(view->arena, view->irq_counts[cpu] + 1U, sizeof *view->irqs[cpu]);
        if (view->irqs[cpu] == NULL) {
            return false;
        }
        view->irq_counts[cpu] = 0;
    }
    return true;
}

static bool irqs_index(struct view *view)
{
    const struct array *interrupts = &view->model->interrupts;

    if (!irqs_alloc(view)) {
        return false;
    }
    for (size_t i = 0; i < interrupts->count; i++) {
        const struct interrupt *interrupt = array_at(interrupts, i);
        unsigned cpu = interrupt->cpu;
        uint32_t count;

        if (cpu >= view->model->cpus) {
            continue;
        }
        count = view->irq_counts[cpu]++;
        view->irqs[cpu][count].interrupt = (uint32_t)i;
        view->irqs[cpu][count].outer =
            irq_outer(view, cpu, count == 0 ? NONE : count - 1, interrupt->start);
    }
    return true;
}

static bool servers_index(struct view *view)
{
    const struct model *model = view->model;
    enum { NOBODY_YET = 0 }; /* zeroed memory; thread + 1 otherwise, NONE for several */

    view->only_server = arena_alloc(view->arena, model->objects.count + 1, sizeof(uint32_t));
    if (view->only_server == NULL) {
        return false;
    }
    for (size_t i = 0; i < model->exchanges.count; i++) {
        const struct exchange *exchange = array_at(&model->exchanges, i);
        uint32_t *only;

        if (exchange->channel == NONE || exchange->server == NONE) {
            continue;
        }
        only = &view->only_server[exchange->channel];
        if (*only == NOBODY_YET) {
            *only = exchange->server + 1;
        } else if (*only != exchange->server + 1) {
            *only = NONE;
        }
    }
    for (size_t i = 0; i < model->objects.count; i++) {
        uint32_t only = view->only_server[i];

        view->only_server[i] = only == NOBODY_YET || only == NONE ? NONE : only - 1;
    }
    return true;
}

bool view_init(struct view *view, const struct model *model, struct error *error)
{
    *view = (struct view){ .model = model, .arena = model->arena };
    view->steps_left = STEPS_AT_LEAST + STEPS_PER_EVENT * model->events;
    view->hints = arena_alloc(view->arena, model->threads.count + 1, sizeof *view->hints);
    view->cpu_hints = arena_alloc(view->arena, model->cpus + 1U, sizeof *view->cpu_hints);
    view->requests =
        index_by(view, &model->exchanges, offsetof(struct exchange, client), model->threads.count);
    view->holds =
        index_by(view, &model->holds, offsetof(struct lock_hold, mutex), model->objects.count);
    if (view->hints == NULL || view->cpu_hints == NULL || view->requests == NULL
        || view->holds == NULL || !irqs_index(view) || !servers_index(view)
        || !view_roles_init(view)) {
        return error_memory(error);
    }
    return true;
}

/* Moments. */

static uint64_t irq_start(const struct view *view, unsigned cpu, uint32_t at)
{
    const struct interrupt *interrupt;

    if (at >= view->irq_counts[cpu]) {
        return UINT64_MAX;
    }
    interrupt = array_at(&view->model->interrupts, view->irqs[cpu][at].interrupt);
    return interrupt->start;
}

/* Number of interrupts of that CPU that have begun. */
static uint32_t irqs_until(const struct view *view, unsigned cpu, uint64_t time)
{
    uint32_t low = 0;
    uint32_t high = view->irq_counts[cpu];

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (irq_start(view, cpu, middle) <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The same, looked for first where the last answer was. */
static uint32_t irqs_near(const struct view *view, unsigned cpu, uint64_t time)
{
    uint32_t *hint = &view->irq_hints[cpu];
    uint32_t count = *hint;

    for (unsigned i = 0; i < NEAR && irq_start(view, cpu, count) <= time; i++) {
        count++;
    }
    if ((count > 0 && irq_start(view, cpu, count - 1) > time)
        || irq_start(view, cpu, count) <= time) {
        count = irqs_until(view, cpu, time);
    }
    *hint = count;
    return count;
}

/* The interrupt that a CPU is in, and in *until when the next one begins or this one ends. */
static uint32_t irq_at(const struct view *view, unsigned cpu, uint64_t time, uint64_t *until)
{
    const struct array *interrupts = &view->model->interrupts;
    const struct nested_irq *irqs = view->irqs[cpu];
    uint32_t count = irqs_near(view, cpu, time);
    uint32_t at;

    *until = earlier(*until, irq_start(view, cpu, count));
    at = irq_outer(view, cpu, count == 0 ? NONE : count - 1, time);
    if (at == NONE) {
        return NONE;
    }
    *until = earlier(*until, ((struct interrupt *)array_at(interrupts, irqs[at].interrupt))->end);
    return irqs[at].interrupt;
}

static uint8_t priority_at(const struct view *view, uint32_t thread, uint64_t time, uint64_t *until)
{
    const struct array *steps = &model_thread(view->model, thread)->steps;
    size_t count = count_near(steps, time, &view->hints[thread].step);
    const struct priority_step *step;

    *until = earlier(*until, time_of(steps, count));
    if (count == 0) {
        return PRIORITY_UNKNOWN;
    }
    step = array_at(steps, count - 1);
    return step->priority;
}

static uint32_t work_at(const struct view *view, uint32_t thread, uint64_t time, uint64_t *until)
{
    const struct array *work = &model_thread(view->model, thread)->work;
    size_t count = count_near(work, time, &view->hints[thread].work);
    const struct work_step *step;

    *until = earlier(*until, time_of(work, count));
    if (count == 0) {
        return NONE;
    }
    step = array_at(work, count - 1);
    return step->exchange;
}

struct cpu_moment view_cpu(const struct view *view, unsigned cpu, uint64_t time)
{
    struct cpu_moment moment = { UINT64_MAX, NONE, NONE, (uint16_t)cpu, PRIORITY_UNKNOWN };
    const struct array *occupancies;
    size_t count;

    if (cpu >= view->model->cpus) {
        return moment;
    }
    occupancies = &view->model->occupancies[cpu];
    count = count_near(occupancies, time, &view->cpu_hints[cpu]);
    moment.until = time_of(occupancies, count);
    if (count > 0) {
        const struct occupancy *occupancy = array_at(occupancies, count - 1);

        if (time < occupancy->end) {
            moment.until = earlier(moment.until, occupancy->end);
            moment.thread = occupancy->thread;
        }
    }
    if (moment.thread != NONE) {
        moment.priority = priority_at(view, moment.thread, time, &moment.until);
    }
    moment.interrupt = irq_at(view, cpu, time, &moment.until);
    return moment;
}

struct thread_moment view_thread(const struct view *view, uint32_t thread, uint64_t time)
{
    const struct array *spans = &model_thread(view->model, thread)->spans;
    size_t count = count_near(spans, time, &view->hints[thread].span);
    struct thread_moment moment = { .until = time_of(spans, count) };

    moment.work = work_at(view, thread, time, &moment.until);
    moment.priority = priority_at(view, thread, time, &moment.until);
    if (count > 0) {
        const struct span *span = array_at(spans, count - 1);

        if (time < span->end) {
            moment.span = span;
            moment.until = earlier(moment.until, span->end);
        }
    }
    return moment;
}

static const struct exchange *request_at(const struct view *view, uint32_t place)
{
    return model_exchange(view->model, view->requests->items[place]);
}

uint32_t view_request_of(const struct view *view, uint32_t client, uint64_t time)
{
    uint32_t first = view->requests->first[client];
    uint32_t low = first;
    uint32_t high = view->requests->first[client + 1];
    const struct exchange *request;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (request_at(view, middle)->send <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == first) {
        return NONE;
    }
    request = request_at(view, low - 1);
    return time < request->end || request->outcome == OUTCOME_OPEN ? view->requests->items[low - 1]
                                                                   : NONE;
}

uint32_t view_owner_of(const struct view *view, uint32_t mutex, uint64_t time, uint64_t *until)
{
    const struct array *holds = &view->model->holds;
    uint32_t first = view->holds->first[mutex];
    uint32_t low = first;
    uint32_t high = view->holds->first[mutex + 1];
    uint32_t end = high;
    const struct lock_hold *hold;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        hold = array_at(holds, view->holds->items[middle]);
        if (hold->start <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *until = UINT64_MAX;
    if (low < end) {
        hold = array_at(holds, view->holds->items[low]);
        *until = hold->start;
    }
    if (low == first) {
        return NONE;
    }
    hold = array_at(holds, view->holds->items[low - 1]);
    if (time >= hold->end) {
        return NONE;
    }
    *until = earlier(*until, hold->end);
    return hold->owner;
}

bool view_counts(const struct view *view, uint32_t index, const char *client)
{
    const struct exchange *exchange = model_exchange(view->model, index);

    return exchange->trustworthy && exchange->client != NONE && exchange->outcome == OUTCOME_REPLIED
           && exchange->end >= exchange->send && view_role_matches(view, exchange->client, client);
}

uint64_t exchange_latency(const struct exchange *exchange)
{
    return exchange->end - exchange->send;
}

uint64_t view_running_time(const struct view *view, uint32_t thread, uint64_t start, uint64_t end)
{
    const struct array *spans = &model_thread(view->model, thread)->spans;
    size_t at = count_until(spans, start);
    uint64_t sum = 0;

    for (at = at == 0 ? 0 : at - 1; at < spans->count; at++) {
        const struct span *span = array_at(spans, at);
        uint64_t from = span->start > start ? span->start : start;
        uint64_t to = earlier(span->end, end);

        if (span->start >= end) {
            break;
        }
        sum += span->state == STATE_RUNNING && to > from ? to - from : 0;
    }
    return sum;
}
