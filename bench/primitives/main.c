/* main.c - what the calls of the kernel cost, in instructions.
 *
 * The clock counts at 25 MHz and an instruction takes 64 ns of QEMU's virtual time: 1.6 counts.
 * Each line repeats a call some hundred times; what the loop around it takes is measured the same
 * way and taken off. What is left begins with the loading of the call's arguments and ends behind
 * its return, or where the line says so. Behind it stand the aim, and the best of others, counted
 * in the same way.
 *
 * An image with a tick measures what a tick makes different, one without all else.
 */
#include "primitives.h"

#include "text.h"

enum { STACK_BYTES = 1024 };

volatile uint32_t stamp;
static struct takt_thread bench;
static TAKT_STACK(bench_stack, STACK_BYTES);
static struct takt_thread partners[PARTNERS_MAX];
static TAKT_STACK(partner_stacks[PARTNERS_MAX], STACK_BYTES);

void partner_start(unsigned index, unsigned priority, void (*entry)(void *argument))
{
    const struct takt_thread_options options = { .name = "partner",
                                                 .priority = priority,
                                                 .entry = entry,
                                                 .argument = &partners[index],
                                                 .stack = partner_stacks[index],
                                                 .stack_bytes = sizeof partner_stacks[index] };

    (void)takt_thread_create(&partners[index], &options);
}

void partner_end(unsigned index)
{
    (void)takt_thread_join(&partners[index], TAKT_FOREVER);
}

/* To the nearest: 40 ns to 64 ns. */
static uint32_t instructions(uint32_t counts, uint32_t times)
{
    return (counts * 5 + 4 * times) / (8 * times);
}

static uint32_t empty_loop(uint32_t times)
{
    uint32_t before = takt_counter();

    REPEAT(times)
    {
        __asm__ volatile("");
    }
    return takt_counter() - before;
}

/* Between one reading of the counter and the next there is the reading itself. */
static uint32_t empty_interval(uint32_t times)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < times; i++) {
        stamp = takt_counter();
        sum += takt_counter() - stamp;
    }
    return sum;
}

static uint32_t overhead(enum primitive_kind kind)
{
    if (kind == NET) {
        return 0;
    }
    return kind == LOOP ? empty_loop(TIMES) : empty_interval(TIMES);
}

static void print_case(const struct primitive *one)
{
    char line[96];
    uint32_t counts = one->measure(TIMES, one->count) - overhead(one->kind);

    text_format(line, sizeof line, "%-53s %5u %5s  %s\n", one->name,
                (unsigned)instructions(counts, TIMES), one->aim, one->peer);
    takt_print(line);
}

static void print_cases(const struct primitive *one)
{
    for (; one->name != NULL; one++) {
        print_case(one);
    }
}

static void run(void *unused)
{
    (void)unused;
    if (TAKT_TICK_HZ == 0) {
        print_cases(cases_of_calls);
        print_cases(cases_of_containers);
        print_cases(cases_of_time);
    } else {
        print_cases(cases_of_ticks);
    }
    takt_halt(0);
}

void takt_main(void)
{
    const struct takt_thread_options options = { .name = "bench",
                                                 .priority = BENCH_PRIORITY,
                                                 .entry = run,
                                                 .stack = bench_stack,
                                                 .stack_bytes = sizeof bench_stack };

    (void)takt_thread_create(&bench, &options);
}
