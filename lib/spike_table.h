/* spike_table.h - spikes, one below the other, as a text: where they lie, how long they are, how
 * far from the one before, and what they were caused by. */
#pragma once

#include <stdint.h>

struct spike_row {
    uint64_t loop;
    uint64_t offset_ns; /* of its end, since the begin */
    uint64_t duration_ns;
    const char *cause;
};

struct spike_table {
    void (*print)(const char *text); /* whole lines */
    uint32_t printed;
    uint64_t last_offset_ns;
};

/* The head: of so many looks at the clock in that time; a spike is longer than the threshold. */
void spike_table_begin(struct spike_table *table, uint64_t loops, uint64_t span_ns,
                       uint64_t threshold_ns, uint64_t spikes);

/* The next in time. */
void spike_table_row(struct spike_table *table, const struct spike_row *row);

/* So many are not shown. */
void spike_table_end(struct spike_table *table, uint64_t left_out);
