/* losses.c - stretches of time whose records are missing.
 *
 * After a loss nothing is known that was open before it: every thread's state and priority, the
 * owners of mutexes, the request that a server works on. Only a thread that runs on another CPU
 * goes on running, since that CPU itself would have told the end of it. A loss can meet many
 * threads, and a file can hold many losses, so that threads and objects learn of the first loss
 * that concerns them when they are touched next.
 */
#include "build.h"

static const struct loss *loss_at(const struct model *model, uint32_t index)
{
    return array_at(&model->losses, index);
}

static bool forget_priority(struct model *model, uint32_t index, uint64_t time)
{
    const struct thread_track *track = build_thread_track(model, index);
    struct priority_step step = {
        .time = time, .priority = PRIORITY_UNKNOWN, .base = track->base, .reason = REASON_COUNT
    };

    return track->priority == PRIORITY_UNKNOWN || build_priority_step(model, index, &step);
}

bool build_thread_losses(struct model *model, uint32_t index)
{
    struct span unknown = { .object = NONE, .waker = NONE, .state = STATE_UNKNOWN };
    struct thread_track *track = build_thread_track(model, index);
    uint64_t start;

    if (track->dead || track->running_on != NONE || track->losses == model->losses.count) {
        return true;
    }
    start = loss_at(model, track->losses)->start;
    track->losses = (uint32_t)model->losses.count;
    track->exchange = NONE;
    unknown.cpu = model_thread(model, index)->pinned_cpu;
    return forget_priority(model, index, start) && build_work_forget(model, index, start)
           && build_thread_enter(model, index, start, &unknown);
}

void build_object_losses(struct model *model, uint32_t index)
{
    struct object_track *track = array_at(&model->builder->objects, index);

    if (track->losses < model->losses.count && track->hold != NONE) {
        struct lock_hold *hold = array_at(&model->holds, track->hold);
        uint64_t start = loss_at(model, track->losses)->start;

        hold->end = start > hold->start ? start : hold->start;
        track->hold = NONE;
    }
    track->losses = (uint32_t)model->losses.count;
}

/* The CPU that lost records: it has no known thread and no known interrupt. */
static bool forget_cpu(struct model *model, unsigned number, uint64_t start)
{
    struct occupancy nobody = { .thread = NONE, .priority = PRIORITY_UNKNOWN };
    struct cpu_track *cpu = build_cpu(model, number);
    uint32_t index = cpu->running;

    while (cpu->irq_depth > 0) {
        struct interrupt *open = array_at(&model->interrupts, cpu->irqs[--cpu->irq_depth]);

        open->end = start > open->start ? start : open->start;
    }
    cpu->irq_known = false;
    cpu->running = NONE;
    if (index != NONE) {
        struct thread_track *track = build_thread_track(model, index);

        track->running_on = NONE;
        track->losses = (uint32_t)(model->losses.count - 1);
        if (!build_thread_losses(model, index)) {
            return false;
        }
    }
    return cpu->occupancies.count == 0 || build_occupy(model, number, start, &nobody);
}

static bool forget_priorities(struct model *model, uint64_t start)
{
    for (unsigned cpu = 0; cpu < model->builder->cpus.count; cpu++) {
        uint32_t index = build_cpu(model, cpu)->running;

        if (index != NONE && !forget_priority(model, index, start)) {
            return false;
        }
    }
    return true;
}

/* Losses are kept in the order of their start, which is the order in which readers tell them; one
 * that comes late is taken to begin with the one before. */
bool build_loss(struct model *model, const struct event *event)
{
    struct cpu_track *cpu = build_cpu(model, event->cpu);
    struct loss loss = { event->exchange, event->time, event->a, 0, event->cpu };
    struct loss *place;

    if (model->losses.count > 0) {
        const struct loss *last = loss_at(model, (uint32_t)(model->losses.count - 1));

        loss.start = loss.start > last->start ? loss.start : last->start;
        loss.reach = last->reach;
    }
    if (loss.end <= loss.start) {
        loss.end = loss.start + 1; /* less than a count of any clock, but not nothing */
    }
    loss.reach = loss.end > loss.reach ? loss.end : loss.reach;
    place = array_add(&model->losses);
    if (place == NULL) {
        return false;
    }
    *place = loss;
    cpu->lost_from = loss.start;
    cpu->lost_until = loss.end > cpu->lost_until ? loss.end : cpu->lost_until;
    return forget_cpu(model, event->cpu, loss.start) && forget_priorities(model, loss.start);
}

/* A loss that never ended lasts to the end of the trace. */
void build_losses_finish(struct model *model)
{
    for (size_t i = 0; i < model->losses.count; i++) {
        struct loss *loss = array_at(&model->losses, i);

        if (loss->end == UINT64_MAX) {
            loss->end = model->end > loss->start ? model->end : loss->start + 1;
        }
        if (loss->reach == UINT64_MAX) {
            loss->reach = model->end > loss->end ? model->end : loss->end;
        }
    }
    array_trim(&model->losses);
}
