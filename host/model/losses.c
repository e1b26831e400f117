/* losses.c - stretches of time whose records are missing.
 *
 * After a loss nothing is known that was open before it: every thread's state and priority, the
 * owners of mutexes, the request that a server works on. Only a thread that runs on another CPU
 * goes on running, since that CPU itself would have told the end of it. A loss can meet many
 * threads, and a file can hold many losses, so that threads and objects learn of the first loss
 * that concerns them when they are touched next.
 */
#include "build.h"

#include <stdlib.h>

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

bool build_loss(struct model *model, const struct event *event)
{
    struct cpu_track *cpu = build_cpu(model, event->cpu);
    struct loss loss = {
        .start = event->exchange, .end = event->time, .records = event->a, .cpu = event->cpu
    };
    struct loss *place;

    if (loss.start == UINT64_MAX) {
        loss.start--;
    }
    if (loss.end <= loss.start) {
        loss.end = loss.start + 1; /* less than a count of any clock, but not nothing */
    }
    place = array_add(&model->losses);
    if (place == NULL) {
        return false;
    }
    *place = loss;
    cpu->lost_from = loss.start;
    cpu->lost_until = loss.end > cpu->lost_until ? loss.end : cpu->lost_until;
    return forget_cpu(model, event->cpu, loss.start) && forget_priorities(model, loss.start);
}

static int by_start(const void *left, const void *right)
{
    const struct loss *a = left;
    const struct loss *b = right;

    return (a->start > b->start) - (a->start < b->start);
}

/* A loss that never ended lasts to the end of the trace. Lookups need them in the order of their
 * start; readers mostly tell them so. */
void build_losses_finish(struct model *model)
{
    uint64_t reach = 0;

    if (model->losses.count > 0) {
        qsort(model->losses.items, model->losses.count, sizeof(struct loss), by_start);
    }
    for (size_t i = 0; i < model->losses.count; i++) {
        struct loss *loss = array_at(&model->losses, i);

        if (loss->end == UINT64_MAX) {
            loss->end = model->end > loss->start ? model->end : loss->start + 1;
        }
        reach = loss->end > reach ? loss->end : reach;
        loss->reach = reach;
    }
    array_trim(&model->losses);
}
