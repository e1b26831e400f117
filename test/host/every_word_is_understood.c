/* every_word_is_understood.c - whatever the vocabulary can say reaches the model: no event is left
 * out, no state or cause is taken for another, and each kind of object is known by its name. */
#include "harness.h"
#include "picture.h"
#include "read.h"
#include "synth.h"
#include "takt_codes.h"

#include <string.h>

/* Events of a trace, counted by what the reader makes of them. */
static bool count(void *context, const struct event *event, struct error *error)
{
    unsigned *counted = context;

    (void)event;
    (void)error;
    (*counted)++;
    return true;
}

static unsigned count_events(const char *directory)
{
    unsigned counted = 0;
    struct event_sink sink = { count, &counted };
    struct source source = { 0 };
    struct arena arena;
    struct error error;

    arena_init(&arena, (size_t)16 * 1024 * 1024);
    CHECK(read_trace(directory, &arena, &sink, &source, &error));
    arena_free(&arena);
    return counted;
}

/* `lost` alone is said otherwise: as a gap in the stream. */
TEST(vocabulary_every_event_is_translated)
{
#define NUMBER_OF(constant, number, name, fields) TRACE_##constant,
    static const enum trace_event_id ids[] = { TRACE_EVENTS(NUMBER_OF) };
#undef NUMBER_OF

    for (unsigned i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
        struct synth synth;

        synth_begin(&synth, "synth_word", 1);
        synth_record(&synth, ids[i], 1, 0, ids[i] == TRACE_SNAPSHOT_BEGIN ? TRACE_VERSION : 0);
        CHECK(synth_finish(&synth));
        CHECK_EQUAL(count_events("synth_word"), ids[i] == TRACE_LOST ? 0 : 1);
    }
}

TEST(vocabulary_states_and_causes_are_told_apart)
{
    unsigned states = 0;
    unsigned causes = 0;

    for (uint32_t i = 0; i < TRACE_STATE_COUNT; i++) {
        uint8_t state = takt_state(i);

        CHECK(state != STATE_UNKNOWN && state != STATE_RUNNING && state < STATE_COUNT);
        CHECK((states & 1U << state) == 0);
        states |= 1U << state;
        CHECK(strlen(state_name(state)) > 3);
        CHECK((i == TRACE_STATE_READY) == (strcmp(state_name(state), "READY") == 0));
    }
    for (uint32_t i = 0; i < TRACE_CAUSE_COUNT; i++) {
        CHECK((causes & 1U << takt_cause(i)) == 0);
        causes |= 1U << takt_cause(i);
    }
    CHECK_EQUAL(takt_state(TRACE_STATE_COUNT), STATE_UNKNOWN);
    CHECK_EQUAL(takt_cause(TRACE_CAUSE_COUNT), CAUSE_CALL);
}

/* One object of a kind: its first event, one in the middle, and the state of who waits for it. */
struct object_words {
    enum trace_event_id create;
    enum trace_event_id use;
    enum trace_event_id destroy;
    enum trace_thread_state state;
    const char *name; /* without one of its own */
    const char *blocked;
};

static const struct object_words objects[] = {
    { TRACE_FLAGS_CREATE, TRACE_FLAGS_SET, TRACE_FLAGS_DESTROY, TRACE_STATE_FLAGS, "flags 7",
      "FLAGS-blocked" },
    { TRACE_QUEUE_CREATE, TRACE_QUEUE_SEND, TRACE_QUEUE_DESTROY, TRACE_STATE_QUEUE_SEND, "queue 7",
      "QUEUE-SEND-blocked" },
    { TRACE_QUEUE_CREATE, TRACE_QUEUE_RECEIVE, TRACE_QUEUE_DESTROY, TRACE_STATE_QUEUE_RECEIVE,
      "queue 7", "QUEUE-RECEIVE-blocked" },
    { TRACE_POOL_CREATE, TRACE_POOL_TAKE, TRACE_POOL_DESTROY, TRACE_STATE_POOL, "pool 7",
      "POOL-blocked" },
    { TRACE_CONDITION_CREATE, TRACE_CONDITION_SIGNAL, TRACE_CONDITION_DESTROY,
      TRACE_STATE_CONDITION, "condition 7", "CONDITION-blocked" },
    { TRACE_TIMER_CREATE, TRACE_TIMER_EXPIRE, TRACE_TIMER_DESTROY, TRACE_STATE_TIMER, "timer 7",
      "TIMER-blocked" },
};

enum { OBJECT = 7, THREAD = 1, IDLE = 2 };

static void write_object(const struct object_words *words)
{
    struct synth synth;

    synth_begin(&synth, "synth_word", 1);
    synth_record(&synth, TRACE_THREAD_CREATE, THREAD, 5, 0);
    synth_record(&synth, words->create, THREAD, OBJECT, 0);
    synth_record(&synth, TRACE_THREAD_SWITCH, THREAD, IDLE, 5);
    synth.us = 10;
    synth_record(&synth, words->use, THREAD, OBJECT, 1);
    synth_record(&synth, TRACE_THREAD_STATE, THREAD, words->state,
                 words->state == TRACE_STATE_TIMER ? 0 : OBJECT);
    synth_record(&synth, TRACE_THREAD_SWITCH, IDLE, THREAD, 0);
    synth.us = 20;
    synth_record(&synth, TRACE_THREAD_STATE, THREAD, TRACE_CAUSE_CANCELLED << 16, 0);
    synth.us = 25;
    synth_record(&synth, TRACE_THREAD_SWITCH, THREAD, IDLE, 5);
    synth.us = 30;
    synth_record(&synth, words->destroy, THREAD, OBJECT, 0);
    CHECK(synth_finish(&synth));
}

/* It waited from 10 to 20 us, for the one object that there is. */
static void check_object(const struct model *model, const struct object_words *words)
{
    uint32_t at = model_span_at(model, 0, 15000);
    const struct span *waits = array_at(&model_thread(model, 0)->spans, at);
    const struct span *after = array_at(&model_thread(model, 0)->spans, at + 1);

    CHECK_EQUAL(model->objects.count, 1);
    CHECK_TEXT(model_object(model, 0)->name, words->name);
    CHECK_EQUAL(model_object(model, 0)->last, 30000);
    CHECK_TEXT(state_name(waits->state), words->blocked);
    CHECK_EQUAL(waits->object, words->state == TRACE_STATE_TIMER ? NONE : 0);
    CHECK_EQUAL(waits->start, 10000);
    CHECK_EQUAL(waits->end, 20000);
    CHECK_EQUAL(after->cause, CAUSE_CANCELLED);
    CHECK_EQUAL(model->repairs, 0);
}

TEST(vocabulary_every_object_is_one)
{
    for (unsigned i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
        struct source source = { 0 };
        struct picture picture;
        struct event_sink sink;

        write_object(&objects[i]);
        picture_begin(&picture);
        sink = model_sink(&picture.model);
        CHECK(read_trace("synth_word", &picture.arena, &sink, &source, &picture.error));
        CHECK(model_finish(&picture.model, &source, &picture.error));
        check_object(&picture.model, &objects[i]);
        picture_free(&picture);
    }
}
