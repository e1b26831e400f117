/* inversions.h - the findings of inversion.c as numbers, for the diff. */
#pragma once

#include "view.h"

#include <stdint.h>

struct inversion_counts {
    uint64_t exchanges;    /* checked */
    uint64_t mutex_waits;  /* checked */
    uint64_t untrusted;    /* left out: not all of it is in the trace, or a loss crosses it */
    uint64_t insufficient; /* the trace does not show enough to judge */
    uint64_t found;
};

/* Only count. */
struct inversion_counts inversions_count(struct view *view, const struct analyze_options *options);
