/* tables.h - the analyses that analyses.c lists, and small texts that they share. */
#pragma once

#include "analyze.h"
#include "view.h"

void analyze_summary(struct view *view, const struct analyze_options *options,
                     struct report *report);
void analyze_latency(struct view *view, const struct analyze_options *options,
                     struct report *report);
void analyze_deadlines(struct view *view, const struct analyze_options *options,
                       struct report *report);
void analyze_late(struct view *view, const struct analyze_options *options, struct report *report);
void analyze_inversions(struct view *view, const struct analyze_options *options,
                        struct report *report);
void analyze_channels(struct view *view, const struct analyze_options *options,
                      struct report *report);
void analyze_server_priority(struct view *view, const struct analyze_options *options,
                             struct report *report);
void analyze_critical_path(struct view *view, const struct analyze_options *options,
                           struct report *report);

void analyze_cpus(struct view *view, const struct analyze_options *options, struct report *report);

/* Texts in the report's arena; "" when memory is out, which the report notes. */
const char *text_us(struct report *report, uint64_t ns);                     /* "10967.0" */
const char *text_percent(struct report *report, uint64_t part, uint64_t of); /* "74.6" */
const char *text_exact_us(struct report *report, uint64_t ns);               /* "5000", "0.25" */
