/* text.c - a report as the lines that a person reads.
 *
 * Names in a line may come from a hostile file: whatever could command a terminal becomes a
 * question mark here, once for all analyses.
 */
#include "write_text.h"

static void write_line(FILE *file, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;

        (void)putc(byte < 0x20 || byte == 0x7F ? '?' : byte, file);
    }
    (void)putc('\n', file);
}

void write_text(FILE *file, const struct report *report)
{
    bool first = true;

    for (const struct section *section = report->sections; section != NULL;
         section = section->next) {
        if (section->lines == NULL) {
            continue;
        }
        if (!first) {
            (void)putc('\n', file);
        }
        first = false;
        for (const struct line *line = section->lines; line != NULL; line = line->next) {
            write_line(file, line->text);
        }
    }
}
