/* name.c - names of threads and objects, in pieces that fit into trace records. */
#include "name.h"

#include <string.h>

enum { NAME_MAX = 23 };

bool name_piece(const char *name, size_t from, void *piece, size_t size)
{
    char *to = piece;

    memset(to, 0, size);
    for (size_t i = 0; i < size; i++) {
        if (from + i == NAME_MAX || name[from + i] == '\0') {
            return false;
        }
        to[i] = name[from + i];
    }
    return true;
}
