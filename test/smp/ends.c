/* Threads that run elsewhere are stopped, ended, and their memory used again. */
#include "smp_test.h"

static void end_at_once(void *unused)
{
    (void)unused;
}

static void exit_now(void *unused)
{
    (void)unused;
    takt_thread_exit();
}

/* E04: when join returns the thread has left its stack, which is overwritten at once. */
TEST(smp_joined_thread_has_left_its_stack)
{
    for (unsigned i = 0; i < harness_rounds(400); i++) {
        const struct takt_thread *thread =
            start(0, THERE, i % 3 == 0 ? 20 : 10, i % 2 == 0 ? end_at_once : exit_now, NULL);

        join(thread);
        wipe(0);
    }
}

/* E05: when cancel returns the thread has stopped. */
TEST(smp_cancelled_thread_has_stopped)
{
    static uint32_t counters[WORKERS];
    struct takt_thread *threads[WORKERS];

    for (unsigned i = 0; i < WORKERS; i++) {
        counters[i] = 0;
        threads[i] = start(i, 1 + i % LAST_CPU, 10, count_for_ever, &counters[i]);
    }
    for (unsigned i = 0; i < WORKERS; i++) {
        CHECK_EQUAL(takt_thread_cancel(threads[i]), TAKT_OK);
        uint32_t seen = load(&counters[i]);

        wipe(i);
        pass(takt_us(30));
        CHECK_EQUAL(load(&counters[i]), seen);
    }
}

/* It ends by itself while it is cancelled: one of the two has it. */
TEST(smp_cancel_and_exit_at_once)
{
    unsigned late = 0;

    for (unsigned i = 0; i < harness_rounds(200); i++) {
        struct takt_thread *thread = start(0, THERE, 10, end_at_once, NULL);

        if (i % 12 > 0) {
            pass(takt_us(i % 12) / 4);
        }
        int status = takt_thread_cancel(thread);

        CHECK(status == TAKT_OK || status == TAKT_ECLOSED);
        late += status == TAKT_ECLOSED;
        wipe(0);
    }
    CHECK(late > 0 && late < harness_rounds(200));
}

struct enemy {
    struct takt_thread *other;
    uint32_t *ready;
};

static void cancel_other(void *argument)
{
    const struct enemy *enemy = argument;

    __atomic_fetch_add(enemy->ready, 1, __ATOMIC_SEQ_CST);
    while (load(enemy->ready) < 2) {
        pass(takt_us(1));
    }
    (void)takt_thread_cancel(enemy->other);
}

/* E05: two cancel each other at once: at least one succeeds, and nothing hangs. */
TEST(smp_two_cancel_each_other)
{
    for (unsigned i = 0; i < 50; i++) {
        uint32_t ready = 0;
        const struct enemy left = { &workers[1].thread, &ready };
        const struct enemy right = { &workers[0].thread, &ready };

        (void)start(0, THERE, 10, cancel_other, (void *)(uintptr_t)&left);
        (void)start(1, LAST_CPU == THERE ? HERE : LAST_CPU, 10, cancel_other,
                    (void *)(uintptr_t)&right);
        join(&workers[0].thread);
        join(&workers[1].thread);
    }
}

/* Suspended, it does not run any more when the call returns; resumed, it goes on. */
TEST(smp_suspended_thread_has_stopped)
{
    static uint32_t counter;
    struct takt_thread *thread = start(0, THERE, 10, count_for_ever, &counter);

    for (unsigned i = 0; i < 50; i++) {
        CHECK_EQUAL(takt_thread_suspend(thread), TAKT_OK);
        uint32_t seen = load(&counter);

        pass(takt_us(10));
        CHECK_EQUAL(load(&counter), seen);
        takt_thread_resume(thread);
        CHECK(counts(&counter));
    }
    CHECK_EQUAL(takt_thread_cancel(thread), TAKT_OK);
}

static void suspend_other_and_go_on(void *argument)
{
    struct takt_thread *other = argument;

    for (unsigned i = 0; i < 100; i++) {
        CHECK_EQUAL(takt_thread_suspend(other), TAKT_OK);
        takt_thread_resume(other);
        pass(takt_us(1));
    }
}

/* Suspended and resumed from two sides at once: it runs in the end. */
TEST(smp_suspend_from_two_cpus)
{
    static uint32_t counter;
    struct takt_thread *thread = start(0, LAST_CPU, 10, count_for_ever, &counter);
    const struct takt_thread *one = start(1, THERE, 20, suspend_other_and_go_on, thread);

    suspend_other_and_go_on(thread);
    join(one);
    CHECK(counts(&counter));
    CHECK_EQUAL(takt_thread_cancel(thread), TAKT_OK);
}
