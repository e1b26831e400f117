/* base_bounds.c - memory, arrays, cursors and maps of the host tool at their limits. */
#include "arena.h"
#include "array.h"
#include "bytes.h"
#include "error.h"
#include "harness.h"
#include "map.h"
#include "texts.h"

#include <stdint.h>
#include <string.h>

enum { LIMIT = 1024 * 1024 };

/* I18: a trace file that asks for everything. */
TEST(arena_refuses_sizes_that_overflow)
{
    static const size_t counts[] = { SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / 8, LIMIT };
    struct arena arena;

    arena_init(&arena, LIMIT);
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        CHECK(arena_alloc(&arena, counts[i], 2) == NULL);
        CHECK(arena_alloc(&arena, 8, counts[i]) == NULL);
    }
    CHECK(arena_copy(&arena, "", SIZE_MAX) == NULL);
    CHECK_EQUAL(arena.used_bytes, 0);
    CHECK(arena_alloc(&arena, 0, 0) != NULL);
    arena_free(&arena);
}

TEST(arena_pieces_are_zeroed_aligned_and_apart)
{
    struct arena arena;
    unsigned char *before = NULL;

    arena_init(&arena, LIMIT);
    for (size_t size = 1; size < 2000; size += 37) {
        unsigned char *piece = arena_alloc(&arena, 1, size);

        CHECK(piece != NULL);
        if (piece == NULL) {
            break;
        }
        CHECK((uintptr_t)piece % _Alignof(max_align_t) == 0);
        CHECK(piece[0] == 0 && piece[size - 1] == 0);
        memset(piece, 0xAA, size);
        CHECK(before == NULL || *before == 0xAA);
        before = piece;
    }
    CHECK_TEXT(arena_print(&arena, "%d of %s", 7, "nine"), "7 of nine");
    CHECK_TEXT(arena_copy(&arena, "abcdef", 3), "abc");
    arena_free(&arena);
    CHECK_EQUAL(arena.used_bytes, 0);
}

TEST(array_grows_within_the_limit_and_gives_all_back)
{
    struct arena arena;
    struct array array;
    uint32_t count = 0;
    uint32_t *item;

    arena_init(&arena, LIMIT);
    array_init(&array, sizeof(*item), &arena);
    for (item = array_add(&array); item != NULL; item = array_add(&array)) {
        *item = count++;
        CHECK(arena.used_bytes <= LIMIT);
    }
    CHECK(count > LIMIT / sizeof(*item) / 4);
    for (uint32_t i = 0; i < count; i++) {
        item = array_at(&array, i);
        if (!CHECK_EQUAL(*item, i)) {
            break;
        }
    }
    array_trim(&array);
    CHECK_EQUAL(arena.used_bytes, count * sizeof(*item));
    array_free(&array);
    CHECK_EQUAL(arena.used_bytes, 0);
}

/* Numbers of one width until there are no more. */
static void read_to_the_end(const uint8_t *data, size_t size, unsigned width)
{
    struct bytes bytes;

    bytes_init(&bytes, data, size);
    while (!bytes.overrun) {
        (void)bytes_number(&bytes, width, BYTES_LITTLE);
        CHECK(bytes.position <= size);
    }
    CHECK_EQUAL(bytes_left(&bytes), 0);
}

TEST(bytes_cannot_be_left)
{
    static const uint8_t data[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };

    for (size_t size = 0; size <= sizeof(data); size++) {
        for (unsigned width = 1; width <= 9; width++) {
            read_to_the_end(data, size, width);
        }
    }
}

TEST(bytes_in_both_orders)
{
    static const uint8_t data[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    struct bytes bytes;

    bytes_init(&bytes, data, sizeof(data));
    CHECK_EQUAL(bytes_number(&bytes, 2, BYTES_LITTLE), 0x0201);
    CHECK_EQUAL(bytes_number(&bytes, 3, BYTES_BIG), 0x030405);
    CHECK(bytes_skip(&bytes, 1));
    CHECK(!bytes_skip(&bytes, SIZE_MAX));
    CHECK_EQUAL(bytes_number(&bytes, 1, BYTES_BIG), 0);
    CHECK(bytes.overrun);
    CHECK(!bytes_seek(&bytes, 0));
    bytes_init(&bytes, NULL, 100);
    CHECK(bytes_take(&bytes, 1) == NULL);
}

TEST(map_like_a_table)
{
    enum { KEYS = 5000 };
    static uint32_t wanted[KEYS];
    struct arena arena;
    struct map map;
    uint32_t random = 1;

    arena_init(&arena, LIMIT);
    map_init(&map, &arena);
    memset(wanted, 0xFF, sizeof(wanted));
    for (uint32_t i = 0; i < 4 * KEYS; i++) {
        random = random * 1664525U + 1013904223U;
        wanted[random / 7 % KEYS] = i;
        CHECK(map_set(&map, (uint64_t)(random / 7 % KEYS) << 32, i));
    }
    for (uint32_t key = 0; key < KEYS; key++) {
        if (!CHECK_EQUAL(map_get(&map, (uint64_t)key << 32), wanted[key])) {
            break;
        }
    }
    CHECK_EQUAL(map_get(&map, 1), MAP_MISSING);
    map_free(&map);
    CHECK_EQUAL(arena.used_bytes, 0);
}

TEST(texts_are_kept_once)
{
    struct arena arena;
    struct texts texts;
    const char *first;

    arena_init(&arena, LIMIT);
    texts_init(&texts, &arena);
    first = texts_keep(&texts, "name and more", 4);
    CHECK_TEXT(first, "name");
    CHECK(texts_keep(&texts, "name", 4) == first);
    CHECK(texts_keep(&texts, "names", 5) != first);
    texts_free(&texts);
    arena_free(&arena);
}

TEST(error_is_one_line_that_moves_no_cursor)
{
    struct error error;

    CHECK(!error_set(&error, "file %s: %d", "a\nb\x1b[2J\x7f", 5));
    CHECK_TEXT(error.text, "file a?b?[2J?: 5");
    CHECK(!error_set(&error, "%0400d", 1));
    CHECK_EQUAL(strlen(error.text), sizeof(error.text) - 1);
}
