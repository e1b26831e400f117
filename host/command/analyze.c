/* analyze.c - `takt analyze`: who made whom wait. */
#include "analyze.h"
#include "command.h"
#include "course.h"

static int show(struct loaded *loaded, const struct options *options)
{
    struct report report;
    struct error error;

    struct quiet_question quiet = options->analyze.quiet;

    quiet.window = options->window;
    report_init(&report, &loaded->arena);
    report.text_only = !options->json;
    if (quiet.asked ? !analyze_quiet(&loaded->model, &quiet, &report, &error)
                    : !analyze_all(&loaded->model, &options->analyze, &report, &error)) {
        return command_fail(&command_analyze, "%s", error.text);
    }
    return course_report(&command_analyze, &report, options->json);
}

static int run(int argc, char **argv)
{
    const struct option_rules rules = { &command_analyze, OPTION_LETTERS_ANALYZE, 1, "one trace" };

    return course_run(&rules, argc, argv, show);
}

const struct command command_analyze = {
    .name = "analyze",
    .summary = "latencies, deadlines, priority inversions, critical paths",
    .run = run,
    .help =
        "usage: takt analyze FILE [OPTIONS]\n"
        "\n"
        "Analyses the message passing in the trace FILE. Only trustworthy exchanges are used: all\n"
        "of the exchange is in the trace and no loss of records crosses it. What the trace does\n"
        "not show is reported as not shown.\n"
        "\n"
        "  --deadline NAME=US     requests of the threads called NAME (\"hi\" or \"ts_pload/hi\")\n"
        "                         must be answered within US microseconds; may be given often.\n"
        "                         One that fails counts as missed; a deadline for which there\n"
        "                         is no request is a finding, since it could not be checked\n"
        "  --client GROUP/THREAD  only requests and waits of this client; THREAD alone will do\n"
        "  --top N                rows of a table and findings to print in full (default 10)\n"
        "  --slowest N            critical paths of the N slowest requests (default 0)\n"
        "  --threshold US         inversions that last less in one request are not reported\n"
        "                         (default 100 microseconds)\n"
        "  --from WHEN, --to WHEN only that part of the trace; WHEN is a time of the trace's "
        "clock\n"
        "                         with its unit (250ms), or the code of a mark: the first of "
        "them,\n"
        "                         and for --to the first behind --from. What began before is in "
        "it\n"
        "                         without its beginning\n"
        "  --json                 everything as one JSON object; --top does not limit it\n"
        "\n"
        "Percentiles are nearest-rank: the smallest latency that at least so many percent of the\n"
        "requests do not exceed. Times in text are microseconds, rounded to one decimal; in JSON\n"
        "they are exact. US may have up to three decimals.\n"
        "\n"
        "  --quiet CPU            instead of all that: did anything interrupt that CPU? Prints "
        "each\n"
        "                         source with its count, its first time and its time in handlers,\n"
        "                         and a verdict: quiet, interrupted, or cannot tell, because\n"
        "                         records are missing that could show it\n"
        "\n"
        "exit status: 0 fine; 1 a deadline was missed or an inversion was found, or the\n"
        "CPU was not quiet or it cannot be told; 2 error\n",
};
