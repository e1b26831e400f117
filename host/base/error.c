/* error.c - errors as values: what went wrong, in one line.
 *
 * A message may quote a name out of a hostile file, so that anything which could move a
 * terminal's cursor or start a second line is replaced before it can be printed.
 */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>

static void make_printable(char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;

        if (c < 0x20 || c == 0x7F) {
            *text = '?';
        }
    }
}

bool error_set(struct error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (vsnprintf(error->text, sizeof(error->text), format, arguments) < 0) {
        error->text[0] = '\0';
    }
    va_end(arguments);
    make_printable(error->text);
    return false;
}

bool error_memory(struct error *error)
{
    return error_set(error, "out of memory: the trace needs more than this run may use");
}
