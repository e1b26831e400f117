/* name_pieces.h - names that a trace tells in several records, put together again. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NAME_BYTES_MAX = 255 };

/* The name that one CPU is telling. */
struct name_pieces {
    uint64_t key; /* of what; 0: nothing */
    size_t length;
    char text[NAME_BYTES_MAX + 1];
};

/* Add a piece of the name of `key`; another key begins another name. True when the name is
 * complete: the piece has a terminator, or no more fits. The text is then terminated. */
bool name_pieces_add(struct name_pieces *pieces, uint64_t key, const uint8_t *piece, size_t size);
