/* course.h - the course that most commands take: options, a trace, something shown of it. */
#pragma once

#include "load.h"
#include "options.h"
#include "report.h"

#include <stdbool.h>

/* Parse the arguments, load the first file as a trace, let `show` print, and return its exit
 * status; or one line about what went wrong, and EXIT_ERROR. */
int course_run(const struct option_rules *rules, int argc, char **argv,
               int (*show)(struct loaded *loaded, const struct options *options));

/* Print a complete report, as text or as JSON: EXIT_FINDING if it has one. */
int course_report(const struct command *command, const struct report *report, bool json);
