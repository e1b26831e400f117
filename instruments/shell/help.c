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

static int run_help(unsigned count, char **words)
{
    const struct shell_command *command = NULL;
    bool any = false;

    if (count > 2) {
        return shell_fail(words, "takes one command at most");
    }
    for (const char *name = ""; (command = next_by_name(name)) != NULL; name = command->name) {
        if (count == 1) {
            shell_print("%-12s %s\n", command->name, command->summary);
            any = true;
        } else if (strcmp(command->name, words[1]) == 0) {
            shell_print("%s %s\n%s\n", command->name, command->usage, command->summary);
            any = true;
        }
    }
    return any ? SHELL_FINE : shell_fail(words, "no such command \"%s\"", words[1]);
}

SHELL_COMMAND(help, "[COMMAND]", "list the commands, or tell about one", run_help)
