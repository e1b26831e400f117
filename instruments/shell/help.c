/* help.c - `help`: the commands in the order of their names, or one of them. */
#include "shell.h"

#include <string.h>

/* The first name behind `before`; NULL: none. */
static const struct shell_command *next_by_name(const char *before)
{
    const struct shell_command *first = NULL;
    const struct shell_command *command;

    for (unsigned i = 0; (command = shell_command(i)) != NULL; i++) {
        if (strcmp(command->name, before) > 0
            && (first == NULL || strcmp(command->name, first->name) < 0)) {
            first = command;
        }
    }
    return first;
}

/* The first line of a summary, for the list; all of them. */
static void print_in_list(const struct shell_command *command)
{
    shell_print("%-12s %.*s\n", command->name, (int)strcspn(command->summary, "\n"),
                command->summary);
}

static void print_whole(const struct shell_command *command)
{
    const char *line = command->summary;

    shell_print("%s %s\n", command->name, command->usage);
    for (;;) {
        size_t length = strcspn(line, "\n");

        shell_print("%.*s\n", (int)length, line);
        if (line[length] == '\0') {
            return;
        }
        line += length + 1;
    }
}

static int run_help(unsigned count, char **words)
{
    const struct shell_command *command = NULL;
    bool any = false;

    if (count > 2) {
        return shell_fail(words, "takes one command at most");
    }
    for (const char *name = ""; (command = next_by_name(name)) != NULL; name = command->name) {
        if (count == 1) {
            print_in_list(command);
            any = true;
        } else if (strcmp(command->name, words[1]) == 0) {
            print_whole(command);
            any = true;
        }
    }
    return any ? SHELL_FINE : shell_fail(words, "no such command \"%s\"", words[1]);
}

SHELL_COMMAND(help, "[COMMAND]", "list the commands, or tell about one", run_help)
