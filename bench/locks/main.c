/* main.c - the calls of bench/masked on several CPUs, and CPUs that all make calls at once.
 *
 *     locks [crowd]
 *
 * Prints the names; what is measured between locks_begin and locks_end a plugin of QEMU's counts
 * (plugin/locks.c). With `crowd` it is the latter alone. CPU 0 makes the calls, and the helpers
 * that are in their way belong to CPU 1, so that what a call does to them goes across.
 */
#include "crowd.h"
#include "scene.h"
#include "text.h"

enum { STACK_BYTES = 4096, COUNTS = 3 };

static const unsigned counts[COUNTS] = { 1, 10, HELPERS_MAX };

/* The plugin knows them by their addresses. */
void locks_begin(void);
void locks_end(void);

__attribute__((noinline)) void locks_begin(void)
{
    __asm__ volatile("");
}

__attribute__((noinline)) void locks_end(void)
{
    __asm__ volatile("");
}

static void measure_one(const struct bench_case *one, unsigned count)
{
    one->prepare(count);
    locks_begin();
    one->call(count);
    locks_end();
    one->finish(count);
}

static void measure_cases(const struct bench_case *one)
{
    for (; one->name != NULL; one++) {
        for (unsigned i = 0; i < (one->growth == ONCE ? 1 : COUNTS); i++) {
            char line[80];

            measure_one(one, counts[i]);
            text_format(line, sizeof line, "%s|%u\n", one->name, counts[i]);
            takt_print(line);
        }
    }
}

static void measure_crowd(void)
{
    locks_begin();
    crowd_work();
    locks_end();
    takt_print("all CPUs make calls at once|0\n");
}

static void measure_calls(void)
{
    scene_cpu = TAKT_CPU(1);
    measure_cases(cases_of_threads);
    measure_cases(cases_of_waits);
    measure_cases(cases_of_channels);
    measure_cases(cases_of_servers);
    measure_cases(cases_of_containers);
    measure_cases(cases_of_conditions);
    measure_cases(cases_of_timers);
}

static void run(void *unused)
{
    char word[16];

    (void)unused;
    if (takt_argument(1, word, sizeof word) < 0) {
        measure_calls();
    }
    measure_crowd();
    takt_halt(0);
}

void takt_main(void)
{
    static struct takt_thread bench;
    static TAKT_STACK(stack, STACK_BYTES);
    const struct takt_thread_options options = {
        .name = "bench",
        .priority = BENCH_PRIORITY,
        .entry = run,
        .stack = stack,
        .stack_bytes = sizeof stack,
    };

    (void)takt_thread_create(&bench, &options);
}
