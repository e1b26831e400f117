/* error.h - errors as values: what went wrong, in one line.
 *
 * A function that can fail returns false or NULL and has filled one of these. Only command/
 * prints it.
 */
#pragma once

#include <stdbool.h>

struct error {
    char text[320];
};

/* Fill in the message, printf fashion, and return false, so that `return error_set(...)` reads
 * well. A second call replaces the first message. */
bool error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The message that every failed allocation gives. Returns false. */
bool error_memory(struct error *error);
