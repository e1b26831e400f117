/* perfetto_view.h - a viewer for tests: reads a Perfetto trace as strictly as it can be read.
 *
 * It knows the documented field numbers and none of the writer's names. What viewers forgive is an
 * error here: a field that is not known, an event on a track that was not described before, a text
 * used by number before it was defined, times that go back within a sequence, ends without a
 * beginning, slices that stay open, flows with one end.
 */
#pragma once

#include "array.h"

#include <stddef.h>
#include <stdint.h>

struct view_track {
    uint64_t uuid;
    uint64_t parent;
    const char *name; /* of a process, a thread or a track */
    int64_t pid;      /* -1: neither process nor thread */
    int64_t tid;      /* -1: no thread */
    int is_counter;
    const char *scale; /* a counter's y axis */
    unsigned depth;    /* slices that are open */
    size_t open[64];
};

/* A slice, or an instant (end == start, instant set). */
struct view_slice {
    uint64_t start;
    uint64_t end;
    const char *name;
    const char *arguments; /* "exchange=1 outcome=replied", in the order of the file */
    uint64_t track;
    uint64_t flow_out; /* 0: none */
    uint64_t flow_in;
    uint64_t correlation;
    unsigned depth;
    int instant;
    int closed;
};

struct view_counter {
    uint64_t time;
    uint64_t track;
    int64_t value;
};

struct view_switch {
    uint64_t time;
    uint64_t cpu;
    uint64_t previous_state;
    uint64_t tid;
    uint64_t priority;
    const char *name;
};

struct view_waking {
    uint64_t time;
    uint64_t cpu; /* on which it was told */
    uint64_t tid;
    uint64_t target_cpu;
    uint64_t priority;
    uint64_t flags;
    const char *name;
};

enum view_event_kind { VIEW_BLOCKED, VIEW_IRQ_ENTER, VIEW_IRQ_EXIT };

struct view_event {
    uint64_t time;
    uint64_t cpu;
    enum view_event_kind kind;
    uint64_t number;  /* tid, or number of the interrupt */
    const char *text; /* why blocked, or the interrupt's name */
};

struct view {
    struct arena arena;
    struct array tracks;   /* struct view_track */
    struct array slices;   /* struct view_slice, in the order of their beginnings */
    struct array counters; /* struct view_counter */
    struct array switches; /* struct view_switch */
    struct array wakings;  /* struct view_waking */
    struct array events;   /* struct view_event */
    size_t dropped;        /* packets that tell of a gap */
    const char *system;    /* sysname */
    char broken[256];      /* the first rule that is broken; empty: all hold */
};

void view_read(struct view *view, const void *bytes, size_t size);
void view_free(struct view *view);

/* The track of that name below the thread of that name, or the thread's own (name NULL); 0: no
 * such track, or more than one. */
uint64_t view_track_of(const struct view *view, const char *thread, const char *name);

/* The slices of a track as "name 10-20, name 20-25"; instants as "name 10". */
const char *view_slices_of(struct view *view, uint64_t track);

/* The n-th slice of a track, from 0; NULL: it has fewer. */
const struct view_slice *view_slice_at(const struct view *view, uint64_t track, size_t n);
