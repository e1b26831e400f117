/* states.c - what a thread does, and at which priority.
 *
 * A state that contradicts the one before shows that an event is missing. The old state is then
 * closed where the new one begins, and counted: what is missing is not invented, with one
 * exception: a thread that does something must have been running.
 */
#include "build.h"

static bool is_wait(unsigned state)
{
    return state >= STATE_SLEEP && state <= STATE_JOIN;
}

/* The kind of object that is awaited in a state; OBJECT_KIND_COUNT: none. */
static enum object_kind awaited_kind(unsigned state)
{
    switch ((enum thread_state)state) {
    case STATE_SEND:
    case STATE_RECEIVE:
    case STATE_REPLY:
        return OBJECT_CHANNEL;
    case STATE_MUTEX:
        return OBJECT_MUTEX;
    case STATE_SEMAPHORE:
        return OBJECT_SEMAPHORE;
    case STATE_FLAGS:
        return OBJECT_FLAGS;
    case STATE_QUEUE_SEND:
    case STATE_QUEUE_RECEIVE:
        return OBJECT_QUEUE;
    case STATE_POOL:
        return OBJECT_POOL;
    case STATE_CONDITION:
        return OBJECT_CONDITION;
    case STATE_TIMER:
    case STATE_JOIN:
    case STATE_UNKNOWN:
    case STATE_READY:
    case STATE_RUNNING:
    case STATE_SUSPENDED:
    case STATE_SLEEP:
    case STATE_DEAD:
    case STATE_COUNT:
        break;
    }
    return OBJECT_KIND_COUNT;
}

/* What is awaited, as an index; NONE when the event does not say. */
static bool awaited(struct model *model, const struct event *event, uint32_t *index)
{
    enum object_kind kind = awaited_kind(event->detail);

    *index = NONE;
    if (event->object == 0) {
        return true;
    }
    if (event->detail == STATE_JOIN) {
        *index = build_thread_known(model, event->object);
    }
    return kind == OBJECT_KIND_COUNT
           || build_object_find(model, event->object, kind, event->time, index);
}

/* Whoever ran where a wait was ended, ended it; inside an interrupt nobody did. */
static uint32_t waker_of(const struct model *model, uint32_t index, const struct event *event)
{
    const struct cpu_track *cpu = build_cpu(model, event->cpu);

    if (event->detail == STATE_SUSPENDED || event->detail == STATE_UNKNOWN || cpu->irq_depth > 0
        || cpu->running == index) {
        return NONE;
    }
    return cpu->running;
}

/* A new wait can only follow running. (A message that is received changes one wait to another.) */
static bool contradicts(const struct span *old, const struct event *event)
{
    if (old->state == STATE_UNKNOWN || old->state == STATE_RUNNING || !is_wait(event->detail)) {
        return false;
    }
    if (event->a == CAUSE_SUSPENDED || event->a == CAUSE_RESUMED) {
        return false;
    }
    return !(old->state == STATE_SEND && event->detail == STATE_REPLY);
}

static bool enter_state(struct model *model, uint32_t index, const struct event *event)
{
    struct span next = { .waker = NONE, .state = event->detail, .cause = (uint8_t)event->a };
    struct span *old = build_thread_span(model, index);

    if (is_wait(old->state)) {
        old->waker = waker_of(model, index, event);
    }
    next.cpu = model_thread(model, index)->pinned_cpu;
    if (next.cpu < model->builder->cpus.count
        && event->time < build_cpu(model, next.cpu)->lost_until) {
        next.state = STATE_UNKNOWN; /* another CPU tells it, its own may have changed it since */
    }
    if (next.state == STATE_READY && build_thread_track(model, index)->running_on != NONE) {
        next.state = STATE_RUNNING; /* released before it was switched away */
        next.cpu = (uint16_t)build_thread_track(model, index)->running_on;
    }
    return awaited(model, event, &next.object)
           && build_thread_enter(model, index, event->time, &next);
}

/* A snapshot repeats what is known and only adds what is not. */
static bool snapshot_state(struct model *model, uint32_t index, const struct event *event)
{
    const struct span *old = build_thread_span(model, index);

    if (old->state == event->detail
        || (old->state == STATE_RUNNING && event->detail == STATE_READY)) {
        return true;
    }
    if (old->state != STATE_UNKNOWN) {
        model->repairs++;
    }
    return enter_state(model, index, event);
}

static bool living_state(struct model *model, uint32_t index, const struct event *event)
{
    const struct span *old = build_thread_span(model, index);

    if (old->state == STATE_READY && event->detail == STATE_READY) {
        return true;
    }
    if (event->a == CAUSE_CALL && is_wait(event->detail) && event->detail != STATE_REPLY
        && !build_acts(model, index, event)) {
        return false;
    }
    if (contradicts(build_thread_span(model, index), event)) {
        model->repairs++;
    }
    return enter_state(model, index, event);
}

bool build_state(struct model *model, const struct event *event)
{
    uint32_t index;

    if (event->thread == 0 || event->detail >= STATE_COUNT || event->detail == STATE_RUNNING) {
        return true;
    }
    if (event->detail == STATE_DEAD) {
        return build_exit(model, event);
    }
    if (!build_thread_find(model, event->thread, event->time, &index)) {
        return false;
    }
    return event->a == CAUSE_SNAPSHOT ? snapshot_state(model, index, event)
                                      : living_state(model, index, event);
}

/* Two steps in one moment are one step. */
bool build_priority_step(struct model *model, uint32_t index, const struct priority_step *step)
{
    struct thread *thread = array_at(&model->threads, index);
    struct thread_track *track = build_thread_track(model, index);
    struct priority_step *place = NULL;
    uint64_t time = step->time;

    if (thread->steps.count > 0) {
        place = array_at(&thread->steps, thread->steps.count - 1);
        if (time < place->time) {
            time = place->time;
        }
    }
    if (place == NULL || place->time != time) {
        place = array_add(&thread->steps);
        if (place == NULL) {
            return false;
        }
    }
    *place = *step;
    place->time = time;
    track->priority = step->priority;
    track->base = step->base;
    return true;
}

static uint8_t bounded(uint32_t priority)
{
    return (uint8_t)(priority < PRIORITY_UNKNOWN ? priority : PRIORITY_UNKNOWN - 1);
}

bool build_priority(struct model *model, const struct event *event)
{
    struct priority_step step = { .time = event->time,
                                  .priority = bounded(event->a),
                                  .base = bounded(event->b),
                                  .reason = event->detail };
    uint32_t index;

    if (event->thread == 0) {
        return true;
    }
    return build_thread_find(model, event->thread, event->time, &index)
           && build_priority_step(model, index, &step);
}
