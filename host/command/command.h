/* command.h - the subcommands of `takt`.
 *
 * Each is a file with one function; main.c has the table. A command gets its own arguments, with
 * its name as argv[0], prints its result and returns the exit status. Only this room prints.
 */
#pragma once

enum exit_status { EXIT_FINE = 0, EXIT_FINDING = 1, EXIT_ERROR = 2, EXIT_TIMED_OUT = 124 };

struct command {
    const char *name;
    const char *summary; /* one line of `takt --help` */
    int (*run)(int argc, char **argv);
    const char *help; /* all that `takt NAME --help` prints */
};

extern const struct command command_info;
extern const struct command command_convert;
extern const struct command command_analyze;
extern const struct command command_diff;
extern const struct command command_validate;
extern const struct command command_run;

/* One line on stderr, "takt NAME: ...", printf fashion; returns EXIT_ERROR. */
int command_fail(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Call when all has been printed: if stdout could not take it, that is said and EXIT_ERROR is
 * returned instead of `status`. */
int command_end(const struct command *command, int status);
