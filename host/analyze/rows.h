/* rows.h - requests as samples, and samples as rows "client@priority -> server". */
#pragma once

#include "array.h"
#include "view.h"

#include <stdbool.h>
#include <stdint.h>

/* One request that counts. */
struct sample {
    uint64_t latency; /* ns */
    uint32_t exchange;
    uint32_t client; /* role id */
    uint32_t server; /* label */
    uint8_t priority;
};

/* What the samples of one client, priority and server are like. */
struct row {
    const char *client; /* role */
    const char *server;
    uint8_t priority;
    uint64_t count;
    uint64_t p50;
    uint64_t p90;
    uint64_t p99;
    uint64_t max;
};

/* All requests that count for the filter, in order of send. False: no memory, nothing to free. */
bool rows_collect(const struct view *view, const char *client, struct array *samples);

/* All rows, the slowest (p99, then the largest) first. `rows` is an array of struct row. */
bool rows_build(const struct view *view, const char *client, struct array *rows);

/* <0, 0, >0 by role: client, priority, server. The same in every trace. */
int row_compare(const struct row *left, const struct row *right);
