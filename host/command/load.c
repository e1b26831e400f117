/* load.c - from a path to a finished model.
 *
 * The arena's limit is what keeps a file from asking for the whole machine.
 */
#include "load.h"

#include "read.h"

static const uint64_t memory_limit_bytes = UINT64_C(4) << 30;

static bool fill(struct loaded *loaded, const char *path, struct error *error)
{
    struct event_sink sink = model_sink(&loaded->model);
    struct source source = { .path = path };

    return read_trace(path, &loaded->arena, &sink, &source, error)
           && model_finish(&loaded->model, &source, error);
}

bool load_trace(struct loaded *loaded, const char *path, struct error *error)
{
    uint64_t limit = memory_limit_bytes < SIZE_MAX / 2 ? memory_limit_bytes : SIZE_MAX / 2;

    arena_init(&loaded->arena, (size_t)limit);
    if (!model_init(&loaded->model, &loaded->arena, error)) {
        arena_free(&loaded->arena);
        return false;
    }
    if (!fill(loaded, path, error)) {
        load_free(loaded);
        return false;
    }
    return true;
}

void load_free(struct loaded *loaded)
{
    model_free(&loaded->model);
    arena_free(&loaded->arena);
}
