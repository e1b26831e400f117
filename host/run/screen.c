/* screen.c - what a board says goes to the user, but for a trace that it prints. */
#include "screen.h"

#include <string.h>

/* What was held belongs to no trace. */
static void release(struct screen *screen)
{
    screen->put(screen->context, screen->held, screen->length);
    screen->length = 0;
    screen->inside = true;
}

static bool is_taken(struct screen *screen, const char *line, size_t length)
{
    if (length > 0 && line[length - 1] == '\r') {
        length--;
    }
    return screen->capture != NULL && capture_take(screen->capture, line, length);
}

/* The end of a line that was held from its beginning. */
static void end_held(struct screen *screen)
{
    if (is_taken(screen, screen->held, screen->length)) {
        screen->length = 0;
    } else {
        release(screen);
        screen->put(screen->context, "\n", 1);
    }
    screen->inside = false;
}

static void take(struct screen *screen, char byte)
{
    bool begins = !screen->inside && screen->length == 0;

    if (screen->capture == NULL || screen->inside || (begins && byte != '~')) {
        screen->put(screen->context, &byte, 1);
        screen->inside = byte != '\n';
    } else if (byte == '\n') {
        end_held(screen);
    } else if (screen->length == CAPTURE_LINE_MAX) {
        release(screen);
        screen->put(screen->context, &byte, 1);
    } else {
        screen->held[screen->length++] = byte;
    }
}

void screen_bytes(struct screen *screen, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        take(screen, bytes[i]);
    }
}

void screen_line(struct screen *screen, const char *line, bool whole)
{
    size_t length = strlen(line);

    if (whole && is_taken(screen, line, length)) {
        return;
    }
    screen->put(screen->context, line, length);
    if (whole) {
        screen->put(screen->context, "\n", 1);
    }
}
