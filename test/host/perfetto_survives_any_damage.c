/* perfetto_survives_any_damage.c - a small trace with bytes of its stream changed, and cut:
 * whatever model comes of it, what is written of it keeps the rules, or a time is refused.
 */
#include "critical_path.h"
#include "harness.h"
#include "perfetto_show.h"
#include "read.h"
#include "synth.h"

#include <stdio.h>
#include <string.h>

enum { STREAM_BYTES_MAX = 64 * 1024, STRIDE = 2, CUT_STRIDE = 3 };

static const char folder[] = "synth_perfetto";
static const char stream[] = "synth_perfetto/stream_0";

static unsigned char bytes[STREAM_BYTES_MAX];

static void store(size_t size)
{
    FILE *file = fopen(stream, "wb");

    if (CHECK(file != NULL)) {
        CHECK(fwrite(bytes, 1, size, file) == size);
        CHECK(fclose(file) == 0);
    }
}

static size_t fetch(void)
{
    FILE *file = fopen(stream, "rb");
    size_t size = 0;

    if (CHECK(file != NULL)) {
        size = fread(bytes, 1, sizeof(bytes), file);
        (void)fclose(file);
    }
    CHECK(size > 0 && size < sizeof(bytes));
    return size;
}

static bool load(struct picture *picture)
{
    struct source source = { 0 };
    struct event_sink sink;

    picture_begin(picture);
    sink = model_sink(&picture->model);
    return read_trace(folder, &picture->arena, &sink, &source, &picture->error)
           && model_finish(&picture->model, &source, &picture->error);
}

static bool show_with_paths(struct picture *picture, struct perfetto_counts *counts,
                            struct view *view)
{
    struct report report;

    report_init(&report, &picture->arena);
    critical_path_marks(&picture->model, &report);
    CHECK(!report.failed);
    return show(picture, report.marks, counts, view);
}

static bool see(struct picture *picture, size_t at)
{
    struct perfetto_counts counts;
    struct view view;

    if (!show_with_paths(picture, &counts, &view)) {
        CHECK(strstr(picture->error.text, "is more than the format can hold") != NULL);
        return false;
    }
    if (!CHECK_TEXT(view.broken, "")) {
        CHECK_EQUAL(at, SIZE_MAX); /* prints which byte it was */
    }
    view_free(&view);
    return true;
}

/* Returns 1 if there was something to see. */
static unsigned try_damage(size_t size, size_t at)
{
    struct picture picture;
    bool seen;

    store(size);
    seen = load(&picture) && see(&picture, at);
    picture_free(&picture);
    return seen ? 1 : 0;
}

/* F19: hostile input overflows the parser. */
TEST(perfetto_survives_changed_bytes)
{
    static const unsigned char changes[] = { 0x01, 0x80, 0xFF };
    unsigned seen = 0;
    size_t size;

    if (!CHECK(synth_inversion(folder, true, 1))) {
        return;
    }
    size = fetch();
    for (size_t at = 0; at < size; at += STRIDE) {
        unsigned char change = changes[at % sizeof(changes)];

        bytes[at] ^= change;
        seen += try_damage(size, at);
        bytes[at] ^= change;
    }
    CHECK(seen > size / STRIDE / 2);
}

/* F11: a truncated file kills the reader. */
TEST(perfetto_survives_cut_traces)
{
    unsigned seen = 0;
    size_t size;

    if (!CHECK(synth_inversion(folder, false, 1))) {
        return;
    }
    size = fetch();
    for (size_t length = 0; length < size; length += CUT_STRIDE) {
        seen += try_damage(length, length);
    }
    CHECK(seen > size / CUT_STRIDE / 2);
}

/* F13: changes of thread take no time here, so that much happens at the same moment. */
TEST(perfetto_shows_what_takes_no_time)
{
    struct perfetto_counts counts;
    struct picture picture;
    struct view view;

    if (CHECK(synth_inversion(folder, true, 2)) && CHECK(load(&picture))
        && CHECK(show_with_paths(&picture, &counts, &view))) {
        CHECK_TEXT(view.broken, "");
        CHECK_EQUAL(counts.exchanges, 4);
        CHECK_EQUAL(counts.flows, 8);
        CHECK_TEXT(view_slices_of(&view, view_track_of(&view, "psrv-rx", NULL)),
                   "handle ts_pload/lo 1000000-15000000, handle ts_pload/hi 15000000-15500000, "
                   "handle ts_pload/lo 26000000-40000000, handle ts_pload/hi 40000000-40500000");
        view_free(&view);
    }
    picture_free(&picture);
}
