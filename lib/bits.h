/* bits.h - sets of small numbers in one word. */
#pragma once

#include <stdint.h>

/* The largest member of a set that is not empty. One instruction where there is one. */
static inline unsigned bits_highest(uint32_t set)
{
    return 31U - (unsigned)__builtin_clz(set);
}

/* One more than the largest member; 0 for no member. Two instructions where there is one above. */
static inline unsigned bits_width(uint32_t set)
{
    return set == 0 ? 0 : bits_highest(set) + 1;
}

static inline uint32_t bits_of(unsigned member)
{
    return UINT32_C(1) << member;
}
