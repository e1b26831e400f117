/* streams_are_merged.c - traces of several CPUs: order, moves, kicks, losses of one CPU, and
 * whether a CPU was left alone. */
#include "analyze.h"
#include "harness.h"
#include "read.h"
#include "story.h"
#include "synth.h"
#include "trace.h"

#include <stdio.h>
#include <string.h>

enum { WORKER = 3, OTHER = 4 };

/* Threads 1 and 2 idle on their CPUs; WORKER belongs to CPU 1. */
static void begin(struct synth *synth)
{
    synth_begin(synth, "merged", 2);
    synth_record(synth, TRACE_SNAPSHOT_BEGIN, 0, 0, 1);
    for (unsigned cpu = 0; cpu < 2; cpu++) {
        synth_record(synth, TRACE_THREAD_CREATE, 1 + cpu, 0, cpu | 1U << 16);
        synth_name(synth, TRACE_THREAD_NAME, 1 + cpu, cpu == 0 ? "idle 0" : "idle 1");
        synth_record(synth, TRACE_THREAD_STATE, 1 + cpu,
                     trace_pair(TRACE_STATE_READY, TRACE_CAUSE_SNAPSHOT), 0);
    }
    synth_record(synth, TRACE_THREAD_CREATE, WORKER, 10, 1);
    synth_name(synth, TRACE_THREAD_NAME, WORKER, "worker");
    synth_record(synth, TRACE_THREAD_STATE, WORKER,
                 trace_pair(TRACE_STATE_SLEEP, TRACE_CAUSE_SNAPSHOT), 0);
    for (unsigned cpu = 0; cpu < 2; cpu++) {
        synth_record(synth, TRACE_THREAD_RUNS, 1 + cpu, cpu, 0);
    }
    synth_record(synth, TRACE_SNAPSHOT_END, 0, 0, 0);
}

/* What is recorded next is recorded there and then. */
static void at(struct synth *synth, unsigned cpu, uint64_t us)
{
    synth->cpu = cpu;
    synth->us = us;
}

/* Read it; the picture is complete. */
static void read_back(struct picture *picture)
{
    struct event_sink sink;
    struct source source = { 0 };

    picture_begin(picture);
    sink = model_sink(&picture->model);
    CHECK(read_trace("merged", &picture->arena, &sink, &source, &picture->error));
    CHECK(model_finish(&picture->model, &source, &picture->error));
}

TEST(snapshot_in_one_stream_tells_of_all_cpus)
{
    struct synth synth;
    struct picture picture;

    begin(&synth);
    at(&synth, 0, 100);
    synth_record(&synth, TRACE_MARK, 1, 1, 0);
    at(&synth, 1, 100);
    synth_record(&synth, TRACE_MARK, 2, 2, 0);
    CHECK(synth_finish(&synth));
    read_back(&picture);
    CHECK_TEXT(picture_states(&picture, "idle 0"), "running 0-100000");
    CHECK_TEXT(picture_states(&picture, "idle 1"), "running 0-100000");
    CHECK_EQUAL(picture_thread(&picture, "idle 1")->pinned_cpu, 1);
    CHECK_EQUAL(picture.model.cpus, 2);
    CHECK_EQUAL(picture.model.repairs, 0);
    picture_free(&picture);
}

/* At equal times the order is that of the streams; within one it is that of its records. */
TEST(streams_of_equal_times_keep_their_order)
{
    struct synth synth;
    struct picture picture;
    uint32_t expected[] = { 10, 11, 20, 21, 12, 22 };

    begin(&synth);
    at(&synth, 1, 50);
    synth_record(&synth, TRACE_MARK, 2, 20, 0);
    at(&synth, 0, 50);
    synth_record(&synth, TRACE_MARK, 1, 10, 0);
    at(&synth, 1, 50);
    synth_record(&synth, TRACE_MARK, 2, 21, 0);
    at(&synth, 0, 50);
    synth_record(&synth, TRACE_MARK, 1, 11, 0);
    at(&synth, 0, 60);
    synth_record(&synth, TRACE_MARK, 1, 12, 0);
    at(&synth, 1, 70);
    synth_record(&synth, TRACE_MARK, 2, 22, 0);
    CHECK(synth_finish(&synth));
    read_back(&picture);
    CHECK_EQUAL(picture.model.marks.count, 6);
    for (size_t i = 0; i < picture.model.marks.count && i < 6; i++) {
        CHECK_EQUAL(((const struct mark *)array_at(&picture.model.marks, i))->code, expected[i]);
    }
    picture_free(&picture);
}

/* While it sleeps it goes over at once; while it runs, with the switch. */
TEST(moved_thread_is_where_it_runs)
{
    struct synth synth;
    struct picture picture;

    begin(&synth);
    at(&synth, 1, 10);
    synth_record(&synth, TRACE_THREAD_STATE, WORKER,
                 trace_pair(TRACE_STATE_READY, TRACE_CAUSE_TIMEOUT), 0);
    at(&synth, 1, 10);
    synth_record(&synth, TRACE_THREAD_SWITCH, WORKER, 2, 10);
    at(&synth, 0, 20);
    synth_record(&synth, TRACE_THREAD_MOVE, WORKER, 0, 0);
    at(&synth, 1, 25);
    synth_record(&synth, TRACE_IRQ_ENTER, WORKER, TRACE_IRQ_KICK, 1);
    at(&synth, 1, 26);
    synth_record(&synth, TRACE_IRQ_EXIT, WORKER, TRACE_IRQ_KICK, 0);
    at(&synth, 1, 26);
    synth_record(&synth, TRACE_THREAD_SWITCH, 2, WORKER, 0);
    at(&synth, 0, 30);
    synth_record(&synth, TRACE_THREAD_SWITCH, WORKER, 1, 10);
    at(&synth, 0, 40);
    synth_record(&synth, TRACE_MARK, WORKER, 1, 0);
    CHECK(synth_finish(&synth));
    read_back(&picture);
    CHECK_TEXT(picture_states(&picture, "worker"),
               "sleeping 0-10000, running 10000-26000, READY 26000-30000, running 30000-40000");
    const struct thread *worker = picture_thread(&picture, "worker");

    CHECK_EQUAL(((const struct span *)array_at(&worker->spans, 1))->cpu, 1);
    CHECK_EQUAL(((const struct span *)array_at(&worker->spans, 2))->cpu, 0);
    CHECK_EQUAL(((const struct span *)array_at(&worker->spans, 3))->cpu, 0);
    CHECK_EQUAL(worker->pinned_cpu, 0);
    CHECK_EQUAL(picture.model.repairs, 0);
    picture_free(&picture);
}

/* The other CPU's thread goes on: it would have told the end of it. */
TEST(loss_on_one_cpu_leaves_the_other)
{
    struct synth synth;
    struct picture picture;

    begin(&synth);
    at(&synth, 0, 5);
    synth_record(&synth, TRACE_MARK, 1, 1, 0);
    at(&synth, 1, 10);
    synth_record(&synth, TRACE_MARK, 2, 2, 0);
    synth_lose(&synth, 9);
    at(&synth, 1, 30);
    synth_record(&synth, TRACE_THREAD_SWITCH, 2, WORKER, 0);
    at(&synth, 0, 40);
    synth_record(&synth, TRACE_MARK, 1, 3, 0);
    CHECK(synth_finish(&synth));
    read_back(&picture);
    CHECK_TEXT(picture_states(&picture, "idle 0"), "running 0-40000");
    CHECK_TEXT(picture_states(&picture, "idle 1"),
               "running 0-10000, unknown 10000-30000, running 30000-40000");
    CHECK_EQUAL(picture.model.losses.count, 1);
    picture_free(&picture);
}

/* The text of the verdict, or of the error. */
static const char *quiet(struct picture *picture, const struct quiet_question *question,
                         bool *finding)
{
    struct report report;

    report_init(&report, &picture->arena);
    *finding = true;
    if (!analyze_quiet(&picture->model, question, &report, &picture->error)) {
        return picture->error.text;
    }
    *finding = report.finding;
    return story_text(&picture->arena, &report);
}

/* CPU 1: kicked between marks 1 and 2, its clock twice between 2 and 3, a loss between 3 and 4, and
 * nothing after 5. */
static void tell_interrupts(struct picture *picture)
{
    struct synth synth;

    begin(&synth);
    at(&synth, 0, 100);
    synth_record(&synth, TRACE_MARK, 1, 1, 0);
    at(&synth, 1, 110);
    synth_record(&synth, TRACE_IRQ_ENTER, 2, TRACE_IRQ_KICK, 3);
    at(&synth, 1, 112);
    synth_record(&synth, TRACE_IRQ_EXIT, 2, TRACE_IRQ_KICK, 0);
    at(&synth, 0, 115);
    synth_record(&synth, TRACE_IRQ_ENTER, 1, 37, 0);
    at(&synth, 0, 116);
    synth_record(&synth, TRACE_IRQ_EXIT, 1, 37, 0);
    at(&synth, 0, 200);
    synth_record(&synth, TRACE_MARK, 1, 2, 0);
    for (uint64_t us = 210; us < 230; us += 10) {
        at(&synth, 1, us);
        synth_record(&synth, TRACE_IRQ_ENTER, 2, TRACE_IRQ_CLOCK, 0);
        at(&synth, 1, us + 1);
        synth_record(&synth, TRACE_IRQ_EXIT, 2, TRACE_IRQ_CLOCK, 0);
    }
    at(&synth, 0, 300);
    synth_record(&synth, TRACE_MARK, 1, 3, 0);
    at(&synth, 1, 310);
    synth_record(&synth, TRACE_MARK, 2, 7, 0);
    synth_lose(&synth, 4);
    at(&synth, 1, 330);
    synth_record(&synth, TRACE_THREAD_SWITCH, 2, WORKER, 0);
    at(&synth, 0, 400);
    synth_record(&synth, TRACE_MARK, 1, 4, 0);
    at(&synth, 0, 500);
    synth_record(&synth, TRACE_MARK, 1, 5, 0);
    at(&synth, 0, 600);
    synth_record(&synth, TRACE_MARK, 1, 6, 0);
    CHECK(synth_finish(&synth));
    read_back(picture);
}

static struct quiet_question between(uint32_t from, uint32_t until)
{
    return (struct quiet_question){ .asked = true,
                                    .cpu = 1,
                                    .window = { { EDGE_MARK, from }, { EDGE_MARK, until } } };
}

TEST(quiet_says_yes_no_and_cannot_tell)
{
    struct quiet_question question = between(1, 2);
    struct picture picture;
    bool finding;

    tell_interrupts(&picture);
    CHECK_TEXT(quiet(&picture, &question, &finding),
               "CPU 1 from 100.0 us to 200.0 us\n"
               "  kick (run, clock)               1   first at 110.0 us, 2.0 us in handlers\n"
               "verdict: interrupted\n");
    CHECK(finding);
    question = between(2, 3);
    CHECK_TEXT(quiet(&picture, &question, &finding),
               "CPU 1 from 200.0 us to 300.0 us\n"
               "  clock                           2   first at 210.0 us, 2.0 us in handlers\n"
               "verdict: interrupted\n");
    question = between(3, 4);
    CHECK_TEXT(quiet(&picture, &question, &finding),
               "CPU 1 from 300.0 us to 400.0 us\n"
               "verdict: cannot tell: 4 records of CPU 1 were lost there\n");
    CHECK(finding);
    question = between(5, 6);
    CHECK_TEXT(quiet(&picture, &question, &finding),
               "CPU 1 from 500.0 us to 600.0 us\nverdict: quiet\n");
    CHECK(!finding);
    question.cpu = 0;
    question.window.from.value = 2;
    CHECK_TEXT(quiet(&picture, &question, &finding),
               "CPU 0 from 200.0 us to 600.0 us\nverdict: quiet\n");
    CHECK(!finding);
    picture_free(&picture);
}

TEST(quiet_refuses_what_is_not_there)
{
    struct quiet_question question = between(1, 1000);
    struct picture picture;
    bool finding;

    tell_interrupts(&picture);
    CHECK_TEXT(quiet(&picture, &question, &finding), "no mark with the code 1000 after --from");
    question = between(1000, 1);
    CHECK_TEXT(quiet(&picture, &question, &finding), "no mark with the code 1000");
    question.cpu = 2;
    CHECK_TEXT(quiet(&picture, &question, &finding), "there is no CPU 2: the trace is of 2");
    picture_free(&picture);
}

/* An interrupt that lasts into the window is in it; one that ended where it begins is not. */
TEST(quiet_looks_at_the_borders)
{
    struct quiet_question question = between(1, 2);
    struct synth synth;
    struct picture picture;
    bool finding;

    begin(&synth);
    at(&synth, 1, 90);
    synth_record(&synth, TRACE_IRQ_ENTER, 2, 5, 0);
    at(&synth, 1, 100);
    synth_record(&synth, TRACE_IRQ_EXIT, 2, 5, 0);
    at(&synth, 0, 100);
    synth_record(&synth, TRACE_MARK, 1, 1, 0);
    at(&synth, 0, 200);
    synth_record(&synth, TRACE_MARK, 1, 2, 0);
    at(&synth, 1, 290);
    synth_record(&synth, TRACE_IRQ_ENTER, 2, 6, 0);
    at(&synth, 0, 300);
    synth_record(&synth, TRACE_MARK, 1, 3, 0);
    at(&synth, 1, 310);
    synth_record(&synth, TRACE_IRQ_EXIT, 2, 6, 0);
    at(&synth, 0, 400);
    synth_record(&synth, TRACE_MARK, 1, 4, 0);
    CHECK(synth_finish(&synth));
    read_back(&picture);
    (void)quiet(&picture, &question, &finding);
    CHECK(!finding);
    question = between(3, 4);
    CHECK_TEXT(quiet(&picture, &question, &finding),
               "CPU 1 from 300.0 us to 400.0 us\n"
               "  irq 6                           1   first at 290.0 us, 10.0 us in handlers\n"
               "verdict: interrupted\n");
    picture_free(&picture);
}

/* Nobody runs on a CPU that there is not; the rest of the trace is read. */
TEST(cpu_that_cannot_be_is_passed_over)
{
    static const uint32_t cpus[] = { 2, 1023, 1024, UINT16_MAX, UINT32_MAX };

    for (size_t i = 0; i < sizeof cpus / sizeof *cpus; i++) {
        struct synth synth;
        struct picture picture;

        begin(&synth);
        at(&synth, 0, 10);
        synth_record(&synth, TRACE_THREAD_RUNS, WORKER, cpus[i], 10);
        synth_record(&synth, TRACE_THREAD_MOVE, WORKER, cpus[i], 0);
        at(&synth, 0, 20);
        synth_record(&synth, TRACE_MARK, 1, 1, 0);
        CHECK(synth_finish(&synth));
        read_back(&picture);
        CHECK(picture.model.source.partial);
        CHECK_EQUAL(picture.model.cpus, 2);
        CHECK_EQUAL(picture.model.marks.count, 1);
        CHECK_TEXT(picture_states(&picture, "idle 1"), "running 0-20000");
        picture_free(&picture);
    }
}
