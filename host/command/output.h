/* output.h - a file that appears when it is complete, and not before.
 *
 * What is written goes to a temporary file beside the wanted one, which takes its name at the end.
 * So a failure leaves what was there before, and nothing else. What is no regular file (a pipe, a
 * terminal) is written to as it comes.
 */
#pragma once

#include "arena.h"
#include "error.h"

#include <stdbool.h>
#include <stdio.h>

struct output {
    FILE *file;
    const char *path;
    const char *temporary; /* NULL: the wanted file is written directly */
};

/* Texts are the arena's. False: nothing was changed. */
bool output_begin(struct output *output, const char *path, struct arena *arena,
                  struct error *error);

/* The file is complete. False: it could not be, and nothing is left of it. */
bool output_keep(struct output *output, struct error *error);

/* Leave nothing behind. */
void output_drop(struct output *output);
