/* build.h - what the model needs to remember while it is built, and the parts that build it.
 *
 * One part for each idea, each in its own file. All of them return false only when memory has run
 * out: what a file says, however wrong, is never a failure here but a repair, an unknown state or
 * an exchange that is not trusted.
 */
#pragma once

#include "model.h"
#include "map.h"

enum { MAX_CPUS = 1024, IRQ_DEPTH = 32 };

/* Beside struct thread, index by index. */
struct thread_track {
    uint32_t running_on; /* CPU, or NONE */
    uint32_t losses;     /* how many losses have been taken into account */
    uint32_t exchange;   /* its open request as a client, or NONE */
    uint32_t work_top;   /* last request received and not done, or NONE */
    uint8_t priority;
    uint8_t base;
    bool dead;
};

/* Beside struct object. */
struct object_track {
    uint32_t hold; /* open lock_hold, or NONE */
    uint32_t losses;
    bool gone;
};

/* Beside struct exchange: its place in the pile of requests that its server has received. */
struct exchange_track {
    uint32_t below;
    uint32_t above;
    bool piled;
    bool reused; /* the number came again while this one was open */
};

struct cpu_track {
    struct array occupancies; /* struct occupancy; the last one is open */
    uint32_t running;         /* thread, or NONE */
    unsigned irq_depth;
    uint32_t irqs[IRQ_DEPTH]; /* open interrupts, innermost last */
    bool seen;
    bool irq_known; /* false after a loss: an exit without its enter is no surprise */
    uint64_t first;
    uint64_t last;
    uint64_t lost_until; /* what this CPU did before then is not known */
    uint64_t lost_from;  /* start of the last loss */
};

struct builder {
    struct map thread_ids;
    struct map object_ids;
    struct map exchange_numbers;
    struct array threads;   /* struct thread_track */
    struct array objects;   /* struct object_track */
    struct array exchanges; /* struct exchange_track */
    struct array cpus;      /* struct cpu_track */
    bool begun;             /* some event has come: start and end are set */
    bool in_snapshot;
};

static inline struct thread_track *build_thread_track(const struct model *model, uint32_t index)
{
    return array_at(&model->builder->threads, index);
}

/* The open span of a living thread. */
static inline struct span *build_thread_span(const struct model *model, uint32_t index)
{
    const struct thread *thread = array_at(&model->threads, index);

    return array_at(&thread->spans, thread->spans.count - 1);
}

static inline struct cpu_track *build_cpu(const struct model *model, unsigned cpu)
{
    return array_at(&model->builder->cpus, cpu);
}

/* threads.c: identity and states */
bool build_thread_find(struct model *model, uint32_t id, uint64_t time, uint32_t *index);
uint32_t build_thread_known(const struct model *model, uint32_t id);
bool build_thread_enter(struct model *model, uint32_t index, uint64_t time,
                        const struct span *next);
bool build_thread(struct model *model, const struct event *event);
bool build_name(struct model *model, const struct event *event);
bool build_exit(struct model *model, const struct event *event);
bool build_move(struct model *model, const struct event *event);
bool build_threads_finish(struct model *model);

/* states.c: what a thread does, and at which priority */
bool build_state(struct model *model, const struct event *event);
bool build_priority(struct model *model, const struct event *event);
bool build_priority_step(struct model *model, uint32_t index, const struct priority_step *step);

/* occupancy.c: who has a CPU */
bool build_cpus_grow(struct model *model, unsigned cpu);
bool build_occupy(struct model *model, unsigned cpu, uint64_t time,
                  const struct occupancy *occupancy);
bool build_run(struct model *model, uint32_t index, const struct event *event);
bool build_acts(struct model *model, uint32_t index, const struct event *event);
bool build_switch(struct model *model, const struct event *event);
bool build_cpus_finish(struct model *model);

/* interrupts.c */
bool build_irq_enter(struct model *model, const struct event *event);
bool build_irq_exit(struct model *model, const struct event *event);
void build_irqs_close(struct model *model, struct cpu_track *cpu, uint64_t time);

/* objects.c: channels, mutexes, semaphores; who holds which mutex */
bool build_object_find(struct model *model, uint32_t id, enum object_kind kind, uint64_t time,
                       uint32_t *index);
bool build_object(struct model *model, const struct event *event);
bool build_object_name(struct model *model, const struct event *event);
bool build_object_gone(struct model *model, const struct event *event);
bool build_lock(struct model *model, const struct event *event);
bool build_lock_wait(struct model *model, const struct event *event);
bool build_unlock(struct model *model, const struct event *event);
bool build_objects_finish(struct model *model);

/* exchanges.c */
bool build_send(struct model *model, const struct event *event);
bool build_receive(struct model *model, const struct event *event);
bool build_reply(struct model *model, const struct event *event);
bool build_error(struct model *model, const struct event *event);
bool build_return(struct model *model, const struct event *event);
bool build_work_forget(struct model *model, uint32_t server, uint64_t time);
void build_exchanges_finish(struct model *model);

/* losses.c */
bool build_loss(struct model *model, const struct event *event);
bool build_thread_losses(struct model *model, uint32_t index);
void build_object_losses(struct model *model, uint32_t index);
void build_losses_finish(struct model *model);
