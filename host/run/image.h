/* image.h - which file an image's name means, and whether the board can run it. */
#pragma once

#include "boards.h"
#include "error.h"

enum { IMAGE_PATH_BYTES = 4096 };

/* A name with a slash, or of a file that is here, is a path; another is looked up among what
 * ./run build makes, build/BOARD/NAME.elf or build/BOARD/NAME. */
bool image_find(char *path, const char *name, const struct run_board *board, struct error *error);
