/* screen.h - what a board says goes to the user, but for a trace that it prints. */
#pragma once

#include "capture.h"

#include <stdbool.h>
#include <stddef.h>

struct screen {
    struct capture *capture; /* NULL: nothing is taken out */
    char held[CAPTURE_LINE_MAX + 1];
    size_t length; /* of what is held: the beginning of a line that may belong to a trace */
    bool inside;   /* of a line that does not */

    void *context;
    void (*put)(void *context, const char *bytes, size_t count);
};

/* Bytes as they come. */
void screen_bytes(struct screen *screen, const char *bytes, size_t count);

/* A line without its end, or, not `whole`, the beginning of one. */
void screen_line(struct screen *screen, const char *line, bool whole);
