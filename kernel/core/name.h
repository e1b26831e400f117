/* name.h - names of threads and objects, in pieces that fit into trace records. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Copy the piece of `name` that begins at `from`, filled up with zeros. True if another piece
 * must follow, be it only for the terminator. What is beyond 23 characters is cut. */
bool name_piece(const char *name, size_t from, void *piece, size_t size);
