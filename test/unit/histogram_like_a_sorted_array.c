/* histogram_like_a_sorted_array.c - random values, and what a plain sorted array says of them. */
#include "dice.h"
#include "histogram.h"

#include <stdlib.h>

enum { VALUES = 300, ROWS = 16, ROUNDS = 60 };

static int by_size(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left;
    uint32_t b = *(const uint32_t *)right;

    return a < b ? -1 : a > b;
}

/* Place n * permille / 1000, rounded up, counted from 1; in rows. */
static uint32_t row_of_rank(const uint32_t *sorted, unsigned count, unsigned permille,
                            uint32_t width)
{
    unsigned place = (count * permille + 999) / 1000;
    uint32_t row = sorted[place - 1] / width;

    return row < ROWS ? row : ROWS;
}

static void check_rows(const struct histogram *histogram, const uint32_t *values, unsigned count)
{
    uint64_t expected[ROWS + 1] = { 0 };
    uint64_t sum = 0;

    for (unsigned i = 0; i < count; i++) {
        uint32_t row = values[i] / histogram->width;

        expected[row < ROWS ? row : ROWS]++;
        sum += values[i];
    }
    for (unsigned row = 0; row < ROWS; row++) {
        CHECK_EQUAL(histogram->rows[row], expected[row]);
    }
    CHECK_EQUAL(histogram->overflow, expected[ROWS]);
    CHECK_EQUAL(histogram->sum, sum);
}

TEST(histogram_is_like_a_sorted_array)
{
    static const unsigned permilles[] = { 1, 500, 990, 999, 1000 };
    struct dice dice = dice_seeded(4711);
    uint32_t values[VALUES];
    uint64_t rows[ROWS];

    for (unsigned round = 0; round < ROUNDS; round++) {
        const uint32_t width = 1 + dice_below(&dice, 50);
        const unsigned count = 1 + dice_below(&dice, VALUES);
        struct histogram histogram;

        histogram_init(&histogram, rows, ROWS, width);
        CHECK_EQUAL(histogram.count, 0);
        for (unsigned i = 0; i < count; i++) {
            values[i] = dice_below(&dice, 1000);
            histogram_add(&histogram, values[i]);
        }
        check_rows(&histogram, values, count);
        qsort(values, count, sizeof values[0], by_size);
        CHECK_EQUAL(histogram.count, count);
        CHECK_EQUAL(histogram.least, values[0]);
        CHECK_EQUAL(histogram.most, values[count - 1]);
        for (unsigned i = 0; i < sizeof permilles / sizeof permilles[0]; i++) {
            CHECK_EQUAL(histogram_percentile(&histogram, permilles[i]),
                        row_of_rank(values, count, permilles[i], width));
        }
    }
}

TEST(histogram_takes_the_largest_value)
{
    uint64_t rows[2];
    struct histogram histogram;

    histogram_init(&histogram, rows, 2, UINT32_MAX);
    histogram_add(&histogram, UINT32_MAX);
    histogram_add(&histogram, UINT32_MAX - 1);
    CHECK_EQUAL(rows[0], 1);
    CHECK_EQUAL(rows[1], 1);
    CHECK_EQUAL(histogram.overflow, 0);
    CHECK_EQUAL(histogram.sum, 2 * (uint64_t)UINT32_MAX - 1);
}
