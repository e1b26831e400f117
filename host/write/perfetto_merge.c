/* perfetto_merge.c - all tracks' events in the order of time.
 *
 * Each track is in order already. A heap holds the tracks that have something left, the one whose
 * next event is the earliest on top; at equal times the track that was added first comes first, so
 * that the same trace always gives the same bytes.
 */
#include "perfetto_writer.h"

struct heap_entry {
    uint64_t time;
    uint32_t track;
};

struct heap {
    struct heap_entry *entries;
    size_t count;
};

static bool is_before(const struct heap_entry *a, const struct heap_entry *b)
{
    return a->time != b->time ? a->time < b->time : a->track < b->track;
}

static void swap(struct heap_entry *a, struct heap_entry *b)
{
    struct heap_entry kept = *a;

    *a = *b;
    *b = kept;
}

static void sink(struct heap *heap, size_t at)
{
    for (;;) {
        size_t child = 2 * at + 1;

        if (child >= heap->count) {
            return;
        }
        if (child + 1 < heap->count
            && is_before(&heap->entries[child + 1], &heap->entries[child])) {
            child++;
        }
        if (!is_before(&heap->entries[child], &heap->entries[at])) {
            return;
        }
        swap(&heap->entries[child], &heap->entries[at]);
        at = child;
    }
}

static const struct thread *thread_of(const struct writer *writer, const struct track *track)
{
    return model_thread(writer->model, track->thread);
}

/* A span is two events, its beginning and its end. Unknown ones are gaps on the track. */
static bool next_of_spans(const struct array *spans, struct track *track, uint64_t *time)
{
    while (track->next / 2 < spans->count) {
        const struct span *span = array_at(spans, track->next / 2);

        if (span->state != STATE_UNKNOWN) {
            *time = track->next % 2 == 0 ? span->start : span->end;
            return true;
        }
        track->next += 2;
    }
    return false;
}

static bool next_of_steps(const struct array *steps, struct track *track, uint64_t *time)
{
    while (track->next < steps->count) {
        const struct priority_step *step = array_at(steps, track->next);

        if (step->priority != PRIORITY_UNKNOWN) {
            *time = step->time;
            return true;
        }
        track->next++;
    }
    return false;
}

/* Time of a track's next event; false: there is none. */
static bool next_time(const struct writer *writer, struct track *track, uint64_t *time)
{
    const struct track_event *event;

    if (track->kind == TRACK_STATE) {
        return next_of_spans(&thread_of(writer, track)->spans, track, time);
    }
    if (track->kind == TRACK_PRIORITY) {
        return next_of_steps(&thread_of(writer, track)->steps, track, time);
    }
    if (track->next >= track->events.count) {
        return false;
    }
    event = array_at(&track->events, track->next);
    *time = event->time;
    return true;
}

static bool write_next(struct writer *writer, struct track *track)
{
    size_t at = track->next++;

    switch (track->kind) {
    case TRACK_STATE:
        return events_write_state(writer, track, array_at(&thread_of(writer, track)->spans, at / 2),
                                  at % 2 == 0);
    case TRACK_PRIORITY:
        return events_write_priority(writer, track, array_at(&thread_of(writer, track)->steps, at));
    case TRACK_SLICES:
        break;
    }
    return events_write_slice(writer, track, array_at(&track->events, at));
}

static void fill(struct writer *writer, struct heap *heap)
{
    for (uint32_t i = 0; i < writer->tracks.count; i++) {
        struct heap_entry *entry = &heap->entries[heap->count];

        entry->track = i;
        if (next_time(writer, array_at(&writer->tracks, i), &entry->time)) {
            heap->count++;
        }
    }
    for (size_t i = heap->count / 2; i > 0; i--) {
        sink(heap, i - 1);
    }
}

bool merge_write(struct writer *writer)
{
    struct heap heap = { NULL, 0 };

    heap.entries = arena_alloc(writer->arena, writer->tracks.count + 1, sizeof(*heap.entries));
    if (heap.entries == NULL) {
        return error_memory(writer->error);
    }
    fill(writer, &heap);
    while (heap.count > 0) {
        struct track *track = array_at(&writer->tracks, heap.entries[0].track);

        if (!write_next(writer, track)) {
            return false;
        }
        if (!next_time(writer, track, &heap.entries[0].time)) {
            heap.entries[0] = heap.entries[--heap.count];
        }
        sink(&heap, 0);
    }
    return true;
}
