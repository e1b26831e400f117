/* perfetto_tells_where.c - on two CPUs: who woke whom from where, and what is not known. */
#include "harness.h"
#include "perfetto_show.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { CLIENT = 1, SERVER = 2, CHANNEL = 7 };

/* Each is in a group of its own, and has the number of that. What is not known comes after all
 * others, one number a CPU. */
enum { SERVER_TID = 2, OTHER_TID = 3, NOBODY_ON_CPU_1 = 5 };

enum { LINUX_SLEEPING = 1, LINUX_DEAD = 0x10 };

/* The client runs on CPU 0, the server waits on CPU 1, on which nothing is known at first. */
static const struct event events[] = {
    { .time = 100, .kind = EVENT_THREAD, .thread = CLIENT, .a = 10 },
    { .time = 100, .kind = EVENT_NAME, .thread = CLIENT, .text = "client" },
    { .time = 100, .kind = EVENT_GROUP, .thread = CLIENT, .text = "one" },
    { .time = 100,
      .kind = EVENT_STATE,
      .thread = CLIENT,
      .detail = STATE_READY,
      .a = CAUSE_SNAPSHOT },
    { .time = 100, .kind = EVENT_THREAD, .thread = SERVER, .a = 20, .b = 1 },
    { .time = 100, .kind = EVENT_NAME, .thread = SERVER, .text = "server" },
    { .time = 100, .kind = EVENT_GROUP, .thread = SERVER, .text = "two" },
    { .time = 100,
      .kind = EVENT_STATE,
      .thread = SERVER,
      .detail = STATE_RECEIVE,
      .a = CAUSE_SNAPSHOT,
      .object = CHANNEL },
    { .time = 110, .kind = EVENT_SWITCH, .thread = CLIENT, .a = 10 },
    { .time = 200, .kind = EVENT_SEND, .thread = CLIENT, .object = CHANNEL, .exchange = 1 },
    { .time = 210,
      .kind = EVENT_STATE,
      .thread = SERVER,
      .detail = STATE_READY,
      .a = CAUSE_GRANTED },
    { .time = 220,
      .kind = EVENT_STATE,
      .thread = CLIENT,
      .detail = STATE_REPLY,
      .object = CHANNEL },
    { .time = 230, .kind = EVENT_SWITCH, .thread = SERVER, .a = 20, .cpu = 1 },
    { .time = 300, .kind = EVENT_EXIT, .thread = SERVER, .cpu = 1 },
    { .time = 310, .kind = EVENT_SWITCH, .thread = 9, .a = 1, .cpu = 1 },
    { .time = 400, .kind = EVENT_MARK, .thread = 9, .cpu = 1 },
};

struct scene {
    struct picture picture;
    struct perfetto_counts counts;
    struct view view;
};

static bool begin(struct scene *scene)
{
    picture_begin(&scene->picture);
    tell_all(&scene->picture, events, COUNT(events));
    picture_finish(&scene->picture, 2);
    return CHECK(show(&scene->picture, NULL, &scene->counts, &scene->view));
}

/* The viewer takes whoever runs on the CPU that tells of a wake-up as the waker. */
TEST(perfetto_tells_a_wake_up_where_the_waker_ran)
{
    struct scene scene;

    if (!begin(&scene)) {
        return;
    }
    CHECK_TEXT(scene.view.broken, "");
    if (CHECK_EQUAL(scene.view.wakings.count, 1)) {
        const struct view_waking *waking = array_at(&scene.view.wakings, 0);

        CHECK_EQUAL(waking->time, 210);
        CHECK_EQUAL(waking->tid, SERVER_TID);
        CHECK_EQUAL(waking->cpu, 0);
        CHECK_EQUAL(waking->target_cpu, 1);
        CHECK_EQUAL(waking->flags, 0);
    }
    view_free(&scene.view);
    picture_free(&scene.picture);
}

TEST(perfetto_says_where_it_does_not_know_who_ran)
{
    static const struct view_switch wanted[] = {
        { 100, 1, 0, 0, 0, "idle" },
        { 100, 1, 0, NOBODY_ON_CPU_1, 0, "not known" },
        { 230, 1, LINUX_SLEEPING, SERVER_TID, 20, "server" },
        { 310, 1, LINUX_DEAD, OTHER_TID, 1, "thread 9" },
    };
    struct scene scene;
    size_t found = 0;

    if (!begin(&scene)) {
        return;
    }
    for (size_t i = 0; i < scene.view.switches.count; i++) {
        const struct view_switch *it = array_at(&scene.view.switches, i);

        if (it->cpu != 1) {
            continue;
        }
        if (found < COUNT(wanted)) {
            CHECK_EQUAL(it->time, wanted[found].time);
            CHECK_EQUAL(it->tid, wanted[found].tid);
            CHECK_EQUAL(it->previous_state, wanted[found].previous_state);
            CHECK_TEXT(it->name, wanted[found].name);
        }
        found++;
    }
    CHECK_EQUAL(found, COUNT(wanted));
    view_free(&scene.view);
    picture_free(&scene.picture);
}
