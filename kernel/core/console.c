/* console.c - text out and in, and the machine beyond the console. */
#include "takt/console.h"

#include "clock.h"
#include "entry.h"
#include "takt/irq.h"

enum { COMMAND_LINE_MAX = 256 };

void takt_print(const char *text)
{
    for (; *text != '\0'; text++) {
        port_put(*text);
    }
}

/* A line of 115200 bits a second brings a character every 87 us. What brings them faster, as an
 * emulator does, would keep all threads from running: its interrupt is shut out for that long. Not
 * with a tick, which may be longer away than a real line can wait. */
enum { SOON = TAKT_CLOCK_HZ / 25000, PAUSE = TAKT_CLOCK_HZ / 12500 };

_Static_assert((int)TAKT_CONSOLE_LOST == (int)PORT_CHARACTERS_LOST, "it is passed on as it is");

static void (*volatile listener)(int character);
static struct takt_timeout pause;
static uint32_t last_character;

static void end_of_pause(struct takt_timeout *unused)
{
    (void)unused;
    port_irq_enable(PORT_CONSOLE_IRQ, 0, port_cpu_id());
    port_irq_raise(PORT_CONSOLE_IRQ);
}

static void begin_pause(void)
{
    port_irq_disable(PORT_CONSOLE_IRQ);
    kernel_enter();
    if (!timeout_armed(&pause)) {
        clock_add(cpu_here(), &pause, port_clock_now() + PAUSE);
    }
    kernel_leave_same();
}

static void character_in(void *unused)
{
    (void)unused;
    if (TAKT_TICK_HZ == 0 && port_cycles() - last_character < SOON) {
        begin_pause();
        return;
    }
    int character = port_get();

    last_character = port_cycles();
    if (character != PORT_NO_CHARACTER) {
        listener(character);
    }
}

void takt_console_listen(void (*new_listener)(int character))
{
    REQUIRE_NO_ISR();
    TAKT_REQUIRE(new_listener != NULL);
    if (listener == NULL) {
        timeout_init(&pause, end_of_pause);
        last_character = port_cycles() - SOON;
    }
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

int takt_command_line(char *text, size_t size)
{
    return port_command_line(text, size);
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
