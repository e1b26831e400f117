/* perfetto_names.h - texts by number: each is written once and meant by its number afterwards.
 *
 * One such table for each kind of text that the format keeps apart. Texts that are made out of
 * parts ("handle ts_pload/lo") are made once: a key says which parts, so that finding the number
 * needs no text.
 */
#pragma once

#include "arena.h"
#include "map.h"
#include "perfetto_wire.h"
#include "texts.h"

#include <stdint.h>

struct names {
    struct texts texts;
    struct map numbers; /* address of a kept text to its number */
    struct map keys;    /* key of a made text to its number */
    struct wire *fresh; /* where new texts are defined: becomes the packet's interned data */
    unsigned field;     /* under which field of it */
    uint32_t count;
};

void names_init(struct names *names, unsigned field, struct wire *fresh, struct arena *arena);
void names_free(struct names *names);

/* Number of a text; 0, and fresh->failed, when there is no memory. */
uint32_t names_number(struct names *names, const char *text);

/* Number of the text of that key, 0: not made yet. */
uint32_t names_known(const struct names *names, uint64_t key);

/* Give the key its text; NULL (there was no memory to make it) is a failure. */
uint32_t names_make(struct names *names, uint64_t key, const char *text);
