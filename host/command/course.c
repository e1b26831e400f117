/* course.c - the course that most commands take. */
#include "course.h"

#include "command.h"
#include "write_json.h"
#include "write_text.h"

#include <stdio.h>

int course_run(const struct option_rules *rules, int argc, char **argv,
               int (*show)(struct loaded *loaded, const struct options *options))
{
    struct options options;
    struct loaded loaded;
    struct error error;
    const struct window whole = { 0 };
    int status = options_parse(&options, rules, argc, argv);

    if (status != EXIT_FINE) {
        return status;
    }
    const struct window *window = options.analyze.quiet.asked ? &whole : &options.window;

    if (!load_trace(&loaded, options.files[0], window, &error)) {
        return command_fail(rules->command, "%s", error.text);
    }
    status = show(&loaded, &options);
    load_free(&loaded);
    return status;
}

int course_report(const struct command *command, const struct report *report, bool json)
{
    struct error error;

    if (!json) {
        write_text(stdout, report);
    } else if (!write_json(stdout, report, &error)) {
        return command_fail(command, "%s", error.text);
    }
    return command_end(command, report->finding ? EXIT_FINDING : EXIT_FINE);
}
