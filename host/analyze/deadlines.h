/* deadlines.h - how deadlines were met, server by server. */
#pragma once

#include "array.h"
#include "view.h"

#include <stdbool.h>
#include <stdint.h>

struct deadline_row {
    const struct deadline *deadline;
    const char *server; /* NULL: no request of such a client was found */
    uint64_t requests;  /* trustworthy, ended */
    uint64_t missed;    /* of them: late, or without an answer */
    uint64_t failed;    /* of those: without an answer */
    uint64_t late_open; /* beside them: late and still waiting when the trace ended */
    uint64_t max;       /* longest of `requests` */
};

/* An array of struct deadline_row, in order of the options and then of the servers' names; at
 * least one for each deadline. False: no memory. */
bool deadlines_build(const struct view *view, const struct analyze_options *options,
                     struct array *rows);
