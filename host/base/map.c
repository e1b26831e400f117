/* map.c - numbers to numbers: a hash table that grows, within the arena's limit.
 *
 * Open addressing with linear steps, at most three quarters full. Keys come from hostile files and
 * are scrambled with a number that no file can know, so that none can aim them all at one place.
 * Nothing ever walks a table, so what a run prints does not depend on that number. Keys that differ
 * only in their last bits lie side by side, since ids are mostly given in order.
 */
#include "map.h"

#include <stdlib.h>
#include <time.h>

enum { FIRST_CAPACITY = 64, SIDE_BY_SIDE = 16 };

static uint64_t fresh_seed(void)
{
    struct timespec now = { 0, 0 };

    (void)timespec_get(&now, TIME_UTC);
    return (uint64_t)now.tv_nsec * 0xD6E8FEB86659FD93U ^ (uint64_t)now.tv_sec;
}

static size_t scramble(uint64_t key, uint64_t seed)
{
    key ^= seed;
    key *= 0x9E3779B97F4A7C15U;
    key ^= key >> 32;
    key *= 0xD6E8FEB86659FD93U;
    key ^= key >> 32;
    return (size_t)key;
}

void map_init(struct map *map, struct arena *arena)
{
    map->entries = NULL;
    map->count = 0;
    map->capacity = 0;
    map->seed = fresh_seed();
    map->arena = arena;
}

/* The place that holds `key`, or the free one where it belongs. There always is a free one. */
static struct map_entry *find_place(const struct map *map, uint64_t key)
{
    size_t mask = map->capacity - 1;
    size_t i = (scramble(key / SIDE_BY_SIDE, map->seed) * SIDE_BY_SIDE + key % SIDE_BY_SIDE) & mask;

    while (map->entries[i].value != MAP_MISSING && map->entries[i].key != key) {
        i = (i + 1) & mask;
    }
    return &map->entries[i];
}

static bool map_grow(struct map *map)
{
    struct map old = *map;
    size_t capacity = old.capacity == 0 ? (size_t)FIRST_CAPACITY : 2 * old.capacity;
    size_t bytes;

    if (__builtin_mul_overflow(capacity, sizeof(struct map_entry), &bytes)
        || !arena_charge(map->arena, bytes)) {
        return false;
    }
    map->entries = malloc(bytes);
    if (map->entries == NULL) {
        map->entries = old.entries;
        arena_refund(map->arena, bytes);
        return false;
    }
    map->capacity = capacity;
    for (size_t i = 0; i < capacity; i++) {
        map->entries[i] = (struct map_entry){ 0, MAP_MISSING };
    }
    for (size_t i = 0; i < old.capacity; i++) {
        if (old.entries[i].value != MAP_MISSING) {
            *find_place(map, old.entries[i].key) = old.entries[i];
        }
    }
    map_free(&old);
    return true;
}

bool map_set(struct map *map, uint64_t key, uint32_t value)
{
    struct map_entry *place;

    if (map->count + map->count / 3 >= map->capacity && !map_grow(map)) {
        return false;
    }
    place = find_place(map, key);
    if (place->value == MAP_MISSING) {
        map->count++;
        place->key = key;
    }
    place->value = value;
    return true;
}

uint32_t map_get(const struct map *map, uint64_t key)
{
    return map->capacity == 0 ? (uint32_t)MAP_MISSING : find_place(map, key)->value;
}

void map_free(struct map *map)
{
    if (map->entries != NULL) {
        arena_refund(map->arena, map->capacity * sizeof(struct map_entry));
        free(map->entries);
    }
    map->entries = NULL;
    map->count = 0;
    map->capacity = 0;
}
