/* Each thread has exactly one CPU, from its making or from a move on. */
#include "smp_test.h"

static void tell_cpu(void *told)
{
    store(told, 100 + takt_cpu_here());
}

TEST(smp_thread_runs_on_the_cpu_it_was_made_for)
{
    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        uint32_t told = 0;
        const struct takt_thread *thread = start(0, cpu, 10, tell_cpu, &told);

        join(thread);
        CHECK_EQUAL(told, 100 + cpu);
        CHECK_EQUAL(takt_thread_cpu(thread), cpu);
    }
}

static void make_another(void *told)
{
    const struct takt_thread_options options = {
        .name = "child",
        .priority = 10,
        .entry = tell_cpu,
        .argument = told,
        .stack = workers[1].stack,
        .stack_bytes = sizeof workers[1].stack,
    };

    CHECK_EQUAL(takt_thread_create(&workers[1].thread, &options), TAKT_OK);
    CHECK_EQUAL(takt_thread_join(&workers[1].thread, TAKT_FOREVER), TAKT_OK);
}

TEST(smp_thread_is_where_its_maker_is)
{
    uint32_t told = 0;

    join(start(0, LAST_CPU, 12, make_another, &told));
    CHECK_EQUAL(told, 100 + LAST_CPU);
}

/* E09, E19: a CPU that is not there is refused, and nothing has changed. */
TEST(smp_cpu_that_is_not_there_is_refused)
{
    uint32_t told = 0;
    const struct takt_thread_options options = {
        .priority = 10,
        .entry = tell_cpu,
        .argument = &told,
        .stack = workers[0].stack,
        .stack_bytes = sizeof workers[0].stack,
        .cpu = TAKT_CPU(TAKT_CPUS),
    };

    CHECK_EQUAL(takt_thread_create(&workers[0].thread, &options), TAKT_EINVAL);
    CHECK_EQUAL(takt_thread_move(takt_thread_self(), TAKT_CPUS), TAKT_EINVAL);
    CHECK_EQUAL(takt_thread_move(takt_thread_self(), UINT32_MAX), TAKT_EINVAL);
    CHECK_EQUAL(takt_thread_cpu(takt_thread_self()), HERE);
    CHECK_EQUAL(takt_cpu_here(), HERE);
}

/* All CPUs at once. */
TEST(smp_each_cpu_runs_its_own)
{
    static uint32_t words[TAKT_CPUS];
    struct takt_thread *threads[TAKT_CPUS];

    for (unsigned cpu = 1; cpu < TAKT_CPUS; cpu++) {
        threads[cpu] = start(cpu, cpu, 10, count_for_ever, &words[cpu]);
    }
    for (unsigned cpu = 1; cpu < TAKT_CPUS; cpu++) {
        CHECK(counts(&words[cpu]));
        CHECK(takt_thread_self() != threads[cpu]);
    }
    for (unsigned cpu = 1; cpu < TAKT_CPUS; cpu++) {
        CHECK_EQUAL(takt_thread_cancel(threads[cpu]), TAKT_OK);
    }
}
