/* analyze.h - the questions that `takt` can answer, each in a file of its own.
 *
 * An analysis asks the model (through the view, which adds a few indexes) and writes sections
 * into the report. A new one is a new file and a line in analyses.c; writers and commands need
 * not know of it.
 */
#pragma once

#include "model.h"
#include "report.h"
#include "window.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct view;

/* Requests of the clients called `name` ("hi" or "ts_pload/hi") must not take longer. */
struct deadline {
    const char *name;
    uint64_t ns;
};

/* Was a CPU left alone in that window? The model is of the whole trace. */
struct quiet_question {
    bool asked;
    size_t cpu;
    struct window window;
};

struct analyze_options {
    const struct deadline *deadlines;
    size_t deadline_count;
    const char *client;    /* only its requests: "group/thread" or "thread"; NULL: all */
    size_t top;            /* how many rows or findings the text shows; values hold all */
    size_t slowest;        /* critical paths of so many requests */
    uint64_t threshold_ns; /* shorter inversions are not reported */
    struct quiet_question quiet;
};

enum { DEFAULT_TOP = 10, DEFAULT_THRESHOLD_NS = 100000 };

/* One question. It sets report->finding if its answer deserves exit status 1. */
struct analysis {
    const char *name;
    void (*run)(struct view *view, const struct analyze_options *options, struct report *report);
};

/* In the order in which they are shown; ends with a NULL name. */
extern const struct analysis analyses[];

/* Run all of them. False: no memory. */
bool analyze_all(const struct model *model, const struct analyze_options *options,
                 struct report *report, struct error *error);

/* Who interrupted one CPU, as the section "quiet"; report->finding if anybody did or it cannot be
 * told. False: no such CPU or mark, or no memory. */
bool analyze_quiet(const struct model *model, const struct quiet_question *question,
                   struct report *report, struct error *error);

/* The facts of `takt info`, as the section "info". */
bool analyze_info(const struct model *model, struct report *report, struct error *error);

/* The differences between two traces; report->finding if there is one worth naming. */
bool analyze_diff(const struct model *before, const struct model *after,
                  const struct analyze_options *options, struct report *report,
                  struct error *error);
