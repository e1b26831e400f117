/* occupancy.c - who has a CPU.
 *
 * For each CPU a chain of occupancies without gap, begun by the first switch; what came before it
 * and what a loss hides belongs to nobody. A thread is running exactly if a CPU's track says so.
 */
#include "build.h"

#include <string.h>

bool build_cpus_grow(struct model *model, unsigned cpu)
{
    while (model->builder->cpus.count <= cpu) {
        struct cpu_track *track = array_add(&model->builder->cpus);

        if (track == NULL) {
            return false;
        }
        array_init(&track->occupancies, sizeof(struct occupancy), model->arena);
        track->running = NONE;
    }
    return true;
}

bool build_occupy(struct model *model, unsigned cpu, uint64_t time,
                  const struct occupancy *occupancy)
{
    struct array *all = &build_cpu(model, cpu)->occupancies;
    struct occupancy *place;

    if (all->count > 0) {
        place = array_at(all, all->count - 1);
        if (time <= place->start) {
            time = place->start;
            all->count--;
        } else {
            place->end = time;
        }
    }
    place = array_add(all);
    if (place == NULL) {
        return false;
    }
    *place = *occupancy;
    place->start = time;
    place->end = time;
    return true;
}

/* The thread that had the CPU is READY now, unless it has blocked before. */
static bool put_down(struct model *model, unsigned cpu, uint64_t time)
{
    struct span ready = { .object = NONE, .waker = NONE, .state = STATE_READY };
    uint32_t index = build_cpu(model, cpu)->running;
    struct thread_track *track;

    if (index == NONE) {
        return true;
    }
    build_cpu(model, cpu)->running = NONE;
    track = build_thread_track(model, index);
    track->running_on = NONE;
    track->losses = (uint32_t)model->losses.count;
    if (track->dead || build_thread_span(model, index)->state != STATE_RUNNING) {
        return true;
    }
    ready.cpu = model_thread(model, index)->pinned_cpu;
    return build_thread_enter(model, index, time, &ready);
}

/* A thread cannot be in two places: where it was before, its end is missing. */
static bool leave_other_cpu(struct model *model, uint32_t index, const struct event *event)
{
    struct occupancy nobody = { .thread = NONE, .priority = PRIORITY_UNKNOWN };
    uint32_t other = build_thread_track(model, index)->running_on;

    if (other == NONE || other == event->cpu) {
        return true;
    }
    model->repairs++;
    return put_down(model, other, event->time) && build_occupy(model, other, event->time, &nobody);
}

static bool pick_up(struct model *model, uint32_t index, const struct event *event)
{
    struct span running = { .object = NONE, .waker = NONE, .state = STATE_RUNNING };
    struct occupancy occupancy = { .thread = index };
    struct thread_track *track = build_thread_track(model, index);
    struct span *old = build_thread_span(model, index);
    uint64_t since = event->time;

    running.cpu = event->cpu;
    occupancy.priority = track->priority;
    build_cpu(model, event->cpu)->running = index;
    track->running_on = event->cpu;
    if (model->builder->in_snapshot && old->state == STATE_READY && old->cause == CAUSE_SNAPSHOT
        && build_cpu(model, event->cpu)->occupancies.count == 0) {
        since = old->start; /* it ran while the snapshot was taken */
        old->state = STATE_RUNNING;
        old->cpu = event->cpu;
        return build_occupy(model, event->cpu, since, &occupancy);
    }
    return build_thread_enter(model, index, since, &running)
           && build_occupy(model, event->cpu, since, &occupancy);
}

/* Let the thread have the event's CPU from the event's time on. */
bool build_run(struct model *model, uint32_t index, const struct event *event)
{
    return leave_other_cpu(model, index, event) && put_down(model, event->cpu, event->time)
           && pick_up(model, index, event);
}

/* The thread does what only a running thread can do: if it seems to be READY, its switch is
 * missing. */
bool build_acts(struct model *model, uint32_t index, const struct event *event)
{
    if (index == NONE || build_thread_span(model, index)->state != STATE_READY) {
        return true;
    }
    model->repairs++;
    return build_run(model, index, event);
}

/* A switch tells the priority too; where it differs from what is known, a change is missing. */
static bool switch_priority(struct model *model, uint32_t index, const struct event *event)
{
    const struct thread_track *track = build_thread_track(model, index);
    struct priority_step step = { .time = event->time, .base = track->base };

    if (event->a >= PRIORITY_UNKNOWN || event->a == track->priority) {
        return true;
    }
    if (track->priority != PRIORITY_UNKNOWN) {
        model->repairs++;
    }
    step.priority = (uint8_t)event->a;
    step.reason = step.priority == track->base ? REASON_BASE : REASON_COUNT;
    return build_priority_step(model, index, &step);
}

/* One repair at most, however many signs there are that an event is missing. */
static bool switch_surprises(const struct model *model, uint32_t index, const struct event *event)
{
    uint32_t running = build_cpu(model, event->cpu)->running;
    uint32_t previous = build_thread_known(model, event->object);
    unsigned state = build_thread_span(model, index)->state;

    if (running != NONE && previous != NONE && running != previous && running != index) {
        return true;
    }
    return state != STATE_READY && state != STATE_RUNNING && state != STATE_UNKNOWN;
}

bool build_switch(struct model *model, const struct event *event)
{
    struct cpu_track *cpu = build_cpu(model, event->cpu);
    uint32_t index;

    build_irqs_close(model, cpu, event->time);
    if (event->thread == 0) {
        return put_down(model, event->cpu, event->time);
    }
    if (!build_thread_find(model, event->thread, event->time, &index)
        || !switch_priority(model, index, event)) {
        return false;
    }
    if (switch_surprises(model, index, event)) {
        model->repairs++;
    }
    if (cpu->running == index && build_thread_span(model, index)->state == STATE_RUNNING) {
        return true;
    }
    return build_run(model, index, event);
}

/* Time before the first switch belongs to nobody, and is shown so. */
static bool prepend_nobody(struct model *model, struct array *all)
{
    struct occupancy nobody = { .start = model->start, .thread = NONE };
    struct occupancy *items;

    nobody.priority = PRIORITY_UNKNOWN;
    items = all->count > 0 ? array_at(all, 0) : NULL;
    if ((items != NULL && items->start <= model->start) || model->start == model->end) {
        return true;
    }
    if (array_add(all) == NULL) {
        return false;
    }
    items = all->items;
    memmove(items + 1, items, (all->count - 1) * sizeof(*items));
    nobody.end = all->count > 1 ? items[1].start : model->end;
    items[0] = nobody;
    return true;
}

static bool cpu_finish(struct model *model, unsigned cpu)
{
    struct cpu_track *track = build_cpu(model, cpu);

    if (track->occupancies.count > 0) {
        struct occupancy *last = array_at(&track->occupancies, track->occupancies.count - 1);

        last->end = model->end;
        if (last->start >= last->end) {
            track->occupancies.count--;
        }
    }
    if (track->seen) {
        model->window_start =
            track->first > model->window_start ? track->first : model->window_start;
        if (track->lost_until > track->last && track->lost_from < model->window_end) {
            model->window_end = track->lost_from;
        }
    }
    if (!prepend_nobody(model, &track->occupancies)) {
        return false;
    }
    array_trim(&track->occupancies);
    model->occupancies[cpu] = track->occupancies;
    track->occupancies.items = NULL; /* the model's from here on */
    track->occupancies.capacity = 0;
    return true;
}

bool build_cpus_finish(struct model *model)
{
    size_t count = model->builder->cpus.count;

    model->window_start = model->start;
    model->window_end = model->end;
    model->occupancies = arena_alloc(model->arena, count, sizeof(*model->occupancies));
    if (model->occupancies == NULL) {
        return false;
    }
    for (unsigned cpu = 0; cpu < count; cpu++) {
        array_init(&model->occupancies[cpu], sizeof(struct occupancy), model->arena);
    }
    model->cpus = (unsigned)count;
    for (unsigned cpu = 0; cpu < count; cpu++) {
        if (!cpu_finish(model, cpu)) {
            return false;
        }
    }
    return true;
}
