/* perfetto_sched.c - who has a CPU, wake-ups, why a thread is blocked, interrupts.
 *
 * Told as Linux's scheduler tells it, since that is what viewers know: every kind of blocking is
 * "sleeping", with the kernel's own state as the blocked function's name. A wake-up is told by the
 * CPU on which the waker ran; the viewer takes whoever runs there as the waker.
 */
#include "perfetto_bundle.h"
#include "perfetto_fields.h"
#include "perfetto_writer.h"

#include <stdlib.h>

enum happening_kind { HAPPENING_WAKING, HAPPENING_ENTER, HAPPENING_EXIT };

/* Something on a CPU beside switches. */
struct happening {
    uint64_t time;
    uint32_t subject; /* thread, or number of the interrupt */
    uint32_t kicks;   /* why, if it is a kick that begins */
    uint32_t order;   /* among those of the same time */
    uint8_t kind;
    bool by_interrupt;
};

static int compare_happenings(const void *left, const void *right)
{
    const struct happening *a = left;
    const struct happening *b = right;

    if (a->time != b->time) {
        return a->time < b->time ? -1 : 1;
    }
    return a->order == b->order ? 0 : a->order < b->order ? -1 : 1;
}

static bool add_happening(struct array *list, const struct happening *happening)
{
    struct happening *place = array_add(list);

    if (place == NULL) {
        return false;
    }
    *place = *happening;
    place->order = (uint32_t)list->count;
    return true;
}

static bool is_wait(unsigned state)
{
    return state >= STATE_SUSPENDED && state <= STATE_JOIN;
}

/* Whether the thread became ready to run where this span begins, rather than being preempted. */
static bool is_woken(const struct span *previous, const struct span *span)
{
    if (span->state != STATE_READY && span->state != STATE_RUNNING) {
        return false;
    }
    return previous == NULL ? span->state == STATE_READY && span->cause != CAUSE_SNAPSHOT
                            : is_wait(previous->state);
}

static unsigned cpu_of_waker(const struct model *model, uint32_t waker, uint64_t time)
{
    uint32_t at = model_span_at(model, waker, time);
    const struct span *span = at == NONE ? NULL : array_at(&model_thread(model, waker)->spans, at);

    return span != NULL && span->state == STATE_RUNNING ? span->cpu
                                                        : model_thread(model, waker)->pinned_cpu;
}

static bool add_waking(const struct model *model, struct array *lists, uint32_t thread,
                       const struct span *previous, const struct span *span)
{
    struct happening waking = { .time = span->start, .subject = thread, .kind = HAPPENING_WAKING };
    uint32_t waker = previous == NULL ? NONE : previous->waker;
    unsigned cpu = model_thread(model, thread)->pinned_cpu;

    waking.by_interrupt = previous != NULL && waker == NONE;
    if (waker != NONE) {
        cpu = cpu_of_waker(model, waker, span->start);
    }
    return cpu >= model->cpus || add_happening(&lists[cpu], &waking);
}

static bool add_wakings(const struct model *model, struct array *lists, uint32_t thread)
{
    const struct array *spans = &model_thread(model, thread)->spans;
    const struct span *previous = NULL;

    for (size_t i = 0; i < spans->count; i++) {
        const struct span *span = array_at(spans, i);

        if (is_woken(previous, span) && !add_waking(model, lists, thread, previous, span)) {
            return false;
        }
        previous = span;
    }
    return true;
}

/* An end without its beginning is nothing that could be drawn. */
static bool add_interrupts(const struct model *model, struct array *lists)
{
    for (size_t i = 0; i < model->interrupts.count; i++) {
        const struct interrupt *interrupt = array_at(&model->interrupts, i);
        struct happening enter = { .time = interrupt->start,
                                   .subject = interrupt->number,
                                   .kicks = interrupt->kicks,
                                   .kind = HAPPENING_ENTER };
        struct happening leave = { .time = interrupt->end,
                                   .subject = interrupt->number,
                                   .kind = HAPPENING_EXIT };

        if (interrupt->cpu >= model->cpus
            || (!interrupt->complete && interrupt->end <= interrupt->start)) {
            continue;
        }
        if (!add_happening(&lists[interrupt->cpu], &enter)
            || !add_happening(&lists[interrupt->cpu], &leave)) {
            return false;
        }
    }
    return true;
}

static bool collect(const struct writer *writer, struct array *lists)
{
    const struct model *model = writer->model;

    for (uint32_t i = 0; i < model->threads.count; i++) {
        if (!model_thread(model, i)->idle && !add_wakings(model, lists, i)) {
            return false;
        }
    }
    if (!add_interrupts(model, lists)) {
        return false;
    }
    for (unsigned cpu = 0; cpu < model->cpus; cpu++) {
        if (lists[cpu].count > 0) {
            qsort(lists[cpu].items, lists[cpu].count, sizeof(struct happening), compare_happenings);
        }
    }
    return true;
}

static unsigned linux_state(const struct span *span)
{
    if (span == NULL) {
        return LINUX_DEAD;
    }
    switch ((enum thread_state)span->state) {
    case STATE_READY:
        return LINUX_PREEMPTED;
    case STATE_RUNNING:
        return LINUX_RUNNABLE;
    case STATE_SUSPENDED:
        return LINUX_STOPPED;
    case STATE_DEAD:
        return LINUX_DEAD;
    case STATE_UNKNOWN:
    case STATE_SLEEP:
    case STATE_SEND:
    case STATE_RECEIVE:
    case STATE_REPLY:
    case STATE_MUTEX:
    case STATE_SEMAPHORE:
    case STATE_FLAGS:
    case STATE_QUEUE_SEND:
    case STATE_QUEUE_RECEIVE:
    case STATE_POOL:
    case STATE_CONDITION:
    case STATE_TIMER:
    case STATE_JOIN:
    case STATE_COUNT:
        break;
    }
    return LINUX_SLEEPING;
}

static const char *blocked_text(struct writer *writer, const struct span *span)
{
    const char *state = state_name((enum thread_state)span->state);
    const char *object = NULL;

    if (span->object == NONE) {
        return state;
    }
    object = span->state == STATE_JOIN ? thread_label(writer, span->object)
                                       : object_label(writer, span->object);
    return object == NULL ? NULL : arena_print(writer->arena, "%s: %s", state, object);
}

static void tell_reason(struct bundle *bundle, uint64_t time, uint32_t thread,
                        const struct span *span)
{
    struct writer *writer = bundle->writer;
    uint64_t key = (uint64_t)span->state << 32 | span->object;
    uint32_t text = names_known(&writer->symbols, key);

    if (text == 0) {
        text = names_make(&writer->symbols, key, blocked_text(writer, span));
    }
    bundle_blocked(bundle, time, writer->places[thread].tid, text);
}

static const struct span *span_at(const struct model *model, uint32_t thread, uint64_t time)
{
    uint32_t at = model_span_at(model, thread, time);

    return at == NONE ? NULL : array_at(&model_thread(model, thread)->spans, at);
}

/* `occupancy` begins; `before` (NULL: it is the first) ended there. */
static void tell_switch(struct bundle *bundle, const struct occupancy *before,
                        const struct occupancy *occupancy)
{
    const struct model *model = bundle->writer->model;
    uint32_t next = occupancy->thread == NONE ? bundle_nobody(bundle) : occupancy->thread;
    const struct span *span = NULL;
    unsigned state = LINUX_SLEEPING;

    if (before == NULL) {
        bundle_prime(bundle, occupancy->start);
        state = LINUX_RUNNABLE;
    } else if (before->thread != NONE) {
        span = span_at(model, before->thread, occupancy->start);
        state = model_thread(model, before->thread)->idle ? (unsigned)LINUX_RUNNABLE
                                                          : linux_state(span);
    }
    bundle_switch(bundle, occupancy->start, next, occupancy->priority, state);
    if (span != NULL && state == LINUX_SLEEPING && span->state != STATE_UNKNOWN) {
        tell_reason(bundle, occupancy->start, before->thread, span);
    }
}

static void tell_happening(struct bundle *bundle, const struct happening *happening)
{
    if (happening->kind == HAPPENING_WAKING) {
        bundle_waking(bundle, happening->time, happening->subject, happening->by_interrupt);
    } else if (happening->kind == HAPPENING_ENTER) {
        bundle_interrupt_begin(bundle, happening->time, happening->subject, happening->kicks);
    } else {
        bundle_interrupt_end(bundle, happening->time, happening->subject);
    }
}

/* What happened up to `limit`, from happening `at` on; returns the first that is left. */
static size_t tell_until(struct bundle *bundle, const struct array *happenings, size_t at,
                         uint64_t limit)
{
    while (at < happenings->count) {
        const struct happening *happening = array_at(happenings, at);

        if (happening->time > limit || !bundle_write_if_full(bundle)) {
            break;
        }
        tell_happening(bundle, happening);
        at++;
    }
    return at;
}

/* A wake-up and the switch that follows from it may have the same time: the wake-up comes first. */
static bool write_cpu(struct bundle *bundle, unsigned cpu, const struct array *happenings)
{
    const struct array *occupancies = &bundle->writer->model->occupancies[cpu];
    const struct occupancy *before = NULL;
    size_t done = 0;

    bundle_begin_cpu(bundle, cpu);
    for (size_t i = 0; i < occupancies->count; i++) {
        const struct occupancy *next = array_at(occupancies, i);

        done = tell_until(bundle, happenings, done, next->start);
        if (!bundle_write_if_full(bundle)) {
            return false;
        }
        tell_switch(bundle, before, next);
        before = next;
    }
    (void)tell_until(bundle, happenings, done, UINT64_MAX);
    return bundle_write(bundle);
}

static bool write_cpus(struct writer *writer, struct array *lists)
{
    struct bundle bundle;
    bool fine;

    if (!collect(writer, lists)) {
        return error_memory(writer->error);
    }
    fine = bundle_init(&bundle, writer);
    for (unsigned cpu = 0; fine && cpu < writer->model->cpus; cpu++) {
        fine = write_cpu(&bundle, cpu, &lists[cpu]);
    }
    bundle_free(&bundle);
    return fine;
}

bool sched_write(struct writer *writer)
{
    unsigned cpus = writer->model->cpus;
    struct array *lists = arena_alloc(writer->arena, (size_t)cpus + 1, sizeof(*lists));
    bool fine;

    if (lists == NULL) {
        return error_memory(writer->error);
    }
    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        array_init(&lists[cpu], sizeof(struct happening), writer->arena);
    }
    fine = write_cpus(writer, lists);
    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        array_free(&lists[cpu]);
    }
    return fine;
}
