/* main.c - what the calls of the kernel cost, a line each, for tools to read.
 *
 *     primitives [OTHERS]
 *
 * OTHERS: so many threads that have nothing to do with it are ready meanwhile, and as many wait.
 *
 * Each case does the same some hundred times, within intervals (intervals.h). A line tells its
 * name, the clock's figure, how often it did it, how many intervals and rounds of a loop there
 * were, how many others, the aim, and the best of other kernels, counted in the same way. The clock
 * counts at 25 MHz and an instruction takes 64 ns of QEMU's virtual time: 1.6 counts. Its figure is
 * in hundredths of an instruction, without what an interval and a loop take by themselves. What is
 * left begins with the loading of the call's arguments and ends behind its return, or where the
 * name says so.
 *
 * An image with a tick measures what a tick makes different, one without all else.
 */
#include "primitives.h"

#include "text.h"

enum { STACK_BYTES = 1024, STATUS_ERROR = 2, WORD_BYTES = 16 };

static struct takt_thread bench;
static TAKT_STACK(bench_stack, STACK_BYTES);
static struct takt_thread partners[PARTNERS_MAX];
static TAKT_STACK(partner_stacks[PARTNERS_MAX], STACK_BYTES);
static uint32_t empty_counts; /* of TIMES intervals with nothing in them */
static unsigned bystanders;

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

/* Right behind a tick, if there are any: in these two none is to be counted. */
static void empty_intervals(unsigned unused)
{
    (void)unused;
    (void)takt_sleep(takt_ms(1));
    REPEAT(TIMES)
    {
        interval_begin();
        interval_end();
    }
}

static void empty_loop(unsigned unused)
{
    (void)unused;
    (void)takt_sleep(takt_ms(1));
    interval_begin();
    REPEAT(TIMES)
    {
        __asm__ volatile("");
    }
    interval_end();
}

/* By these two, what is told of the others can be freed of what is in them besides. */
static const struct primitive cases_of_nothing[] = {
    { "an interval", empty_intervals, 0, TIMES, 0, "-", "-" },
    { "a loop", empty_loop, 0, TIMES, 0, "-", "-" },
    { NULL, NULL, 0, 0, 0, NULL, NULL },
};

/* In hundredths: a count is 40 ns, an instruction 64, a round of a loop two instructions. */
static unsigned hundredths(const struct primitive *one, const struct intervals *took)
{
    int64_t counts = (int64_t)took->counts - (int64_t)took->number * empty_counts / TIMES;
    int64_t parts = counts * 500 - (int64_t)one->loops * 2 * 800;
    int64_t each = (parts + 4 * (int64_t)one->times) / (8 * (int64_t)one->times);

    return each < 0 ? 0 : (unsigned)each;
}

static void print_case(const struct primitive *one)
{
    char line[128];

    one->measure(one->argument);
    struct intervals took = intervals_take();
    unsigned figure = hundredths(one, &took);

    text_format(line, sizeof line, "%s|%u.%02u|%u|%u|%u|%u|%s|%s\n", one->name, figure / 100,
                figure % 100, (unsigned)one->times, (unsigned)took.number, (unsigned)one->loops,
                bystanders, one->aim, one->peer);
    takt_print(line);
}

static void print_cases(const struct primitive *one)
{
    for (; one->name != NULL; one++) {
        print_case(one);
    }
}

static void print_nothing(void)
{
    empty_intervals(0);
    empty_counts = intervals_take().counts;
    print_cases(cases_of_nothing);
}

static unsigned bystanders_asked(void)
{
    char word[WORD_BYTES];
    uint32_t count = 0;

    if (takt_argument(1, word, sizeof word) >= 0 && !text_number(word, BYSTANDERS_MAX, &count)) {
        takt_print("primitives: how many others, 0 to 100\n");
        takt_halt(STATUS_ERROR);
    }
    return count;
}

static void run(void *unused)
{
    (void)unused;
    bystanders = bystanders_asked();
    bystanders_start(bystanders);
    print_nothing();
    if (TAKT_TICK_HZ == 0) {
        print_cases(cases_of_calls);
        print_cases(cases_of_interrupts);
        print_cases(cases_of_containers);
        print_cases(cases_of_time);
    } else {
        print_cases(cases_of_ticks);
    }
    bystanders_end();
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
