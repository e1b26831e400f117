/* perfetto_show.c - from a picture that a test has told to what a viewer sees of it. */
#include "perfetto_show.h"

#include <stdlib.h>

bool show(struct picture *picture, const struct report_mark *marks, struct perfetto_counts *counts,
          struct view *view)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&bytes, &size);
    bool fine =
        file != NULL && perfetto_write(&picture->model, marks, file, counts, &picture->error);

    if (file != NULL) {
        (void)fclose(file);
    }
    if (fine) {
        view_read(view, bytes, size);
    }
    free(bytes);
    return fine;
}

static void tell_thread(struct picture *picture, uint64_t time, const struct told_thread *thread)
{
    const struct event events[] = {
        { .time = time,
          .kind = EVENT_THREAD,
          .thread = thread->id,
          .a = thread->priority,
          .detail = thread->idle },
        { .time = time, .kind = EVENT_NAME, .thread = thread->id, .text = thread->name },
        { .time = time, .kind = EVENT_GROUP, .thread = thread->id, .text = thread->group },
        { .time = time,
          .kind = EVENT_STATE,
          .thread = thread->id,
          .detail = (uint8_t)thread->state,
          .object = thread->object,
          .a = CAUSE_SNAPSHOT },
    };

    tell_all(picture, events, sizeof(events) / sizeof(events[0]));
}

void tell_snapshot(struct picture *picture, uint64_t time, const struct told_thread *threads,
                   size_t count)
{
    struct event event = { .time = time, .kind = EVENT_SNAPSHOT };

    tell(picture, &event);
    for (size_t i = 0; i < count; i++) {
        tell_thread(picture, time, &threads[i]);
    }
    event = (struct event){
        .time = time, .kind = EVENT_SWITCH, .thread = threads[0].id, .a = threads[0].priority
    };
    tell(picture, &event);
    event = (struct event){ .time = time, .kind = EVENT_SNAPSHOT, .detail = 1 };
    tell(picture, &event);
}
