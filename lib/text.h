/* text.h - formatting into a buffer, and reading numbers, for places that have no C library. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As snprintf, with these conversions only: %d %i %u %x %X %c %s %%, sizes hh h l ll z, flags
 * `0` and `-`, a width and, for %s, a precision (both may be `*`). The text is always terminated
 * and is cut at `size`. Returns the length of what it holds, not of what it would have held. */
size_t text_format(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

size_t text_format_list(char *text, size_t size, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

/* Decimal digits, at least one, and nothing else, that are `most` at most. False: they are not, and
 * `number` is as it was. */
bool text_number(const char *text, uint32_t most, uint32_t *number);
