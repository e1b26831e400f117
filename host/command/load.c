/* load.c - from a path to a finished model.
 *
 * The arena's limit is what keeps a file from asking for the whole machine.
 */
#include "load.h"

#include "read.h"

static const uint64_t memory_limit_bytes = UINT64_C(4) << 30;

static bool read_window(struct loaded *loaded, const char *path, const struct window *window,
                        struct source *source, struct error *error)
{
    struct window_sink part;

    window_init(&part, window, model_sink(&loaded->model), &loaded->arena);
    struct event_sink sink = window_sink(&part);
    bool fine =
        read_trace(path, &loaded->arena, &sink, source, error) && window_finish(&part, error);

    window_free(&part);
    return fine;
}

static bool fill(struct loaded *loaded, const char *path, const struct window *window,
                 struct error *error)
{
    struct event_sink whole = model_sink(&loaded->model);
    struct source source = { .path = path };
    bool is_part = window->from.kind != EDGE_NONE || window->to.kind != EDGE_NONE;
    bool fine = is_part ? read_window(loaded, path, window, &source, error)
                        : read_trace(path, &loaded->arena, &whole, &source, error);

    return fine && model_finish(&loaded->model, &source, error);
}

bool load_trace(struct loaded *loaded, const char *path, const struct window *window,
                struct error *error)
{
    uint64_t limit = memory_limit_bytes < SIZE_MAX / 2 ? memory_limit_bytes : SIZE_MAX / 2;

    arena_init(&loaded->arena, (size_t)limit);
    if (!model_init(&loaded->model, &loaded->arena, error)) {
        arena_free(&loaded->arena);
        return false;
    }
    if (!fill(loaded, path, window, error)) {
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
