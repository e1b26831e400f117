/* perfetto_show.h - from a picture that a test has told to what a viewer sees of it. */
#pragma once

#include "perfetto.h"
#include "perfetto_view.h"
#include "picture.h"

/* Write the picture as a Perfetto trace and read that. False: it was not written; picture->error
 * says why, and there is no view to free. */
bool show(struct picture *picture, const struct report_mark *marks, struct perfetto_counts *counts,
          struct view *view);

/* A thread as a snapshot tells of it. */
struct told_thread {
    uint32_t id;
    uint32_t priority;
    const char *name;
    const char *group;
    enum thread_state state;
    uint32_t object;
    bool idle;
};

/* Tell of threads, and that the first of them is running. */
void tell_snapshot(struct picture *picture, uint64_t time, const struct told_thread *threads,
                   size_t count);
