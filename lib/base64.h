/* base64.h - bytes as text, 4 characters for 3 bytes, with `=` where the last are missing. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* How long the text of `size` bytes is. */
#define BASE64_LENGTH(size) (((size) + 2) / 3 * 4)

/* Write the text and its terminator; returns its length. */
size_t base64_encode(char *text, const void *data, size_t size);

/* The bytes of a text of that length: at most length / 4 * 3, which `data` must have room for.
 * False: it is not what base64_encode writes, and `data` holds nothing of use. */
bool base64_decode(void *data, size_t *size, const char *text, size_t length);
