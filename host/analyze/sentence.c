/* sentence.c - a line of text that grows piece by piece, within a fixed bound. */
#include "sentence.h"

#include "model.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void sentence_clear(struct sentence *sentence)
{
    sentence->length = 0;
    sentence->text[0] = '\0';
}

void sentence_add(struct sentence *sentence, const char *format, ...)
{
    size_t room = sizeof sentence->text - sentence->length;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(sentence->text + sentence->length, room, format, arguments);
    va_end(arguments);
    if (length < 0) {
        sentence->text[sentence->length] = '\0';
        return;
    }
    if ((size_t)length < room) {
        sentence->length += (size_t)length;
        return;
    }
    sentence->length = sizeof sentence->text - 1;
    memcpy(sentence->text + sentence->length - 3, "...", 3);
}

void sentence_us(struct sentence *sentence, uint64_t ns)
{
    uint64_t tenths = ns / 100 + (ns % 100 >= 50 ? 1 : 0);

    sentence_add(sentence, "%" PRIu64 ".%u", tenths / 10, (unsigned)(tenths % 10));
}

void sentence_prio(struct sentence *sentence, unsigned priority)
{
    if (priority == PRIORITY_UNKNOWN) {
        sentence_add(sentence, "(prio not shown)");
    } else {
        sentence_add(sentence, "(prio %u)", priority);
    }
}
