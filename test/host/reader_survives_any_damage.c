/* reader_survives_any_damage.c - a small trace cut at every length and with every byte changed.
 *
 * Nothing may crash (this runs under sanitizers) or take for ever. A refusal has a reason in one
 * line. A stream that was cut is only taken for complete where a packet ends; the picture is sound
 * in any case.
 */
#include "harness.h"
#include "picture.h"
#include "read.h"
#include "synth.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 64 * 1024 };

struct copy {
    const char *path;
    unsigned char bytes[FILE_BYTES_MAX];
    size_t size;
};

static struct copy metadata = { .path = "synth_damage/metadata" };
static struct copy stream = { .path = "synth_damage/stream_0" };

static void load(struct copy *copy)
{
    FILE *file = fopen(copy->path, "rb");

    if (CHECK(file != NULL)) {
        copy->size = fread(copy->bytes, 1, sizeof(copy->bytes), file);
        CHECK(fclose(file) == 0);
        CHECK(copy->size > 0 && copy->size < sizeof(copy->bytes));
    }
}

static void store(const struct copy *copy, size_t size)
{
    FILE *file = fopen(copy->path, "wb");

    if (CHECK(file != NULL)) {
        CHECK(fwrite(copy->bytes, 1, size, file) == size);
        CHECK(fclose(file) == 0);
    }
}

/* One period with inheritance: three packets and the end of a fourth. */
static void make(void)
{
    CHECK(synth_inversion("synth_damage", false, 1));
    load(&metadata);
    load(&stream);
}

enum outcome { REFUSED, PARTIAL, WHOLE };

static enum outcome read_damaged(uint64_t *events)
{
    struct picture picture;
    struct source source = { 0 };
    struct event_sink sink;
    enum outcome outcome = REFUSED;

    picture_begin(&picture);
    sink = model_sink(&picture.model);
    if (!read_trace("synth_damage", &picture.arena, &sink, &source, &picture.error)) {
        CHECK(picture.error.text[0] != '\0' && strchr(picture.error.text, '\n') == NULL);
    } else if (CHECK(model_finish(&picture.model, &source, &picture.error))) {
        const char *broken = picture_broken_rule(&picture);

        CHECK_TEXT(broken == NULL ? "sound" : broken, "sound");
        CHECK(source.partial == (source.problem != NULL));
        outcome = source.partial ? PARTIAL : WHOLE;
        *events = picture.model.events;
    }
    picture_free(&picture);
    return outcome;
}

/* True at the lengths where a packet ends: the sizes stand in the headers. */
static bool packet_ends_at(size_t length)
{
    size_t at = 0;

    while (at < length) {
        uint32_t bits;

        memcpy(&bits, stream.bytes + at + 28, sizeof(bits));
        at += bits / 8;
    }
    return at == length;
}

/* F11: a truncated file kills the reader. */
TEST(damage_stream_cut_at_every_length)
{
    uint64_t events = 0;
    uint64_t before = 0;

    make();
    for (size_t length = 0; length <= stream.size; length++) {
        store(&stream, length);
        CHECK_EQUAL(read_damaged(&events), packet_ends_at(length) ? WHOLE : PARTIAL);
        CHECK(events >= before);
        before = events;
    }
}

/* F19: hostile input overflows the parser. */
TEST(damage_stream_with_every_byte_changed)
{
    static const unsigned char changes[] = { 0xFF, 0x01 };
    uint64_t events = 0;

    make();
    for (size_t at = 0; at < stream.size; at++) {
        for (size_t i = 0; i < sizeof(changes); i++) {
            stream.bytes[at] ^= changes[i];
            store(&stream, stream.size);
            (void)read_damaged(&events);
            stream.bytes[at] ^= changes[i];
        }
    }
}

TEST(damage_metadata_cut_at_every_length)
{
    uint64_t events = 0;

    make();
    for (size_t length = 0; length < metadata.size; length++) {
        store(&metadata, length);
        /* Whole only if what is missing describes nothing that the stream holds. */
        if (read_damaged(&events) == WHOLE) {
            const unsigned char *rest = metadata.bytes + length;

            CHECK(length + 1 >= metadata.size || strstr((const char *)rest, "\"message_") == NULL);
        }
    }
}

TEST(damage_metadata_with_every_byte_changed)
{
    static const unsigned char changes[] = { 0xFF, 0x20 };
    uint64_t events = 0;

    make();
    for (size_t at = 0; at < metadata.size; at++) {
        for (size_t i = 0; i < sizeof(changes); i++) {
            metadata.bytes[at] ^= changes[i];
            store(&metadata, metadata.size);
            (void)read_damaged(&events);
            metadata.bytes[at] ^= changes[i];
        }
    }
    store(&metadata, metadata.size);
    CHECK_EQUAL(read_damaged(&events), WHOLE);
}
