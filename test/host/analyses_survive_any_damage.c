/* analyses_survive_any_damage.c - a small trace with every byte of its stream changed, and cut:
 * whatever model comes of it, all analyses go through it, alone, against the sound trace and
 * against the log, and every path still adds up.
 */
#include "critical_path.h"
#include "harness.h"
#include "picture.h"
#include "read.h"
#include "story.h"
#include "synth.h"
#include "validation.h"

#include <stdio.h>
#include <string.h>

enum { STREAM_BYTES_MAX = 64 * 1024 };

static const char folder[] = "synth_analyses";
static const char stream[] = "synth_analyses/stream_0";

static const struct deadline deadlines[] = { { "hi", 5000000 } };
static const struct analyze_options options = {
    .deadlines = deadlines, .deadline_count = 1, .top = 3, .slowest = 3, .threshold_ns = 100000
};

static const struct logged_request logged[] = {
    { .client = "ts_pload/hi",
      .server = "ts_psrv/psrv-rx",
      .number = 1,
      .times = { 5000000, 15000000, 15500000, 15500000 },
      .line = 4,
      .replied = true },
};
static const struct request_log request_log = { "log", logged, 1 };

static void store(const unsigned char *bytes, size_t size)
{
    FILE *file = fopen(stream, "wb");

    if (CHECK(file != NULL)) {
        CHECK(fwrite(bytes, 1, size, file) == size);
        CHECK(fclose(file) == 0);
    }
}

static bool load(struct picture *picture)
{
    struct source source = { 0 };
    struct event_sink sink;
    bool read;

    picture_begin(picture);
    sink = model_sink(&picture->model);
    read = read_trace(folder, &picture->arena, &sink, &source, &picture->error);
    return read && model_finish(&picture->model, &source, &picture->error);
}

static void check_paths(struct picture *picture)
{
    struct report report;
    uint64_t time = 0;
    uint32_t last = NONE;

    report_init(&report, &picture->arena);
    critical_path_marks(&picture->model, &report);
    CHECK(!report.failed);
    for (const struct report_mark *mark = report.marks; mark != NULL; mark = mark->next) {
        const struct exchange *exchange = model_exchange(&picture->model, mark->exchange);

        CHECK(mark->start == (mark->exchange == last ? time : exchange->send));
        CHECK(mark->end > mark->start && mark->end <= exchange->end);
        time = mark->end;
        last = mark->exchange;
        CHECK(mark->next != NULL && mark->next->exchange == last ? true : time == exchange->end);
    }
}

static void check_all(struct picture *picture, struct picture *sound)
{
    const struct validate_options validate = { 50000, 3 };
    struct report report;
    struct error error;
    bool finding;

    (void)story_analyze(picture, &options, &finding);
    (void)story_diff(picture, sound, &options, &finding);
    report_init(&report, &picture->arena);
    CHECK(analyze_validation(&picture->model, &request_log, &validate, &report, &error));
    report_init(&report, &picture->arena);
    CHECK(analyze_info(&picture->model, &report, &error));
    check_paths(picture);
}

/* Returns how many could be read. */
static unsigned try_damage(const unsigned char *bytes, size_t size, struct picture *sound)
{
    struct picture picture;
    bool read;

    store(bytes, size);
    read = load(&picture);
    if (read) {
        check_all(&picture, sound);
    }
    picture_free(&picture);
    return read ? 1 : 0;
}

/* F19: hostile input overflows the parser. */
TEST(analyses_survive_any_damage)
{
    static unsigned char bytes[STREAM_BYTES_MAX];
    struct picture sound;
    unsigned readable = 0;
    size_t size = 0;
    FILE *file;

    CHECK(synth_inversion(folder, true, 1));
    file = fopen(stream, "rb");
    if (CHECK(file != NULL)) {
        size = fread(bytes, 1, sizeof bytes, file);
        CHECK(fclose(file) == 0);
    }
    CHECK(size > 1000 && size < sizeof bytes);
    CHECK(load(&sound));
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 0xFF;
        readable += try_damage(bytes, size, &sound);
        bytes[i] ^= 0xFF;
    }
    for (size_t cut = 0; cut < size; cut += 5) {
        readable += try_damage(bytes, cut, &sound);
    }
    CHECK(readable > size / 2);
    picture_free(&sound);
}
