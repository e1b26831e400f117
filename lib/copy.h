/* copy.h - short copies, by words where both sides allow it. */
#pragma once

#include "likely.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Any four words, whatever they are elsewhere. */
struct copy_block {
    uint32_t words[4];
} __attribute__((may_alias));

struct copy_word {
    uint32_t word;
} __attribute__((may_alias));

/* `size` bytes that do not overlap. */
static inline void copy_bytes(void *to, const void *from, size_t size)
{
    struct copy_block *to_block = to;
    const struct copy_block *from_block = from;

    if (!LIKELY((((uintptr_t)to | (uintptr_t)from | size) % sizeof(uint32_t)) == 0)) {
        memcpy(to, from, size);
        return;
    }
    for (; size >= sizeof *to_block; size -= sizeof *to_block) {
        *to_block++ = *from_block++;
        __asm__("" : "+r"(size)); /* not worth the preparations of a cleverer loop */
    }
    struct copy_word *to_word = (void *)to_block;
    const struct copy_word *from_word = (const void *)from_block;

    for (; size > 0; size -= sizeof *to_word) {
        *to_word++ = *from_word++;
        __asm__("" : "+r"(size));
    }
}
