/* convert.c - `takt convert`: a trace as a file for Perfetto's viewer. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "command.h"
#include "course.h"
#include "critical_path.h"
#include "output.h"
#include "perfetto.h"
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const suffix = ".perfetto-trace";

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

/* Say of which file an error tells. */
static bool error_name(struct error *error, const char *path)
{
    struct error told = *error;

    return error_set(error, "%s: %s", path, told.text);
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
        return error_name(error, path);
    }
    if (!output_keep(&output, error)) {
        return false;
    }
    printf("wrote %s: ", path);
    print_counts(&counts, count_paths(report.marks));
    print_notes(model);
    return true;
}

static int convert(struct loaded *loaded, const struct options *options)
{
    const char *out = options->output;
    struct error error;

    if (out == NULL) {
        out = beside(options->files[0], &loaded->arena);
    }
    if (out == NULL) {
        return command_fail(&command_convert, "%s", "not enough memory");
    }
    if (harms_trace(options->files[0], out, &loaded->arena)) {
        return command_fail(&command_convert, "%s would change the trace itself", out);
    }
    if (!write_file(&loaded->model, out, &error)) {
        return command_fail(&command_convert, "%s", error.text);
    }
    return command_end(&command_convert, EXIT_FINE);
}

static int run(int argc, char **argv)
{
    const struct option_rules rules = { &command_convert, OPTION_LETTERS_CONVERT, 1, "one trace" };

    return course_run(&rules, argc, argv, convert);
}

const struct command command_convert = {
    .name = "convert",
    .summary = "a trace as a file for Perfetto's viewer, ui.perfetto.dev",
    .run = run,
    .help =
        "usage: takt convert FILE [-o OUT] [--from WHEN] [--to WHEN]\n"
        "\n"
        "Writes the trace FILE in the format of Perfetto's viewer. Open the result with\n"
        "ui.perfetto.dev, which shows it in the browser and sends it nowhere.\n"
        "\n"
        "  -o, --output OUT        where to; otherwise FILE's name with the ending "
        ".perfetto-trace\n"
        "  --from WHEN, --to WHEN  only that part of the trace, as takt analyze --help says\n"
        "\n"
        "There is a track for each CPU, and for each thread one with its requests, with arrows to\n"
        "the server's handling of them and back, and below it its states (\"Takt state\"), its\n"
        "priority (\"Takt priority\"), the mutexes it holds (\"Takt mutexes\") and where the time "
        "of\n"
        "its requests went (\"critical path\"). Interrupts have tracks of their own. What is "
        "known\n"
        "of a request is in the arguments of its slice.\n"
        "\n"
        "OUT is replaced only when the new file is complete.\n"
        "\n"
        "exit status: 0 fine, also for a partial trace; 2 error\n",
};
