/* arena.h - the memory of one run: given out piece by piece, taken back as a whole.
 *
 * An arena has a limit, so that a file that asks for everything gets a refusal instead of the
 * machine. Nothing is freed before arena_free.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena_block;

struct arena {
    struct arena_block *blocks;
    size_t used_bytes;
    size_t limit_bytes;
};

/* Start empty. `limit_bytes` is the most that will ever be asked of the system. */
void arena_init(struct arena *arena, size_t limit_bytes);

/* Give `count` pieces of `size` bytes in a row, zeroed, aligned for any type; NULL when the limit
 * or the system says no, or when count * size overflows. */
void *arena_alloc(struct arena *arena, size_t count, size_t size);

/* printf into the arena; NULL when there is no memory. */
const char *arena_print(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A terminated copy of `length` bytes; NULL when there is no memory. */
const char *arena_copy(struct arena *arena, const char *text, size_t length);

/* Memory that is held elsewhere but counts against the limit. False: the limit says no, and
 * nothing was counted. */
bool arena_charge(struct arena *arena, size_t bytes);
void arena_refund(struct arena *arena, size_t bytes);

void arena_free(struct arena *arena);
