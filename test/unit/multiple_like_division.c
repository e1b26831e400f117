/* multiple_like_division.c - I07: the index of a block against plain division, and that nothing
 * else is taken for one. */
#include "harness.h"
#include "multiple.h"

#include <stddef.h>

enum { NUMBERS = 700, NEAR = 3000 };

/* A value is a multiple, and then of that many; or it is told by a number that cannot be one. */
static bool right(uintptr_t number, uintptr_t value)
{
    struct multiple multiple = multiple_of((uint32_t)number);
    uintptr_t index = multiple_index(&multiple, value);

    return value % number == 0 ? index == value / number : index > UINTPTR_MAX / number;
}

/* Numbers of all kinds: small ones, and those around the powers of two. */
static uintptr_t number_at(unsigned i)
{
    if (i < NUMBERS) {
        return i + 1;
    }
    return ((uintptr_t)1 << ((i - NUMBERS) / 3 + 5)) + (i - NUMBERS) % 3 - 1;
}

TEST(multiple_is_found_and_nothing_else)
{
    const unsigned all = NUMBERS + 3 * 26;

    for (unsigned i = 0; i < all; i++) {
        uintptr_t number = number_at(i);
        unsigned wrong = 0;

        for (uintptr_t value = 0; value < NEAR; value++) {
            wrong += !right(number, value);
            wrong += !right(number, UINTPTR_MAX - value); /* below the first block */
            wrong += !right(number, UINTPTR_MAX / 2 - NEAR / 2 + value);
            wrong += !right(number, number * 1000 - NEAR / 2 + value);
        }
        CHECK_EQUAL(wrong, 0);
    }
}
