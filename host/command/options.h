/* options.h - the options that the commands share.
 *
 * One table says what each option is; a command names the letters that it accepts.
 */
#pragma once

#include "analyze.h"
#include "command.h"
#include "window.h"

#include <stdbool.h>
#include <stdint.h>

enum { DEADLINES_MAX = 64, FILES_MAX = 2, DEFAULT_BOUND_NS = 50000 };

#define OPTION_LETTERS_ANALYZE  "dctsrjqfu"
#define OPTION_LETTERS_DIFF     "dctrjfu"
#define OPTION_LETTERS_VALIDATE "btj"
#define OPTION_LETTERS_CONVERT  "ofu"
#define OPTION_LETTERS_INFO     "fu"

struct options {
    struct analyze_options analyze;
    struct deadline deadlines[DEADLINES_MAX];
    bool json;
    uint64_t bound_ns;
    const char *output; /* NULL: not given */
    struct window window;
    const char *files[FILES_MAX];
};

/* What a command takes. */
struct option_rules {
    const struct command *command;
    const char *letters; /* of the options */
    int files;           /* so many names */
    const char *wanted;  /* in words: "a trace and a log" */
};

/* EXIT_FINE, or EXIT_ERROR after one line has said what is wrong. The options point into argv. */
int options_parse(struct options *options, const struct option_rules *rules, int argc, char **argv);

/* For commands whose options are their own: say what is wrong with the one at which getopt_long
 * answered `?` or `:`; EXIT_ERROR. */
int options_wrong(const struct command *command, int answer, char **argv);

/* Microseconds with at most three decimals, to nanoseconds. False: it is no such number. */
bool option_us(const char *text, uint64_t *ns);
