/* model.c - the picture of a trace, built once: its beginning, its end, and who takes which event.
 */
#include "build.h"

#include <stdlib.h>

static void init_arrays(struct model *model, struct arena *arena)
{
    array_init(&model->threads, sizeof(struct thread), arena);
    array_init(&model->objects, sizeof(struct object), arena);
    array_init(&model->exchanges, sizeof(struct exchange), arena);
    array_init(&model->interrupts, sizeof(struct interrupt), arena);
    array_init(&model->losses, sizeof(struct loss), arena);
    array_init(&model->marks, sizeof(struct mark), arena);
    array_init(&model->holds, sizeof(struct lock_hold), arena);
    array_init(&model->pulses, sizeof(struct pulse), arena);
}

bool model_init(struct model *model, struct arena *arena, struct error *error)
{
    struct builder *builder = arena_alloc(arena, 1, sizeof(*builder));

    *model = (struct model){ .arena = arena, .builder = builder };
    init_arrays(model, arena);
    if (builder == NULL) {
        return error_memory(error);
    }
    map_init(&builder->thread_ids, arena);
    map_init(&builder->object_ids, arena);
    map_init(&builder->exchange_numbers, arena);
    array_init(&builder->threads, sizeof(struct thread_track), arena);
    array_init(&builder->objects, sizeof(struct object_track), arena);
    array_init(&builder->exchanges, sizeof(struct exchange_track), arena);
    array_init(&builder->cpus, sizeof(struct cpu_track), arena);
    return true;
}

static bool take_pulse(struct model *model, const struct event *event)
{
    const struct cpu_track *cpu = build_cpu(model, event->cpu);
    struct pulse *pulse = array_add(&model->pulses);
    uint32_t sender;

    if (pulse == NULL || !build_thread_find(model, event->thread, event->time, &sender)) {
        return false;
    }
    pulse->time = event->time;
    pulse->sender = cpu->irq_depth > 0 ? NONE : sender;
    pulse->code = event->a;
    pulse->priority = (uint8_t)(event->b < PRIORITY_UNKNOWN ? event->b : PRIORITY_UNKNOWN);
    return build_object_find(model, event->object, OBJECT_CHANNEL, event->time, &pulse->channel);
}

static bool take_mark(struct model *model, const struct event *event)
{
    struct mark *mark = array_add(&model->marks);
    uint32_t thread;

    if (mark == NULL || !build_thread_find(model, event->thread, event->time, &thread)) {
        return false;
    }
    *mark = (struct mark){ event->time, thread, event->a, event->b };
    return true;
}

/* Events that change nothing but show that thread and object are there. */
static bool take_mention(struct model *model, const struct event *event)
{
    enum object_kind kind = event->kind == EVENT_PULSE_TAKEN ? OBJECT_CHANNEL : OBJECT_SEMAPHORE;
    uint32_t ignored;

    return build_thread_find(model, event->thread, event->time, &ignored)
           && build_object_find(model, event->object, kind, event->time, &ignored);
}

/* The same, of an object whose kind the event names. */
static bool take_use(struct model *model, const struct event *event)
{
    uint32_t ignored;

    return event->detail >= OBJECT_KIND_COUNT
           || (build_thread_find(model, event->thread, event->time, &ignored)
               && build_object_find(model, event->object, (enum object_kind)event->detail,
                                    event->time, &ignored));
}

static bool take_snapshot(struct model *model, const struct event *event)
{
    model->builder->in_snapshot = event->detail == 0;
    return true;
}

typedef bool (*taker)(struct model *model, const struct event *event);

static taker taker_of(unsigned kind)
{
    static const taker takers[] = {
        [EVENT_THREAD] = build_thread,
        [EVENT_NAME] = build_name,
        [EVENT_GROUP] = build_name,
        [EVENT_EXIT] = build_exit,
        [EVENT_MOVE] = build_move,
        [EVENT_STATE] = build_state,
        [EVENT_SWITCH] = build_switch,
        [EVENT_PRIORITY] = build_priority,
        [EVENT_OBJECT] = build_object,
        [EVENT_OBJECT_NAME] = build_object_name,
        [EVENT_OBJECT_GONE] = build_object_gone,
        [EVENT_SEND] = build_send,
        [EVENT_RECEIVE] = build_receive,
        [EVENT_REPLY] = build_reply,
        [EVENT_ERROR] = build_error,
        [EVENT_RETURN] = build_return,
        [EVENT_PULSE] = take_pulse,
        [EVENT_PULSE_TAKEN] = take_mention,
        [EVENT_LOCK_WAIT] = build_lock_wait,
        [EVENT_LOCK] = build_lock,
        [EVENT_UNLOCK] = build_unlock,
        [EVENT_GIVE] = take_mention,
        [EVENT_TAKE] = take_mention,
        [EVENT_USE] = take_use,
        [EVENT_IRQ_ENTER] = build_irq_enter,
        [EVENT_IRQ_EXIT] = build_irq_exit,
        [EVENT_MARK] = take_mark,
        [EVENT_LOSS] = build_loss,
        [EVENT_SNAPSHOT] = take_snapshot,
    };

    return kind < sizeof(takers) / sizeof(takers[0]) ? takers[kind] : NULL;
}

/* A loss is told where it begins, and is not an event of the trace itself. */
static void take_time(struct model *model, const struct event *event)
{
    struct cpu_track *cpu = build_cpu(model, event->cpu);
    bool is_loss = event->kind == EVENT_LOSS;
    uint64_t time = is_loss ? event->exchange : event->time;

    if (!model->builder->begun || time < model->start) {
        model->start = time;
    }
    model->builder->begun = true;
    model->end = time > model->end ? time : model->end;
    if (is_loss) {
        return;
    }
    model->events++;
    if (!cpu->seen) {
        cpu->seen = true;
        cpu->first = time;
    }
    cpu->last = time;
}

static bool model_take(void *context, const struct event *event, struct error *error)
{
    struct model *model = context;
    taker take = taker_of(event->kind);

    if (event->cpu >= MAX_CPUS) {
        return error_set(error, "the trace names CPU %u; at most %d are possible",
                         (unsigned)event->cpu, MAX_CPUS);
    }
    if (event->cpu >= model->builder->cpus.count && !build_cpus_grow(model, event->cpu)) {
        return error_memory(error);
    }
    take_time(model, event);
    return take == NULL || take(model, event) || error_memory(error);
}

struct event_sink model_sink(struct model *model)
{
    return (struct event_sink){ model_take, model };
}

static void builder_free(struct model *model)
{
    struct builder *builder = model->builder;

    if (builder == NULL) {
        return;
    }
    for (unsigned cpu = 0; cpu < builder->cpus.count; cpu++) {
        array_free(&build_cpu(model, cpu)->occupancies);
    }
    map_free(&builder->thread_ids);
    map_free(&builder->object_ids);
    map_free(&builder->exchange_numbers);
    array_free(&builder->threads);
    array_free(&builder->objects);
    array_free(&builder->exchanges);
    array_free(&builder->cpus);
    model->builder = NULL;
}

/* The last states are open: they end with the trace. */
static bool close_all(struct model *model)
{
    for (unsigned cpu = 0; cpu < model->builder->cpus.count; cpu++) {
        struct cpu_track *track = build_cpu(model, cpu);

        while (track->irq_depth > 0) {
            struct interrupt *open = array_at(&model->interrupts, track->irqs[--track->irq_depth]);

            open->end = model->end > open->start ? model->end : open->start;
        }
    }
    build_losses_finish(model);
    return build_cpus_finish(model) && build_threads_finish(model) && build_objects_finish(model);
}

bool model_finish(struct model *model, const struct source *source, struct error *error)
{
    model->source = *source;
    if (source->cpus > 0 && source->cpus <= MAX_CPUS && !build_cpus_grow(model, source->cpus - 1)) {
        return error_memory(error);
    }
    if (!close_all(model)) {
        return error_memory(error);
    }
    build_exchanges_finish(model);
    array_trim(&model->threads);
    array_trim(&model->interrupts);
    array_trim(&model->marks);
    array_trim(&model->pulses);
    builder_free(model);
    return true;
}

void model_free(struct model *model)
{
    builder_free(model);
    for (size_t i = 0; i < model->threads.count; i++) {
        struct thread *thread = array_at(&model->threads, i);

        array_free(&thread->spans);
        array_free(&thread->steps);
        array_free(&thread->work);
    }
    for (unsigned cpu = 0; cpu < model->cpus; cpu++) {
        array_free(&model->occupancies[cpu]);
    }
    array_free(&model->threads);
    array_free(&model->objects);
    array_free(&model->exchanges);
    array_free(&model->interrupts);
    array_free(&model->losses);
    array_free(&model->marks);
    array_free(&model->holds);
    array_free(&model->pulses);
    model->cpus = 0;
}
