/* check_sums_are_the_known_ones.c - CRC-32 against values that others have published, and in pieces
 * as in one. */
#include "crc32.h"
#include "dice.h"
#include "harness.h"

#include <string.h>

/* The first is the value by which descriptions of the sum are checked; zlib and gzip give the same
 * for all. */
TEST(crc32_of_known_texts)
{
    CHECK_EQUAL(crc32_add(0, "", 0), 0);
    CHECK_EQUAL(crc32_add(0, "123456789", 9), 0xCBF43926U);
    CHECK_EQUAL(crc32_add(0, "a", 1), 0xE8B7BE43U);
    CHECK_EQUAL(crc32_add(0, "The quick brown fox jumps over the lazy dog", 43), 0x414FA339U);
    CHECK_EQUAL(crc32_add(0, "\0\0\0\0", 4), 0x2144DF1CU);
}

TEST(crc32_in_pieces_is_that_of_the_whole)
{
    struct dice dice = dice_seeded(32);
    unsigned char bytes[200];

    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (unsigned char)dice_roll(&dice);
    }
    for (size_t cut = 0; cut <= sizeof bytes; cut++) {
        uint32_t sum = crc32_add(crc32_add(0, bytes, cut), bytes + cut, sizeof bytes - cut);

        CHECK_EQUAL(sum, crc32_add(0, bytes, sizeof bytes));
    }
}

/* Any one bit changes it. */
TEST(crc32_sees_every_bit)
{
    unsigned char bytes[64] = { 1, 2, 3 };
    uint32_t sum = crc32_add(0, bytes, sizeof bytes);

    for (size_t bit = 0; bit < sizeof bytes * 8; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1U << bit % 8);
        CHECK(crc32_add(0, bytes, sizeof bytes) != sum);
        bytes[bit / 8] ^= (unsigned char)(1U << bit % 8);
    }
}
