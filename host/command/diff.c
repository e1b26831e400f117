/* diff.c - `takt diff`: what changed from one trace to another. */
#include "analyze.h"
#include "command.h"
#include "course.h"

static int show(struct loaded *before, struct loaded *after, const struct options *options)
{
    struct report report;
    struct error error;

    report_init(&report, &before->arena);
    report.text_only = !options->json;
    if (!analyze_diff(&before->model, &after->model, &options->analyze, &report, &error)) {
        return command_fail(&command_diff, "%s", error.text);
    }
    return course_report(&command_diff, &report, options->json);
}

static int run(int argc, char **argv)
{
    const struct option_rules rules = { &command_diff, OPTION_LETTERS_DIFF, 2, "two traces" };
    struct options options;
    struct loaded before;
    struct loaded after;
    struct error error;
    int status = options_parse(&options, &rules, argc, argv);

    if (status != EXIT_FINE) {
        return status;
    }
    if (!load_trace(&before, options.files[0], &options.window, &error)) {
        return command_fail(&command_diff, "%s", error.text);
    }
    if (load_trace(&after, options.files[1], &options.window, &error)) {
        status = show(&before, &after, &options);
        load_free(&after);
    } else {
        status = command_fail(&command_diff, "%s", error.text);
    }
    load_free(&before);
    return status;
}

const struct command command_diff = {
    .name = "diff",
    .summary = "what changed from one trace to another",
    .run = run,
    .help =
        "usage: takt diff BEFORE AFTER [OPTIONS]\n"
        "\n"
        "Compares two traces. Rows are matched by role (client's group, thread and priority,\n"
        "server's group), never by id; CPUs and threads may differ in number.\n"
        "\n"
        "  --deadline NAME=US     as for takt analyze\n"
        "  --client GROUP/THREAD  only requests and waits of this client\n"
        "  --top N                pairs of rows to print (default 10)\n"
        "  --threshold US         inversions that last less are not counted (default 100\n"
        "                         microseconds)\n"
        "  --from WHEN, --to WHEN only that part of the trace; WHEN is a time of the trace's "
        "clock\n"
        "                         with its unit (250ms), or the code of a mark: the first of "
        "them,\n"
        "                         and for --to the first behind --from. What began before is in "
        "it\n"
        "                         without its beginning\n"
        "  --json                 everything as one JSON object\n"
        "\n"
        "A difference is worth naming if the number of missed deadlines, of inversions or the set\n"
        "of fixed-priority channels differs, if a row is on one side only, if a 99th percentile\n"
        "differs by 1 us and 1 %, or if the share of a server's running time at a priority\n"
        "differs by one point.\n"
        "\n"
        "exit status: 0 no difference worth naming; 1 a difference; 2 error\n",
};
