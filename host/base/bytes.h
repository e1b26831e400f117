/* bytes.h - a cursor over bytes that cannot leave them.
 *
 * Every read checks what is left. One that would pass the end gives zero, leaves the cursor at
 * the end and sets `overrun`; so a reader may take several values and look once. No function
 * hands out a pointer without the length that goes with it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum byte_order { BYTES_LITTLE, BYTES_BIG };

struct bytes {
    const uint8_t *start;
    size_t size;
    size_t position; /* never above size */
    bool overrun;
};

void bytes_init(struct bytes *bytes, const void *start, size_t size);

size_t bytes_left(const struct bytes *bytes);

/* `count` bytes from here, which the cursor passes; NULL and overrun when there are fewer. */
const uint8_t *bytes_take(struct bytes *bytes, size_t count);

/* Pass `count` bytes; false and overrun when there are fewer. */
bool bytes_skip(struct bytes *bytes, size_t count);

/* Go to an absolute position; false and overrun when it lies behind the end. */
bool bytes_seek(struct bytes *bytes, size_t position);

/* An unsigned number of 1 to 8 bytes. */
uint64_t bytes_number(struct bytes *bytes, unsigned width, enum byte_order order);

/* The same out of memory of which the caller knows that `width` bytes are there. */
static inline uint64_t bytes_decode(const uint8_t *at, unsigned width, enum byte_order order)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < width; i++) {
        value |= (uint64_t)at[order == BYTES_LITTLE ? i : width - 1 - i] << (8 * i);
    }
    return value;
}
