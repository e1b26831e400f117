/* latency_table.c - latencies side by side, as a text. */
#include "latency_table.h"

#include "text.h"

enum { CELL_BYTES = 24, LINE_BYTES = 16 + LATENCY_COLUMNS_MAX * CELL_BYTES };

enum content { NAME, COUNT, ERRORS, OVERFLOW, LEAST, MOST, MEAN, PERCENTILE };

static const struct line {
    const char *name;
    enum content content;
    uint32_t permille; /* of a percentile */
} lines[] = {
    { "", NAME, 0 },
    { "Count:", COUNT, 0 },
    { "Max-Latency:", MOST, 0 },
    { "Errors:", ERRORS, 0 },
    { "Overflow:", OVERFLOW, 0 },
    { "Min:", LEAST, 0 },
    { "Mean:", MEAN, 0 },
    { "p50:", PERCENTILE, 500 },
    { "p99:", PERCENTILE, 990 },
    { "p99.9:", PERCENTILE, 999 },
};

static uint64_t counts_to_ns(const struct latency_table *table, uint32_t counts)
{
    return counts * UINT64_C(1000000000) / table->clock_hz;
}

static void number_text(char *text, uint64_t number)
{
    text_format(text, CELL_BYTES, "%llu", (unsigned long long)number);
}

static void us_text(char *text, uint64_t ns)
{
    text_format(text, CELL_BYTES, "%llu.%03u", (unsigned long long)(ns / 1000U),
                (unsigned)(ns % 1000U));
}

/* Thousandths of a count are kept, so that the last decimal is true for any clock. */
static uint64_t mean_ns(const struct latency_table *table, const struct histogram *histogram)
{
    uint64_t whole = histogram->sum / histogram->count;
    uint64_t rest = histogram->sum % histogram->count * 1000U / histogram->count;

    return counts_to_ns(table, (uint32_t)whole) + rest * 1000000U / table->clock_hz;
}

static void percentile_text(char *text, const struct latency_table *table,
                            const struct histogram *histogram, uint32_t permille)
{
    uint32_t row = histogram_percentile(histogram, permille);
    uint64_t ns = counts_to_ns(table, row * histogram->width);

    text_format(text, CELL_BYTES, "%s%llu", row == histogram->row_count ? ">=" : "",
                (unsigned long long)(ns / 1000U));
}

/* What can be told of values; there is none without any. */
static void value_text(char *text, const struct latency_table *table,
                       const struct histogram *histogram, const struct line *line)
{
    if (histogram->count == 0) {
        text_format(text, CELL_BYTES, "-");
    } else if (line->content == PERCENTILE) {
        percentile_text(text, table, histogram, line->permille);
    } else if (line->content == MEAN) {
        us_text(text, mean_ns(table, histogram));
    } else {
        us_text(text,
                counts_to_ns(table, line->content == MOST ? histogram->most : histogram->least));
    }
}

static void cell_text(char *text, const struct latency_table *table,
                      const struct latency_column *column, const struct line *line)
{
    switch (line->content) {
    case NAME:
        text_format(text, CELL_BYTES, "%s", column->name);
        break;
    case COUNT:
        number_text(text, column->histogram->count);
        break;
    case ERRORS:
        number_text(text, column->errors);
        break;
    case OVERFLOW:
        number_text(text, column->histogram->overflow);
        break;
    case LEAST:
    case MOST:
    case MEAN:
    case PERCENTILE:
    default:
        value_text(text, table, column->histogram, line);
        break;
    }
}

static void print_line(const struct latency_table *table, const struct line *line)
{
    char text[LINE_BYTES];
    char cell[CELL_BYTES];
    size_t length = text_format(text, sizeof text, "%-13s", line->name);

    for (unsigned i = 0; i < table->column_count; i++) {
        cell_text(cell, table, &table->columns[i], line);
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
        print_line(table, &lines[line]);
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
