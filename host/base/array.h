/* array.h - an array that grows.
 *
 * Elements move when it grows: keep indices, not pointers. Memory is the system's and counts
 * against the arena's limit, so that growing arrays obey the same bound.
 */
#pragma once

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct array {
    void *items;
    size_t count;
    size_t capacity;
    size_t item_size;
    struct arena *arena; /* whose limit counts */
};

void array_init(struct array *array, size_t item_size, struct arena *arena);

/* Add one zeroed element and return it; NULL when there is no memory. */
void *array_add(struct array *array);

/* Element `index`, which must be below count: a mistake of ours, never of a file, stops here before
 * memory is misread. Inline, since the model does little else. */
static inline void *array_at(const struct array *array, size_t index)
{
    if (index >= array->count) {
        abort();
    }
    return (char *)array->items + index * array->item_size;
}

/* Give back the room kept for growth: for an array that is complete. */
void array_trim(struct array *array);

/* Also of one that was never begun and is all zero. */
void array_free(struct array *array);
