/* bits.h - sets of small numbers in one word. */
#pragma once

#include <stdint.h>

/* The largest member of a set that is not empty. One instruction where there is one. */
static inline unsigned bits_highest(uint32_t set)
{
    return 31U - (unsigned)__builtin_clz(set);
}

static inline uint32_t bits_of(unsigned member)
{
    return UINT32_C(1) << member;
}
