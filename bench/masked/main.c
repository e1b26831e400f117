/* main.c - the longest time for which a call masks interrupts, in instructions.
 *
 *     masked [recording]
 *
 * The port, compiled with TAKT_MEASURE=1, keeps the longest window since it was told to forget;
 * what measuring itself takes is measured first and taken off. The clock counts at 25 MHz and an
 * instruction takes 64 ns of QEMU's virtual time, so that a window is right to one instruction.
 * The address behind each line is where the longest window of that line ended.
 */
#include "measure.h"
#include "port.h"
#include "scene.h"
#include "text.h"
#include "tracer.h"

enum { STACK_BYTES = 4096, PACKETS = 32, COUNTS = 3, EMPTY_WINDOWS = 100 };

static const unsigned counts[COUNTS] = { 1, 10, HELPERS_MAX };

static struct takt_thread bench;
static TAKT_STACK(bench_stack, STACK_BYTES);
static _Alignas(8) unsigned char memory[PACKETS * TRACER_PACKET_BYTES];
static bool recording;
static uint32_t own_cost; /* of measuring, in counts */
static uintptr_t where;
static unsigned wrong; /* cases that grow otherwise than they say */

static uint32_t longest_empty_window(void)
{
    measure.longest = 0;
    for (unsigned i = 0; i < EMPTY_WINDOWS; i++) {
        unsigned state = port_irq_save();

        port_irq_restore(state);
    }
    return measure.longest;
}

/* 40 ns to 64 ns. */
static unsigned instructions(uint32_t measured)
{
    return measured <= own_cost ? 0 : (unsigned)((measured - own_cost) * 10 + 7) / 16;
}

static uint32_t measure_one(const struct bench_case *one, unsigned count)
{
    one->prepare(count);
    if (recording) {
        TAKT_REQUIRE(tracer_start(memory, sizeof memory, TRACER_KEEP_NEWEST) == TAKT_OK);
    }
    measure.longest = 0;
    one->call(count);
    uint32_t longest = measure.longest;

    where = measure.where;
    tracer_stop();
    one->finish(count);
    return longest;
}

/* From 10 to 100 there are ten times as many more as from 1 to 10. At 1 something else in the call
 * may be the longest. */
static bool grows_as_declared(enum growth growth, const unsigned *figures)
{
    int first = (int)(figures[1] - figures[0]);
    int second = (int)(figures[2] - figures[1]);

    switch (growth) {
    case ONCE:
        return true;
    case FLAT: /* less than a quarter of an instruction for each */
        return second < 23;
    case STEPS:
        return second < 7 * first;
    case LINEAR:
        return first > 0 && second > 7 * first && second < 13 * first;
    case SQUARE:
        return first > 0 && second > 13 * first && second < 110 * first;
    }
    return false;
}

static void print_case(const struct bench_case *one)
{
    static const char *const names[] = { "once", "flat", "steps", "linear", "square" };
    unsigned figures[COUNTS] = { 0 };
    char line[128];
    size_t length = text_format(line, sizeof line, "%-42s", one->name);

    for (unsigned i = 0; i < COUNTS; i++) {
        if (i > 0 && one->growth == ONCE) {
            length += text_format(line + length, sizeof line - length, "       -");
            continue;
        }
        figures[i] = instructions(measure_one(one, counts[i]));
        length += text_format(line + length, sizeof line - length, " %7u", figures[i]);
    }
    text_format(line + length, sizeof line - length, "  %-6s  0x%x\n", names[one->growth],
                (unsigned)where);
    takt_print(line);
    if (!grows_as_declared(one->growth, figures)) {
        takt_print("does not grow so\n");
        wrong++;
    }
}

static void print_cases(const struct bench_case *one)
{
    for (; one->name != NULL; one++) {
        print_case(one);
    }
}

static void run(void *unused)
{
    char word[16];

    (void)unused;
    recording = takt_argument(1, word, sizeof word) > 0;
    own_cost = longest_empty_window();
    takt_print(
        "call                                           N = 1      10     100  grows   ended at\n");
    print_cases(cases_of_threads);
    print_cases(cases_of_waits);
    print_cases(cases_of_channels);
    print_cases(cases_of_servers);
    print_cases(cases_of_cancellers);
    print_cases(cases_of_containers);
    print_cases(cases_of_conditions);
    print_cases(cases_of_timers);
    takt_halt(wrong == 0 ? 0 : 1);
}

void takt_main(void)
{
    const struct takt_thread_options options = {
        .name = "bench",
        .priority = BENCH_PRIORITY,
        .entry = run,
        .stack = bench_stack,
        .stack_bytes = sizeof bench_stack,
    };

    (void)takt_thread_create(&bench, &options);
}
