/* board.c - the host as a board: the console is the process's own. */
#define _POSIX_C_SOURCE 200809L
#include "board.h"

#include <poll.h>
#include <stdio.h>
#include <unistd.h>

void board_init(void)
{
}

void board_put(char character)
{
    (void)putchar(character);
}

/* The console's input is looked at when there is nothing else to do; see port_idle. */

enum { END_OF_TRANSMISSION = 4 };

static int waiting = -1; /* the character that is there; the next one stays outside */
static bool listening;

bool board_input(bool wait)
{
    struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
    unsigned char character = END_OF_TRANSMISSION;

    if (!listening || waiting >= 0) {
        return false;
    }
    (void)fflush(stdout);
    if (poll(&input, 1, wait ? -1 : 0) <= 0) {
        return false;
    }
    listening = read(STDIN_FILENO, &character, 1) == 1;
    waiting = character;
    return true;
}

int board_get(void)
{
    int character = waiting;

    waiting = -1;
    return character;
}

void board_listen(void)
{
    listening = true;
}

void board_mark(bool level)
{
    (void)level;
}
