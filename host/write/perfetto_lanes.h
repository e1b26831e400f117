/* perfetto_lanes.h - slices that may overlap, on tracks where they must not. */
#pragma once

#include "array.h"

#include <stdbool.h>
#include <stdint.h>

struct writer;

struct slice {
    uint64_t start;
    uint64_t end; /* never before start */
    uint32_t index;
    uint8_t kind; /* enum slice_kind */
    bool shortened;
};

/* Lay a thread's slices (struct slice, in any order; the array is freed) onto its track `name`, or
 * its own track if that is NULL, and onto as many more as they need. False: no memory. */
bool lanes_lay_out(struct writer *writer, uint32_t thread, const char *name, struct array *slices);
