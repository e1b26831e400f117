/* validate.c - `takt validate`: the trace against the programs' own log. */
#include "command.h"
#include "course.h"
#include "log_read.h"
#include "validation.h"

static int show(struct loaded *loaded, const struct options *options)
{
    const struct validate_options validate = { options->bound_ns, options->analyze.top };
    struct request_log log;
    struct report report;
    struct error error;

    report_init(&report, &loaded->arena);
    if (!log_read(&log, options->files[1], &loaded->arena, &error)
        || !analyze_validation(&loaded->model, &log, &validate, &report, &error)) {
        return command_fail(&command_validate, "%s", error.text);
    }
    return course_report(&command_validate, &report, options->json);
}

static int run(int argc, char **argv)
{
    const struct option_rules rules = { &command_validate, OPTION_LETTERS_VALIDATE, 2,
                                        "a trace and a log" };

    return course_run(&rules, argc, argv, show);
}

const struct command command_validate = {
    .name = "validate",
    .summary = "the trace against what the programs themselves logged",
    .run = run,
    .help =
        "usage: takt validate FILE LOG [OPTIONS]\n"
        "\n"
        "Holds the trace FILE against LOG, which the programs wrote of their own requests. Every\n"
        "logged request must be in the trace, with the same server and outcome and with its four\n"
        "times (send, receive, reply, return) within the bound; and every request in the trace\n"
        "of a client that the log knows must be in the log.\n"
        "\n"
        "  --bound US  how far a time may be off, in microseconds (default 50). A program may be\n"
        "              preempted between reading the clock and its call; only time in which it\n"
        "              ran counts\n"
        "  --top N     differences to print (default 10)\n"
        "  --json      everything as one JSON object\n"
        "\n"
        "LOG is text: the line '# takt-log 1', other lines that begin with #, the line\n"
        "'client,server,number,send_ns,receive_ns,reply_ns,return_ns,outcome', and then a line\n"
        "for each request. Times are nanoseconds on the clock of the trace; an outcome other than\n"
        "'replied' is a failed request, whose receive and reply may be 0.\n"
        "\n"
        "exit status: 0 they agree; 1 they do not; 2 error\n",
};
