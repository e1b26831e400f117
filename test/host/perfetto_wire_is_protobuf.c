/* perfetto_wire_is_protobuf.c - the bytes of the wire format, written out by hand. */
#include "harness.h"
#include "perfetto_wire.h"

#include <string.h>

enum { ARENA_BYTES = 1 << 24 };

struct bench {
    struct arena arena;
    struct wire wire;
};

static void set_up(struct bench *bench)
{
    arena_init(&bench->arena, ARENA_BYTES);
    wire_init(&bench->wire, &bench->arena);
}

static void clear_away(struct bench *bench)
{
    CHECK(!bench->wire.failed);
    wire_free(&bench->wire);
    CHECK_EQUAL(bench->arena.used_bytes, 0);
    arena_free(&bench->arena);
}

static void check_bytes(const struct wire *wire, const void *wanted, size_t size)
{
    if (CHECK_EQUAL(wire->size, size)) {
        CHECK(memcmp(wire->bytes, wanted, size) == 0);
    }
}

TEST(perfetto_wire_writes_numbers)
{
    static const unsigned char wanted[] = {
        0x08, 0x00,             /* 1: 0 */
        0x78, 0x7F,             /* 15: 127 */
        0x80, 0x01, 0x80, 0x01, /* 16: 128 */
        0xAA, 0x07, 0xAC, 0x02, /* bare: the tag of 117, then 300 */
        0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, /* 1: -1 */
    };
    struct bench bench;

    set_up(&bench);
    wire_number(&bench.wire, 1, 0);
    wire_number(&bench.wire, 15, 127);
    wire_number(&bench.wire, 16, 128);
    wire_element(&bench.wire, 117U << 3 | 2U); /* a tag is a number too */
    wire_element(&bench.wire, 300);
    wire_number(&bench.wire, 1, (uint64_t)-1);
    check_bytes(&bench.wire, wanted, sizeof(wanted));
    clear_away(&bench);
}

TEST(perfetto_wire_writes_fixed_numbers)
{
    static const unsigned char wanted[] = {
        0xF9, 0x02, 0x55, 0, 0, 0, 0, 0,    0,    0x80, /* 47: 0x8000000000000055 */
        0x29, 0,    0,    0, 0, 0, 0, 0xF8, 0x3F,       /* 5: 1.5 */
    };
    struct bench bench;

    set_up(&bench);
    wire_fixed(&bench.wire, 47, UINT64_C(0x8000000000000055));
    wire_double(&bench.wire, 5, 1.5);
    check_bytes(&bench.wire, wanted, sizeof(wanted));
    clear_away(&bench);
}

/* A message inside a message: the length in front grows with the content, at 128 and 16384 bytes
 * by another byte. */
static void check_nesting(size_t inner)
{
    struct bench bench;
    size_t outer_mark;
    size_t inner_mark;
    size_t length_bytes = inner < 128 ? 1 : inner < 16384 ? 2 : 3;
    size_t outer = 1 + length_bytes + inner;
    size_t outer_bytes = outer < 128 ? 1 : outer < 16384 ? 2 : 3;

    set_up(&bench);
    outer_mark = wire_open(&bench.wire, 1);
    inner_mark = wire_open(&bench.wire, 2);
    for (size_t i = 0; i < inner; i++) {
        wire_element(&bench.wire, i % 100);
    }
    wire_close(&bench.wire, inner_mark);
    wire_close(&bench.wire, outer_mark);
    if (CHECK_EQUAL(bench.wire.size, 1 + outer_bytes + outer)) {
        const uint8_t *bytes = bench.wire.bytes + 1 + outer_bytes;

        CHECK_EQUAL(bench.wire.bytes[0], 0x0A);
        CHECK_EQUAL(bench.wire.bytes[1] & 0x7FU, outer & 0x7FU);
        CHECK_EQUAL(bytes[0], 0x12);
        CHECK_EQUAL(bytes[1] & 0x7FU, inner & 0x7FU);
        for (size_t i = 0; i < inner; i++) {
            CHECK_EQUAL(bytes[1 + length_bytes + i], i % 100);
        }
    }
    clear_away(&bench);
}

TEST(perfetto_wire_puts_lengths_in_front)
{
    static const size_t sizes[] = { 0, 1, 125, 126, 127, 128, 129, 16380, 16383, 16384, 70000 };

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        check_nesting(sizes[i]);
    }
}

static void check_text(const char *text, const char *wanted)
{
    struct bench bench;
    char found[64] = "";

    set_up(&bench);
    wire_text(&bench.wire, 2, text);
    if (CHECK_EQUAL(bench.wire.size, 2 + strlen(text)) && strlen(text) < sizeof(found)) {
        memcpy(found, bench.wire.bytes + 2, strlen(text));
    }
    CHECK_TEXT(found, wanted);
    clear_away(&bench);
}

/* A string must be UTF-8; names come from files that may hold anything. */
TEST(perfetto_wire_repairs_texts)
{
    check_text("", "");
    check_text("hog", "hog");
    check_text("\xC3\xA9t\xC3\xA9", "\xC3\xA9t\xC3\xA9");
    check_text("\xE2\x82\xAC \xF0\x9F\x98\x80", "\xE2\x82\xAC \xF0\x9F\x98\x80");
    check_text("\xF4\x8F\xBF\xBF", "\xF4\x8F\xBF\xBF");
    check_text("\xFF\xFE", "??");
    check_text("a\xC3", "a?");
    check_text("\xC3(", "?(");
    check_text("\xC0\xAF", "??"); /* over-long */
    check_text("\xE0\x80\xAF", "???");
    check_text("\xED\xA0\x80", "???");      /* half of a pair */
    check_text("\xF4\x90\x80\x80", "????"); /* too large */
    check_text("\xF5\x80\x80\x80", "????");
    check_text("\xE2\x82", "??");
}

/* Too little memory is remembered, and nothing is written beyond what there is. */
TEST(perfetto_wire_remembers_that_memory_was_short)
{
    struct bench bench;
    size_t mark;

    arena_init(&bench.arena, 1000);
    wire_init(&bench.wire, &bench.arena);
    mark = wire_open(&bench.wire, 1);
    for (unsigned i = 0; i < 2000; i++) {
        wire_number(&bench.wire, 1, i);
    }
    wire_close(&bench.wire, mark);
    wire_text(&bench.wire, 1, "no room");
    CHECK(bench.wire.failed);
    CHECK(bench.wire.size <= 1000 && bench.arena.used_bytes <= 1000);
    wire_free(&bench.wire);
    arena_free(&bench.arena);
}
