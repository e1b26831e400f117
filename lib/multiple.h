/* multiple.h - which multiple of a number another one is, without a division.
 *
 * A number is an odd part times a power of two. Modulo 2^32 (or 2^64, as wide as an address is)
 * every odd number has an inverse: to multiply with it divides by the odd part where that leaves no
 * rest, and gives too large a number where it does, since the small ones are taken. The low bits,
 * rotated to the top, do the same for the power of two.
 */
#pragma once

#include <stdint.h>

struct multiple {
    uintptr_t inverse;
    unsigned shift;
};

/* Of a number that is not 0. Each step doubles the number of low bits that are right; in its three
 * lowest an odd number is its own inverse. */
static inline struct multiple multiple_of(uint32_t number)
{
    unsigned shift = (unsigned)__builtin_ctz(number);
    uintptr_t odd = number >> shift;
    uintptr_t inverse = odd;

    for (unsigned correct = 3; correct < sizeof odd * 8; correct *= 2) {
        inverse *= 2 - odd * inverse;
    }
    return (struct multiple){ inverse, shift };
}

/* `value` divided by the number if it is a multiple of it; if not, more than the largest address
 * divided by the number. */
static inline uintptr_t multiple_index(const struct multiple *multiple, uintptr_t value)
{
    uintptr_t rotated = value * multiple->inverse;

    return rotated >> multiple->shift
           | rotated << (-multiple->shift % (unsigned)(sizeof rotated * 8));
}
