/* threads.c - which thread an id means, and the chain of its states.
 *
 * An id is a name that can be given again. A thread begins with the event that creates it or with
 * the first that mentions it, and ends with its exit; the same id afterwards is another thread.
 * Where the exit or the creation is missing, both are marked ambiguous.
 *
 * The last span of a living thread is always open and there is always one, so that states follow
 * each other without gap. Spans without length are not kept.
 */
#include "build.h"

static struct thread *thread_at(const struct model *model, uint32_t index)
{
    return array_at(&model->threads, index);
}

/* Ends the open span; one without length is taken away again. */
static uint64_t close_span(struct array *spans, uint64_t time)
{
    struct span *open = array_at(spans, spans->count - 1);

    if (time <= open->start) {
        time = open->start;
        spans->count--;
    } else {
        open->end = time;
    }
    return time;
}

bool build_thread_enter(struct model *model, uint32_t index, uint64_t time, const struct span *next)
{
    struct array *spans = &thread_at(model, index)->spans;
    struct span *span;

    if (spans->count > 0) {
        time = close_span(spans, time);
    }
    if (spans->count > 0 && next->state == STATE_RUNNING) {
        span = array_at(spans, spans->count - 1);
        if (span->state == STATE_RUNNING && span->cpu == next->cpu) {
            return true; /* blocked and released in the same moment: it simply went on */
        }
    }
    span = array_add(spans);
    if (span == NULL) {
        return false;
    }
    *span = *next;
    span->start = time;
    span->end = time;
    return true;
}

static bool thread_add(struct model *model, uint32_t id, uint64_t time, uint32_t *index)
{
    struct span unknown = { .object = NONE, .waker = NONE, .state = STATE_UNKNOWN };
    struct thread *thread = array_add(&model->threads);
    struct thread_track *track = array_add(&model->builder->threads);

    if (thread == NULL || track == NULL || model->threads.count >= NONE) {
        return false;
    }
    *index = (uint32_t)(model->threads.count - 1);
    thread->source_id = id;
    thread->first = time;
    thread->last = time;
    array_init(&thread->spans, sizeof(struct span), model->arena);
    array_init(&thread->steps, sizeof(struct priority_step), model->arena);
    array_init(&thread->work, sizeof(struct work_step), model->arena);
    *track = (struct thread_track){ .running_on = NONE,
                                    .losses = (uint32_t)model->losses.count,
                                    .exchange = NONE,
                                    .work_top = NONE,
                                    .priority = PRIORITY_UNKNOWN,
                                    .base = PRIORITY_UNKNOWN };
    return map_set(&model->builder->thread_ids, id, *index)
           && build_thread_enter(model, *index, time, &unknown);
}

uint32_t build_thread_known(const struct model *model, uint32_t id)
{
    uint32_t index = id == 0 ? MAP_MISSING : map_get(&model->builder->thread_ids, id);

    return index == MAP_MISSING ? NONE : index;
}

/* The living thread of that id; `id` 0 is no thread. Losses are taken into account here, where a
 * thread is touched, and not where they happen: there may be many of both. */
bool build_thread_find(struct model *model, uint32_t id, uint64_t time, uint32_t *index)
{
    struct thread *thread;

    *index = build_thread_known(model, id);
    if (id == 0) {
        return true;
    }
    if (*index == NONE) {
        return thread_add(model, id, time, index);
    }
    if (build_thread_track(model, *index)->dead) {
        if (!thread_add(model, id, time, index)) {
            return false;
        }
        thread_at(model, *index)->ambiguous = true;
        return true;
    }
    thread = thread_at(model, *index);
    thread->last = time > thread->last ? time : thread->last;
    return build_thread_losses(model, *index);
}

static void thread_end(struct model *model, uint32_t index, uint64_t time)
{
    struct thread *thread = thread_at(model, index);

    thread->last = close_span(&thread->spans, time);
    build_thread_track(model, index)->dead = true;
}

/* A creation event outside a snapshot is always a new thread. One that is only listed in a
 * snapshot is the one that we know, if we know one. */
static bool thread_of_creation(struct model *model, const struct event *event, uint32_t *index)
{
    bool mixed;

    *index = build_thread_known(model, event->thread);
    if (*index != NONE && model->builder->in_snapshot) {
        return true;
    }
    mixed = *index != NONE && !build_thread_track(model, *index)->dead;
    if (mixed) {
        if (!build_thread_losses(model, *index)) {
            return false;
        }
        model->repairs++;
        thread_end(model, *index, event->time);
        thread_at(model, *index)->ambiguous = true;
    }
    if (!thread_add(model, event->thread, event->time, index)) {
        return false;
    }
    thread_at(model, *index)->ambiguous = mixed;
    return true;
}

bool build_thread(struct model *model, const struct event *event)
{
    struct priority_step step = { .time = event->time, .reason = REASON_BASE };
    struct thread_track *track;
    struct thread *thread;
    uint32_t index;

    if (event->thread == 0) {
        return true;
    }
    if (!thread_of_creation(model, event, &index)) {
        return false;
    }
    thread = thread_at(model, index);
    track = build_thread_track(model, index);
    thread->pinned_cpu = (uint16_t)event->b;
    thread->idle = event->detail == 1;
    track->base = (uint8_t)(event->a < PRIORITY_UNKNOWN ? event->a : PRIORITY_UNKNOWN - 1);
    if (thread->steps.count > 0) {
        return true;
    }
    step.priority = track->base;
    step.base = track->base;
    return build_priority_step(model, index, &step);
}

bool build_name(struct model *model, const struct event *event)
{
    uint32_t index = build_thread_known(model, event->thread);
    struct thread *thread;

    if (index == NONE && !build_thread_find(model, event->thread, event->time, &index)) {
        return false;
    }
    if (index == NONE || event->text == NULL) {
        return true;
    }
    thread = thread_at(model, index);
    if (event->kind == EVENT_NAME) {
        thread->name = event->text;
    } else {
        thread->group = event->text;
    }
    return true;
}

/* Where it runs is told by switches: a thread that is moved while it runs goes on until its CPU
 * lets it go. One that waits or is READY does so on the other CPU from now on. */
bool build_move(struct model *model, const struct event *event)
{
    uint32_t index;

    if (event->thread == 0 || event->b >= MAX_CPUS) {
        return true;
    }
    if (!build_thread_find(model, event->thread, event->time, &index)) {
        return false;
    }
    struct span next = *build_thread_span(model, index);

    thread_at(model, index)->pinned_cpu = (uint16_t)event->b;
    if (next.state == STATE_RUNNING || next.cpu == event->b) {
        return true;
    }
    next.cpu = (uint16_t)event->b;
    return build_thread_enter(model, index, event->time, &next);
}

/* May be told twice, as an event of its own and as a state. */
bool build_exit(struct model *model, const struct event *event)
{
    uint32_t index = build_thread_known(model, event->thread);

    if (index == NONE || build_thread_track(model, index)->dead) {
        return true;
    }
    if (!build_thread_losses(model, index) || !build_work_forget(model, index, event->time)) {
        return false;
    }
    thread_end(model, index, event->time);
    return true;
}

static bool thread_finish(struct model *model, uint32_t index)
{
    struct thread *thread = thread_at(model, index);

    if (!build_thread_track(model, index)->dead) {
        if (!build_thread_losses(model, index)) {
            return false;
        }
        thread->last = close_span(&thread->spans, model->end);
    }
    if (thread->name == NULL) {
        thread->name = arena_print(model->arena, "thread %u", thread->source_id);
    }
    if (thread->group == NULL) {
        thread->group = "";
    }
    array_trim(&thread->spans);
    array_trim(&thread->steps);
    array_trim(&thread->work);
    return thread->name != NULL;
}

bool build_threads_finish(struct model *model)
{
    for (uint32_t i = 0; i < model->threads.count; i++) {
        if (!thread_finish(model, i)) {
            return false;
        }
    }
    return true;
}
