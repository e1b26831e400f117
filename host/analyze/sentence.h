/* sentence.h - a line of text that grows piece by piece, within a fixed bound.
 *
 * Names come from files and may be of any length; what does not fit is cut and ends in "...".
 */
#pragma once

#include "report.h"

#include <stddef.h>

struct sentence {
    size_t length;
    char text[2048];
};

void sentence_clear(struct sentence *sentence);
void sentence_add(struct sentence *sentence, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Nanoseconds as microseconds with one decimal, rounded to the nearest. */
void sentence_us(struct sentence *sentence, uint64_t ns);

/* A priority in brackets, "(prio 20)". */
void sentence_prio(struct sentence *sentence, unsigned priority);
