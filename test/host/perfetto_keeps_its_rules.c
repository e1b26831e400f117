/* perfetto_keeps_its_rules.c - what a viewer may rely on, whatever the trace holds: requests that
 * overlap, that stay open, losses, clocks that disagree, nonsense, too little memory, a full disk.
 */
#include "harness.h"
#include "perfetto_show.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { A = 1, B = 2, SRV = 3, CHANNEL = 7 };

static const struct told_thread threads[] = {
    { SRV, 10, "srv", "server", STATE_READY, 0, false },
    { A, 20, "a", "clients", STATE_SLEEP, 0, false },
    { B, 30, "b", "", STATE_SLEEP, 0, false },
};

struct scene {
    struct picture picture;
    struct view view;
    struct perfetto_counts counts;
};

static bool stage(struct scene *scene, const struct event *events, size_t count, unsigned cpus)
{
    picture_begin(&scene->picture);
    tell_snapshot(&scene->picture, 100, threads, COUNT(threads));
    tell_all(&scene->picture, events, count);
    picture_finish(&scene->picture, cpus);
    if (!CHECK(!scene->picture.failed)
        || !CHECK(show(&scene->picture, NULL, &scene->counts, &scene->view))) {
        picture_free(&scene->picture);
        return false;
    }
    CHECK_TEXT(scene->view.broken, "");
    return true;
}

static void strike(struct scene *scene)
{
    view_free(&scene->view);
    picture_free(&scene->picture);
}

static void check_slices(struct view *view, const char *thread, const char *track,
                         const char *wanted)
{
    CHECK_TEXT(view_slices_of(view, view_track_of(view, thread, track)), wanted);
}

/* The server has both requests in hand and answers the first one first: the two cannot lie inside
 * each other. */
TEST(perfetto_puts_overlapping_requests_on_two_tracks)
{
    static const struct event events[] = {
        { .time = 200, .kind = EVENT_SEND, .thread = A, .object = CHANNEL, .exchange = 1 },
        { .time = 210, .kind = EVENT_SEND, .thread = B, .object = CHANNEL, .exchange = 2 },
        { .time = 300, .kind = EVENT_RECEIVE, .thread = SRV, .object = CHANNEL, .exchange = 1 },
        { .time = 310, .kind = EVENT_RECEIVE, .thread = SRV, .object = CHANNEL, .exchange = 2 },
        { .time = 400, .kind = EVENT_REPLY, .thread = SRV, .exchange = 1 },
        { .time = 410, .kind = EVENT_RETURN, .thread = A, .exchange = 1 },
        { .time = 500, .kind = EVENT_REPLY, .thread = SRV, .exchange = 2 },
        { .time = 510, .kind = EVENT_RETURN, .thread = B, .exchange = 2 },
    };
    struct scene scene;

    if (stage(&scene, events, COUNT(events), 1)) {
        check_slices(&scene.view, "srv", NULL, "handle clients/a 300-400");
        check_slices(&scene.view, "srv", "Takt requests 2", "handle b 310-500");
        strike(&scene);
    }
}

/* The server asks another while it handles a request: that lies inside. */
TEST(perfetto_puts_a_request_inside_the_handling_that_it_serves)
{
    static const struct event events[] = {
        { .time = 200, .kind = EVENT_SEND, .thread = A, .object = CHANNEL, .exchange = 1 },
        { .time = 300, .kind = EVENT_RECEIVE, .thread = SRV, .object = CHANNEL, .exchange = 1 },
        { .time = 320, .kind = EVENT_SEND, .thread = SRV, .object = 9, .exchange = 2 },
        { .time = 330, .kind = EVENT_RECEIVE, .thread = B, .object = 9, .exchange = 2 },
        { .time = 340, .kind = EVENT_REPLY, .thread = B, .exchange = 2 },
        { .time = 350, .kind = EVENT_RETURN, .thread = SRV, .exchange = 2 },
        { .time = 400, .kind = EVENT_REPLY, .thread = SRV, .exchange = 1 },
        { .time = 410, .kind = EVENT_RETURN, .thread = A, .exchange = 1 },
    };
    struct scene scene;

    if (stage(&scene, events, COUNT(events), 1)) {
        check_slices(&scene.view, "srv", NULL,
                     "handle clients/a 300-400, send -> b 320-350, SEND 320-330, "
                     "REPLY 330-340, return 340-350");
        strike(&scene);
    }
}

/* Twelve requests, each answered while the next ones are in hand: more than there are tracks for.
 * The last ones end with what they lie in and say so. */
TEST(perfetto_says_where_a_slice_had_to_be_shortened)
{
    enum { REQUESTS = 12 };
    struct event events[3 * REQUESTS];
    struct scene scene;
    unsigned shortened = 0;

    for (unsigned i = 0; i < REQUESTS; i++) {
        uint64_t number = 1 + i;

        events[i] = (struct event){ 200 + i, number, NULL, A, CHANNEL, 0, 0, 0, EVENT_SEND, 0 };
        events[REQUESTS + i] =
            (struct event){ 300 + i, number, NULL, SRV, CHANNEL, 0, 0, 0, EVENT_RECEIVE, 0 };
        events[2 * REQUESTS + i] =
            (struct event){ 400 + i, number, NULL, SRV, 0, 0, 0, 0, EVENT_REPLY, 0 };
    }
    if (!stage(&scene, events, COUNT(events), 1)) {
        return;
    }
    for (size_t i = 0; i < scene.view.slices.count; i++) {
        const struct view_slice *slice = array_at(&scene.view.slices, i);

        if (slice->name[0] == 'h'
            && strstr(slice->arguments, "warnings=it lasted longer than it is drawn") != NULL) {
            CHECK_EQUAL(slice->end, 407); /* where the eighth ends */
            shortened++;
        }
    }
    CHECK_EQUAL(shortened, REQUESTS - 8);
    strike(&scene);
}

/* What has no end in the trace is drawn to where the trace ends, and says that it is open. */
TEST(perfetto_draws_open_requests_to_the_end)
{
    static const struct event events[] = {
        { .time = 200, .kind = EVENT_SEND, .thread = A, .object = CHANNEL, .exchange = 1 },
        { .time = 300, .kind = EVENT_RECEIVE, .thread = SRV, .object = CHANNEL, .exchange = 1 },
        { .time = 310, .kind = EVENT_SEND, .thread = B, .object = CHANNEL, .exchange = 2 },
        { .time = 900, .kind = EVENT_MARK, .thread = SRV, .a = 1 },
    };
    struct scene scene;
    const struct view_slice *slice;

    if (!stage(&scene, events, COUNT(events), 1)) {
        return;
    }
    check_slices(&scene.view, "a", NULL, "send -> server 200-900, SEND 200-300, REPLY 300-900");
    check_slices(&scene.view, "b", NULL, "send -> channel 7 310-900, SEND 310-900");
    check_slices(&scene.view, "srv", NULL, "handle clients/a 300-900, mark 1 900");
    slice = view_slice_at(&scene.view, view_track_of(&scene.view, "b", NULL), 0);
    CHECK_TEXT(slice->arguments, "exchange=2 client_priority=30 channel=channel 7 outcome=open "
                                 "warnings=its end is not in the trace");
    CHECK_EQUAL(scene.counts.flows, 1);
    strike(&scene);
}

/* A server that ends while it has a request handles it no longer. */
TEST(perfetto_ends_the_handling_with_its_server)
{
    static const struct event events[] = {
        { .time = 200, .kind = EVENT_SEND, .thread = A, .object = CHANNEL, .exchange = 1 },
        { .time = 300, .kind = EVENT_RECEIVE, .thread = SRV, .object = CHANNEL, .exchange = 1 },
        { .time = 350, .kind = EVENT_EXIT, .thread = SRV },
        { .time = 900, .kind = EVENT_MARK, .thread = B, .a = 1 },
    };
    struct scene scene;

    if (stage(&scene, events, COUNT(events), 1)) {
        check_slices(&scene.view, "srv", NULL, "handle clients/a 300-350");
        check_slices(&scene.view, "a", NULL, "send -> server 200-900, SEND 200-300, REPLY 300-900");
        strike(&scene);
    }
}

/* Loss is shown as a moment and as a gap between packets; what was defined before stays valid. */
TEST(perfetto_shows_losses)
{
    static const struct event events[] = {
        { .time = 200, .kind = EVENT_SEND, .thread = A, .object = CHANNEL, .exchange = 1 },
        { .time = 400, .kind = EVENT_LOSS, .exchange = 250, .a = 17 },
        { .time = 500, .kind = EVENT_SWITCH, .thread = A, .a = 20 },
        { .time = 600, .kind = EVENT_RETURN, .thread = A, .exchange = 1 },
    };
    struct scene scene;
    const struct view_slice *slice;

    if (!stage(&scene, events, COUNT(events), 1)) {
        return;
    }
    CHECK_EQUAL(scene.view.dropped, 1);
    CHECK_EQUAL(scene.counts.losses, 1);
    slice = array_at(&scene.view.slices, scene.view.slices.count - 1);
    CHECK_TEXT(slice->name, "records lost");
    CHECK_EQUAL(slice->start, 250);
    CHECK_TEXT(slice->arguments, "cpu=0 records=17 missing_ns=150");
    slice = view_slice_at(&scene.view, view_track_of(&scene.view, "a", NULL), 0);
    CHECK(strstr(slice->arguments, "warnings=records were lost while it was open") != NULL);
    check_slices(&scene.view, "a", "Takt state", "sleeping 100-250, running 500-600");
    strike(&scene);
}

/* F10, F23: two CPUs whose clocks differ: no slice may end before it begins. A part without length
 * lies in the one that begins there. */
TEST(perfetto_draws_nothing_backward)
{
    static const struct event events[] = {
        { .time = 500, .kind = EVENT_SEND, .thread = A, .object = CHANNEL, .exchange = 1 },
        { .time = 480,
          .kind = EVENT_RECEIVE,
          .thread = SRV,
          .object = CHANNEL,
          .exchange = 1,
          .cpu = 1 },
        { .time = 520, .kind = EVENT_REPLY, .thread = SRV, .exchange = 1, .cpu = 1 },
        { .time = 510, .kind = EVENT_RETURN, .thread = A, .exchange = 1 },
    };
    struct scene scene;

    if (stage(&scene, events, COUNT(events), 2)) {
        check_slices(&scene.view, "a", NULL,
                     "send -> server 500-520, REPLY 500-520, SEND 500-500, return 520-520");
        check_slices(&scene.view, "srv", NULL, "handle clients/a 480-520");
        CHECK(view_slice_at(&scene.view, view_track_of(&scene.view, "a", NULL), 3)->depth > 0);
        CHECK_EQUAL(scene.counts.flows, 1); /* none from SEND, which comes after its effect */
        strike(&scene);
    }
}

/* What happened to it behind a gap is not known: it is not drawn there. */
TEST(perfetto_draws_an_open_request_only_as_far_as_it_is_known)
{
    static const struct event events[] = {
        { .time = 200, .kind = EVENT_SEND, .thread = A, .object = CHANNEL, .exchange = 1 },
        { .time = 240, .kind = EVENT_RECEIVE, .thread = SRV, .object = CHANNEL, .exchange = 1 },
        { .time = 400, .kind = EVENT_LOSS, .exchange = 250, .a = 17 },
        { .time = 500, .kind = EVENT_MARK, .thread = A, .a = 1 },
    };
    struct scene scene;

    if (stage(&scene, events, COUNT(events), 1)) {
        check_slices(&scene.view, "a", NULL,
                     "send -> server 200-240, SEND 200-240, REPLY 240-240, mark 1 500");
        strike(&scene);
    }
}

TEST(perfetto_refuses_times_that_it_cannot_hold)
{
    static const struct event late[] = {
        { .time = (uint64_t)INT64_MAX + 1, .kind = EVENT_MARK, .thread = SRV, .a = 1 },
    };
    struct picture picture;
    struct perfetto_counts counts;
    struct view view;

    picture_begin(&picture);
    tell_snapshot(&picture, 100, threads, COUNT(threads));
    tell_all(&picture, late, COUNT(late));
    picture_finish(&picture, 1);
    CHECK(!show(&picture, NULL, &counts, &view));
    CHECK_TEXT(picture.error.text, "time 9223372036854775808 ns is more than the format can hold");
    picture_free(&picture);
}

TEST(perfetto_refuses_a_stretch_that_ends_before_it_begins)
{
    struct report_mark mark = {
        .start = 300, .end = 200, .track = "critical path", .name = "x", .exchange = NONE
    };
    struct picture picture;
    struct perfetto_counts counts;
    struct view view;

    picture_begin(&picture);
    tell_snapshot(&picture, 100, threads, COUNT(threads));
    picture_finish(&picture, 1);
    CHECK(!show(&picture, &mark, &counts, &view));
    CHECK_TEXT(picture.error.text, "a stretch of \"critical path\" ends before it begins");
    picture_free(&picture);
}

/* The smallest traces there are. */
TEST(perfetto_writes_an_empty_trace)
{
    struct picture picture;
    struct perfetto_counts counts;
    struct view view;

    picture_begin(&picture);
    picture_finish(&picture, 0);
    if (CHECK(show(&picture, NULL, &counts, &view))) {
        CHECK_TEXT(view.broken, "");
        CHECK_EQUAL(view.slices.count, 0);
        view_free(&view);
    }
    picture_free(&picture);
}

static uint32_t random_state;

static uint32_t any(uint32_t below)
{
    random_state = random_state * 1664525U + 1013904223U;
    return (random_state >> 8) % below;
}

static void tell_nonsense(struct picture *picture, unsigned count, bool in_order)
{
    uint64_t time = 1000;

    for (unsigned i = 0; i < count; i++) {
        struct event event = { .time = time, .text = any(2) == 0 ? "x" : "\xC3(\xFFlong name" };

        event.kind = (uint8_t)any(EVENT_SNAPSHOT + 1);
        event.thread = any(6);
        event.object = any(5);
        event.exchange = any(12);
        event.a = any(40);
        event.b = any(4);
        event.cpu = (uint16_t)any(3);
        event.detail = (uint8_t)any(STATE_COUNT);
        if (event.kind == EVENT_LOSS) {
            event.exchange = time;
            event.time = time + any(20);
        } else if (!in_order && event.kind >= EVENT_SEND && event.kind <= EVENT_RETURN) {
            event.time -= any(50); /* the clocks of CPUs differ */
        }
        time += any(4);
        tell(picture, &event);
    }
}

/* F24: output events out of order. */
TEST(perfetto_keeps_its_rules_whatever_it_is_told)
{
    enum { RUNS = 200, EVENTS = 400 };

    for (uint32_t run = 0; run < RUNS; run++) {
        struct scene scene;

        random_state = run;
        picture_begin(&scene.picture);
        tell_nonsense(&scene.picture, EVENTS, run % 2 == 0);
        picture_finish(&scene.picture, 3);
        if (!CHECK(show(&scene.picture, NULL, &scene.counts, &scene.view))) {
            picture_free(&scene.picture);
            continue;
        }
        if (!CHECK_TEXT(scene.view.broken, "")) {
            CHECK_EQUAL(run, RUNS); /* prints the run, which is the seed */
        }
        CHECK_EQUAL(scene.counts.slices + scene.counts.instants, scene.view.slices.count);
        CHECK_EQUAL(scene.counts.priority_changes, scene.view.counters.count);
        CHECK_EQUAL(scene.counts.sched_waking, scene.view.wakings.count);
        strike(&scene);
    }
}

/* Enough for the model, less and less for the writer: it says so and leaves no memory behind. */
TEST(perfetto_gives_up_when_memory_is_short)
{
    unsigned failures = 0;

    for (size_t more = 0; more < 120000; more += 977) {
        struct scene scene;
        size_t held;

        random_state = 3;
        picture_begin(&scene.picture);
        tell_nonsense(&scene.picture, 300, true);
        picture_finish(&scene.picture, 3);
        scene.picture.arena.limit_bytes = scene.picture.arena.used_bytes + more;
        held = scene.picture.arena.used_bytes;
        if (show(&scene.picture, NULL, &scene.counts, &scene.view)) {
            view_free(&scene.view);
        } else {
            CHECK_TEXT(scene.picture.error.text,
                       "out of memory: the trace needs more than this run may use");
            failures++;
        }
        CHECK(scene.picture.arena.used_bytes <= scene.picture.arena.limit_bytes);
        CHECK(scene.picture.arena.used_bytes >= held); /* the arena's own blocks stay */
        picture_free(&scene.picture);
        CHECK_EQUAL(scene.picture.arena.used_bytes, 0);
    }
    CHECK(failures > 0 && failures < 120000 / 977);
}

/* I19: paths built by strncat. */
TEST(perfetto_says_that_the_disk_is_full)
{
    struct picture picture;
    struct perfetto_counts counts;
    FILE *full = fopen("/dev/full", "wb");

    picture_begin(&picture);
    tell_snapshot(&picture, 100, threads, COUNT(threads));
    picture_finish(&picture, 1);
    if (CHECK(full != NULL)) {
        CHECK(!perfetto_write(&picture.model, NULL, full, &counts, &picture.error));
        CHECK_TEXT(picture.error.text, "cannot write: No space left on device");
        (void)fclose(full);
    }
    picture_free(&picture);
}
