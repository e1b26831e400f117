/* model_keeps_threads_apart.c - an id is not an identity: it may be used again, renamed, or be
 * known only from a snapshot in the middle of things. */
#include "harness.h"
#include "picture.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* F20: ids used again, threads renamed. */
TEST(id_used_again_after_an_exit_is_another_thread)
{
    static const struct event events[] = {
        { .time = 0, .kind = EVENT_THREAD, .thread = 5, .a = 1 },
        { .time = 0, .kind = EVENT_NAME, .thread = 5, .text = "a" },
        { .time = 1, .kind = EVENT_STATE, .thread = 5, .detail = STATE_READY },
        { .time = 2, .kind = EVENT_SWITCH, .thread = 5, .a = 1 },
        { .time = 8, .kind = EVENT_EXIT, .thread = 5 },
        { .time = 8, .kind = EVENT_STATE, .thread = 5, .detail = STATE_DEAD },
        { .time = 9, .kind = EVENT_SWITCH, .thread = 6, .object = 5, .a = 1 },
        { .time = 20, .kind = EVENT_THREAD, .thread = 5, .a = 2 },
        { .time = 20, .kind = EVENT_NAME, .thread = 5, .text = "b" },
        { .time = 21, .kind = EVENT_STATE, .thread = 5, .detail = STATE_READY },
        { .time = 25, .kind = EVENT_NAME, .thread = 5, .text = "c" },
        { .time = 30, .kind = EVENT_SWITCH, .thread = 5, .object = 6, .a = 2 },
        { .time = 40, .kind = EVENT_MARK },
    };
    struct picture picture;

    picture_begin(&picture);
    tell_all(&picture, events, COUNT(events));
    picture_finish(&picture, 1);
    CHECK_EQUAL(picture.model.threads.count, 3);
    CHECK_TEXT(picture_states(&picture, "a"), "unknown 0-1, READY 1-2, running 2-8");
    CHECK_TEXT(picture_states(&picture, "c"), "unknown 20-21, READY 21-30, running 30-40");
    CHECK(!picture_thread(&picture, "a")->ambiguous);
    CHECK(!picture_thread(&picture, "c")->ambiguous);
    CHECK_EQUAL(picture.model.repairs, 0);
    CHECK(picture_broken_rule(&picture) == NULL);
    picture_free(&picture);
}

TEST(id_used_again_without_an_exit_is_ambiguous)
{
    static const struct event events[] = {
        { .time = 0, .kind = EVENT_THREAD, .thread = 5 },
        { .time = 0, .kind = EVENT_NAME, .thread = 5, .text = "a" },
        { .time = 1, .kind = EVENT_SEND, .thread = 5, .object = 1, .exchange = 1 },
        { .time = 2, .kind = EVENT_ERROR, .thread = 5, .exchange = 1 },
        { .time = 3, .kind = EVENT_RETURN, .thread = 5, .exchange = 1 },
        { .time = 20, .kind = EVENT_THREAD, .thread = 5 },
        { .time = 20, .kind = EVENT_NAME, .thread = 5, .text = "b" },
        { .time = 30, .kind = EVENT_MARK },
    };
    struct picture picture;

    picture_begin(&picture);
    tell_all(&picture, events, COUNT(events));
    picture_finish(&picture, 1);
    CHECK(picture_thread(&picture, "a")->ambiguous);
    CHECK(picture_thread(&picture, "b")->ambiguous);
    CHECK(!picture_exchange(&picture, 1)->trustworthy);
    CHECK_EQUAL(picture.model.repairs, 1);
    picture_free(&picture);
}

/* F32: the snapshot at the end repeats what exists; nothing begins anew. */
TEST(snapshot_at_the_end_names_what_is_known)
{
    static const struct event events[] = {
        { .time = 0, .kind = EVENT_SWITCH, .thread = 5, .a = 4 },
        { .time = 3, .kind = EVENT_STATE, .thread = 6, .detail = STATE_RECEIVE, .object = 2 },
        { .time = 9, .kind = EVENT_SNAPSHOT, .a = 1 },
        { .time = 9, .kind = EVENT_THREAD, .thread = 5, .a = 4 },
        { .time = 9, .kind = EVENT_NAME, .thread = 5, .text = "worker" },
        { .time = 9, .kind = EVENT_STATE, .thread = 5, .detail = STATE_READY, .a = CAUSE_SNAPSHOT },
        { .time = 9, .kind = EVENT_THREAD, .thread = 6, .a = 2 },
        { .time = 9, .kind = EVENT_NAME, .thread = 6, .text = "server" },
        { .time = 9,
          .kind = EVENT_STATE,
          .thread = 6,
          .detail = STATE_RECEIVE,
          .object = 2,
          .a = CAUSE_SNAPSHOT },
        { .time = 9, .kind = EVENT_OBJECT, .object = 2, .detail = OBJECT_CHANNEL, .a = 1 },
        { .time = 9, .kind = EVENT_SWITCH, .thread = 5, .a = 4 },
        { .time = 10, .kind = EVENT_SNAPSHOT, .detail = 1, .a = 1 },
    };
    struct picture picture;

    picture_begin(&picture);
    tell_all(&picture, events, COUNT(events));
    picture_finish(&picture, 1);
    CHECK_EQUAL(picture.model.threads.count, 2);
    CHECK_TEXT(picture_states(&picture, "worker"), "running 0-10");
    CHECK_TEXT(picture_states(&picture, "server"), "RECEIVE-blocked 3-10");
    CHECK_EQUAL(model_object(&picture.model, 0)->flags, OBJECT_FIXED_PRIORITY);
    CHECK(model_object(&picture.model, 0)->flags_known);
    CHECK_EQUAL(picture.model.repairs, 0);
    picture_free(&picture);
}

/* F32: a channel that was never shown being made: its flags are not known to be 0. */
TEST(object_that_is_only_mentioned_has_unknown_flags)
{
    static const struct event events[] = {
        { .time = 0, .kind = EVENT_SEND, .thread = 1, .object = 3, .exchange = 1 },
        { .time = 1, .kind = EVENT_OBJECT_GONE, .object = 3 },
        { .time = 2, .kind = EVENT_OBJECT, .object = 3, .detail = OBJECT_MUTEX },
        { .time = 3, .kind = EVENT_LOCK, .object = 3, .thread = 1 },
        { .time = 5, .kind = EVENT_LOCK_WAIT, .object = 3, .thread = 2, .b = 1 },
        { .time = 8, .kind = EVENT_UNLOCK, .object = 3, .thread = 1, .b = 2 },
        { .time = 9, .kind = EVENT_LOCK, .object = 3, .thread = 2 },
        { .time = 12, .kind = EVENT_UNLOCK, .object = 3, .thread = 2 },
        { .time = 20, .kind = EVENT_MARK },
    };
    struct picture picture;
    const struct lock_hold *hold;

    picture_begin(&picture);
    tell_all(&picture, events, COUNT(events));
    picture_finish(&picture, 1);
    CHECK_EQUAL(picture.model.objects.count, 2);
    CHECK(!model_object(&picture.model, 0)->flags_known);
    CHECK_TEXT(model_object(&picture.model, 0)->name, "channel 3");
    CHECK_TEXT(model_object(&picture.model, 1)->name, "mutex 3");
    if (!CHECK_EQUAL(picture.model.holds.count, 2)) {
        return;
    }
    hold = array_at(&picture.model.holds, 0);
    CHECK_EQUAL(hold->start, 3);
    CHECK_EQUAL(hold->end, 8);
    hold = array_at(&picture.model.holds, 1);
    CHECK_EQUAL(hold->start, 8);
    CHECK_EQUAL(hold->end, 12);
    CHECK_EQUAL(hold->owner, picture_index(&picture, "thread 2"));
    picture_free(&picture);
}
