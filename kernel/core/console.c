/* console.c - text out and in, and the machine beyond the console. */
#include "takt/console.h"

#include "entry.h"
#include "takt/irq.h"

enum { COMMAND_LINE_MAX = 256 };

void takt_print(const char *text)
{
    for (; *text != '\0'; text++) {
        port_put(*text);
    }
}

static void (*volatile listener)(unsigned char character);

static void character_in(void *unused)
{
    int character = port_get();

    (void)unused;
    if (character >= 0) {
        listener((unsigned char)character);
    }
}

void takt_console_listen(void (*new_listener)(unsigned char character))
{
    REQUIRE_NO_ISR();
    TAKT_REQUIRE(new_listener != NULL);
    listener = new_listener;
    takt_irq_attach(PORT_CONSOLE_IRQ, character_in, NULL);
    port_listen();
    takt_irq_raise(PORT_CONSOLE_IRQ); /* for one that came before */
}

_Noreturn void takt_halt(int status)
{
    port_halt(status);
}

int takt_file_create(const char *path)
{
    return port_file_create(path);
}

int takt_file_write(int file, const void *data, size_t size)
{
    return port_file_write(file, data, size);
}

int takt_file_close(int file)
{
    return port_file_close(file);
}

/* The start of word `index` in a line of words separated by spaces; NULL if there are fewer. */
static const char *word_at(const char *line, unsigned index)
{
    while (*line == ' ') {
        line++;
    }
    for (; index > 0 && *line != '\0'; index--) {
        while (*line != ' ' && *line != '\0') {
            line++;
        }
        while (*line == ' ') {
            line++;
        }
    }
    return *line == '\0' ? NULL : line;
}

int takt_argument(unsigned index, char *text, size_t size)
{
    char line[COMMAND_LINE_MAX];

    if (size == 0 || port_command_line(line, sizeof line) < 0) {
        return -1;
    }
    const char *word = word_at(line, index);
    size_t length = 0;

    if (word == NULL) {
        return -1;
    }
    while (length + 1 < size && word[length] != ' ' && word[length] != '\0') {
        text[length] = word[length];
        length++;
    }
    text[length] = '\0';
    return (int)length;
}
