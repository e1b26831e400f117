/* irqs.c - `irqs`: how often each interrupt came, on each CPU. */
#include "shell.h"
#include "text.h"

enum { LINE_BYTES = 16 + TAKT_CPUS * 12, NAME_WIDTH = TAKT_CPUS > 1 ? 7 : 6 };

/* A row: a name, and a number for each CPU. */
static void print_row(const char *name, const uint32_t *numbers)
{
    char line[LINE_BYTES];
    size_t length = text_format(line, sizeof line, "%-*s", NAME_WIDTH, name);

    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        length += text_format(line + length, sizeof line - length, " %11u", (unsigned)numbers[cpu]);
    }
    shell_print("%s\n", line);
}

static void print_head(void)
{
    char line[LINE_BYTES];
    size_t length = text_format(line, sizeof line, "%-*s", NAME_WIDTH, "source");

    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        length += text_format(line + length, sizeof line - length, "       cpu %u", cpu);
    }
    shell_print("%s\n", line);
}

/* A row of what a CPU's counts have at that place. */
static void print_counts(const char *name, size_t offset)
{
    uint32_t numbers[TAKT_CPUS];
    struct takt_cpu_counts counts;

    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        takt_cpu_counts(cpu, &counts);
        numbers[cpu] = *(const uint32_t *)(const void *)((const char *)&counts + offset);
    }
    print_row(name, numbers);
}

/* What is among the clock's is indented. */
static void print_of_several_cpus(void)
{
    static const char *const kicks[TAKT_KICK_COUNT] = {
        [TAKT_KICK_RUN] = "run",
        [TAKT_KICK_CLOCK] = "clock",
        [TAKT_KICK_SAMPLE] = "sample",
    };

    print_counts(" tick", offsetof(struct takt_cpu_counts, ticks));
    print_counts(" slice", offsetof(struct takt_cpu_counts, slices));
    shell_print("kick\n");
    for (unsigned reason = 0; reason < TAKT_KICK_COUNT; reason++) {
        char name[8];

        text_format(name, sizeof name, " %s", kicks[reason]);
        print_counts(name, offsetof(struct takt_cpu_counts, kicks) + reason * sizeof(uint32_t));
    }
}

static void print_device(unsigned irq)
{
    uint32_t numbers[TAKT_CPUS];
    uint32_t sum = 0;

    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        numbers[cpu] = takt_irq_taken_on(irq, cpu);
        sum += numbers[cpu];
    }
    if (sum > 0) {
        char name[8];

        text_format(name, sizeof name, "irq %-2u", irq);
        print_row(name, numbers);
    }
}

static int run_irqs(unsigned count, char **words)
{
    (void)count;
    if (!shell_alone(words)) {
        return SHELL_ERROR;
    }
    print_head();
    print_counts("clock", offsetof(struct takt_cpu_counts, clock));
    if (TAKT_CPUS > 1) {
        print_of_several_cpus();
    }
    for (unsigned irq = 0; irq < takt_irq_count(); irq++) {
        print_device(irq);
    }
    return SHELL_FINE;
}

SHELL_COMMAND(irqs, "", "interrupts: how often each came since start", run_irqs)
