/* load.h - from a path to a finished model. */
#pragma once

#include "arena.h"
#include "error.h"
#include "model.h"
#include "window.h"

#include <stdbool.h>

struct loaded {
    struct arena arena;
    struct model model;
};

/* Read the trace `path`, whatever its format, or what of it lies in the window. False: `error` says
 * why, and nothing is left to free. A damaged trace of which a part could be read is success, with
 * source.partial. */
bool load_trace(struct loaded *loaded, const char *path, const struct window *window,
                struct error *error);

void load_free(struct loaded *loaded);
