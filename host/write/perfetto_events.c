/* perfetto_events.c - how one event on a track looks: its name, arguments and arrows.
 *
 * An arrow leads from the end of one slice to the beginning of another: from SEND to the server's
 * handling, and from there to the client's return.
 */
#include "perfetto_writer.h"
#include "perfetto_fields.h"

#include <inttypes.h>

/* Names of arguments; their numbers are those by which they are interned. */
enum argument {
    ARGUMENT_EXCHANGE = 1,
    ARGUMENT_CHANNEL,
    ARGUMENT_CLIENT,
    ARGUMENT_SERVER,
    ARGUMENT_CLIENT_PRIORITY,
    ARGUMENT_OUTCOME,
    ARGUMENT_LATENCY,
    ARGUMENT_WARNINGS,
    ARGUMENT_ON,
    ARGUMENT_WOKEN_BY,
    ARGUMENT_HELD_BY,
    ARGUMENT_KIND,
    ARGUMENT_VALUE,
    ARGUMENT_STATUS,
    ARGUMENT_COUNT
};

static const char *const argument_names[ARGUMENT_COUNT] = {
    [ARGUMENT_EXCHANGE] = "exchange",
    [ARGUMENT_CHANNEL] = "channel",
    [ARGUMENT_CLIENT] = "client",
    [ARGUMENT_SERVER] = "server",
    [ARGUMENT_CLIENT_PRIORITY] = "client_priority",
    [ARGUMENT_OUTCOME] = "outcome",
    [ARGUMENT_LATENCY] = "latency_us",
    [ARGUMENT_WARNINGS] = "warnings",
    [ARGUMENT_ON] = "on",
    [ARGUMENT_WOKEN_BY] = "woken_by",
    [ARGUMENT_HELD_BY] = "held_by",
    [ARGUMENT_KIND] = "kind",
    [ARGUMENT_VALUE] = "value",
    [ARGUMENT_STATUS] = "status",
};

/* What a text is made of; the index says of which thread, object, ... */
enum phrase {
    PHRASE_THREAD,
    PHRASE_OBJECT,
    PHRASE_SEND,
    PHRASE_SEND_TO_OBJECT,
    PHRASE_HANDLE,
    PHRASE_HOLD,
    PHRASE_USER,
    PHRASE_STATE,  /* index: enum thread_state */
    PHRASE_PART,   /* index: enum slice_kind */
    PHRASE_OUTCOME /* index: enum exchange_outcome */
};

void events_define_arguments(struct writer *writer)
{
    struct wire *wire = &writer->packets.wire;
    size_t interned = wire_open(wire, PACKET_INTERNED_DATA);

    for (unsigned i = 1; i < ARGUMENT_COUNT; i++) {
        size_t entry = wire_open(wire, INTERNED_ANNOTATION_NAMES);

        wire_number(wire, INTERNED_IID, i);
        wire_text(wire, INTERNED_TEXT, argument_names[i]);
        wire_close(wire, entry);
    }
    wire_close(wire, interned);
}

/* The part of a server's name by which it is asked: its group, as a process is meant by a name. */
static const char *asked(const struct writer *writer, uint32_t thread)
{
    const struct thread *it = model_thread(writer->model, thread);

    return it->group[0] != '\0' ? it->group : it->name;
}

static const char *part_text(uint32_t kind)
{
    return kind == SLICE_SEND ? "SEND" : kind == SLICE_REPLY ? "REPLY" : "return";
}

static const char *outcome_text(uint32_t outcome)
{
    static const char *const texts[] = {
        [OUTCOME_REPLIED] = "replied", [OUTCOME_FAILED] = "failed", [OUTCOME_OPEN] = "open"
    };

    return outcome <= OUTCOME_OPEN ? texts[outcome] : "unknown";
}

static const char *phrase_text(struct writer *writer, enum phrase phrase, uint32_t index)
{
    struct arena *arena = writer->arena;
    const char *part = NULL;

    switch (phrase) {
    case PHRASE_THREAD:
        return thread_label(writer, index);
    case PHRASE_OBJECT:
        return object_label(writer, index);
    case PHRASE_SEND:
        return arena_print(arena, "send -> %s", asked(writer, index));
    case PHRASE_SEND_TO_OBJECT:
        part = object_label(writer, index);
        return part == NULL ? NULL : arena_print(arena, "send -> %s", part);
    case PHRASE_HANDLE:
        part = thread_label(writer, index);
        return part == NULL ? NULL : arena_print(arena, "handle %s", part);
    case PHRASE_HOLD:
        part = object_label(writer, index);
        return part == NULL ? NULL : arena_print(arena, "hold %s", part);
    case PHRASE_USER:
        return arena_print(arena, "mark %" PRIu32, index);
    case PHRASE_STATE:
        return state_name((enum thread_state)index);
    case PHRASE_PART:
        return part_text(index);
    case PHRASE_OUTCOME:
        return outcome_text(index);
    }
    return NULL;
}

static uint32_t phrase_number(struct writer *writer, struct names *names, enum phrase phrase,
                              uint32_t index)
{
    uint64_t key = (uint64_t)phrase << 32 | index;
    uint32_t number = names_known(names, key);

    return number != 0 ? number : names_make(names, key, phrase_text(writer, phrase, index));
}

static void begin(struct writer *writer, const struct track *track, unsigned type)
{
    wire_clear(&writer->body);
    wire_clear(&writer->fresh);
    wire_number(&writer->body, TRACK_EVENT_TYPE, type);
    wire_number(&writer->body, TRACK_EVENT_TRACK, track->uuid);
}

static void name_it(struct writer *writer, uint32_t number)
{
    wire_number(&writer->body, TRACK_EVENT_NAME_IID, number);
}

static bool end(struct writer *writer, uint64_t time, bool interned)
{
    struct wire *wire = &writer->packets.wire;

    packet_begin_at(&writer->packets, time, interned ? FLAG_NEEDS_STATE : 0);
    if (writer->fresh.size > 0) {
        wire_nested(wire, PACKET_INTERNED_DATA, &writer->fresh);
    }
    wire->failed = wire->failed || writer->fresh.failed;
    wire_nested(wire, PACKET_TRACK_EVENT, &writer->body);
    return packet_end(&writer->packets);
}

static void argue_number(struct writer *writer, enum argument argument, uint64_t number)
{
    size_t annotation = wire_open(&writer->body, TRACK_EVENT_ANNOTATIONS);

    wire_number(&writer->body, ANNOTATION_NAME_IID, argument);
    wire_number(&writer->body, ANNOTATION_NUMBER, number);
    wire_close(&writer->body, annotation);
}

static void argue_signed(struct writer *writer, enum argument argument, int64_t number)
{
    size_t annotation = wire_open(&writer->body, TRACK_EVENT_ANNOTATIONS);

    wire_number(&writer->body, ANNOTATION_NAME_IID, argument);
    wire_number(&writer->body, ANNOTATION_SIGNED, (uint64_t)number);
    wire_close(&writer->body, annotation);
}

static void argue_us(struct writer *writer, enum argument argument, uint64_t ns)
{
    size_t annotation = wire_open(&writer->body, TRACK_EVENT_ANNOTATIONS);

    wire_number(&writer->body, ANNOTATION_NAME_IID, argument);
    wire_double(&writer->body, ANNOTATION_DOUBLE, (double)ns / 1000.0);
    wire_close(&writer->body, annotation);
}

static void argue_text(struct writer *writer, enum argument argument, uint32_t text)
{
    size_t annotation = wire_open(&writer->body, TRACK_EVENT_ANNOTATIONS);

    wire_number(&writer->body, ANNOTATION_NAME_IID, argument);
    wire_number(&writer->body, ANNOTATION_TEXT_IID, text);
    wire_close(&writer->body, annotation);
}

static void argue_thread(struct writer *writer, enum argument argument, uint32_t thread)
{
    if (thread != NONE) {
        argue_text(writer, argument, phrase_number(writer, &writer->texts, PHRASE_THREAD, thread));
    }
}

static void argue_object(struct writer *writer, enum argument argument, uint32_t object)
{
    if (object != NONE) {
        argue_text(writer, argument, phrase_number(writer, &writer->texts, PHRASE_OBJECT, object));
    }
}

/* What all slices of an exchange have, so that any of them leads to the others. */
static void argue_exchange(struct writer *writer, uint64_t number)
{
    argue_number(writer, ARGUMENT_EXCHANGE, number);
    wire_number(&writer->body, TRACK_EVENT_CORRELATION, number);
}

static void argue_priority(struct writer *writer, const struct exchange *exchange)
{
    if (exchange->client_priority != PRIORITY_UNKNOWN) {
        argue_number(writer, ARGUMENT_CLIENT_PRIORITY, exchange->client_priority);
    }
}

static void argue_request(struct writer *writer, const struct exchange *exchange)
{
    argue_priority(writer, exchange);
    argue_thread(writer, ARGUMENT_SERVER, exchange->server);
    argue_object(writer, ARGUMENT_CHANNEL, exchange->channel);
    argue_text(writer, ARGUMENT_OUTCOME,
               phrase_number(writer, &writer->texts, PHRASE_OUTCOME, exchange->outcome));
    if (exchange->outcome == OUTCOME_FAILED) {
        argue_signed(writer, ARGUMENT_STATUS, exchange->status);
    }
    if ((exchange->seen & SEEN_RETURN) != 0 && exchange->end >= exchange->send) {
        argue_us(writer, ARGUMENT_LATENCY, exchange->end - exchange->send);
    }
    if (exchange->warning != NULL) {
        argue_text(writer, ARGUMENT_WARNINGS, names_number(&writer->texts, exchange->warning));
    }
}

/* Each exchange has two arrows; their numbers come from its index, which is unique. */
static void put_flow(struct writer *writer, unsigned field, uint32_t exchange, unsigned arrow)
{
    wire_fixed(&writer->body, field, 2 * ((uint64_t)exchange + 1) + arrow);
}

static void request_name(struct writer *writer, const struct exchange *exchange)
{
    struct names *names = &writer->event_names;

    if (exchange->server != NONE) {
        name_it(writer, phrase_number(writer, names, PHRASE_SEND, exchange->server));
    } else if (exchange->channel != NONE) {
        name_it(writer, phrase_number(writer, names, PHRASE_SEND_TO_OBJECT, exchange->channel));
    } else {
        name_it(writer, names_number(names, "send"));
    }
}

static void describe_handle(struct writer *writer, uint32_t index)
{
    const struct exchange *exchange = model_exchange(writer->model, index);
    struct names *names = &writer->event_names;

    name_it(writer, exchange->client == NONE
                        ? names_number(names, "handle")
                        : phrase_number(writer, names, PHRASE_HANDLE, exchange->client));
    argue_exchange(writer, exchange->number);
    argue_priority(writer, exchange);
    if (exchange->warning != NULL) {
        argue_text(writer, ARGUMENT_WARNINGS, names_number(&writer->texts, exchange->warning));
    }
    if (slices_have_send_arrow(writer, exchange)) {
        put_flow(writer, TRACK_EVENT_ENDING_FLOWS, index, 0);
    }
    if (slices_have_reply_arrow(writer, exchange)) {
        put_flow(writer, TRACK_EVENT_FLOWS, index, 1);
    }
}

static void describe_request(struct writer *writer, enum slice_kind kind, uint32_t index)
{
    const struct exchange *exchange = model_exchange(writer->model, index);

    if (kind == SLICE_REQUEST) {
        request_name(writer, exchange);
    } else {
        name_it(writer, phrase_number(writer, &writer->event_names, PHRASE_PART, kind));
    }
    argue_exchange(writer, exchange->number);
    if (kind == SLICE_REQUEST) {
        argue_request(writer, exchange);
    }
    if (kind == SLICE_SEND && slices_have_send_arrow(writer, exchange)) {
        put_flow(writer, TRACK_EVENT_FLOWS, index, 0);
        writer->counts->flows++;
    }
    if (kind == SLICE_RETURN && slices_have_reply_arrow(writer, exchange)) {
        put_flow(writer, TRACK_EVENT_ENDING_FLOWS, index, 1);
        writer->counts->flows++;
    }
}

static void describe_mark(struct writer *writer, uint32_t index)
{
    const struct report_mark *mark =
        *(const struct report_mark *const *)array_at(&writer->marks, index);

    name_it(writer, names_number(&writer->event_names, mark->name));
    if (mark->kind != NULL) {
        argue_text(writer, ARGUMENT_KIND, names_number(&writer->texts, mark->kind));
    }
    if (mark->held_by != NULL) {
        argue_text(writer, ARGUMENT_HELD_BY, names_number(&writer->texts, mark->held_by));
    }
    if (mark->exchange != NONE) {
        argue_number(writer, ARGUMENT_EXCHANGE,
                     model_exchange(writer->model, mark->exchange)->number);
    }
    writer->counts->mark_slices++;
}

static void describe_user(struct writer *writer, uint32_t index)
{
    const struct mark *mark = array_at(&writer->model->marks, index);

    name_it(writer, phrase_number(writer, &writer->event_names, PHRASE_USER, mark->code));
    argue_number(writer, ARGUMENT_VALUE, mark->value);
}

static void describe_hold(struct writer *writer, uint32_t index)
{
    const struct lock_hold *hold = array_at(&writer->model->holds, index);

    name_it(writer, phrase_number(writer, &writer->event_names, PHRASE_HOLD, hold->mutex));
}

static void describe(struct writer *writer, enum slice_kind kind, uint32_t index)
{
    switch (kind) {
    case SLICE_HANDLE:
        describe_handle(writer, index);
        break;
    case SLICE_REQUEST:
    case SLICE_SEND:
    case SLICE_REPLY:
    case SLICE_RETURN:
        describe_request(writer, kind, index);
        break;
    case SLICE_HOLD:
        describe_hold(writer, index);
        break;
    case SLICE_MARK:
        describe_mark(writer, index);
        break;
    case SLICE_USER:
        describe_user(writer, index);
        break;
    }
}

bool events_write_slice(struct writer *writer, const struct track *track,
                        const struct track_event *event)
{
    begin(writer, track, event->type);
    if (event->type == TYPE_END) {
        return end(writer, event->time, false);
    }
    describe(writer, (enum slice_kind)event->kind, event->index);
    if (event->shortened) {
        argue_text(writer, ARGUMENT_WARNINGS,
                   names_number(&writer->texts, "it lasted longer than it is drawn"));
    }
    if (event->type == TYPE_INSTANT) {
        writer->counts->instants++;
    } else {
        writer->counts->slices++;
    }
    return end(writer, event->time, true);
}

bool events_write_state(struct writer *writer, const struct track *track, const struct span *span,
                        bool begins)
{
    begin(writer, track, begins ? TYPE_BEGIN : TYPE_END);
    if (!begins) {
        return end(writer, span->end, false);
    }
    name_it(writer, phrase_number(writer, &writer->event_names, PHRASE_STATE, span->state));
    if (span->state == STATE_JOIN) {
        argue_thread(writer, ARGUMENT_ON, span->object);
    } else {
        argue_object(writer, ARGUMENT_ON, span->object);
    }
    argue_thread(writer, ARGUMENT_WOKEN_BY, span->waker);
    writer->counts->slices++;
    writer->counts->state_slices++;
    return end(writer, span->start, true);
}

bool events_write_priority(struct writer *writer, const struct track *track,
                           const struct priority_step *step)
{
    begin(writer, track, TYPE_COUNTER);
    wire_number(&writer->body, TRACK_EVENT_COUNTER, step->priority);
    writer->counts->priority_changes++;
    return end(writer, step->time, false);
}
