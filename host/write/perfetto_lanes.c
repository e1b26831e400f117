/* perfetto_lanes.c - slices that may overlap, on tracks where they must not.
 *
 * On a track slices can only lie beside or inside each other. What a thread does need not obey
 * that: a server may answer requests in another order than it received them. Such slices go to
 * further tracks ("lanes") of the same thread; there is a limit, and behind it a slice ends with
 * the one that it would stick out of, which its arguments then say.
 */
#include "perfetto_lanes.h"
#include "perfetto_fields.h"
#include "perfetto_writer.h"

#include <stdlib.h>

enum { MAX_LANES = 8 };

/* A track in the making, and the slices that are open on it, outermost first. */
struct lane {
    size_t track;
    struct array open; /* struct slice */
};

struct lanes {
    struct writer *writer;
    const char *name; /* of the first lane's track; NULL: it is the thread's own */
    uint32_t thread;
    unsigned count;
    struct lane lanes[MAX_LANES];
};

/* Outer slices before inner ones. */
static int compare_slices(const void *left, const void *right)
{
    const struct slice *a = left;
    const struct slice *b = right;

    if (a->start != b->start) {
        return a->start < b->start ? -1 : 1;
    }
    if (a->end != b->end) {
        return a->end > b->end ? -1 : 1;
    }
    if (a->kind != b->kind) {
        return a->kind < b->kind ? -1 : 1;
    }
    return a->index == b->index ? 0 : a->index < b->index ? -1 : 1;
}

static bool put_event(struct lanes *lanes, const struct lane *lane, const struct slice *slice,
                      unsigned type)
{
    struct track *track = array_at(&lanes->writer->tracks, lane->track);
    struct track_event *event = array_add(&track->events);

    if (event == NULL) {
        return false;
    }
    event->time = type == TYPE_END ? slice->end : slice->start;
    event->index = slice->index;
    event->kind = slice->kind;
    event->type = (uint8_t)type;
    event->shortened = slice->shortened;
    return true;
}

static const struct slice *innermost(const struct lane *lane)
{
    return lane->open.count == 0 ? NULL : array_at(&lane->open, lane->open.count - 1);
}

/* What ends where the next begins lies beside it; a next one without length lies in it. */
static bool ends_before(const struct slice *slice, const struct slice *next)
{
    return slice->end < next->start
           || (slice->end == next->start
               && (next->end > next->start || slice->start == slice->end));
}

/* End what ends before `next` begins; NULL: end everything. */
static bool close_ended(struct lanes *lanes, struct lane *lane, const struct slice *next)
{
    const struct slice *slice = innermost(lane);

    while (slice != NULL && (next == NULL || ends_before(slice, next))) {
        if (!put_event(lanes, lane, slice, TYPE_END)) {
            return false;
        }
        lane->open.count--;
        slice = innermost(lane);
    }
    return true;
}

static bool add_lane(struct lanes *lanes)
{
    struct lane *lane = &lanes->lanes[lanes->count];
    const char *name = lanes->name;

    if (lanes->count > 0) {
        name = arena_print(lanes->writer->arena, "%s %u", name == NULL ? "Takt requests" : name,
                           lanes->count + 1);
        if (name == NULL) {
            return false;
        }
    }
    lane->track = lanes->writer->tracks.count;
    array_init(&lane->open, sizeof(struct slice), lanes->writer->arena);
    lanes->count++;
    return tracks_add(lanes->writer, lanes->thread, TRACK_SLICES, name) != NULL;
}

static bool begin_in(struct lanes *lanes, struct lane *lane, const struct slice *slice)
{
    struct slice *open = array_add(&lane->open);

    if (open == NULL) {
        return false;
    }
    *open = *slice;
    return put_event(lanes, lane, slice, TYPE_BEGIN);
}

/* On the last lane, up to the end of what it lies in there. */
static bool begin_shortened(struct lanes *lanes, const struct slice *slice, uint64_t end)
{
    struct lane *lane = &lanes->lanes[lanes->count - 1];
    struct slice shorter = *slice;

    shorter.end = end;
    shorter.shortened = true;
    return begin_in(lanes, lane, &shorter);
}

static bool place_slice(struct lanes *lanes, const struct slice *slice)
{
    uint64_t end = slice->end;

    for (unsigned i = 0; i < MAX_LANES; i++) {
        struct lane *lane = &lanes->lanes[i];
        const struct slice *around;

        if (i == lanes->count && !add_lane(lanes)) {
            return false;
        }
        if (!close_ended(lanes, lane, slice)) {
            return false;
        }
        around = innermost(lane);
        if (around == NULL || around->end >= slice->end) {
            return begin_in(lanes, lane, slice);
        }
        end = around->end;
    }
    return begin_shortened(lanes, slice, end);
}

static bool place_all(struct lanes *lanes, const struct array *slices)
{
    for (size_t i = 0; i < slices->count; i++) {
        const struct slice *slice = array_at(slices, i);
        bool fine;

        if (slice->kind == SLICE_USER) {
            fine = (lanes->count > 0 || add_lane(lanes))
                   && close_ended(lanes, &lanes->lanes[0], slice)
                   && put_event(lanes, &lanes->lanes[0], slice, TYPE_INSTANT);
        } else {
            fine = place_slice(lanes, slice);
        }
        if (!fine) {
            return false;
        }
    }
    for (unsigned i = 0; i < lanes->count; i++) {
        if (!close_ended(lanes, &lanes->lanes[i], NULL)) {
            return false;
        }
    }
    return true;
}

bool lanes_lay_out(struct writer *writer, uint32_t thread, const char *name, struct array *slices)
{
    struct lanes lanes = { .writer = writer, .name = name, .thread = thread };
    bool fine;

    if (slices->count == 0) {
        return true;
    }
    qsort(slices->items, slices->count, sizeof(struct slice), compare_slices);
    fine = place_all(&lanes, slices);
    for (unsigned i = 0; i < lanes.count; i++) {
        array_free(&lanes.lanes[i].open);
    }
    array_free(slices);
    return fine;
}
