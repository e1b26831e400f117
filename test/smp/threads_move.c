/* A thread moves to another CPU: running, ready, waiting, suspended, with a priority that it has
 * from others. */
#include "smp_test.h"

/* E09: itself; the call returns on the other CPU. */
TEST(smp_thread_moves_itself)
{
    for (unsigned i = 0; i < 3 * TAKT_CPUS; i++) {
        unsigned cpu = i % TAKT_CPUS;

        CHECK_EQUAL(takt_thread_move(takt_thread_self(), cpu), TAKT_OK);
        CHECK_EQUAL(takt_cpu_here(), cpu);
        CHECK_EQUAL(takt_sleep(takt_us(3)), TAKT_OK);
        CHECK_EQUAL(takt_cpu_here(), cpu);
    }
    CHECK_EQUAL(takt_thread_move(takt_thread_self(), HERE), TAKT_OK);
    CHECK_EQUAL(takt_cpu_here(), HERE);
}

struct counter {
    uint32_t count;
    uint32_t cpu;
};

static void count_and_tell(void *argument)
{
    struct counter *counter = argument;

    for (;;) {
        store(&counter->cpu, takt_cpu_here());
        store(&counter->count, counter->count + 1);
        pass(takt_us(1));
    }
}

/* E09, E11: another that runs, with nothing else to do on its CPU; to and fro. */
TEST(smp_thread_that_runs_is_moved)
{
    static struct counter counter;
    struct takt_thread *thread = start(0, THERE, 8, count_and_tell, &counter);

    for (unsigned i = 0; i < 20; i++) {
        unsigned cpu = 1 + i % LAST_CPU;

        CHECK_EQUAL(takt_thread_move(thread, cpu), TAKT_OK);
        CHECK(wait_for(&counter.cpu, cpu));
        CHECK(counts(&counter.count));
    }
    /* To here, where somebody more urgent runs: it waits, and runs when that one sleeps. */
    CHECK_EQUAL(takt_thread_move(thread, HERE), TAKT_OK);
    (void)takt_sleep(takt_us(50));
    CHECK_EQUAL(load(&counter.cpu), HERE);
    CHECK(!counts(&counter.count));
    CHECK_EQUAL(takt_thread_move(thread, THERE), TAKT_OK);
    CHECK(counts(&counter.count));
    CHECK_EQUAL(load(&counter.cpu), THERE);
    CHECK_EQUAL(takt_thread_cancel(thread), TAKT_OK);
}

/* Back again before its CPU has noticed that it was to leave. */
TEST(smp_thread_that_runs_is_moved_and_moved_back)
{
    static struct counter counter;
    struct takt_thread *thread = start(0, THERE, 8, count_and_tell, &counter);

    CHECK(counts(&counter.count));
    for (unsigned i = 0; i < 50; i++) {
        CHECK_EQUAL(takt_thread_move(thread, HERE), TAKT_OK);
        CHECK_EQUAL(takt_thread_move(thread, THERE), TAKT_OK);
        CHECK(counts(&counter.count));
        CHECK_EQUAL(load(&counter.cpu), THERE);
    }
    CHECK_EQUAL(takt_thread_cancel(thread), TAKT_OK);
}

/* E07: ready ones, which a more urgent thread keeps off their CPU, go where they can run. */
TEST(smp_thread_that_is_ready_is_moved)
{
    static uint32_t word;
    static struct counter counter;
    struct takt_thread *urgent = start(0, THERE, 12, count_for_ever, &word);
    struct takt_thread *thread = start(1, THERE, 8, count_and_tell, &counter);

    counter.count = 0;
    CHECK(counts(&word));
    CHECK_EQUAL(load(&counter.count), 0);
    CHECK_EQUAL(takt_thread_move(thread, HERE), TAKT_OK);
    (void)takt_sleep(takt_us(50));
    CHECK(load(&counter.count) > 0);
    CHECK_EQUAL(takt_thread_move(thread, THERE), TAKT_OK);
    uint32_t before = load(&counter.count);

    (void)takt_sleep(takt_us(50));
    CHECK_EQUAL(load(&counter.count), before);
    CHECK_EQUAL(takt_thread_cancel(urgent), TAKT_OK);
    CHECK(counts(&counter.count));
    CHECK_EQUAL(takt_thread_cancel(thread), TAKT_OK);
}

static struct takt_semaphore semaphore;

static void take_within_ms(void *result)
{
    int status = takt_semaphore_take(&semaphore, takt_ms(1));

    store(result, (uint32_t)status);
    store((uint32_t *)result + 1, takt_cpu_here());
}

/* Waiting with a limit: the limit goes along. */
TEST(smp_thread_that_waits_is_moved)
{
    uint32_t result[2] = { 1, 99 };

    takt_semaphore_init(&semaphore, "wait", 0);
    struct takt_thread *thread = start(0, THERE, 20, take_within_ms, result);
    struct takt_cpu_counts before;
    struct takt_cpu_counts after;

    (void)takt_sleep(takt_us(100));
    CHECK_EQUAL(takt_thread_move(thread, HERE), TAKT_OK);
    takt_cpu_counts(THERE, &before);
    join(thread);
    takt_cpu_counts(THERE, &after);
    CHECK_EQUAL((int)result[0], TAKT_ETIMEDOUT);
    CHECK_EQUAL(result[1], HERE);
    CHECK_EQUAL(after.kicks[TAKT_KICK_RUN], before.kicks[TAKT_KICK_RUN]);

    thread = start(0, HERE, 20, take_within_ms, result);
    CHECK_EQUAL(takt_thread_move(thread, THERE), TAKT_OK);
    CHECK_EQUAL(takt_semaphore_give(&semaphore), TAKT_OK);
    join(thread);
    CHECK_EQUAL((int)result[0], TAKT_OK);
    CHECK_EQUAL(result[1], THERE);
    takt_semaphore_destroy(&semaphore);
}

static void tell_cpu(void *told)
{
    store(told, 100 + takt_cpu_here());
}

TEST(smp_thread_that_is_suspended_is_moved)
{
    static struct counter counter;
    struct takt_thread *thread = start(0, THERE, 8, count_and_tell, &counter);

    CHECK(counts(&counter.count));
    CHECK_EQUAL(takt_thread_suspend(thread), TAKT_OK);
    CHECK(!counts(&counter.count));
    CHECK_EQUAL(takt_thread_move(thread, LAST_CPU), TAKT_OK);
    CHECK(!counts(&counter.count));
    takt_thread_resume(thread);
    CHECK(counts(&counter.count));
    CHECK_EQUAL(load(&counter.cpu), LAST_CPU);
    CHECK_EQUAL(takt_thread_cancel(thread), TAKT_OK);
}

TEST(smp_thread_that_has_ended_is_not_moved)
{
    uint32_t told = 0;
    struct takt_thread *thread = start(0, THERE, 8, tell_cpu, &told);

    join(thread);
    CHECK_EQUAL(takt_thread_move(thread, HERE), TAKT_ECLOSED);
    CHECK_EQUAL(takt_thread_cpu(thread), THERE);
}

static struct takt_mutex mutex;
static uint32_t held_on;

static void hold_until_told(void *go)
{
    CHECK_EQUAL(takt_mutex_lock(&mutex, TAKT_FOREVER), TAKT_OK);
    store(&held_on, takt_cpu_here());
    while (load(go) == 0) {
        pass(takt_us(1));
    }
    store(&held_on, takt_cpu_here());
    takt_mutex_unlock(&mutex);
}

static void lock_and_unlock(void *unused)
{
    (void)unused;
    CHECK_EQUAL(takt_mutex_lock(&mutex, TAKT_FOREVER), TAKT_OK);
    takt_mutex_unlock(&mutex);
}

static void set(void *word)
{
    store(word, 1);
}

/* With a priority that it inherits it runs among the threads of the other CPU: here, before the
 * tests' own; and there it is in nobody's way any more. */
TEST(smp_thread_with_a_boost_is_moved)
{
    uint32_t go = 0;

    held_on = 99;
    takt_mutex_init(&mutex, "boost", 0);
    struct takt_thread *holder = start(0, THERE, 5, hold_until_told, &go);

    CHECK(wait_for(&held_on, THERE));
    struct takt_thread *waiter = start(1, HERE, 20, lock_and_unlock, NULL);
    struct takt_thread *setter = start(2, THERE, 18, set, &go);

    pass(takt_us(20));
    CHECK_EQUAL(takt_thread_priority(holder), 20);
    CHECK_EQUAL(load(&go), 0);
    CHECK_EQUAL(takt_thread_move(holder, HERE), TAKT_OK);
    pass(takt_us(20));
    CHECK_EQUAL(takt_thread_priority(holder), 5);
    CHECK_EQUAL(load(&held_on), HERE);
    join(holder);
    join(waiter);
    join(setter);
    takt_mutex_destroy(&mutex);
}
