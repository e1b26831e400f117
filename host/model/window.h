/* window.h - a part of a trace: what lies before its begin is told as a snapshot taken there, and
 * what lies behind its end not at all.
 *
 * It stands between a reader and the model, and needs memory for the threads and objects that there
 * are, not for the events. A request that began before the window is in it without its beginning,
 * and so is no trustworthy one.
 */
#pragma once

#include "array.h"
#include "event.h"
#include "map.h"

enum window_edge_kind { EDGE_NONE, EDGE_MARK, EDGE_TIME };

struct window_edge {
    enum window_edge_kind kind;
    uint64_t value; /* code of a mark (takt_mark): the first of them; or ns of the trace's clock */
};

struct window {
    struct window_edge from; /* none: all from the first event on */
    struct window_edge to;   /* none: all up to the last; a mark: the first behind `from` */
};

struct window_sink {
    struct event_sink next;
    struct window window;
    struct array facts; /* struct event: what holds where the window begins */
    struct map places;  /* of a fact: its index */
    bool open;          /* it has begun */
    bool over;
    uint64_t end; /* of an end that is known */
};

/* There is no mark for that edge: false, with the error. */
bool window_no_mark(struct error *error, const struct window *window, bool at_end);

/* What the sink hands on goes to `next`. */
void window_init(struct window_sink *sink, const struct window *window, struct event_sink next,
                 struct arena *arena);

/* For the reader. */
struct event_sink window_sink(struct window_sink *sink);

/* After the last event. False: there was no such mark. */
bool window_finish(const struct window_sink *sink, struct error *error);

void window_free(struct window_sink *sink);
