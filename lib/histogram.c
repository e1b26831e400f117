/* histogram.c - how often each value came. */
#include "histogram.h"

void histogram_init(struct histogram *histogram, uint64_t *rows, uint32_t row_count, uint32_t width)
{
    *histogram = (struct histogram){
        .rows = rows, .row_count = row_count, .width = width, .least = UINT32_MAX
    };
    for (uint32_t i = 0; i < row_count; i++) {
        rows[i] = 0;
    }
}

uint32_t histogram_percentile(const struct histogram *histogram, uint32_t permille)
{
    const uint64_t rank = (histogram->count * permille + 999U) / 1000U;
    uint64_t passed = 0;
    uint32_t row = 0;

    for (; row < histogram->row_count; row++) {
        passed += histogram->rows[row];
        if (passed >= rank) {
            break;
        }
    }
    return row;
}
