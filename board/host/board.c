/* board.c - the host as a board: the console is the process's own. */
#include "board.h"

#include <stdio.h>

void board_init(void)
{
}

void board_put(char character)
{
    (void)putchar(character);
}

int board_get(void)
{
    return -1;
}

void board_mark(bool level)
{
    (void)level;
}
