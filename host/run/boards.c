/* boards.c - looks into the table that the build has made. */
#include "boards.h"

#include <stdio.h>
#include <string.h>

const struct run_board *boards_find(const char *name)
{
    for (size_t i = 0; i < run_board_count; i++) {
        if (strcmp(run_boards[i].name, name) == 0) {
            return &run_boards[i];
        }
    }
    return NULL;
}

void boards_list(char *text, size_t size)
{
    size_t length = 0;

    text[0] = '\0';
    for (size_t i = 0; i < run_board_count && length < size; i++) {
        int added =
            snprintf(text + length, size - length, "%s%s", i == 0 ? "" : ", ", run_boards[i].name);

        length += added > 0 ? (size_t)added : 0;
    }
}
