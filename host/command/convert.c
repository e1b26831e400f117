/* convert.c - `takt convert`: a trace as a file for Perfetto's viewer. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "command.h"
#include "critical_path.h"
#include "load.h"
#include "output.h"
#include "perfetto.h"
#include "report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const suffix = ".perfetto-trace";

struct arguments {
    const char *trace;
    const char *out; /* NULL: beside the trace */
};

static bool read_option(int argc, char **argv, int *at, struct arguments *arguments)
{
    const char *word = argv[*at];

    if (strncmp(word, "-o", 2) == 0 && word[2] != '\0') {
        arguments->out = word + 2;
        return true;
    }
    if (strcmp(word, "-o") != 0 || *at + 1 >= argc) {
        return false;
    }
    ++*at;
    arguments->out = argv[*at];
    return true;
}

static int read_arguments(int argc, char **argv, struct arguments *arguments)
{
    bool options = true;

    for (int at = 1; at < argc; at++) {
        if (options && strcmp(argv[at], "--") == 0) {
            options = false;
        } else if (options && argv[at][0] == '-' && argv[at][1] != '\0') {
            const char *word = argv[at];

            if (!read_option(argc, argv, &at, arguments)) {
                return command_fail(&command_convert,
                                    strcmp(word, "-o") == 0 ? "%s needs the name of a file"
                                                            : "unknown option %s",
                                    word);
            }
        } else if (arguments->trace != NULL) {
            return command_fail(&command_convert, "one trace at a time: what is %s?", argv[at]);
        } else {
            arguments->trace = argv[at];
        }
    }
    if (arguments->trace == NULL || arguments->trace[0] == '\0'
        || (arguments->out != NULL && arguments->out[0] == '\0')) {
        return command_fail(&command_convert, "needs a trace; see takt convert --help");
    }
    return EXIT_FINE;
}

/* Length of a path without the slashes at its end. */
static size_t trimmed(const char *path)
{
    size_t length = strlen(path);

    while (length > 1 && path[length - 1] == '/') {
        length--;
    }
    return length;
}

/* Where the ending of a file's name begins (".kev"); the names of directories have none. */
static size_t without_ending(const char *path, size_t length, bool is_directory)
{
    size_t at = length;

    while (!is_directory && at > 1 && path[at - 1] != '/' && path[at - 1] != '.') {
        at--;
    }
    return !is_directory && at > 1 && path[at - 1] == '.' && path[at - 2] != '/' ? at - 1 : length;
}

/* The name of the file beside the trace. A trace called "." or ".." is looked up first. */
static const char *beside(const char *trace, struct arena *arena)
{
    struct stat status;
    bool is_directory = stat(trace, &status) == 0 && S_ISDIR(status.st_mode);
    size_t length = trimmed(trace);
    char *real = NULL;
    const char *name;

    if (trace[length - 1] == '.' || trace[length - 1] == '/') {
        real = realpath(trace, NULL);
    }
    if (real != NULL) {
        trace = real;
        length = strlen(real);
    }
    length = without_ending(trace, length, is_directory);
    name = arena_print(arena, "%.*s%s", (int)length, trace, suffix);
    free(real);
    return name;
}

static bool same_file(const char *left, const char *right)
{
    struct stat a;
    struct stat b;

    return stat(left, &a) == 0 && stat(right, &b) == 0 && a.st_dev == b.st_dev
           && a.st_ino == b.st_ino;
}

/* A trace is not overwritten by its own picture, nor are files put among its own. */
static bool harms_trace(const char *trace, const char *out, struct arena *arena)
{
    const char *slash = strrchr(out, '/');
    const char *folder = slash == NULL ? "." : arena_copy(arena, out, (size_t)(slash - out) + 1);

    return same_file(trace, out) || folder == NULL || same_file(trace, folder);
}

static uint64_t count_paths(const struct report_mark *marks)
{
    uint32_t last = NONE;
    uint64_t count = 0;

    for (const struct report_mark *mark = marks; mark != NULL; mark = mark->next) {
        count += mark->exchange != last;
        last = mark->exchange;
    }
    return count;
}

static void print_counts(const struct perfetto_counts *counts, uint64_t paths)
{
    const struct {
        const char *name;
        uint64_t count;
    } rows[] = {
        { "critical_path_segments", counts->mark_slices },
        { "critical_paths", paths },
        { "exchanges", counts->exchanges },
        { "flows", counts->flows },
        { "instants", counts->instants },
        { "interrupts", counts->interrupts },
        { "losses", counts->losses },
        { "priority_changes", counts->priority_changes },
        { "sched_switch", counts->sched_switch },
        { "sched_waking", counts->sched_waking },
        { "slices", counts->slices },
        { "state_slices", counts->state_slices },
        { "threads", counts->threads },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        printf("%s\"%s\": %" PRIu64, i == 0 ? "{" : ", ", rows[i].name, rows[i].count);
    }
    printf("}\n");
}

static void print_notes(const struct model *model)
{
    uint64_t doubtful = 0;

    for (uint32_t i = 0; i < model->exchanges.count; i++) {
        doubtful += !model_exchange(model, i)->trustworthy;
    }
    if (doubtful > 0) {
        printf("note: %" PRIu64 " of %zu message exchanges are incomplete or carry warnings "
               "(see their 'warnings' argument)\n",
               doubtful, model->exchanges.count);
    }
    if (model->source.partial) {
        printf("note: the trace is not complete: %s\n",
               model->source.problem != NULL ? model->source.problem : "a part of it is missing");
    }
}

static bool write_file(const struct model *model, const char *path, struct error *error)
{
    struct perfetto_counts counts;
    struct report report;
    struct output output;

    report_init(&report, model->arena);
    critical_path_marks(model, &report);
    if (report.failed) {
        return error_memory(error);
    }
    if (!output_begin(&output, path, model->arena, error)) {
        return false;
    }
    if (!perfetto_write(model, report.marks, output.file, &counts, error)) {
        output_drop(&output);
        return false;
    }
    if (!output_keep(&output, error)) {
        return false;
    }
    printf("wrote %s: ", path);
    print_counts(&counts, count_paths(report.marks));
    print_notes(model);
    return true;
}

static int convert(struct loaded *loaded, const struct arguments *arguments)
{
    const char *out = arguments->out;
    struct error error;

    if (out == NULL) {
        out = beside(arguments->trace, &loaded->arena);
    }
    if (out == NULL) {
        return command_fail(&command_convert, "%s", "not enough memory");
    }
    if (harms_trace(arguments->trace, out, &loaded->arena)) {
        return command_fail(&command_convert, "%s would change the trace itself", out);
    }
    if (!write_file(&loaded->model, out, &error)) {
        return command_fail(&command_convert, "%s", error.text);
    }
    return command_end(&command_convert, EXIT_FINE);
}

static int run(int argc, char **argv)
{
    struct arguments arguments = { NULL, NULL };
    struct loaded loaded;
    struct error error;
    int status = read_arguments(argc, argv, &arguments);

    if (status != EXIT_FINE) {
        return status;
    }
    if (!load_trace(&loaded, arguments.trace, &error)) {
        return command_fail(&command_convert, "%s", error.text);
    }
    status = convert(&loaded, &arguments);
    load_free(&loaded);
    return status;
}

const struct command command_convert = {
    .name = "convert",
    .summary = "a file for Perfetto's viewer (ui.perfetto.dev)",
    .run = run,
    .help =
        "usage: takt convert FILE [-o OUT]\n"
        "\n"
        "Write the trace FILE in Perfetto's own format. Open the result at ui.perfetto.dev, which\n"
        "shows it in the browser and sends it nowhere.\n"
        "\n"
        "  -o OUT   where to; without it the trace's name with the ending .perfetto-trace\n"
        "\n"
        "There are tracks for each CPU, and for each thread its requests with arrows to the "
        "server\n"
        "that handles them and back, its states (\"Takt state\"), its priority (\"Takt priority\") "
        "and\n"
        "the critical paths of its requests (\"critical path\"). docs/perfetto.md explains them.\n"
        "\n"
        "OUT is replaced only when the new file is complete.\n"
        "Exit status: 0 it was written, 2 it was not.\n",
};
