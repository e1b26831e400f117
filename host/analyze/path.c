/* path.c - the critical path of one request.
 *
 * Built by walking: ask at the beginning what happens, go to where the answer ends, ask again.
 * Steps that say the same are one segment. The sum is right by construction.
 */
#include "path.h"

#include <stdlib.h>

void path_init(struct path *path, struct arena *arena)
{
    array_init(&path->segments, sizeof(struct path_segment), arena);
    array_init(&path->holders, sizeof(struct path_holder), arena);
}

void path_free(struct path *path)
{
    array_free(&path->segments);
    array_free(&path->holders);
}

static bool same_hops(const struct walk_step *left, const struct walk_step *right)
{
    if (left->hop_count != right->hop_count) {
        return false;
    }
    for (unsigned i = 0; i < left->hop_count; i++) {
        if (left->hops[i].thread != right->hops[i].thread
            || left->hops[i].object != right->hops[i].object
            || left->hops[i].state != right->hops[i].state) {
            return false;
        }
    }
    return true;
}

static bool same(const struct walk_step *left, const struct walk_step *right)
{
    return left->kind == right->kind && left->thread == right->thread && left->state == right->state
           && left->work == right->work && left->replied == right->replied
           && left->chain_cut == right->chain_cut
           && (left->state != STATE_READY || left->priority == right->priority)
           && same_hops(left, right);
}

bool path_same_holder(const struct path_holder *left, const struct path_holder *right)
{
    return !left->others && left->thread == right->thread && left->irq == right->irq
           && left->cpu == right->cpu && left->priority == right->priority;
}

struct path_holder path_holder_of(const struct view *view, const struct cpu_moment *cpu,
                                  uint64_t ns)
{
    struct path_holder holder = { ns, cpu->thread, NONE, cpu->cpu, cpu->priority, false };

    if (cpu->interrupt != NONE) {
        const struct interrupt *interrupt = array_at(&view->model->interrupts, cpu->interrupt);

        holder.thread = NONE;
        holder.irq = interrupt->number;
        holder.priority = PRIORITY_UNKNOWN;
    }
    return holder;
}

/* The segment is the last one, so that its holders are the last ones. */
static bool add_holder(struct path *path, struct path_segment *segment,
                       const struct path_holder *holder)
{
    struct path_holder *added;

    for (uint32_t i = 0; i < segment->holder_count; i++) {
        struct path_holder *known = array_at(&path->holders, segment->first_holder + i);

        if (path_same_holder(known, holder)) {
            known->ns += holder->ns;
            return true;
        }
    }
    if (segment->holder_count > PATH_HOLDERS_MAX) {
        added = array_at(&path->holders, path->holders.count - 1);
        added->ns += holder->ns;
        added->others = true;
        return true;
    }
    added = array_add(&path->holders);
    if (added == NULL) {
        return false;
    }
    *added = *holder;
    segment->holder_count++;
    return true;
}

static struct path_segment *segment_for(struct path *path, const struct walk_step *step,
                                        uint64_t start)
{
    size_t count = path->segments.count;
    struct path_segment *segment = count == 0 ? NULL : array_at(&path->segments, count - 1);

    if (segment != NULL && same(&segment->step, step)) {
        return segment;
    }
    segment = array_add(&path->segments);
    if (segment != NULL) {
        segment->start = start;
        segment->step = *step;
        segment->first_holder = (uint32_t)path->holders.count;
    }
    return segment;
}

static bool add_step(struct path *path, const struct view *view, const struct walk_step *step,
                     uint64_t start, uint64_t end)
{
    struct path_segment *segment = segment_for(path, step, start);
    bool interrupted = step->state == STATE_RUNNING && step->cpu.interrupt != NONE;

    if (segment == NULL) {
        return false;
    }
    segment->end = end;
    segment->interrupt_ns += interrupted ? end - start : 0;
    path->kind_ns[interrupted ? PATH_INTERRUPTS : step->kind] += end - start;
    if (step->state == STATE_READY) {
        struct path_holder holder = path_holder_of(view, &step->cpu, end - start);

        return add_holder(path, segment, &holder);
    }
    return true;
}

bool path_build(struct path *path, struct view *view, uint32_t index)
{
    const struct exchange *exchange = model_exchange(view->model, index);
    uint64_t time = exchange->send;
    struct walk_step step;

    path->exchange = index;
    path->segments.count = 0;
    path->holders.count = 0;
    for (int kind = 0; kind < PATH_KIND_COUNT; kind++) {
        path->kind_ns[kind] = 0;
    }
    while (time < exchange->end) {
        uint64_t end;

        walk_request(view, index, time, &step);
        end = step.until < exchange->end ? step.until : exchange->end;
        if (!add_step(path, view, &step, time, end)) {
            return false;
        }
        time = end;
    }
    return true;
}

static int compare_holders(const void *left_item, const void *right_item)
{
    const struct path_holder *left = left_item;
    const struct path_holder *right = right_item;

    if (left->ns != right->ns) {
        return left->ns < right->ns ? 1 : -1;
    }
    return (left->thread > right->thread) - (left->thread < right->thread);
}

const struct path_holder *path_holders(struct path *path, const struct path_segment *segment)
{
    struct path_holder *first;

    if (segment->holder_count == 0) {
        return NULL;
    }
    first = array_at(&path->holders, segment->first_holder);
    qsort(first, segment->holder_count, sizeof *first, compare_holders);
    return first;
}

/* Texts. */

static void add_object(const struct view *view, uint8_t state, uint32_t object,
                       struct sentence *sentence)
{
    if (object == NONE || state < STATE_SEND || state > STATE_JOIN) {
        return;
    }
    sentence_add(sentence, " on %s",
                 state == STATE_JOIN ? view_role(view, object)
                                     : model_object(view->model, object)->name);
}

static void add_hops(const struct view *view, const struct walk_step *step,
                     struct sentence *sentence)
{
    for (unsigned i = 0; i < step->hop_count; i++) {
        const struct walk_hop *link = &step->hops[i];

        sentence_add(sentence, "%s %s", view_role(view, link->thread),
                     state_name((enum thread_state)link->state));
        add_object(view, link->state, link->object, sentence);
        sentence_add(sentence, link->state == STATE_MUTEX ? ", owner " : ", server ");
    }
}

static void add_work(const struct view *view, const struct walk_step *step, bool numbers,
                     struct sentence *sentence)
{
    const struct exchange *work = model_exchange(view->model, step->work);

    sentence_add(sentence, " %s's request", view_role(view, work->client));
    if (numbers) {
        sentence_add(sentence, " (txn %llu)", (unsigned long long)work->number);
    }
}

static void add_running(const struct view *view, const struct path *path,
                        const struct walk_step *step, bool numbers, struct sentence *sentence)
{
    if (step->kind == PATH_SERVER_RUNNING && step->replied) {
        sentence_add(sentence, " replying");
        return;
    }
    sentence_add(sentence, " running");
    if (step->kind == PATH_CLIENT_RUNNING) {
        return;
    }
    if (step->work == path->exchange) {
        sentence_add(sentence, " this request");
    } else if (step->work != NONE) {
        add_work(view, step, numbers, sentence);
    } else if (step->kind == PATH_SERVER_BUSY) {
        sentence_add(sentence, ", not in a request");
    }
}

static void add_ready(const struct walk_step *step, struct sentence *sentence)
{
    if (step->priority == PRIORITY_UNKNOWN) {
        sentence_add(sentence, " READY (prio not shown)");
    } else {
        sentence_add(sentence, " READY at prio %u", step->priority);
    }
}

static void add_blocked(const struct view *view, const struct path_segment *segment,
                        struct sentence *sentence)
{
    const struct walk_step *step = &segment->step;
    uint32_t at = model_span_at(view->model, step->thread, segment->start);

    sentence_add(sentence, " %s", state_name((enum thread_state)step->state));
    if (at != NONE) {
        const struct span *span = array_at(&model_thread(view->model, step->thread)->spans, at);

        add_object(view, span->state, span->object, sentence);
    }
}

/* The trace does not say who or what it was. */
static void add_not_shown(const struct view *view, const struct path *path,
                          const struct walk_step *step, struct sentence *sentence)
{
    const struct exchange *exchange = model_exchange(view->model, path->exchange);

    if (step->chain_cut) {
        sentence_add(sentence, "not examined further: %s",
                     step->hop_count == WALK_HOPS ? "the chain of waits is too long"
                                                  : "the run's limit of work is reached");
    } else if (step->thread != NONE) {
        sentence_add(sentence, "%s: what it did is not shown by the trace",
                     view_role(view, step->thread));
    } else if (step->hop_count > 0) {
        sentence_add(sentence, "not shown by the trace");
    } else {
        sentence_add(sentence, "%s %s, whom it waits for is not shown by the trace",
                     view_role(view, exchange->client), state_name((enum thread_state)step->state));
    }
}

void path_name(const struct view *view, const struct path *path, const struct path_segment *segment,
               bool numbers, struct sentence *sentence)
{
    const struct walk_step *step = &segment->step;

    add_hops(view, step, sentence);
    if (step->kind == PATH_UNEXPLAINED) {
        add_not_shown(view, path, step, sentence);
        return;
    }
    sentence_add(sentence, "%s", view_role(view, step->thread));
    if (step->state == STATE_RUNNING) {
        add_running(view, path, step, numbers, sentence);
    } else if (step->state == STATE_READY) {
        add_ready(step, sentence);
    } else {
        add_blocked(view, segment, sentence);
    }
}

void path_holder_text(const struct view *view, const struct path_holder *holder,
                      struct sentence *sentence)
{
    if (holder->others) {
        sentence_add(sentence, "others");
    } else if (holder->irq == INTERRUPT_CLOCK) {
        sentence_add(sentence, "the clock interrupt");
    } else if (holder->irq == INTERRUPT_KICK) {
        sentence_add(sentence, "a kick");
    } else if (holder->irq != NONE) {
        sentence_add(sentence, "interrupt %u", holder->irq);
    } else if (holder->thread == NONE) {
        sentence_add(sentence, "someone whom the trace does not show");
    } else if (model_thread(view->model, holder->thread)->idle) {
        sentence_add(sentence, "the idle thread");
    } else {
        sentence_add(sentence, "%s ", view_role(view, holder->thread));
        sentence_prio(sentence, holder->priority);
    }
    sentence_add(sentence, " on CPU %u", holder->cpu);
}

static void add_holders(const struct view *view, struct path *path,
                        const struct path_segment *segment, struct sentence *sentence)
{
    const struct path_holder *holders = path_holders(path, segment);
    bool unexplained = segment->step.kind == PATH_UNEXPLAINED_READY;

    sentence_add(sentence,
                 unexplained ? ", not explained by the trace: CPU held by " : ", CPU held by ");
    for (uint32_t i = 0; i < segment->holder_count; i++) {
        sentence_add(sentence, i == 0 ? "" : ", ");
        path_holder_text(view, &holders[i], sentence);
        if (segment->holder_count > 1) {
            sentence_add(sentence, " ");
            sentence_us(sentence, holders[i].ns);
            sentence_add(sentence, " us");
        }
    }
}

void path_text(const struct view *view, struct path *path, const struct path_segment *segment,
               struct sentence *sentence)
{
    path_name(view, path, segment, true, sentence);
    if (segment->step.state == STATE_READY && segment->holder_count > 0) {
        add_holders(view, path, segment, sentence);
    }
    if (segment->interrupt_ns >= 50) {
        sentence_add(sentence, ", of it interrupts ");
        sentence_us(sentence, segment->interrupt_ns);
        sentence_add(sentence, " us");
    }
}
