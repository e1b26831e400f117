/* dice.h - random steps that can be repeated: the same seed, the same steps, on every board.
 *
 * A generator of Marsaglia's (xorshift, 32 bits). Tests print the seed before they roll, so that
 * the last line before a failure says how to see it again.
 */
#pragma once

#include "harness.h"
#include "text.h"

#include <stdint.h>

struct dice {
    uint32_t state;
};

/* A seed of 0 would roll nothing but zeros. */
static inline struct dice dice_seeded(uint32_t seed)
{
    char line[32];

    text_format(line, sizeof line, "seed %u\n", (unsigned)seed);
    harness_print(line);
    return (struct dice){ seed };
}

static inline uint32_t dice_roll(struct dice *dice)
{
    dice->state ^= dice->state << 13;
    dice->state ^= dice->state >> 17;
    dice->state ^= dice->state << 5;
    return dice->state;
}

/* 0 ... sides - 1; there is one side at least. */
static inline uint32_t dice_below(struct dice *dice, uint32_t sides)
{
    /* cppcheck-suppress zerodiv ; it takes a sum for 0 that is not */
    return dice_roll(dice) % sides;
}
