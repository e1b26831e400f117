/* model_is_sound_whatever_it_is_told.c - random events, most of them nonsense: the rules of the
 * picture hold all the same, and memory stays within its bound. */
#include "harness.h"
#include "picture.h"

enum { RUNS = 300, EVENTS = 400, CPUS = 3 };

static uint32_t random_state;

static uint32_t any(uint32_t below)
{
    random_state = random_state * 1664525U + 1013904223U;
    return (random_state >> 8) % below;
}

static struct event random_event(uint64_t *time)
{
    struct event event = { .time = *time, .text = "name" };

    event.kind = (uint8_t)any(EVENT_SNAPSHOT + 2);
    event.thread = any(6);
    event.object = any(5);
    event.exchange = any(12);
    event.a = any(12);
    event.b = any(4);
    event.cpu = (uint16_t)any(CPUS);
    event.detail = (uint8_t)any(STATE_COUNT + 1);
    if (event.kind == EVENT_LOSS) {
        event.exchange = *time;
        event.time = any(5) == 0 ? UINT64_MAX : *time + any(20);
    } else if (event.kind == EVENT_SNAPSHOT) {
        event.detail = (uint8_t)(any(4) > 0);
    }
    *time += any(4);
    return event;
}

TEST(model_is_sound_whatever_it_is_told)
{
    for (uint32_t run = 0; run < RUNS; run++) {
        struct picture picture;
        uint64_t time = 0;
        const char *broken;

        random_state = run;
        picture_begin(&picture);
        for (unsigned i = 0; i < EVENTS; i++) {
            struct event event = random_event(&time);

            tell(&picture, &event);
        }
        picture_finish(&picture, CPUS);
        broken = picture_broken_rule(&picture);
        if (!CHECK_TEXT(broken == NULL ? "sound" : broken, "sound")) {
            CHECK_EQUAL(run, RUNS); /* prints the run, which is the seed */
        }
        picture_free(&picture);
    }
}

/* F10, F25: times that jump back and forth: no rule about who runs where can hold, but nothing may
 * break. */
TEST(model_survives_any_times)
{
    for (uint32_t run = 0; run < RUNS; run++) {
        struct picture picture;
        uint64_t time = 0;

        random_state = run;
        picture_begin(&picture);
        for (unsigned i = 0; i < EVENTS; i++) {
            struct event event = random_event(&time);

            event.time = any(3) == 0 ? UINT64_MAX - any(3) : any(1000);
            tell(&picture, &event);
        }
        picture_finish(&picture, CPUS);
        CHECK(!picture.failed);
        picture_free(&picture);
    }
}

/* A limit is a limit: the model gives up with a message and frees what it has. */
TEST(model_gives_up_when_memory_is_short)
{
    for (size_t limit = 0; limit < (size_t)400 * 1024; limit += 7919) {
        struct picture picture;
        uint64_t time = 0;

        random_state = 1;
        picture_begin(&picture);
        model_free(&picture.model);
        arena_free(&picture.arena);
        arena_init(&picture.arena, limit);
        picture.failed = !model_init(&picture.model, &picture.arena, &picture.error);
        for (unsigned i = 0; i < 4000; i++) {
            struct event event = random_event(&time);

            tell(&picture, &event);
        }
        picture_finish(&picture, CPUS);
        CHECK(picture.arena.used_bytes <= limit);
        if (picture.failed) {
            CHECK_TEXT(picture.error.text,
                       "out of memory: the trace needs more than this run may use");
        }
        picture_free(&picture);
        CHECK_EQUAL(picture.arena.used_bytes, 0);
    }
}
