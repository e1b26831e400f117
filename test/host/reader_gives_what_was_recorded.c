/* reader_gives_what_was_recorded.c - the inversion workload written as a trace and read back: the
 * model has the names, the states and the latencies that were worked out by hand. */
#include "harness.h"
#include "picture.h"
#include "read.h"
#include "synth.h"

enum { PERIODS = 20 };

static void read_into(struct picture *picture, const char *directory)
{
    struct event_sink sink;
    struct source source = { 0 };

    picture_begin(picture);
    sink = model_sink(&picture->model);
    picture->failed = !read_trace(directory, &picture->arena, &sink, &source, &picture->error)
                      || !model_finish(&picture->model, &source, &picture->error);
    CHECK_TEXT(picture->failed ? picture->error.text : "read", "read");
}

static void check_latencies(const struct picture *picture, uint64_t hi_ns)
{
    for (uint32_t i = 0; i < 2 * PERIODS; i++) {
        const struct exchange *exchange = model_exchange(&picture->model, i);

        CHECK(exchange->trustworthy);
        CHECK_EQUAL(exchange->end - exchange->send, i % 2 == 1 ? hi_ns : 14500000);
        CHECK_EQUAL(exchange->client_priority, i % 2 == 1 ? 30 : 10);
    }
}

TEST(reader_fixed_priority_workload)
{
    struct picture picture;
    const struct thread *hi;

    CHECK(synth_inversion("synth_fixed", true, PERIODS));
    read_into(&picture, "synth_fixed");
    CHECK_EQUAL(picture.model.repairs, 0);
    CHECK_EQUAL(picture.model.threads.count, 5);
    if (CHECK_EQUAL(picture.model.exchanges.count, 2 * PERIODS)) {
        check_latencies(&picture, 10500000);
    }
    hi = picture_thread(&picture, "hi");
    CHECK_TEXT(hi == NULL ? NULL : hi->group, "ts_pload");
    CHECK_TEXT(model_object(&picture.model, 0)->name, "psrv");
    CHECK_EQUAL(model_object(&picture.model, 0)->flags, OBJECT_FIXED_PRIORITY);
    CHECK_TEXT(picture.model.source.system, "Takt on paper, image synth, trace stop_when_full");
    CHECK_EQUAL(picture.model.source.clock_hz, 25000000);
    CHECK(!picture.model.source.partial);
    CHECK(picture_broken_rule(&picture) == NULL);
    picture_free(&picture);
}

TEST(reader_workload_with_inheritance)
{
    struct picture picture;
    uint32_t server;

    CHECK(synth_inversion("synth_inherit", false, PERIODS));
    read_into(&picture, "synth_inherit");
    CHECK_EQUAL(picture.model.repairs, 0);
    if (CHECK_EQUAL(picture.model.exchanges.count, 2 * PERIODS)) {
        check_latencies(&picture, 2500000);
    }
    server = picture_index(&picture, "psrv-rx");
    CHECK_EQUAL(model_priority(&picture.model, server, 4999999), 10);
    CHECK_EQUAL(model_priority(&picture.model, server, 5000000), 30);
    CHECK_EQUAL(model_priority(&picture.model, server, 25999999), 30);
    CHECK_EQUAL(model_priority(&picture.model, server, 26000000), 10);
    CHECK_EQUAL(model_working_on(&picture.model, server, 6999999), 0);
    CHECK_EQUAL(model_working_on(&picture.model, server, 7000000), 1);
    CHECK(picture_broken_rule(&picture) == NULL);
    picture_free(&picture);
}

/* Names of every length around the size of a piece, and a loss in the middle of a packet's time. */
TEST(reader_names_and_losses)
{
    static const char *const names[] = { "a", "exactly8", "nine-char", "sixteen-chars-16",
                                         "twenty-three-characters" };
    struct picture picture;
    struct synth synth;

    synth_begin(&synth, "synth_names", 1);
    for (uint32_t i = 0; i < 5; i++) {
        synth_record(&synth, TRACE_THREAD_CREATE, i + 1, 1, 0);
        synth_name(&synth, TRACE_THREAD_NAME, i + 1, names[i]);
        synth_name(&synth, TRACE_THREAD_GROUP, i + 1, "a-group-of-23-character");
    }
    synth.us = 10;
    synth_record(&synth, TRACE_MARK, 1, 1, 2);
    synth_lose(&synth, 1234);
    synth.us = 30;
    synth_record(&synth, TRACE_MARK, 1, 1, 2);
    CHECK(synth_finish(&synth));
    read_into(&picture, "synth_names");
    for (uint32_t i = 0; i < 5; i++) {
        const struct thread *thread = picture_thread(&picture, names[i]);

        CHECK_TEXT(thread == NULL ? NULL : thread->group, "a-group-of-23-character");
    }
    if (CHECK_EQUAL(picture.model.losses.count, 1)) {
        const struct loss *loss = array_at(&picture.model.losses, 0);

        CHECK_EQUAL(loss->start, 10000);
        CHECK_EQUAL(loss->end, 30000);
        CHECK_EQUAL(loss->records, 1234);
    }
    picture_free(&picture);
}

/* F08, F13: two CPUs: their records are merged by time, those of one moment in the order of the
 * CPUs; time 0 is a time as any other. */
TEST(reader_merges_cpus_by_time)
{
    struct picture picture;
    struct synth synth;

    synth_begin(&synth, "synth_cpus", 2);
    for (uint32_t i = 0; i < 100; i++) {
        synth.cpu = i % 2;
        synth.us = i / 4;
        synth_record(&synth, TRACE_MARK, 0, synth.cpu, i);
    }
    CHECK(synth_finish(&synth));
    read_into(&picture, "synth_cpus");
    if (!CHECK_EQUAL(picture.model.marks.count, 100)) {
        return;
    }
    for (uint32_t i = 0; i < 100; i++) {
        const struct mark *mark = array_at(&picture.model.marks, i);

        CHECK_EQUAL(mark->time, (uint64_t)(i / 4) * 1000);
        CHECK_EQUAL(mark->code, i % 4 / 2);
    }
    CHECK_EQUAL(picture.model.cpus, 2);
    picture_free(&picture);
}
