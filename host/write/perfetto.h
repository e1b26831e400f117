/* perfetto.h - a model as a trace in Perfetto's own format, to be looked at.
 *
 * A file is a sequence of packets and nothing else; docs/perfetto.md says what is in them. The
 * writer walks the model's arrays where they lie and merges them by time, so that it needs little
 * memory beside them.
 */
#pragma once

#include "error.h"
#include "model.h"
#include "report.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What has been written. */
struct perfetto_counts {
    uint64_t exchanges;
    uint64_t flows;
    uint64_t instants;
    uint64_t interrupts;
    uint64_t losses;
    uint64_t mark_slices; /* of the report */
    uint64_t priority_changes;
    uint64_t sched_switch;
    uint64_t sched_waking;
    uint64_t slices; /* on tracks of threads, of all kinds */
    uint64_t state_slices;
    uint64_t threads;
};

/* Write the model, and the marks of a report (a list that may be empty), to `file`. False: no
 * memory, no room, or a time that the format cannot hold. */
bool perfetto_write(const struct model *model, const struct report_mark *marks, FILE *file,
                    struct perfetto_counts *counts, struct error *error);
