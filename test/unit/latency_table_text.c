/* latency_table_text.c - the table of latencies, word by word. */
#include "harness.h"
#include "latency_table.h"

#include <string.h>

enum { ROWS = 4, TEXT_BYTES = 2048 };

static char text[TEXT_BYTES];

static void keep(const char *piece)
{
    CHECK(strlen(text) + strlen(piece) < sizeof text);
    (void)strncat(text, piece, sizeof text - strlen(text) - 1);
}

static const char *printed(const struct latency_table *table)
{
    text[0] = '\0';
    latency_table_print(table);
    return text;
}

/* Counts of a 25 MHz clock are 40 ns. 25 of them, 1 us, are a row. */
TEST(latency_table_has_us_with_three_decimals)
{
    uint64_t irq_rows[ROWS];
    uint64_t thread_rows[ROWS];
    struct histogram irq;
    struct histogram thread;
    const struct latency_column columns[] = { { "IRQ", &irq, 0 }, { "Thread 31", &thread, 2 } };
    struct latency_table table = {
        .columns = columns, .column_count = 2, .clock_hz = 25000000, .print = keep
    };

    histogram_init(&irq, irq_rows, ROWS, 25);
    histogram_init(&thread, thread_rows, ROWS, 25);
    histogram_add(&irq, 24);     /* 0.960 us, row 0 */
    histogram_add(&irq, 25);     /* 1.000 us, row 1 */
    histogram_add(&irq, 25);     /* 74 counts of 3: 986.666 ns, rounded down */
    histogram_add(&thread, 75);  /* 3.000 us, row 3 */
    histogram_add(&thread, 101); /* 4.040 us, beyond the last */
    CHECK_TEXT(printed(&table), "                      IRQ   Thread 31\n"
                                "Count:                  3           2\n"
                                "Max-Latency:        1.000       4.040\n"
                                "Errors:                 0           2\n"
                                "Overflow:               0           1\n"
                                "Min:                0.960       3.000\n"
                                "Mean:               0.986       3.520\n"
                                "p50:                    1           3\n"
                                "p99:                    1         >=4\n"
                                "p99.9:                  1         >=4\n"
                                "Histogram:\n"
                                "         0              1           0\n"
                                "         1              2           0\n"
                                "         3              0           1\n");
    table.summary_only = true;
    CHECK(strstr(printed(&table), "Histogram:") == NULL);
    CHECK(strstr(text, "p99.9:                  1         >=4\n") != NULL);
}

/* Without a value there is no greatest one. Counters that 32 bits do not hold. */
TEST(latency_table_of_nothing_and_of_years)
{
    uint64_t rows[2][1];
    struct histogram nothing;
    struct histogram years;
    const struct latency_column columns[] = { { "IRQ", &years, UINT64_MAX },
                                              { "Thread 1", &nothing, 0 } };
    const struct latency_table table = {
        .columns = columns, .column_count = 2, .clock_hz = 1000000000, .print = keep
    };

    histogram_init(&nothing, rows[0], 1, 1000);
    histogram_init(&years, rows[1], 1, 1000);
    years.count = UINT64_C(3000000000000);
    years.sum = years.count * 999;
    years.rows[0] = years.count;
    years.least = 999;
    years.most = UINT32_MAX;
    CHECK_TEXT(printed(&table), "                      IRQ    Thread 1\n"
                                "Count:        3000000000000           0\n"
                                "Max-Latency:  4294967.295           -\n"
                                "Errors:       18446744073709551615           0\n"
                                "Overflow:               0           0\n"
                                "Min:                0.999           -\n"
                                "Mean:               0.999           -\n"
                                "p50:                    0           -\n"
                                "p99:                    0           -\n"
                                "p99.9:                  0           -\n"
                                "Histogram:\n"
                                "         0    3000000000000           0\n");
}
