/* texts.h - one copy of each text, however often a file repeats it. */
#pragma once

#include "arena.h"
#include "array.h"
#include "map.h"

#include <stddef.h>

struct texts {
    struct map places;  /* hash of a text to its index */
    struct array items; /* const char * */
    struct arena *arena;
};

void texts_init(struct texts *texts, struct arena *arena);

/* The arena's terminated copy of the text; NULL when there is no memory. */
const char *texts_keep(struct texts *texts, const char *text, size_t length);

void texts_free(struct texts *texts);
