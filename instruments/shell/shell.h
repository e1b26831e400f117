/* shell.h - commands on the console.
 *
 * A command is a function in a file of its own:
 *
 *     SHELL_COMMAND(blink, "[TIMES]", "let the light blink", run_blink)
 *
 * The linker gathers them; the shell knows none by name. They run one after the other in the
 * shell's thread. What is wrong with their words they say in one line that tells what was expected,
 * and change nothing.
 */
#pragma once

#include "takt/takt.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHELL_WORDS_MAX = 16 };
enum { SHELL_FINE = 0, SHELL_FINDING = 1, SHELL_ERROR = 2 };

struct shell_command {
    const char *name;
    const char *usage;   /* its words, as "[-i US] FILE" */
    const char *summary; /* a line for the list of `help`; more lines for who asks about it */

    /* words[0] is the name; words[count] is NULL. Returns SHELL_FINE, _FINDING or _ERROR, which is
     * what `exit` then tells the machine beyond the console. */
    int (*run)(unsigned count, char **words);

    /* Something that the command has begun goes on, and will end by itself. NULL: never. */
    bool (*busy)(void);
};

/* Make a command known, which is `identifier` in C and on the console. */
#define SHELL_COMMAND_BUSY(identifier, usage, summary, run, busy)                                \
    static const struct shell_command identifier##_command = { #identifier, usage, summary, run, \
                                                               busy };                           \
    static const struct shell_command *const identifier##_entry                                  \
        __attribute__((section("takt_commands"), used)) = &identifier##_command;
#define SHELL_COMMAND(identifier, usage, summary, run) \
    SHELL_COMMAND_BUSY(identifier, usage, summary, run, NULL)

/* Print image and board, and start the shell's thread, at that priority. What the image was started
 * with are commands, with
 * ";" as a word of its own between them; they are run before any that is typed, and the first that
 * fails ends the run. Once, in takt_main or a thread. */
void shell_start(unsigned priority);

/* Print, with the conversions of text_format; 255 characters are shown at most. Not from an
 * interrupt. */
void shell_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Tell "NAME: ...", one line, and return SHELL_ERROR: for a command, of its own words. Threads. */
int shell_fail(char **words, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* An option that takes a number from `least` to `most`; its `value` is what it is without. A flag
 * (most: 0) takes none, and becomes 1. */
struct shell_option {
    const char *name; /* "-i" */
    uint32_t least;
    uint32_t most;
    uint32_t value;
};

/* Read options from words[from] on, each at most once and nothing else. False, after one line that
 * tells what was expected, if something is wrong; then no value has changed. */
bool shell_options(char **words, unsigned from, struct shell_option *options, unsigned count);

/* True if the command stands alone; else false, after one line that says so. */
bool shell_alone(char **words);

/* The commands, for `help` and its like; NULL behind the last. */
const struct shell_command *shell_command(unsigned index);
