/* perfetto_writer.h - what the parts of the Perfetto writer share.
 *
 * Tracks are collected first, each an ordered list that refers to the model by index; then all of
 * them are described; then they are merged by time. CPUs follow, each in bundles of its own.
 *
 *     perfetto_tracks   numbers for processes and threads; the tracks and their descriptions
 *     perfetto_slices   which slices lie on which thread's tracks
 *     perfetto_lanes    how slices that overlap are kept apart
 *     perfetto_events   how one event looks: its name, arguments and arrows
 *     perfetto_merge    all tracks' events in the order of time
 *     perfetto_sched    who has a CPU, wake-ups, why a thread is blocked, interrupts
 */
#pragma once

#include "array.h"
#include "model.h"
#include "perfetto.h"
#include "perfetto_names.h"
#include "perfetto_packet.h"
#include "perfetto_wire.h"
#include "report.h"

#include <stdbool.h>
#include <stdint.h>

/* How a thread is known in the output. */
struct place {
    uint32_t uuid; /* of its track */
    uint32_t tid;  /* 0: an idle thread, which viewers know by that number and do not list */
    uint32_t group;
};

/* A process. Its pid and the uuid of its track are its index + 1. */
struct group {
    const char *name;
    uint32_t threads;
};

enum slice_kind {
    SLICE_HANDLE,  /* a server has a request: from receive to reply */
    SLICE_REQUEST, /* the client's call as a whole, and its three parts: */
    SLICE_SEND,
    SLICE_REPLY,
    SLICE_RETURN,
    SLICE_HOLD, /* a mutex is held */
    SLICE_MARK, /* of a report */
    SLICE_USER  /* a user's mark: a moment */
};

/* A beginning or an end on a track. What it is about is told by kind and index. */
struct track_event {
    uint64_t time;
    uint32_t index; /* exchange, hold, mark */
    uint8_t kind;   /* enum slice_kind */
    uint8_t type;   /* TYPE_BEGIN, TYPE_END, TYPE_INSTANT */
    bool shortened; /* it lasted longer, but had to end with what it lies in */
};

enum track_kind { TRACK_SLICES, TRACK_STATE, TRACK_PRIORITY };

struct track {
    const char *name; /* NULL: the thread's own track */
    uint32_t thread;
    uint32_t uuid;
    enum track_kind kind;
    struct array events; /* TRACK_SLICES: struct track_event; else the thread's own arrays serve */
    size_t next;         /* what has been written of it */
};

struct writer {
    const struct model *model;
    struct arena *arena;
    struct error *error;
    struct perfetto_counts *counts;
    struct packets packets;
    struct wire body;  /* the event in the making */
    struct wire fresh; /* texts that it needs defined */
    struct names event_names;
    struct names texts; /* values of arguments */
    struct names symbols;
    struct array marks;   /* const struct report_mark *, in the order of the report */
    struct array groups;  /* struct group */
    struct place *places; /* beside the model's threads */
    struct array tracks;  /* struct track */
    uint32_t next_uuid;
    uint32_t next_tid;
};

/* perfetto_tracks.c */
bool tracks_number(struct writer *writer);
struct track *tracks_add(struct writer *writer, uint32_t thread, enum track_kind kind,
                         const char *name);
bool tracks_describe(struct writer *writer);

/* "group/thread" of a thread, or its name alone; NULL: no memory. */
const char *thread_label(const struct writer *writer, uint32_t thread);

/* "channel ts_psrv"; NULL: no memory. */
const char *object_label(const struct writer *writer, uint32_t object);

/* perfetto_slices.c */
bool slices_collect(struct writer *writer);

/* Whether the handling of a request is joined by arrows to its sending and its return. They would
 * lead nowhere if the clocks disagree so far that an effect comes before its cause. */
bool slices_have_send_arrow(const struct writer *writer, const struct exchange *exchange);
bool slices_have_reply_arrow(const struct writer *writer, const struct exchange *exchange);

/* perfetto_events.c */
void events_define_arguments(struct writer *writer);
bool events_write_slice(struct writer *writer, const struct track *track,
                        const struct track_event *event);
bool events_write_state(struct writer *writer, const struct track *track, const struct span *span,
                        bool begins);
bool events_write_priority(struct writer *writer, const struct track *track,
                           const struct priority_step *step);

/* perfetto_merge.c */
bool merge_write(struct writer *writer);

/* perfetto_sched.c */
bool sched_write(struct writer *writer);
