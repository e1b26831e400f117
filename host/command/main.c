/* main.c - `takt`: finds the command and hands over.
 *
 * Exit statuses are the same for all: 0 fine, 1 a finding where that is the command's question,
 * 2 an error, with one line on stderr.
 */
#include "command.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct command *const commands[] = {
    &command_info, &command_convert,  &command_analyze,
    &command_diff, &command_validate, &command_run,
    NULL,
};

static void print_help(FILE *file)
{
    (void)fputs("usage: takt COMMAND [OPTIONS] FILE...\n"
                "\n"
                "Explains from a kernel trace who made whom wait, and runs images that make one.\n"
                "\n"
                "commands:\n",
                file);
    for (const struct command *const *command = commands; *command != NULL; command++) {
        (void)fprintf(file, "  %-9s %s\n", (*command)->name, (*command)->summary);
    }
    (void)fputs("\n"
                "takt COMMAND --help tells all about one of them.\n"
                "\n"
                "FILE is a trace as Takt's tracer writes it: a directory in the Common Trace\n"
                "Format 1.8 with its metadata and one stream for each CPU. What a file is, is\n"
                "seen from its content. A run uses at most 4 GiB of memory.\n"
                "\n"
                "exit status: 0 fine; 1 a finding or a difference, where that is the command's\n"
                "question; 2 an error, told in one line on stderr\n",
                file);
}

/* A closed standard stream would be taken by the first file that is opened, and output would go
 * into it. What is opened here instead refuses to be written. */
static bool guard_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) == -1 && open("/dev/null", O_RDONLY) != stream) {
            return false;
        }
    }
    return true;
}

static const struct command *find(const char *name)
{
    for (const struct command *const *command = commands; *command != NULL; command++) {
        if (strcmp((*command)->name, name) == 0) {
            return *command;
        }
    }
    return NULL;
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

static int run(const struct command *command, int argc, char **argv)
{
    if (asks_for_help(argc, argv)) {
        (void)fputs(command->help, stdout);
        return command_end(command, EXIT_FINE);
    }
    return command->run(argc, argv);
}

int main(int argc, char **argv)
{
    const struct command *command;

    if (!guard_streams()) {
        return EXIT_ERROR;
    }
    (void)signal(SIGPIPE, SIG_IGN); /* a reader that has gone is an output error like others */
    if (argc < 2) {
        print_help(stderr);
        return EXIT_ERROR;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return command_end(&(struct command){ .name = "--help" }, EXIT_FINE);
    }
    command = find(argv[1]);
    if (command == NULL) {
        return command_fail(&(struct command){ .name = argv[1] },
                            "no such command; takt --help lists them");
    }
    return run(command, argc - 1, argv + 1);
}
