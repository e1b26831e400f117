/* start.h - an image starts on a board: in QEMU, or as a program of this machine. */
#pragma once

#include "boards.h"
#include "child.h"
#include "error.h"

enum { START_WORDS_MAX = 600 };

/* `words` are the image's own, NULL behind the last. */
bool start_image(struct child *child, const struct run_board *board, const char *path,
                 const char *const *words, struct error *error);
