/* latency_table.h - latencies side by side, as a text: what they are together, then how often each
 * came. */
#pragma once

#include "histogram.h"

#include <stdbool.h>
#include <stdint.h>

enum { LATENCY_COLUMNS_MAX = 8 };

struct latency_column {
    const char *name;
    const struct histogram *histogram; /* of counts of a clock; all of a table have equal rows */
    uint64_t errors;
};

struct latency_table {
    const struct latency_column *columns;
    unsigned column_count; /* up to LATENCY_COLUMNS_MAX */
    uint32_t clock_hz;
    bool summary_only;               /* no rows */
    void (*print)(const char *text); /* called with pieces of the text */
};

/* Times are in us with three decimals; percentiles are rounded down to a row of the histogram, or
 * told as at least what is beyond the last. Rows in which nothing was counted are left out. */
void latency_table_print(const struct latency_table *table);
