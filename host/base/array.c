/* array.c - an array that grows.
 *
 * Small arrays double, so that few of many are ever moved; large ones grow by a quarter, so that
 * the room kept for growth stays a small share of what a trace needs.
 */
#include "array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 8, DOUBLES_BELOW_BYTES = 256 * 1024 };

void array_init(struct array *array, size_t item_size, struct arena *arena)
{
    array->items = NULL;
    array->count = 0;
    array->capacity = 0;
    array->item_size = item_size;
    array->arena = arena;
}

static size_t next_capacity(const struct array *array)
{
    size_t capacity = array->capacity;

    if (capacity == 0) {
        return FIRST_CAPACITY;
    }
    if (capacity * array->item_size < DOUBLES_BELOW_BYTES) {
        return 2 * capacity;
    }
    return capacity + capacity / 4;
}

static bool set_capacity(struct array *array, size_t capacity)
{
    size_t old_bytes = array->capacity * array->item_size;
    size_t new_bytes;
    void *items;

    if (__builtin_mul_overflow(capacity, array->item_size, &new_bytes)
        || !arena_charge(array->arena, new_bytes)) {
        return false;
    }
    items = realloc(array->items, new_bytes);
    if (items == NULL) {
        arena_refund(array->arena, new_bytes);
        return false;
    }
    arena_refund(array->arena, old_bytes);
    array->items = items;
    array->capacity = capacity;
    return true;
}

void *array_add(struct array *array)
{
    char *item;

    if (array->count == array->capacity && !set_capacity(array, next_capacity(array))) {
        return NULL;
    }
    item = (char *)array->items + array->count * array->item_size;
    array->count++;
    return memset(item, 0, array->item_size);
}

void array_trim(struct array *array)
{
    if (array->count == 0) {
        array_free(array);
    } else if (array->count < array->capacity) {
        (void)set_capacity(array, array->count); /* refused: it only stays larger */
    }
}

void array_free(struct array *array)
{
    if (array->items != NULL) {
        arena_refund(array->arena, array->capacity * array->item_size);
        free(array->items);
    }
    array->items = NULL;
    array->count = 0;
    array->capacity = 0;
}
