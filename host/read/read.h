/* read.h - trace files of every format that is known.
 *
 * A format is chosen by what a file holds, never by its name. Another format is another file in
 * this room and a line in the table of read.c.
 */
#pragma once

#include "arena.h"
#include "error.h"
#include "event.h"

#include <stdbool.h>

/* One format. */
struct reader {
    const char *name;

    /* True if `path` holds this format. Looks at a few bytes. */
    bool (*recognises)(const char *path);

    /* Hand all events to the sink and fill in what the file says of itself. False: nothing can be
     * said of this file, or the sink refused. What could be read of a damaged file is success with
     * source->partial. */
    bool (*read)(const char *path, struct arena *arena, const struct event_sink *sink,
                 struct source *source, struct error *error);
};

/* Read `path`, whatever its format. Texts in events and source are the arena's. */
bool read_trace(const char *path, struct arena *arena, const struct event_sink *sink,
                struct source *source, struct error *error);
