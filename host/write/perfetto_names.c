/* perfetto_names.c - texts by number: each is written once and meant by its number afterwards. */
#include "perfetto_names.h"
#include "perfetto_fields.h"

#include <string.h>

void names_init(struct names *names, unsigned field, struct wire *fresh, struct arena *arena)
{
    texts_init(&names->texts, arena);
    map_init(&names->numbers, arena);
    map_init(&names->keys, arena);
    names->fresh = fresh;
    names->field = field;
    names->count = 0;
}

void names_free(struct names *names)
{
    texts_free(&names->texts);
    map_free(&names->numbers);
    map_free(&names->keys);
}

static void define(struct names *names, uint32_t number, const char *text)
{
    size_t entry = wire_open(names->fresh, names->field);

    wire_number(names->fresh, INTERNED_IID, number);
    wire_text(names->fresh, INTERNED_TEXT, text);
    wire_close(names->fresh, entry);
}

uint32_t names_number(struct names *names, const char *text)
{
    const char *kept = text == NULL ? NULL : texts_keep(&names->texts, text, strlen(text));
    uint32_t number = kept == NULL ? MAP_MISSING : map_get(&names->numbers, (uintptr_t)kept);

    if (number != MAP_MISSING) {
        return number;
    }
    if (kept == NULL || names->count >= MAP_MISSING - 1
        || !map_set(&names->numbers, (uintptr_t)kept, names->count + 1)) {
        names->fresh->failed = true;
        return 0;
    }
    names->count++;
    define(names, names->count, kept);
    return names->count;
}

uint32_t names_known(const struct names *names, uint64_t key)
{
    uint32_t number = map_get(&names->keys, key);

    return number == MAP_MISSING ? 0 : number;
}

uint32_t names_make(struct names *names, uint64_t key, const char *text)
{
    uint32_t number = names_number(names, text);

    if (number != 0 && !map_set(&names->keys, key, number)) {
        names->fresh->failed = true;
    }
    return number;
}
