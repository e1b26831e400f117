/* child.h - a program that is run, and ended, by its id. It never outlives the run. */
#pragma once

#include "error.h"

#include <stdbool.h>
#include <sys/types.h>

enum child_console { CHILD_PIPES, CHILD_TERMINAL };

struct child {
    pid_t id;
    int in;  /* what is written here is its standard input; writing does not block */
    int out; /* its standard output; the same descriptor if it has a terminal */
};

/* Start argv[0], found by PATH, its standard input and output as told: a terminal is a pseudo one
 * that leaves all characters as they are. False: `missing` says whether there is no such program.
 */
bool child_start(struct child *child, const char *const *argv, enum child_console console,
                 bool *missing, struct error *error);

/* Wait for its end, for 2 seconds at most, then end it. Returns what waitpid tells. */
int child_wait(const struct child *child);

/* End it. */
void child_end(const struct child *child);
