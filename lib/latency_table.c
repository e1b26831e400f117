/* latency_table.c - latencies side by side, as a text. */
#include "latency_table.h"

#include "text.h"

enum { CELL_BYTES = 24, LINE_BYTES = 16 + LATENCY_COLUMNS_MAX * CELL_BYTES };

/* A cell's text, of one column; "-" where there is none. */
typedef void (*cell_text)(const struct latency_table *table, const struct latency_column *column,
                          char *text);

static uint64_t counts_to_ns(const struct latency_table *table, uint32_t counts)
{
    return counts * UINT64_C(1000000000) / table->clock_hz;
}

static void us_text(char *text, uint64_t ns)
{
    text_format(text, CELL_BYTES, "%llu.%03u", (unsigned long long)(ns / 1000U),
                (unsigned)(ns % 1000U));
}

static void count_text(const struct latency_table *table, const struct latency_column *column,
                       char *text)
{
    (void)table;
    text_format(text, CELL_BYTES, "%llu", (unsigned long long)column->histogram->count);
}

static void errors_text(const struct latency_table *table, const struct latency_column *column,
                        char *text)
{
    (void)table;
    text_format(text, CELL_BYTES, "%llu", (unsigned long long)column->errors);
}

static void overflow_text(const struct latency_table *table, const struct latency_column *column,
                          char *text)
{
    (void)table;
    text_format(text, CELL_BYTES, "%llu", (unsigned long long)column->histogram->overflow);
}

static void name_text(const struct latency_table *table, const struct latency_column *column,
                      char *text)
{
    (void)table;
    text_format(text, CELL_BYTES, "%s", column->name);
}

static void most_text(const struct latency_table *table, const struct latency_column *column,
                      char *text)
{
    us_text(text, counts_to_ns(table, column->histogram->most));
}

static void least_text(const struct latency_table *table, const struct latency_column *column,
                       char *text)
{
    us_text(text, counts_to_ns(table, column->histogram->least));
}

/* Thousandths of a count are kept, so that the last decimal is true for any clock. */
static void mean_text(const struct latency_table *table, const struct latency_column *column,
                      char *text)
{
    const struct histogram *histogram = column->histogram;
    uint64_t whole = histogram->sum / histogram->count;
    uint64_t rest = histogram->sum % histogram->count * 1000U / histogram->count;

    us_text(text, counts_to_ns(table, (uint32_t)whole) + rest * 1000000U / table->clock_hz);
}

static void percentile_text(const struct latency_table *table, const struct latency_column *column,
                            uint32_t permille, char *text)
{
    const struct histogram *histogram = column->histogram;
    uint32_t row = histogram_percentile(histogram, permille);
    uint64_t ns = counts_to_ns(table, row * histogram->width);

    text_format(text, CELL_BYTES, "%s%llu", row == histogram->row_count ? ">=" : "",
                (unsigned long long)(ns / 1000U));
}

static void median_text(const struct latency_table *table, const struct latency_column *column,
                        char *text)
{
    percentile_text(table, column, 500, text);
}

static void p99_text(const struct latency_table *table, const struct latency_column *column,
                     char *text)
{
    percentile_text(table, column, 990, text);
}

static void p999_text(const struct latency_table *table, const struct latency_column *column,
                      char *text)
{
    percentile_text(table, column, 999, text);
}

static const struct {
    const char *name;
    cell_text text;
    bool of_values; /* there is none without values */
} lines[] = {
    { "", name_text, false },
    { "Count:", count_text, false },
    { "Max-Latency:", most_text, true },
    { "Errors:", errors_text, false },
    { "Overflow:", overflow_text, false },
    { "Min:", least_text, true },
    { "Mean:", mean_text, true },
    { "p50:", median_text, true },
    { "p99:", p99_text, true },
    { "p99.9:", p999_text, true },
};

static void print_line(const struct latency_table *table, unsigned line)
{
    char text[LINE_BYTES];
    char cell[CELL_BYTES];
    size_t length = text_format(text, sizeof text, "%-13s", lines[line].name);

    for (unsigned i = 0; i < table->column_count; i++) {
        const struct latency_column *column = &table->columns[i];

        if (lines[line].of_values && column->histogram->count == 0) {
            text_format(cell, sizeof cell, "-");
        } else {
            lines[line].text(table, column, cell);
        }
        length += text_format(text + length, sizeof text - length, " %11s", cell);
    }
    table->print(text);
    table->print("\n");
}

static bool row_is_empty(const struct latency_table *table, uint32_t row)
{
    for (unsigned i = 0; i < table->column_count; i++) {
        if (table->columns[i].histogram->rows[row] > 0) {
            return false;
        }
    }
    return true;
}

static void print_row(const struct latency_table *table, uint32_t row)
{
    char text[LINE_BYTES];
    uint64_t ns = counts_to_ns(table, row * table->columns[0].histogram->width);
    size_t length = text_format(text, sizeof text, "%10u   ", (unsigned)(ns / 1000U));

    for (unsigned i = 0; i < table->column_count; i++) {
        length += text_format(text + length, sizeof text - length, " %11llu",
                              (unsigned long long)table->columns[i].histogram->rows[row]);
    }
    table->print(text);
    table->print("\n");
}

void latency_table_print(const struct latency_table *table)
{
    for (unsigned line = 0; line < sizeof lines / sizeof lines[0]; line++) {
        print_line(table, line);
    }
    if (table->summary_only) {
        return;
    }
    table->print("Histogram:\n");
    for (uint32_t row = 0; row < table->columns[0].histogram->row_count; row++) {
        if (!row_is_empty(table, row)) {
            print_row(table, row);
        }
    }
}
