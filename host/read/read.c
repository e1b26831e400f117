/* read.c - which format is it? */
#include "read.h"

#include "takt_ctf.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static const struct reader *const readers[] = {
    &takt_ctf_reader,
};

bool read_trace(const char *path, struct arena *arena, const struct event_sink *sink,
                struct source *source, struct error *error)
{
    struct stat status;

    if (stat(path, &status) != 0) {
        return error_set(error, "%.200s: %s", path, strerror(errno));
    }
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        if (readers[i]->recognises(path)) {
            *source = (struct source){ .path = path, .format = readers[i]->name };
            return readers[i]->read(path, arena, sink, source, error);
        }
    }
    return error_set(error, "%.200s: not a trace of a known format (known: %s)", path,
                     takt_ctf_reader.name);
}
