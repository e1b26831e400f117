/* spike_table.c - spikes as a text. */
#include "spike_table.h"

#include "text.h"

enum { LINE_BYTES = 160, MS = 1000000, HUNDREDTH_OF_MS = 10000, TENTH_OF_S = 100000000 };

/* Milliseconds with two decimals. */
static void ms_text(char *text, size_t size, uint64_t ns)
{
    text_format(text, size, "%llu.%02u", (unsigned long long)(ns / MS),
                (unsigned)(ns % MS / HUNDREDTH_OF_MS));
}

void spike_table_begin(struct spike_table *table, uint64_t loops, uint64_t span_ns,
                       uint64_t threshold_ns, uint64_t spikes)
{
    char line[LINE_BYTES];
    uint64_t tenths = (span_ns + TENTH_OF_S / 2) / TENTH_OF_S;

    table->printed = 0;
    table->last_offset_ns = 0;
    text_format(line, sizeof line,
                "=== Spike Timing Analysis (compute only, %llu loops, %llu.%u sec) ===\n",
                (unsigned long long)loops, (unsigned long long)(tenths / 10),
                (unsigned)(tenths % 10));
    table->print(line);
    text_format(line, sizeof line, "Spikes >%llu ns: %llu\n", (unsigned long long)threshold_ns,
                (unsigned long long)spikes);
    table->print(line);
    if (spikes > 0) {
        table->print("  #    loop_idx   offset(ms)   duration(ns)    gap(ms)  cause\n");
    }
}

void spike_table_row(struct spike_table *table, const struct spike_row *row)
{
    char line[LINE_BYTES];
    char offset[24];
    char gap[24];

    ms_text(offset, sizeof offset, row->offset_ns);
    ms_text(gap, sizeof gap, table->printed == 0 ? 0 : row->offset_ns - table->last_offset_ns);
    text_format(line, sizeof line, "%3u  %10llu  %11s  %13llu  %9s  %s\n", (unsigned)table->printed,
                (unsigned long long)row->loop, offset, (unsigned long long)row->duration_ns, gap,
                row->cause);
    table->print(line);
    table->printed++;
    table->last_offset_ns = row->offset_ns;
}

void spike_table_end(struct spike_table *table, uint64_t left_out)
{
    if (left_out > 0) {
        char line[LINE_BYTES];

        text_format(line, sizeof line, "     and %llu more\n", (unsigned long long)left_out);
        table->print(line);
    }
}
