/* validation.h - a trace against what the programs themselves logged. */
#pragma once

#include "model.h"
#include "report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The moments of a request, in order. */
enum stage { STAGE_SEND, STAGE_RECEIVE, STAGE_REPLY, STAGE_RETURN, STAGE_COUNT };

/* One request as its client logged it. */
struct logged_request {
    const char *client; /* "group/thread" */
    const char *server;
    uint64_t number;             /* 1, 2, 3 ... for each client, not necessarily without gaps */
    uint64_t times[STAGE_COUNT]; /* ns; 0 for what a failed request did not reach */
    unsigned line;
    bool replied;
};

struct request_log {
    const char *path;
    const struct logged_request *requests; /* in order of client and number */
    size_t count;
};

struct validate_options {
    uint64_t bound_ns;
    size_t top; /* differences to print */
};

/* The section "validation"; report->finding if trace and log differ. False: no memory. */
bool analyze_validation(const struct model *model, const struct request_log *log,
                        const struct validate_options *options, struct report *report,
                        struct error *error);
