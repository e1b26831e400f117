/* histogram.h - how often each value came, in rows of equal width, and what they are together.
 *
 * The counters have 64 bits: at a million values a second they last for 500,000 years.
 */
#pragma once

#include <stdint.h>

struct histogram {
    uint64_t *rows; /* of the user's */
    uint32_t row_count;
    uint32_t width; /* of a row: row n counts values from n * width to less than (n + 1) * width */
    uint64_t count; /* all values */
    uint64_t overflow; /* of them: beyond the last row */
    uint64_t sum;
    uint32_t least; /* UINT32_MAX without values */
    uint32_t most;
};

/* Empty it. `width` is not 0. */
void histogram_init(struct histogram *histogram, uint64_t *rows, uint32_t row_count,
                    uint32_t width);

static inline void histogram_add(struct histogram *histogram, uint32_t value)
{
    uint32_t row = value / histogram->width;

    histogram->count++;
    histogram->sum += value;
    if (value < histogram->least) {
        histogram->least = value;
    }
    if (value > histogram->most) {
        histogram->most = value;
    }
    if (row < histogram->row_count) {
        histogram->rows[row]++;
    } else {
        histogram->overflow++;
    }
}

/* The row with the smallest value that at least `permille` of all values do not exceed (nearest
 * rank); row_count if that is beyond the last. There are values, fewer than 2^54. */
uint32_t histogram_percentile(const struct histogram *histogram, uint32_t permille);
