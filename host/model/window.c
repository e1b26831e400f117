/* window.c - a part of a trace.
 *
 * Of each thread, object and CPU the last event of every kind that tells what it is, or is in, is
 * kept; where the window begins they are handed on, in an order in which each finds what it names.
 */
#include "window.h"

#include "arena.h"
#include "error.h"

#include <inttypes.h>

/* Kinds that are kept, in the order of handing on. */
static const uint8_t kept[] = { EVENT_OBJECT, EVENT_OBJECT_NAME, EVENT_THREAD,   EVENT_NAME,
                                EVENT_GROUP,  EVENT_MOVE,        EVENT_PRIORITY, EVENT_LOCK,
                                EVENT_STATE,  EVENT_SWITCH,      EVENT_IRQ_ENTER };
enum { KEPT = sizeof kept, GONE = UINT8_MAX };

void window_init(struct window_sink *sink, const struct window *window, struct event_sink next,
                 struct arena *arena)
{
    *sink = (struct window_sink){ .next = next, .window = *window, .end = UINT64_MAX };
    array_init(&sink->facts, sizeof(struct event), arena);
    map_init(&sink->places, arena);
    sink->open = window->from.kind == EDGE_NONE;
    if (window->to.kind == EDGE_TIME) {
        sink->end = window->to.value;
    }
}

/* What the fact is about, in the same words for the event that ends it. */
static uint64_t subject(unsigned kind, const struct event *event)
{
    uint64_t id = event->thread;

    if (kind == EVENT_OBJECT || kind == EVENT_OBJECT_NAME || kind == EVENT_LOCK) {
        id = event->object;
    } else if (kind == EVENT_SWITCH) {
        id = event->cpu;
    } else if (kind == EVENT_IRQ_ENTER) {
        id = (uint64_t)event->cpu << 16 ^ event->a;
    }
    return id << 8 | kind;
}

static struct event *fact_at(struct window_sink *sink, uint64_t key)
{
    uint32_t place = map_get(&sink->places, key);

    return place == MAP_MISSING ? NULL : array_at(&sink->facts, place);
}

static void forget(struct window_sink *sink, unsigned kind, const struct event *event)
{
    struct event *fact = fact_at(sink, subject(kind, event));

    if (fact != NULL) {
        fact->kind = GONE;
    }
}

static bool keep(struct window_sink *sink, const struct event *event)
{
    uint64_t key = subject(event->kind, event);
    struct event *fact = fact_at(sink, key);

    if (fact == NULL) {
        fact = array_add(&sink->facts);
        if (fact == NULL || sink->facts.count >= MAP_MISSING
            || !map_set(&sink->places, key, (uint32_t)(sink->facts.count - 1))) {
            return false;
        }
    }
    *fact = *event;
    return true;
}

static bool is_kept(unsigned kind)
{
    for (unsigned i = 0; i < KEPT; i++) {
        if (kept[i] == kind) {
            return true;
        }
    }
    return false;
}

/* An event before the window. */
static bool remember(struct window_sink *sink, const struct event *event)
{
    static const uint8_t of_threads[] = { EVENT_THREAD, EVENT_NAME,     EVENT_GROUP,
                                          EVENT_MOVE,   EVENT_PRIORITY, EVENT_STATE };

    switch (event->kind) {
    case EVENT_EXIT:
        for (unsigned i = 0; i < sizeof of_threads; i++) {
            forget(sink, of_threads[i], event);
        }
        return true;
    case EVENT_OBJECT_GONE:
        forget(sink, EVENT_OBJECT, event);
        forget(sink, EVENT_OBJECT_NAME, event);
        forget(sink, EVENT_LOCK, event);
        return true;
    case EVENT_UNLOCK:
        forget(sink, EVENT_LOCK, event);
        return true;
    case EVENT_IRQ_EXIT:
        forget(sink, EVENT_IRQ_ENTER, event);
        return true;
    default:
        return !is_kept(event->kind) || keep(sink, event);
    }
}

static bool hand_on(const struct window_sink *sink, const struct event *event, struct error *error)
{
    return sink->next.take(sink->next.context, event, error);
}

static bool hand_on_kind(struct window_sink *sink, unsigned kind, uint64_t time,
                         struct error *error)
{
    for (size_t i = 0; i < sink->facts.count; i++) {
        struct event *fact = array_at(&sink->facts, i);

        if (fact->kind != kind) {
            continue;
        }
        fact->time = time;
        if (kind == EVENT_STATE) {
            fact->a = CAUSE_SNAPSHOT;
        }
        if (!hand_on(sink, fact, error)) {
            return false;
        }
    }
    return true;
}

/* The window begins. */
static bool begin(struct window_sink *sink, uint64_t time, uint16_t cpu, struct error *error)
{
    struct event snapshot = { .kind = EVENT_SNAPSHOT, .time = time, .cpu = cpu };
    bool fine = hand_on(sink, &snapshot, error);

    sink->open = true;
    for (unsigned i = 0; i < KEPT && fine; i++) {
        fine = hand_on_kind(sink, kept[i], time, error);
    }
    snapshot.detail = 1;
    fine = fine && hand_on(sink, &snapshot, error);
    array_free(&sink->facts);
    map_free(&sink->places);
    return fine;
}

static bool is_edge(const struct window_edge *edge, const struct event *event)
{
    if (edge->kind == EDGE_MARK) {
        return event->kind == EVENT_MARK && event->a == edge->value;
    }
    return edge->kind == EDGE_TIME && event->time >= edge->value;
}

/* A loss that reaches into the window has begun there, for all that can be seen in it. */
static bool take_open(struct window_sink *sink, const struct event *event, struct error *error)
{
    struct event inside = *event;

    if (event->time > sink->end && event->kind != EVENT_LOSS) {
        return true;
    }
    if (event->kind == EVENT_LOSS) {
        if (event->exchange > sink->end) {
            return true;
        }
        inside.time = event->time < sink->end ? event->time : sink->end;
    }
    if (sink->window.to.kind == EDGE_MARK && is_edge(&sink->window.to, event)
        && sink->end == UINT64_MAX) {
        sink->end = event->time;
    }
    return hand_on(sink, &inside, error);
}

static bool take(void *context, const struct event *event, struct error *error)
{
    struct window_sink *sink = context;

    if (sink->open) {
        return take_open(sink, event, error);
    }
    if (!is_edge(&sink->window.from, event)) {
        return remember(sink, event) || error_memory(error);
    }
    uint64_t time = sink->window.from.kind == EDGE_TIME ? sink->window.from.value : event->time;
    struct event first = *event;

    if (event->kind == EVENT_LOSS && event->exchange < time) {
        first.exchange = time;
    }
    return begin(sink, time, event->cpu, error) && take_open(sink, &first, error);
}

struct event_sink window_sink(struct window_sink *sink)
{
    return (struct event_sink){ take, sink };
}

bool window_no_mark(struct error *error, const struct window *window, bool at_end)
{
    const struct window_edge *edge = at_end ? &window->to : &window->from;

    return error_set(error, "no mark with the code %" PRIu64 "%s", edge->value,
                     at_end && window->from.kind != EDGE_NONE ? " after --from" : "");
}

bool window_finish(const struct window_sink *sink, struct error *error)
{
    const struct window *window = &sink->window;

    if (!sink->open) {
        return window->from.kind == EDGE_MARK ? window_no_mark(error, window, false)
                                              : error_set(error, "the trace ends before --from");
    }
    return window->to.kind != EDGE_MARK || sink->end != UINT64_MAX
           || window_no_mark(error, window, true);
}

void window_free(struct window_sink *sink)
{
    array_free(&sink->facts);
    map_free(&sink->places);
}
