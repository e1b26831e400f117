/* perfetto_shows_a_request.c - a story worked out by hand, and all that a viewer must see of it.
 *
 * lo asks ts_psrv; while it is served hi wakes by the clock and asks too, which raises the server.
 * Then hi leaves a mark and sleeps, lo holds a mutex for a while and sleeps, the CPU is idle.
 */
#include "harness.h"
#include "perfetto_show.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { LO = 1, SRV = 2, HI = 3, IDLE = 4, CHANNEL = 7, MUTEX = 8, CLOCK = 65535 };

/* Groups are numbered as they appear: ts_pload is process 1, ts_psrv process 2. The first thread
 * of each has that number, hi the first above. */
enum { LO_TID = 1, SRV_TID = 2, HI_TID = 3 };

enum { SLEEPING = 1, PREEMPTED = 0x800, BY_INTERRUPT = 8 };

static const struct told_thread threads[] = {
    { LO, 10, "lo", "ts_pload", STATE_READY, 0, false },
    { SRV, 10, "psrv-rx", "ts_psrv", STATE_RECEIVE, CHANNEL, false },
    { HI, 30, "hi", "ts_pload", STATE_SLEEP, 0, false },
    { IDLE, 0, "idle 0", "", STATE_READY, 0, true },
};

static const struct event story[] = {
    { .time = 1000, .kind = EVENT_OBJECT, .object = CHANNEL, .detail = OBJECT_CHANNEL },
    { .time = 1000, .kind = EVENT_OBJECT_NAME, .object = CHANNEL, .text = "ts_psrv" },
    { .time = 1000, .kind = EVENT_OBJECT, .object = MUTEX, .detail = OBJECT_MUTEX },
    { .time = 1000, .kind = EVENT_OBJECT_NAME, .object = MUTEX, .text = "bus" },
    { .time = 2000, .kind = EVENT_SEND, .thread = LO, .object = CHANNEL, .exchange = 501 },
    { .time = 2100, .kind = EVENT_RECEIVE, .thread = SRV, .object = CHANNEL, .exchange = 501 },
    { .time = 2100, .kind = EVENT_STATE, .thread = LO, .detail = STATE_REPLY, .object = CHANNEL },
    { .time = 2200, .kind = EVENT_STATE, .thread = SRV, .detail = STATE_READY, .a = CAUSE_GRANTED },
    { .time = 2300, .kind = EVENT_SWITCH, .thread = SRV, .object = LO, .a = 10 },
    { .time = 4000, .kind = EVENT_IRQ_ENTER, .a = 15 },
    { .time = 4100, .kind = EVENT_STATE, .thread = HI, .detail = STATE_READY, .a = CAUSE_TIMEOUT },
    { .time = 4200, .kind = EVENT_IRQ_EXIT, .a = 15 },
    { .time = 4300, .kind = EVENT_SWITCH, .thread = HI, .object = SRV, .a = 30 },
    { .time = 4400, .kind = EVENT_SEND, .thread = HI, .object = CHANNEL, .exchange = 502 },
    { .time = 4500, .kind = EVENT_PRIORITY, .thread = SRV, .a = 30, .b = 10, .detail = 3 },
    { .time = 4600, .kind = EVENT_STATE, .thread = HI, .detail = STATE_SEND, .object = CHANNEL },
    { .time = 4700, .kind = EVENT_SWITCH, .thread = SRV, .object = HI, .a = 30 },
    { .time = 6000, .kind = EVENT_REPLY, .thread = SRV, .exchange = 501, .a = 4 },
    { .time = 6100, .kind = EVENT_STATE, .thread = LO, .detail = STATE_READY, .a = CAUSE_GRANTED },
    { .time = 6200, .kind = EVENT_RECEIVE, .thread = SRV, .object = CHANNEL, .exchange = 502 },
    { .time = 6300, .kind = EVENT_STATE, .thread = HI, .detail = STATE_REPLY, .object = CHANNEL },
    { .time = 8000, .kind = EVENT_REPLY, .thread = SRV, .exchange = 502, .a = 4 },
    { .time = 8100, .kind = EVENT_STATE, .thread = HI, .detail = STATE_READY, .a = CAUSE_GRANTED },
    { .time = 8200, .kind = EVENT_SWITCH, .thread = HI, .object = SRV, .a = 30 },
    { .time = 8300, .kind = EVENT_RETURN, .thread = HI, .exchange = 502 },
    { .time = 8400, .kind = EVENT_MARK, .thread = HI, .a = 7, .b = 99 },
    { .time = 8500, .kind = EVENT_STATE, .thread = HI, .detail = STATE_SLEEP },
    { .time = 8600, .kind = EVENT_SWITCH, .thread = SRV, .object = HI, .a = 30 },
    { .time = 8700, .kind = EVENT_PRIORITY, .thread = SRV, .a = 10, .b = 10 },
    { .time = 8700,
      .kind = EVENT_STATE,
      .thread = SRV,
      .detail = STATE_RECEIVE,
      .object = CHANNEL },
    { .time = 8800, .kind = EVENT_SWITCH, .thread = LO, .object = SRV, .a = 10 },
    { .time = 8900, .kind = EVENT_RETURN, .thread = LO, .exchange = 501 },
    { .time = 9000, .kind = EVENT_LOCK, .thread = LO, .object = MUTEX },
    { .time = 9500, .kind = EVENT_UNLOCK, .thread = LO, .object = MUTEX },
    { .time = 9600, .kind = EVENT_STATE, .thread = LO, .detail = STATE_SLEEP },
    { .time = 9700, .kind = EVENT_SWITCH, .thread = IDLE, .object = LO },
    { .time = 9900, .kind = EVENT_IRQ_ENTER, .thread = IDLE, .a = CLOCK },
    { .time = 10000, .kind = EVENT_IRQ_EXIT, .thread = IDLE, .a = CLOCK },
};

/* As an analysis would find it: where hi's time went. */
static struct report_mark path[] = {
    { .start = 4400,
      .end = 4600,
      .track = "critical path",
      .name = "hi running",
      .kind = "client running" },
    { .start = 4600,
      .end = 4700,
      .track = "critical path",
      .name = "psrv-rx READY at prio 30",
      .kind = "server preempted",
      .held_by = "ts_pload/hi (prio 30)" },
    { .start = 4700,
      .end = 8300,
      .track = "critical path",
      .name = "psrv-rx running",
      .kind = "server busy" },
};

struct scene {
    struct picture picture;
    struct view view;
    struct perfetto_counts counts;
};

static uint32_t exchange_index(const struct picture *picture, uint64_t number)
{
    for (uint32_t i = 0; i < picture->model.exchanges.count; i++) {
        if (model_exchange(&picture->model, i)->number == number) {
            return i;
        }
    }
    return NONE;
}

static bool begin(struct scene *scene)
{
    picture_begin(&scene->picture);
    tell_snapshot(&scene->picture, 1000, threads, COUNT(threads));
    tell_all(&scene->picture, story, COUNT(story));
    picture_finish(&scene->picture, 1);
    for (size_t i = 0; i < COUNT(path); i++) {
        path[i].thread = picture_index(&scene->picture, "hi");
        path[i].exchange = exchange_index(&scene->picture, 502);
        path[i].next = i + 1 < COUNT(path) ? &path[i + 1] : NULL;
    }
    return CHECK(show(&scene->picture, path, &scene->counts, &scene->view));
}

static void end(struct scene *scene)
{
    view_free(&scene->view);
    picture_free(&scene->picture);
}

static void check_slices(struct view *view, const char *thread, const char *track,
                         const char *wanted)
{
    CHECK_TEXT(view_slices_of(view, view_track_of(view, thread, track)), wanted);
}

TEST(perfetto_shows_requests_on_both_sides)
{
    struct scene scene;

    if (begin(&scene)) {
        CHECK_TEXT(scene.view.broken, "");
        check_slices(&scene.view, "lo", NULL,
                     "send -> ts_psrv 2000-8900, SEND 2000-2100, REPLY 2100-6000, "
                     "return 6000-8900");
        check_slices(&scene.view, "hi", NULL,
                     "send -> ts_psrv 4400-8300, SEND 4400-6200, REPLY 6200-8000, "
                     "return 8000-8300, mark 7 8400");
        check_slices(&scene.view, "psrv-rx", NULL,
                     "handle ts_pload/lo 2100-6000, handle ts_pload/hi 6200-8000");
        check_slices(&scene.view, "lo", "Takt mutexes", "hold mutex bus 9000-9500");
        end(&scene);
    }
}

TEST(perfetto_shows_states_and_priorities)
{
    static const uint64_t wanted[][2] = { { 1000, 10 }, { 4500, 30 }, { 8700, 10 } };
    struct scene scene;
    uint64_t track;
    size_t found = 0;

    if (!begin(&scene)) {
        return;
    }
    check_slices(&scene.view, "hi", "Takt state",
                 "sleeping 1000-4100, READY 4100-4300, running 4300-4600, "
                 "SEND-blocked 4600-6300, REPLY-blocked 6300-8100, READY 8100-8200, "
                 "running 8200-8500, sleeping 8500-10000");
    check_slices(&scene.view, "psrv-rx", "Takt state",
                 "RECEIVE-blocked 1000-2200, READY 2200-2300, running 2300-4300, "
                 "READY 4300-4700, running 4700-8200, READY 8200-8600, running 8600-8700, "
                 "RECEIVE-blocked 8700-10000");
    track = view_track_of(&scene.view, "psrv-rx", "Takt priority");
    for (size_t i = 0; i < scene.view.counters.count; i++) {
        const struct view_counter *counter = array_at(&scene.view.counters, i);

        if (counter->track != track) {
            continue;
        }
        if (found < COUNT(wanted)) {
            CHECK_EQUAL(counter->time, wanted[found][0]);
            CHECK_EQUAL(counter->value, wanted[found][1]);
        }
        found++;
    }
    CHECK_EQUAL(found, COUNT(wanted));
    end(&scene);
}

TEST(perfetto_gives_slices_their_arguments)
{
    struct scene scene;
    const struct view_slice *slice;
    uint64_t track;

    if (!begin(&scene)) {
        return;
    }
    track = view_track_of(&scene.view, "hi", NULL);
    slice = view_slice_at(&scene.view, track, 0);
    CHECK_TEXT(slice->arguments,
               "exchange=502 client_priority=30 server=ts_psrv/psrv-rx channel=channel ts_psrv "
               "outcome=replied latency_us=3.900");
    CHECK_TEXT(view_slice_at(&scene.view, track, 4)->arguments, "value=99");
    slice = view_slice_at(&scene.view, view_track_of(&scene.view, "hi", "Takt state"), 4);
    CHECK_TEXT(slice->arguments, "on=channel ts_psrv woken_by=ts_psrv/psrv-rx");
    slice = view_slice_at(&scene.view, view_track_of(&scene.view, "hi", "critical path"), 1);
    CHECK_TEXT(slice->name, "psrv-rx READY at prio 30");
    CHECK_TEXT(slice->arguments,
               "kind=server preempted held_by=ts_pload/hi (prio 30) exchange=502");
    check_slices(&scene.view, "hi", "critical path",
                 "hi running 4400-4600, psrv-rx READY at prio 30 4600-4700, "
                 "psrv-rx running 4700-8300");
    end(&scene);
}

/* From the end of SEND to the handling, from there to the return: each begins where the other
 * ends. */
TEST(perfetto_draws_arrows_from_send_to_handle_to_return)
{
    struct scene scene;

    if (!begin(&scene)) {
        return;
    }
    for (unsigned i = 0; i < 2; i++) {
        uint64_t client = view_track_of(&scene.view, i == 0 ? "lo" : "hi", NULL);
        const struct view_slice *send = view_slice_at(&scene.view, client, 1);
        const struct view_slice *back = view_slice_at(&scene.view, client, 3);
        const struct view_slice *handle =
            view_slice_at(&scene.view, view_track_of(&scene.view, "psrv-rx", NULL), i);

        CHECK(send->flow_out != 0 && send->flow_out == handle->flow_in);
        CHECK(handle->flow_out != 0 && handle->flow_out == back->flow_in);
        CHECK_EQUAL(send->end, handle->start);
        CHECK_EQUAL(handle->end, back->start);
        CHECK_EQUAL(send->correlation, 501 + i);
        CHECK_EQUAL(handle->correlation, 501 + i);
        CHECK_EQUAL(back->correlation, 501 + i);
        CHECK_EQUAL(send->depth, 1);
        CHECK_EQUAL(handle->depth, 0);
    }
    end(&scene);
}

static void check_switches(const struct view *view)
{
    static const struct view_switch wanted[] = {
        { 1000, 0, 0, 0, 0, "idle" }, /* only tells the viewer that nothing ran before */
        { 1000, 0, 0, LO_TID, 10, "lo" },
        { 2300, 0, SLEEPING, SRV_TID, 10, "psrv-rx" },
        { 4300, 0, PREEMPTED, HI_TID, 30, "hi" },
        { 4700, 0, SLEEPING, SRV_TID, 30, "psrv-rx" },
        { 8200, 0, PREEMPTED, HI_TID, 30, "hi" },
        { 8600, 0, SLEEPING, SRV_TID, 30, "psrv-rx" },
        { 8800, 0, SLEEPING, LO_TID, 10, "lo" },
        { 9700, 0, SLEEPING, 0, 0, "idle 0" },
    };

    if (!CHECK_EQUAL(view->switches.count, COUNT(wanted))) {
        return;
    }
    for (size_t i = 0; i < COUNT(wanted); i++) {
        const struct view_switch *found = array_at(&view->switches, i);

        CHECK_EQUAL(found->time, wanted[i].time);
        CHECK_EQUAL(found->cpu, 0);
        CHECK_EQUAL(found->previous_state, wanted[i].previous_state);
        CHECK_EQUAL(found->tid, wanted[i].tid);
        CHECK_EQUAL(found->priority, wanted[i].priority);
        CHECK_TEXT(found->name, wanted[i].name);
    }
}

static void check_wakings(const struct view *view)
{
    static const struct view_waking wanted[] = {
        { 2200, 0, SRV_TID, 0, 10, 0, "psrv-rx" },
        { 4100, 0, HI_TID, 0, 30, BY_INTERRUPT, "hi" },
        { 6100, 0, LO_TID, 0, 10, 0, "lo" },
        { 8100, 0, HI_TID, 0, 30, 0, "hi" },
    };

    if (!CHECK_EQUAL(view->wakings.count, COUNT(wanted))) {
        return;
    }
    for (size_t i = 0; i < COUNT(wanted); i++) {
        const struct view_waking *found = array_at(&view->wakings, i);

        CHECK_EQUAL(found->time, wanted[i].time);
        CHECK_EQUAL(found->tid, wanted[i].tid);
        CHECK_EQUAL(found->target_cpu, 0);
        CHECK_EQUAL(found->priority, wanted[i].priority);
        CHECK_EQUAL(found->flags, wanted[i].flags);
        CHECK_TEXT(found->name, wanted[i].name);
    }
}

static void check_events(const struct view *view)
{
    static const struct view_event wanted[] = {
        { 2300, 0, VIEW_BLOCKED, LO_TID, "REPLY-blocked: channel ts_psrv" },
        { 4000, 0, VIEW_IRQ_ENTER, 15, "irq 15" },
        { 4200, 0, VIEW_IRQ_EXIT, 15, "" },
        { 4700, 0, VIEW_BLOCKED, HI_TID, "SEND-blocked: channel ts_psrv" },
        { 8600, 0, VIEW_BLOCKED, HI_TID, "sleeping" },
        { 8800, 0, VIEW_BLOCKED, SRV_TID, "RECEIVE-blocked: channel ts_psrv" },
        { 9700, 0, VIEW_BLOCKED, LO_TID, "sleeping" },
        { 9900, 0, VIEW_IRQ_ENTER, CLOCK, "clock" },
        { 10000, 0, VIEW_IRQ_EXIT, CLOCK, "" },
    };

    if (!CHECK_EQUAL(view->events.count, COUNT(wanted))) {
        return;
    }
    for (size_t i = 0; i < COUNT(wanted); i++) {
        const struct view_event *found = array_at(&view->events, i);

        CHECK_EQUAL(found->time, wanted[i].time);
        CHECK_EQUAL(found->kind, wanted[i].kind);
        CHECK_EQUAL(found->number, wanted[i].number);
        CHECK_TEXT(found->text, wanted[i].text);
    }
}

TEST(perfetto_tells_what_the_cpu_did)
{
    struct scene scene;

    if (begin(&scene)) {
        check_switches(&scene.view);
        check_wakings(&scene.view);
        check_events(&scene.view);
        CHECK_TEXT(scene.view.system, "Takt"); /* "Linux" would change what states mean */
        end(&scene);
    }
}

TEST(perfetto_counts_what_it_wrote)
{
    struct scene scene;

    if (!begin(&scene)) {
        return;
    }
    CHECK_EQUAL(scene.counts.exchanges, 2);
    CHECK_EQUAL(scene.counts.flows, 4);
    CHECK_EQUAL(scene.counts.instants, 1);
    CHECK_EQUAL(scene.counts.interrupts, 2);
    CHECK_EQUAL(scene.counts.losses, 0);
    CHECK_EQUAL(scene.counts.mark_slices, 3);
    CHECK_EQUAL(scene.counts.priority_changes, scene.view.counters.count);
    CHECK_EQUAL(scene.counts.sched_switch, 8);
    CHECK_EQUAL(scene.counts.sched_waking, 4);
    CHECK_EQUAL(scene.counts.threads, 3);
    /* one slice is an instant */
    CHECK_EQUAL(scene.counts.slices, scene.view.slices.count - 1);
    /* lo 8, psrv-rx 8, hi 8 */
    CHECK_EQUAL(scene.counts.slices, scene.counts.state_slices + 8 + 2 + 1 + 3);
    end(&scene);
}

static const struct view_track *find_track(const struct view *view, const char *name,
                                           bool is_thread)
{
    for (size_t i = 0; i < view->tracks.count; i++) {
        const struct view_track *track = array_at(&view->tracks, i);

        if (track->pid > 0 && (track->tid >= 0) == is_thread && strcmp(track->name, name) == 0) {
            return track;
        }
    }
    return NULL;
}

static void check_process(const struct view *view, const char *thread, const char *process,
                          int64_t tid)
{
    const struct view_track *it = find_track(view, thread, true);
    const struct view_track *owner = find_track(view, process, false);

    if (it == NULL || owner == NULL) {
        CHECK_TEXT("a thread or a process is missing", thread);
        return;
    }
    CHECK_EQUAL(it->tid, tid);
    CHECK_EQUAL(it->pid, owner->pid);
}

TEST(perfetto_shows_groups_as_processes)
{
    struct scene scene;

    if (begin(&scene)) {
        check_process(&scene.view, "lo", "ts_pload", LO_TID);
        check_process(&scene.view, "psrv-rx", "ts_psrv", SRV_TID);
        check_process(&scene.view, "hi", "ts_pload", HI_TID);
        CHECK_EQUAL(view_track_of(&scene.view, "idle 0", NULL), 0);
        end(&scene);
    }
}
