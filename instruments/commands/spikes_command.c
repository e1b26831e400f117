/* spikes_command.c - `spikes`: what interrupts a CPU that computes. */
#include "events.h"
#include "shell.h"
#include "spike_table.h"
#include "spikes.h"
#include "text.h"
#include "tracer.h"

enum { CAUSE_BYTES = 96, LOOPS = 32000000, LEAST_LOOPS = 1000 };

/* Causes, as words with how often they came if it was more than once. */

struct words {
    char *text;
    size_t length;
};

static void add_word(struct words *words, const char *name, uint32_t count)
{
    const char *between = words->length == 0 ? "" : ", ";

    if (count == 0) {
        return;
    }
    words->length += text_format(words->text + words->length, CAUSE_BYTES - words->length,
                                 count == 1 ? "%s%s" : "%s%s x %u", between, name, (unsigned)count);
}

static const char *const kick_names[TAKT_KICK_COUNT] = {
    [TAKT_KICK_RUN] = "kick (run)",
    [TAKT_KICK_CLOCK] = "kick (clock)",
    [TAKT_KICK_SAMPLE] = "kick (sample)",
};

/* Ticks and ends of slices are among the clock's interrupts. */
static void add_counts(struct words *words, const struct takt_cpu_counts *counts)
{
    uint32_t upkeep = counts->ticks + counts->slices;
    uint32_t clock = counts->clock;

    add_word(words, "tick", counts->ticks);
    add_word(words, "slice", counts->slices);
    add_word(words, "clock", clock > upkeep ? clock - upkeep : 0);
    for (unsigned reason = 0; reason < TAKT_KICK_COUNT; reason++) {
        add_word(words, kick_names[reason], counts->kicks[reason]);
    }
}

static void add_handler(struct words *words, const struct spike *spike)
{
    unsigned long long ns = takt_to_ns(spike->handler_counts);
    char name[12] = "clock";

    if (spike->handler == TRACE_IRQ_KICK) {
        text_format(name, sizeof name, "kick");
    } else if (spike->handler != TRACE_IRQ_CLOCK) {
        text_format(name, sizeof name, "irq %u", spike->handler);
    }
    words->length += text_format(words->text + words->length, CAUSE_BYTES - words->length,
                                 "; handler of %s %llu ns", name, ns);
}

static void name_cause(char *text, const struct spike *spike)
{
    struct words words = { text, 0 };

    text[0] = '\0';
    add_counts(&words, &spike->advanced);
    if (spike->advanced.devices > 0) {
        char device[12];

        text_format(device, sizeof device, "irq %u", spike->device);
        add_word(&words, device, spike->advanced.devices);
    }
    if (spike->handler_counts > 0) {
        add_handler(&words, spike);
    }
    if (words.length == 0) {
        text_format(text, CAUSE_BYTES, "%s",
                    takt_cpus_take_turns && TAKT_CPUS > 1 ? "another CPU's turn" : "unexplained");
    }
}

static void print_piece(const char *text)
{
    shell_print("%s", text);
}

static void print_spikes(const struct spikes_result *result)
{
    struct spike_table table = { .print = print_piece };
    char cause[CAUSE_BYTES];

    spike_table_begin(&table, result->loops, takt_to_ns(result->span),
                      result->options.threshold_us * UINT64_C(1000), result->seen);
    for (uint32_t i = 0; i < result->kept; i++) {
        const struct spike *spike = &result->spikes[i];
        const struct spike_row row = { .loop = spike->loop,
                                       .offset_ns = takt_to_ns(spike->offset),
                                       .duration_ns = takt_to_ns(spike->duration),
                                       .cause = cause };

        name_cause(cause, spike);
        spike_table_row(&table, &row);
    }
    spike_table_end(&table, result->seen - result->kept);
}

/* Steps longer than the loop's own cost, in rows by how much. */
static void print_steps(const struct spikes_result *result)
{
    const struct histogram *steps = &result->steps;

    shell_print("a look at the clock costs %u ns; steps longer than that: %llu, longest by %llu "
                "ns\n",
                (unsigned)takt_to_ns(result->own_cost), (unsigned long long)steps->count,
                (unsigned long long)takt_to_ns(steps->most));
    for (uint32_t row = 0; row < steps->row_count; row++) {
        if (steps->rows[row] > 0) {
            shell_print("%10llu ns and more: %llu\n",
                        (unsigned long long)takt_to_ns((takt_time)row * steps->width),
                        (unsigned long long)steps->rows[row]);
        }
    }
    if (steps->overflow > 0) {
        shell_print("%10llu ns and more: %llu\n",
                    (unsigned long long)takt_to_ns((takt_time)steps->row_count * steps->width),
                    (unsigned long long)steps->overflow);
    }
}

static void print_interrupts(const struct spikes_result *result, unsigned cpu)
{
    char text[CAUSE_BYTES] = "";
    char device[12];
    struct words words = { text, 0 };
    const struct takt_cpu_counts passed =
        spikes_difference(&result->after[cpu], &result->before[cpu]);

    add_counts(&words, &passed);
    for (unsigned irq = 0; irq < SPIKES_IRQS_MAX; irq++) {
        text_format(device, sizeof device, "irq %u", irq);
        add_word(&words, device, result->irqs[cpu][irq]);
    }
    shell_print("interrupts of cpu %u: %s\n", cpu, words.length == 0 ? "none" : text);
}

static void print_result(const struct spikes_result *result)
{
    print_spikes(result);
    print_steps(result);
    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        print_interrupts(result, cpu);
    }
}

/* With the tracer on it is known which handler ran, and for how long; and the trace has the place.
 */
static void look_into(struct spike *spike)
{
    const struct tracer_handlers handlers = tracer_handlers_in(spike->begun, spike->duration);

    spike->handler = handlers.longest;
    spike->handler_counts = handlers.longest_counts;
    takt_mark(TRACE_MARK_SPIKE, (uint32_t)takt_to_ns(spike->duration));
}

enum { CPU, LOOP, THRESHOLD, OPTIONS };

static int run_spikes(unsigned count, char **words)
{
    struct shell_option options[OPTIONS] = {
        [CPU] = { "-c", 0, TAKT_CPUS - 1, TAKT_CPUS - 1 },
        [LOOP] = { "-l", LEAST_LOOPS, UINT32_MAX, LOOPS },
        [THRESHOLD] = { "-t", 1, 1000000, 10 },
    };

    (void)count;
    if (!shell_options(words, 1, options, OPTIONS)) {
        return SHELL_ERROR;
    }
    const struct spikes_options wanted = { .cpu = options[CPU].value,
                                           .loops = options[LOOP].value,
                                           .threshold_us = options[THRESHOLD].value,
                                           .seen = look_into };

    if (!spikes_measure(&wanted)) {
        return shell_fail(words, "a measurement runs");
    }
    print_result(spikes_result());
    return SHELL_FINE;
}

SHELL_COMMAND(spikes, "[-c CPU] [-l LOOPS] [-t US]",
              "what interrupts a CPU that computes\n"
              "-c CPU    there (the last)\n"
              "-l LOOPS  so many looks at the clock (32000000)\n"
              "-t US     a step longer than this is a spike (10)",
              run_spikes)
