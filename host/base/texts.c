/* texts.c - one copy of each text, however often a file repeats it.
 *
 * Sharing saves memory and means nothing else: should two texts have one hash, the second simply
 * gets a copy of its own each time.
 */
#include "texts.h"

#include <string.h>

static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = length;

    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001B3U;
    }
    return hash;
}

void texts_init(struct texts *texts, struct arena *arena)
{
    map_init(&texts->places, arena);
    array_init(&texts->items, sizeof(const char *), arena);
    texts->arena = arena;
}

static const char *text_add(struct texts *texts, uint64_t hash, const char *copy)
{
    const char **place = array_add(&texts->items);

    if (place == NULL || !map_set(&texts->places, hash, (uint32_t)(texts->items.count - 1))) {
        return NULL;
    }
    *place = copy;
    return copy;
}

const char *texts_keep(struct texts *texts, const char *text, size_t length)
{
    uint64_t hash = hash_of(text, length);
    uint32_t index = map_get(&texts->places, hash);
    const char *copy;

    if (index != MAP_MISSING) {
        const char *known = *(const char **)array_at(&texts->items, index);

        if (strlen(known) == length && memcmp(known, text, length) == 0) {
            return known;
        }
    }
    copy = arena_copy(texts->arena, text, length);
    if (copy == NULL || index != MAP_MISSING) {
        return copy;
    }
    return text_add(texts, hash, copy);
}

void texts_free(struct texts *texts)
{
    map_free(&texts->places);
    array_free(&texts->items);
}
