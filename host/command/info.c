/* info.c - `takt info`: what a trace holds and whether it can be trusted. */
#include "command.h"
#include "course.h"
#include "write_json.h"

#include <stdio.h>

static int show(struct loaded *loaded, const struct options *options)
{
    struct report report;
    struct error error;

    (void)options;
    report_init(&report, &loaded->arena);
    if (!analyze_info(&loaded->model, &report, &error)
        || !write_json_section(stdout, report.sections, &error)) {
        return command_fail(&command_info, "%s", error.text);
    }
    return command_end(&command_info, EXIT_FINE);
}

static int run(int argc, char **argv)
{
    const struct option_rules rules = { &command_info, OPTION_LETTERS_INFO, 1, "one trace" };

    return course_run(&rules, argc, argv, show);
}

const struct command command_info = {
    .name = "info",
    .summary = "what a trace holds and whether it can be trusted, as JSON",
    .run = run,
    .help =
        "usage: takt info FILE [--from WHEN] [--to WHEN]\n"
        "\n"
        "Prints what the trace FILE holds, as one JSON object: format, system, clock and what its\n"
        "times mean, CPUs, events, threads, switches, message exchanges and how many of them are\n"
        "trustworthy (all of the exchange is in the trace and no loss crosses it) and why the\n"
        "others are not; every loss with its CPU, its time and the number of records; and from\n"
        "when until when all CPUs were recorded.\n"
        "\n"
        "\"partial\" is true if only a part of the trace could be read; \"problem\" says why.\n"
        "Times are microseconds.\n"
        "\n"
        "  --from WHEN, --to WHEN  only that part of the trace, as takt analyze --help says\n"
        "\n"
        "exit status: 0 fine, also for a partial trace; 2 error\n",
};
