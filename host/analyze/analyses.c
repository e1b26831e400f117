/* analyses.c - the table of questions, in the order of the output. */
#include "analyze.h"

#include "tables.h"

const struct analysis analyses[] = {
    { "trace", analyze_summary },
    { "latency", analyze_latency },
    { "deadlines", analyze_deadlines },
    { "late", analyze_late },
    { "inversions", analyze_inversions },
    { "channels", analyze_channels },
    { "server_priority", analyze_server_priority },
    { "critical_paths", analyze_critical_path },
    { "cpus", analyze_cpus },
    { NULL, NULL },
};

bool analyze_all(const struct model *model, const struct analyze_options *options,
                 struct report *report, struct error *error)
{
    struct view view;

    if (!view_init(&view, model, error)) {
        return false;
    }
    for (const struct analysis *analysis = analyses; analysis->name != NULL; analysis++) {
        analysis->run(&view, options, report);
    }
    return report->failed ? error_memory(error) : true;
}
