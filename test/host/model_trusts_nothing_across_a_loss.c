/* model_trusts_nothing_across_a_loss.c - what was open when records were lost is not known
 * afterwards; what lies before or after a loss is as good as ever. */
#include "harness.h"
#include "picture.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { CLIENT = 1, SERVER = 2, CHANNEL = 3 };

static const struct event before[] = {
    { .time = 0, .kind = EVENT_THREAD, .thread = CLIENT, .a = 5 },
    { .time = 0, .kind = EVENT_NAME, .thread = CLIENT, .text = "client" },
    { .time = 0, .kind = EVENT_THREAD, .thread = SERVER, .a = 9 },
    { .time = 0, .kind = EVENT_NAME, .thread = SERVER, .text = "server" },
    { .time = 0, .kind = EVENT_STATE, .thread = SERVER, .detail = STATE_READY },
    { .time = 0, .kind = EVENT_SWITCH, .thread = CLIENT, .a = 5 },
    { .time = 10, .kind = EVENT_SEND, .thread = CLIENT, .object = CHANNEL, .exchange = 6 },
    { .time = 11, .kind = EVENT_STATE, .thread = CLIENT, .detail = STATE_SEND, .object = CHANNEL },
    { .time = 12, .kind = EVENT_SWITCH, .thread = SERVER, .object = CLIENT, .a = 9 },
    { .time = 13, .kind = EVENT_RECEIVE, .thread = SERVER, .object = CHANNEL, .exchange = 6 },
    { .time = 20, .kind = EVENT_REPLY, .thread = SERVER, .exchange = 6 },
    { .time = 21,
      .kind = EVENT_STATE,
      .thread = CLIENT,
      .detail = STATE_READY,
      .a = CAUSE_GRANTED },
    { .time = 22, .kind = EVENT_STATE, .thread = SERVER, .detail = STATE_RECEIVE },
    { .time = 22, .kind = EVENT_SWITCH, .thread = CLIENT, .object = SERVER, .a = 5 },
    { .time = 23, .kind = EVENT_RETURN, .thread = CLIENT, .exchange = 6 },
    { .time = 30, .kind = EVENT_SEND, .thread = CLIENT, .object = CHANNEL, .exchange = 7 },
    { .time = 31, .kind = EVENT_STATE, .thread = CLIENT, .detail = STATE_SEND, .object = CHANNEL },
};

/* Lost: the switch to the server, its receive of 7, and more. */
static const struct event after[] = {
    { .time = 50, .exchange = 31, .kind = EVENT_LOSS, .a = 12 },
    { .time = 50, .kind = EVENT_REPLY, .thread = SERVER, .exchange = 7 },
    { .time = 51,
      .kind = EVENT_STATE,
      .thread = CLIENT,
      .detail = STATE_READY,
      .a = CAUSE_GRANTED },
    { .time = 52, .kind = EVENT_STATE, .thread = SERVER, .detail = STATE_RECEIVE },
    { .time = 53, .kind = EVENT_SWITCH, .thread = CLIENT, .object = SERVER, .a = 5 },
    { .time = 54, .kind = EVENT_RETURN, .thread = CLIENT, .exchange = 7 },
    { .time = 60, .kind = EVENT_SEND, .thread = CLIENT, .object = CHANNEL, .exchange = 8 },
    { .time = 61, .kind = EVENT_ERROR, .thread = CLIENT, .exchange = 8, .a = 0xFFFFFFFB },
    { .time = 62, .kind = EVENT_RETURN, .thread = CLIENT, .exchange = 8 },
};

static void tell_story(struct picture *picture)
{
    picture_begin(picture);
    tell_all(picture, before, COUNT(before));
    tell_all(picture, after, COUNT(after));
    picture_finish(picture, 1);
}

/* F09: pairs formed across a loss. */
TEST(loss_makes_only_the_requests_that_cross_it_untrusted)
{
    struct picture picture;

    tell_story(&picture);
    CHECK(picture_exchange(&picture, 6)->trustworthy);
    CHECK(!picture_exchange(&picture, 7)->trustworthy);
    CHECK_TEXT(picture_exchange(&picture, 7)->warning, "records were lost while it was open");
    CHECK(picture_exchange(&picture, 8)->trustworthy);
    CHECK_EQUAL(picture_exchange(&picture, 8)->outcome, OUTCOME_FAILED);
    CHECK_EQUAL(picture_exchange(&picture, 8)->status, -5);
    CHECK_EQUAL(picture.model.repairs, 0);
    picture_free(&picture);
}

TEST(loss_leaves_states_unknown_until_they_are_told_again)
{
    struct picture picture;
    uint32_t server;

    tell_story(&picture);
    CHECK(picture_broken_rule(&picture) == NULL);
    CHECK_TEXT(picture_states(&picture, "client"),
               "running 0-11, SEND-blocked 11-21, READY 21-22, running 22-31, unknown 31-51, "
               "READY 51-53, running 53-62");
    CHECK_TEXT(picture_states(&picture, "server"),
               "READY 0-12, running 12-22, RECEIVE-blocked 22-31, unknown 31-52, "
               "RECEIVE-blocked 52-62");
    server = picture_index(&picture, "server");
    CHECK_EQUAL(model_priority(&picture.model, server, 30), 9);
    CHECK_EQUAL(model_priority(&picture.model, server, 31), PRIORITY_UNKNOWN);
    picture_free(&picture);
}

TEST(loss_leaves_the_cpu_to_nobody_known)
{
    struct picture picture;
    const struct occupancy *occupancy;

    tell_story(&picture);
    occupancy = array_at(&picture.model.occupancies[0], model_occupancy_at(&picture.model, 0, 40));
    CHECK_EQUAL(occupancy->thread, NONE);
    CHECK_EQUAL(occupancy->start, 31);
    CHECK_EQUAL(occupancy->end, 53);
    CHECK_EQUAL(picture.model.losses.count, 1);
    CHECK(!model_loss_between(&picture.model, 0, 30));
    CHECK(model_loss_between(&picture.model, 0, 31));
    CHECK(model_loss_between(&picture.model, 40, 41));
    CHECK(model_loss_between(&picture.model, 50, 70));
    CHECK(!model_loss_between(&picture.model, 51, 70));
    picture_free(&picture);
}

/* Two losses, a short one inside a long one: what comes after the short one is still lost. */
TEST(loss_is_found_though_a_later_one_ended_earlier)
{
    static const struct event events[] = {
        { .time = 0, .kind = EVENT_SWITCH, .thread = 1 },
        { .time = 100, .exchange = 10, .kind = EVENT_LOSS, .cpu = 0, .a = 1 },
        { .time = 30, .exchange = 20, .kind = EVENT_LOSS, .cpu = 1, .a = 1 },
        { .time = 200, .kind = EVENT_SWITCH, .thread = 2 },
    };
    struct picture picture;

    picture_begin(&picture);
    tell_all(&picture, events, COUNT(events));
    picture_finish(&picture, 2);
    CHECK(model_loss_between(&picture.model, 60, 70));
    CHECK(!model_loss_between(&picture.model, 101, 170));
    CHECK(picture_broken_rule(&picture) == NULL);
    picture_free(&picture);
}

/* F22: a thread that runs on another CPU goes on: that CPU would have told otherwise. */
TEST(loss_on_one_cpu_leaves_the_other_running)
{
    static const struct event events[] = {
        { .time = 0, .kind = EVENT_THREAD, .thread = 1, .a = 5, .b = 0 },
        { .time = 0, .kind = EVENT_THREAD, .thread = 2, .a = 5, .b = 1 },
        { .time = 1, .kind = EVENT_SWITCH, .thread = 1, .cpu = 0, .a = 5 },
        { .time = 1, .kind = EVENT_SWITCH, .thread = 2, .cpu = 1, .a = 5 },
        { .time = 20, .exchange = 10, .kind = EVENT_LOSS, .cpu = 0, .a = 1 },
        { .time = 30, .kind = EVENT_STATE, .thread = 2, .cpu = 1, .detail = STATE_SLEEP },
        { .time = 40, .kind = EVENT_MARK, .thread = 1, .cpu = 0 },
    };
    struct picture picture;

    picture_begin(&picture);
    tell_all(&picture, events, COUNT(events));
    picture_finish(&picture, 2);
    CHECK_TEXT(picture_states(&picture, "thread 1"), "unknown 0-1, running 1-10, unknown 10-40");
    CHECK_TEXT(picture_states(&picture, "thread 2"), "unknown 0-1, running 1-30, sleeping 30-40");
    CHECK(picture_broken_rule(&picture) == NULL);
    picture_free(&picture);
}

/* F22: the records of a CPU end, with a loss, long before the trace does. */
TEST(window_ends_where_a_cpu_went_silent)
{
    static const struct event events[] = {
        { .time = 5, .kind = EVENT_SWITCH, .thread = 1, .cpu = 0 },
        { .time = 9, .kind = EVENT_SWITCH, .thread = 2, .cpu = 1 },
        { .time = UINT64_MAX, .exchange = 40, .kind = EVENT_LOSS, .cpu = 1, .a = 9 },
        { .time = 100, .kind = EVENT_SWITCH, .thread = 3, .object = 1, .cpu = 0 },
    };
    struct picture picture;

    picture_begin(&picture);
    tell_all(&picture, events, COUNT(events));
    picture_finish(&picture, 2);
    CHECK_EQUAL(picture.model.window_start, 9);
    CHECK_EQUAL(picture.model.window_end, 40);
    CHECK_EQUAL(picture.model.end, 100);
    CHECK(model_loss_between(&picture.model, 99, 100));
    CHECK(picture_broken_rule(&picture) == NULL);
    picture_free(&picture);
}
