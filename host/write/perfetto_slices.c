/* perfetto_slices.c - which slices lie on which thread's tracks.
 *
 * Collected into a list for each thread, laid out, and forgotten: only beginnings and ends stay.
 */
#include "perfetto_writer.h"
#include "perfetto_lanes.h"

#include <string.h>

enum { MAX_MARK_TRACKS = 16 };

static bool seen(const struct exchange *exchange, unsigned stages)
{
    return (exchange->seen & stages) == stages;
}

static bool has_tracks(const struct writer *writer, uint32_t thread)
{
    return thread != NONE && writer->places[thread].tid != 0;
}

bool slices_have_send_arrow(const struct writer *writer, const struct exchange *exchange)
{
    return seen(exchange, SEEN_SEND | SEEN_RECEIVE) && exchange->send <= exchange->receive
           && has_tracks(writer, exchange->client) && has_tracks(writer, exchange->server);
}

bool slices_have_reply_arrow(const struct writer *writer, const struct exchange *exchange)
{
    return seen(exchange, SEEN_SEND | SEEN_RECEIVE | SEEN_REPLY)
           && exchange->receive <= exchange->reply && has_tracks(writer, exchange->client)
           && has_tracks(writer, exchange->server);
}

static bool add_slice(struct writer *writer, struct array *lists, uint32_t thread,
                      const struct slice *slice)
{
    struct slice *place;

    if (!has_tracks(writer, thread)) {
        return true;
    }
    place = array_add(&lists[thread]);
    if (place == NULL) {
        return error_memory(writer->error);
    }
    *place = *slice;
    return true;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The moments of a request as they are drawn. Where the clocks of CPUs disagree, a stage is not
 * drawn before the one that it follows from. */
struct moments {
    uint64_t send;
    uint64_t receive;
    uint64_t reply;
    uint64_t end;
};

/* A request without an end is drawn until the client's last record, unless records are missing. */
static uint64_t drawn_end(const struct model *model, const struct exchange *exchange)
{
    if (seen(exchange, SEEN_RETURN) || exchange->client == NONE
        || model_loss_between(model, exchange->end, model->end)) {
        return exchange->end;
    }
    return later(model_thread(model, exchange->client)->last, exchange->end);
}

static struct moments moments_of(const struct model *model, const struct exchange *exchange)
{
    struct moments moments = { .send = exchange->send };

    moments.end = later(drawn_end(model, exchange), exchange->send);
    moments.receive =
        seen(exchange, SEEN_RECEIVE) ? later(exchange->receive, moments.send) : moments.end;
    moments.reply = seen(exchange, SEEN_REPLY) ? later(exchange->reply, moments.receive)
                                               : later(moments.end, moments.receive);
    moments.end = later(moments.end, moments.reply);
    return moments;
}

static bool add_client(struct writer *writer, struct array *lists, uint32_t index)
{
    const struct exchange *exchange = model_exchange(writer->model, index);
    struct moments moments = moments_of(writer->model, exchange);
    struct slice parts[] = {
        { moments.send, moments.end, index, SLICE_REQUEST, false },
        { moments.send, moments.receive, index, SLICE_SEND, false },
        { moments.receive, moments.reply, index, SLICE_REPLY, false },
        { moments.reply, moments.end, index, SLICE_RETURN, false },
    };
    unsigned count = !seen(exchange, SEEN_RECEIVE) ? 2 : !seen(exchange, SEEN_REPLY) ? 3 : 4;

    for (unsigned i = 0; i < count; i++) {
        if (!add_slice(writer, lists, exchange->client, &parts[i])) {
            return false;
        }
    }
    return true;
}

static bool add_server(struct writer *writer, struct array *lists, uint32_t index)
{
    const struct exchange *exchange = model_exchange(writer->model, index);
    struct moments moments = moments_of(writer->model, exchange);
    struct slice slice = { exchange->receive, 0, index, SLICE_HANDLE, false };

    slice.end = moments.reply;
    if (exchange->server != NONE && !seen(exchange, SEEN_REPLY)) {
        uint64_t last = model_thread(writer->model, exchange->server)->last;

        slice.end = last < slice.end ? last : slice.end;
    }
    slice.end = later(slice.end, slice.start);
    return add_slice(writer, lists, exchange->server, &slice);
}

static bool add_exchanges(struct writer *writer, struct array *lists)
{
    for (uint32_t i = 0; i < writer->model->exchanges.count; i++) {
        const struct exchange *exchange = model_exchange(writer->model, i);

        if (seen(exchange, SEEN_SEND) && !add_client(writer, lists, i)) {
            return false;
        }
        if (seen(exchange, SEEN_RECEIVE) && !add_server(writer, lists, i)) {
            return false;
        }
        writer->counts->exchanges++;
    }
    return true;
}

static bool add_user_marks(struct writer *writer, struct array *lists)
{
    const struct array *marks = &writer->model->marks;

    for (uint32_t i = 0; i < marks->count; i++) {
        const struct mark *mark = array_at(marks, i);
        struct slice slice = { mark->time, mark->time, i, SLICE_USER, false };

        if (!add_slice(writer, lists, mark->thread, &slice)) {
            return false;
        }
    }
    return true;
}

static bool add_holds(struct writer *writer, struct array *lists)
{
    const struct array *holds = &writer->model->holds;

    for (uint32_t i = 0; i < holds->count; i++) {
        const struct lock_hold *hold = array_at(holds, i);
        struct slice slice = { hold->start, later(hold->end, hold->start), i, SLICE_HOLD, false };

        if (!add_slice(writer, lists, hold->owner, &slice)) {
            return false;
        }
    }
    return true;
}

static const struct report_mark *mark_at(const struct writer *writer, size_t index)
{
    return *(const struct report_mark *const *)array_at(&writer->marks, index);
}

static bool add_marks(struct writer *writer, struct array *lists, const char *track)
{
    for (uint32_t i = 0; i < writer->marks.count; i++) {
        const struct report_mark *mark = mark_at(writer, i);
        struct slice slice = { mark->start, mark->end, i, SLICE_MARK, false };

        if (strcmp(mark->track, track) != 0) {
            continue;
        }
        if (mark->end < mark->start) {
            return error_set(writer->error, "a stretch of \"%s\" ends before it begins", track);
        }
        if (!add_slice(writer, lists, mark->thread, &slice)) {
            return false;
        }
    }
    return true;
}

static bool lay_out_all(struct writer *writer, struct array *lists, const char *name)
{
    for (uint32_t i = 0; i < writer->model->threads.count; i++) {
        if (lists[i].count > 0 && !lanes_lay_out(writer, i, name, &lists[i])) {
            return error_memory(writer->error);
        }
    }
    return true;
}

/* The names of the tracks that a report's marks lie on. */
static bool mark_tracks(const struct writer *writer, const char **names, unsigned *count)
{
    *count = 0;
    for (uint32_t i = 0; i < writer->marks.count; i++) {
        const char *name = mark_at(writer, i)->track;
        unsigned k = 0;

        while (k < *count && strcmp(names[k], name) != 0) {
            k++;
        }
        if (k == MAX_MARK_TRACKS) {
            return error_set(writer->error, "a report with more than %d tracks", MAX_MARK_TRACKS);
        }
        if (k == *count) {
            names[k] = name;
            ++*count;
        }
    }
    return true;
}

static bool collect_marks(struct writer *writer, struct array *lists)
{
    const char *names[MAX_MARK_TRACKS];
    unsigned count;

    if (!mark_tracks(writer, names, &count)) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        if (!add_marks(writer, lists, names[i]) || !lay_out_all(writer, lists, names[i])) {
            return false;
        }
    }
    return true;
}

static bool collect(struct writer *writer, struct array *lists)
{
    return add_exchanges(writer, lists) && add_user_marks(writer, lists)
           && lay_out_all(writer, lists, NULL) && add_holds(writer, lists)
           && lay_out_all(writer, lists, "Takt mutexes") && collect_marks(writer, lists);
}

bool slices_collect(struct writer *writer)
{
    size_t count = writer->model->threads.count;
    struct array *lists = arena_alloc(writer->arena, count + 1, sizeof(*lists));
    bool fine;

    if (lists == NULL) {
        return error_memory(writer->error);
    }
    for (size_t i = 0; i < count; i++) {
        array_init(&lists[i], sizeof(struct slice), writer->arena);
    }
    fine = collect(writer, lists);
    for (size_t i = 0; i < count; i++) {
        array_free(&lists[i]);
    }
    return fine;
}
