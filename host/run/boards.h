/* boards.h - the boards that Takt has. The build makes the table out of board/NAME/board.cmake, so
 * that what QEMU calls a board is said in one place. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct run_board {
    const char *name;
    const char *machine; /* QEMU's; NULL: it has none */
    const char *cpus;    /* how many QEMU's has */
    unsigned shift;      /* there an instruction takes 2^shift ns of virtual time */
    bool process;        /* images are programs for this machine */
};

extern const struct run_board run_boards[];
extern const size_t run_board_count;

/* NULL: there is none of that name. */
const struct run_board *boards_find(const char *name);

/* All names, with commas between them; cut at `size`. */
void boards_list(char *text, size_t size);
