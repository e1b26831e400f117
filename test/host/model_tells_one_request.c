/* model_tells_one_request.c - a request with everything in it, worked out by hand: states, CPU,
 * priorities, stages, wakers. Then the same with each event missing in turn.
 *
 * lo (1) and srv (2) share CPU 0; srv is at priority 10 and is raised to 30 by hi (3).
 */
#include "harness.h"
#include "picture.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { LO = 1, SRV = 2, HI = 3, CHANNEL = 7 };

static const struct event prologue[] = {
    { .time = 0, .kind = EVENT_SNAPSHOT },
    { .time = 0, .kind = EVENT_THREAD, .thread = LO, .a = 10 },
    { .time = 0, .kind = EVENT_NAME, .thread = LO, .text = "lo" },
    { .time = 0, .kind = EVENT_STATE, .thread = LO, .detail = STATE_READY, .a = CAUSE_SNAPSHOT },
    { .time = 1, .kind = EVENT_THREAD, .thread = SRV, .a = 10 },
    { .time = 1, .kind = EVENT_NAME, .thread = SRV, .text = "srv" },
    { .time = 1,
      .kind = EVENT_STATE,
      .thread = SRV,
      .detail = STATE_RECEIVE,
      .a = CAUSE_SNAPSHOT,
      .object = CHANNEL },
    { .time = 2, .kind = EVENT_THREAD, .thread = HI, .a = 30 },
    { .time = 2, .kind = EVENT_NAME, .thread = HI, .text = "hi" },
    { .time = 2, .kind = EVENT_STATE, .thread = HI, .detail = STATE_SLEEP, .a = CAUSE_SNAPSHOT },
    { .time = 3, .kind = EVENT_OBJECT, .object = CHANNEL, .detail = OBJECT_CHANNEL },
    { .time = 3, .kind = EVENT_OBJECT_NAME, .object = CHANNEL, .text = "work" },
    { .time = 4, .kind = EVENT_SWITCH, .thread = LO, .a = 10 },
    { .time = 5, .kind = EVENT_SNAPSHOT, .detail = 1 },
};

/* lo asks (exchange 1), srv receives and works; at 40 hi wakes by the clock and asks (2). */
static const struct event story[] = {
    { .time = 10, .kind = EVENT_SEND, .thread = LO, .object = CHANNEL, .exchange = 1 },
    { .time = 11, .kind = EVENT_RECEIVE, .thread = SRV, .object = CHANNEL, .exchange = 1 },
    { .time = 11, .kind = EVENT_STATE, .thread = LO, .detail = STATE_REPLY, .object = CHANNEL },
    { .time = 12, .kind = EVENT_STATE, .thread = SRV, .detail = STATE_READY, .a = CAUSE_GRANTED },
    { .time = 13, .kind = EVENT_SWITCH, .thread = SRV, .object = LO, .a = 10 },
    { .time = 39, .kind = EVENT_IRQ_ENTER, .a = 15 },
    { .time = 40, .kind = EVENT_STATE, .thread = HI, .detail = STATE_READY, .a = CAUSE_TIMEOUT },
    { .time = 41, .kind = EVENT_IRQ_EXIT, .a = 15 },
    { .time = 42, .kind = EVENT_SWITCH, .thread = HI, .object = SRV, .a = 30 },
    { .time = 43, .kind = EVENT_SEND, .thread = HI, .object = CHANNEL, .exchange = 2 },
    { .time = 44,
      .kind = EVENT_PRIORITY,
      .thread = SRV,
      .a = 30,
      .b = 10,
      .detail = REASON_QUEUED },
    { .time = 45, .kind = EVENT_STATE, .thread = HI, .detail = STATE_SEND, .object = CHANNEL },
    { .time = 46, .kind = EVENT_SWITCH, .thread = SRV, .object = HI, .a = 30 },
    { .time = 60, .kind = EVENT_REPLY, .thread = SRV, .exchange = 1 },
    { .time = 61, .kind = EVENT_STATE, .thread = LO, .detail = STATE_READY, .a = CAUSE_GRANTED },
    { .time = 65, .kind = EVENT_RECEIVE, .thread = SRV, .object = CHANNEL, .exchange = 2 },
    { .time = 66, .kind = EVENT_STATE, .thread = HI, .detail = STATE_REPLY, .object = CHANNEL },
    { .time = 80, .kind = EVENT_REPLY, .thread = SRV, .exchange = 2 },
    { .time = 81, .kind = EVENT_STATE, .thread = HI, .detail = STATE_READY, .a = CAUSE_GRANTED },
    { .time = 83, .kind = EVENT_STATE, .thread = SRV, .detail = STATE_RECEIVE, .object = CHANNEL },
    { .time = 84, .kind = EVENT_SWITCH, .thread = HI, .object = SRV, .a = 30 },
    { .time = 85, .kind = EVENT_RETURN, .thread = HI, .exchange = 2 },
    { .time = 90, .kind = EVENT_STATE, .thread = HI, .detail = STATE_SLEEP },
    { .time = 91, .kind = EVENT_SWITCH, .thread = LO, .object = HI, .a = 10 },
    { .time = 92, .kind = EVENT_RETURN, .thread = LO, .exchange = 1 },
    { .time = 100, .kind = EVENT_MARK, .thread = LO, .a = 5, .b = 6 },
};

static void begin(struct picture *picture)
{
    picture_begin(picture);
    tell_all(picture, prologue, COUNT(prologue));
}

static void tell_whole_story(struct picture *picture)
{
    begin(picture);
    tell_all(picture, story, COUNT(story));
    picture_finish(picture, 1);
}

TEST(model_states_of_one_request)
{
    struct picture picture;

    tell_whole_story(&picture);
    CHECK_TEXT(picture_states(&picture, "lo"),
               "running 0-11, REPLY-blocked 11-61, READY 61-91, running 91-100");
    CHECK_TEXT(picture_states(&picture, "srv"),
               "RECEIVE-blocked 1-12, READY 12-13, "
               "running 13-42, READY 42-46, running 46-83, RECEIVE-blocked 83-100");
    CHECK_TEXT(picture_states(&picture, "hi"),
               "sleeping 2-40, READY 40-42, running 42-45, SEND-blocked 45-66, "
               "REPLY-blocked 66-81, READY 81-84, running 84-90, sleeping 90-100");
    CHECK(picture_broken_rule(&picture) == NULL);
    CHECK_EQUAL(picture.model.repairs, 0);
    CHECK_EQUAL(picture.model.events, COUNT(prologue) + COUNT(story));
    picture_free(&picture);
}

TEST(model_wakers_are_who_ran_unless_an_interrupt_did_it)
{
    struct picture picture;
    const struct thread *lo;
    const struct thread *hi;
    const struct span *span;

    tell_whole_story(&picture);
    lo = picture_thread(&picture, "lo");
    hi = picture_thread(&picture, "hi");
    span = array_at(&lo->spans, 1); /* REPLY-blocked 11-61 */
    CHECK_EQUAL(span->waker, picture_index(&picture, "srv"));
    span = array_at(&hi->spans, 0); /* sleeping 2-40 */
    CHECK_EQUAL(span->waker, NONE);
    span = array_at(&hi->spans, 3); /* SEND-blocked 45-66 */
    CHECK_EQUAL(span->waker, picture_index(&picture, "srv"));
    CHECK_TEXT(model_object(&picture.model, span->object)->name, "work");
    picture_free(&picture);
}

TEST(model_stages_of_one_request)
{
    struct picture picture;
    const struct exchange *exchange;

    tell_whole_story(&picture);
    exchange = picture_exchange(&picture, 2);
    CHECK(exchange->trustworthy);
    CHECK_EQUAL(exchange->send, 43);
    CHECK_EQUAL(exchange->receive, 65);
    CHECK_EQUAL(exchange->reply, 80);
    CHECK_EQUAL(exchange->end, 85);
    CHECK_EQUAL(exchange->client_priority, 30);
    CHECK_EQUAL(exchange->outcome, OUTCOME_REPLIED);
    CHECK_EQUAL(exchange->client, picture_index(&picture, "hi"));
    CHECK_EQUAL(exchange->server, picture_index(&picture, "srv"));
    CHECK(picture_exchange(&picture, 1)->trustworthy);
    picture_free(&picture);
}

TEST(model_answers_by_time)
{
    struct picture picture;
    const struct model *model = &picture.model;
    const struct occupancy *occupancy;
    uint32_t srv;

    tell_whole_story(&picture);
    srv = picture_index(&picture, "srv");
    CHECK_EQUAL(model_priority(model, srv, 0), PRIORITY_UNKNOWN);
    CHECK_EQUAL(model_priority(model, srv, 43), 10);
    CHECK_EQUAL(model_priority(model, srv, 44), 30);
    CHECK_EQUAL(model_working_on(model, srv, 10), NONE);
    CHECK_EQUAL(model_working_on(model, srv, 11), 0);
    CHECK_EQUAL(model_working_on(model, srv, 59), 0);
    CHECK_EQUAL(model_working_on(model, srv, 60), NONE);
    CHECK_EQUAL(model_working_on(model, srv, 65), 1);
    CHECK_EQUAL(model_working_on(model, srv, 80), NONE);
    CHECK_EQUAL(model_occupancy_at(model, 0, 100), NONE);
    CHECK_EQUAL(model_occupancy_at(model, 1, 50), NONE);
    occupancy = array_at(&model->occupancies[0], model_occupancy_at(model, 0, 45));
    CHECK_EQUAL(occupancy->thread, picture_index(&picture, "hi"));
    CHECK_EQUAL(occupancy->start, 42);
    CHECK_EQUAL(occupancy->end, 46);
    picture_free(&picture);
}

/* One letter for each event of the story: 1, its absence contradicts what follows and is counted
 * once; 0, the rest is a story that could have happened: a request or an interrupt that began
 * before the trace (0, 5, 9), a thread that was put down instead of blocking (2, 19, 22), one wait
 * instead of two (16), a request still open at the end (21, 24), a mark (25). */
static const char contradictions[] = "01011011101111110110100100";

_Static_assert(sizeof(contradictions) == COUNT(story) + 1, "one letter for each event");

/* F03: switched in without switched out. */
TEST(model_stays_sound_without_any_one_event)
{
    for (size_t missing = 0; missing < COUNT(story); missing++) {
        struct picture picture;
        const char *broken;

        begin(&picture);
        tell_all(&picture, story, missing);
        tell_all(&picture, story + missing + 1, COUNT(story) - missing - 1);
        picture_finish(&picture, 1);
        broken = picture_broken_rule(&picture);
        CHECK_TEXT(broken == NULL ? "sound" : broken, "sound");
        CHECK_EQUAL(picture.model.repairs, contradictions[missing] - '0');
        picture_free(&picture);
    }
}
