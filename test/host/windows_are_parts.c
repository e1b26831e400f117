/* windows_are_parts.c - a part of a trace shows what the whole shows of that time. */
#include "harness.h"
#include "picture.h"
#include "read.h"
#include "synth.h"
#include "window.h"

#include <string.h>

#define MS UINT64_C(1000000)
enum { PERIODS = 8, PERIOD_MS = 25 };

static const char *const names[] = { "idle", "psrv-rx", "hog", "lo", "hi" };

/* The workload's trace, or a part of it. */
static bool read_part(struct picture *picture, const struct window *window)
{
    struct source source = { 0 };
    struct window_sink part;

    picture_begin(picture);
    window_init(&part, window, model_sink(&picture->model), &picture->arena);
    struct event_sink sink = window_sink(&part);
    bool fine = read_trace("parts", &picture->arena, &sink, &source, &picture->error)
                && window_finish(&part, &picture->error)
                && model_finish(&picture->model, &source, &picture->error);

    window_free(&part);
    return fine;
}

static unsigned state_at(const struct picture *picture, const char *name, uint64_t time)
{
    uint32_t thread = picture_index(picture, name);
    uint32_t at = model_span_at(&picture->model, thread, time);

    if (at == NONE) {
        return STATE_UNKNOWN;
    }
    return ((const struct span *)array_at(&model_thread(&picture->model, thread)->spans, at))
        ->state;
}

/* At every quarter of a millisecond between events, which come at whole ones and halves. */
static bool shows_the_same(const struct picture *whole, const struct picture *part, uint64_t from,
                           uint64_t to)
{
    bool same = true;

    for (uint64_t time = from + MS / 4; time < to; time += MS / 2) {
        for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
            uint32_t ours = picture_index(part, names[i]);
            uint32_t theirs = picture_index(whole, names[i]);

            same = CHECK_EQUAL(state_at(part, names[i], time), state_at(whole, names[i], time))
                   && CHECK_EQUAL(model_priority(&part->model, ours, time),
                                  model_priority(&whole->model, theirs, time))
                   && same;
        }
    }
    return same;
}

/* Those that are in the part from beginning to end are trusted, and no others. */
static void check_exchanges(const struct picture *whole, const struct picture *part, uint64_t from,
                            uint64_t to)
{
    for (uint32_t i = 0; i < whole->model.exchanges.count; i++) {
        const struct exchange *all = model_exchange(&whole->model, i);
        const struct exchange *one = picture_exchange(part, all->number);
        bool inside = all->send >= from && all->end <= to;

        if (inside) {
            CHECK(one != NULL && one->trustworthy && one->send == all->send
                  && one->end == all->end);
        } else if (all->send < from || all->send > to) {
            CHECK(one == NULL || !one->trustworthy);
        }
    }
}

static void check_part(const struct picture *whole, uint64_t from, uint64_t to)
{
    const struct window window = { { EDGE_TIME, from }, { EDGE_TIME, to } };
    struct picture part;

    if (CHECK(read_part(&part, &window))) {
        CHECK_EQUAL(part.model.start, from);
        CHECK(part.model.end <= to);
        CHECK(picture_broken_rule(&part) == NULL);
        CHECK(shows_the_same(whole, &part, from, part.model.end));
        check_exchanges(whole, &part, from, to);
    }
    picture_free(&part);
}

TEST(window_shows_what_the_whole_shows)
{
    const struct window all = { 0 };
    struct picture whole;

    for (unsigned fixed = 0; fixed < 2; fixed++) {
        CHECK(synth_inversion("parts", fixed == 1, PERIODS));
        CHECK(read_part(&whole, &all));
        CHECK(picture_broken_rule(&whole) == NULL);
        for (uint64_t half = 1; half < (uint64_t)2 * PERIOD_MS; half += 3) {
            check_part(&whole, MS * PERIOD_MS + half * MS / 2,
                       MS * PERIOD_MS * 4 + (uint64_t)7 * half % 50 * MS / 2);
        }
        picture_free(&whole);
    }
}

static void check_refused(struct window window, const char *text)
{
    struct picture picture;

    CHECK(!read_part(&picture, &window));
    CHECK_TEXT(picture.error.text, text);
    picture_free(&picture);
}

TEST(window_that_is_not_there_is_refused)
{
    CHECK(synth_inversion("parts", true, PERIODS));
    check_refused((struct window){ { EDGE_MARK, 7 }, { EDGE_NONE, 0 } }, "no mark with the code 7");
    check_refused((struct window){ { EDGE_NONE, 0 }, { EDGE_MARK, 7 } }, "no mark with the code 7");
    check_refused((struct window){ { EDGE_TIME, MS }, { EDGE_MARK, 7 } },
                  "no mark with the code 7 after --from");
    check_refused((struct window){ { EDGE_TIME, UINT64_MAX }, { EDGE_NONE, 0 } },
                  "the trace ends before --from");
}
