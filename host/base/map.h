/* map.h - numbers to numbers: a hash table that grows, within the arena's limit.
 *
 * For ids of a file to indices of ours. Entries are set and replaced, never removed: an id that is
 * used again gets the new index.
 */
#pragma once

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MAP_MISSING UINT32_MAX

struct map_entry {
    uint64_t key;
    uint32_t value; /* MAP_MISSING: this place is free */
};

struct map {
    struct map_entry *entries;
    size_t count;
    size_t capacity; /* a power of two, or 0 */
    uint64_t seed;
    struct arena *arena;
};

void map_init(struct map *map, struct arena *arena);

/* False when there is no memory. `value` is not MAP_MISSING. */
bool map_set(struct map *map, uint64_t key, uint32_t value);

/* MAP_MISSING when the key was never set. */
uint32_t map_get(const struct map *map, uint64_t key);

void map_free(struct map *map);
