/* cases_of_conditions.c - conditions, and the end that others make of a thread. */
#include "scene.h"

static struct takt_condition condition;
static struct takt_mutex mutex;

static void wait_for_condition(void *unused)
{
    (void)unused;
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
    (void)takt_condition_wait(&condition, &mutex, TAKT_FOREVER);
    takt_mutex_unlock(&mutex);
}

static void with_waiters(unsigned count)
{
    takt_mutex_init(&mutex, "mutex", 0);
    takt_condition_init(&condition, "condition");
    scene_start(count, wait_for_condition);
}

static void end_waiters(unsigned count)
{
    (void)takt_condition_broadcast(&condition);
    scene_end(count);
    takt_condition_destroy(&condition);
    takt_mutex_destroy(&mutex);
}

static void with_waiters_and_mutex(unsigned count)
{
    with_waiters(count);
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
}

static void wait_before_others(unsigned count)
{
    (void)count;
    (void)takt_condition_wait(&condition, &mutex, takt_us(200));
}

static void unlock_and_end_waiters(unsigned count)
{
    takt_mutex_unlock(&mutex);
    end_waiters(count);
}

static void signal(unsigned count)
{
    (void)count;
    (void)takt_condition_signal(&condition);
}

static void broadcast(unsigned count)
{
    (void)count;
    (void)takt_condition_broadcast(&condition);
}

static void destroy(unsigned count)
{
    (void)count;
    takt_condition_destroy(&condition);
}

static void end_destroyed(unsigned count)
{
    scene_end(count);
    takt_mutex_destroy(&mutex);
}

/* In the middle of a broadcast: the first whom it wakes, of the measuring thread's urgency but for
 * one, opens the gate. */

static struct takt_thread herald;
static TAKT_STACK(herald_stack, 768);

static void announce(void *unused)
{
    wait_for_condition(unused);
    (void)takt_semaphore_give(&gate);
}

static void call_all(void *unused)
{
    (void)unused;
    (void)takt_condition_broadcast(&condition);
}

static void in_broadcast(unsigned count)
{
    const struct takt_thread_options options = { .name = "herald",
                                                 .priority = BENCH_PRIORITY - 1,
                                                 .entry = announce,
                                                 .stack = herald_stack,
                                                 .stack_bytes = sizeof herald_stack };

    takt_semaphore_init(&gate, "gate", 0);
    with_waiters(count);
    (void)takt_thread_create(&herald, &options);
    scene_settle();
    scene_start_extra(call_all);
    (void)takt_semaphore_take(&gate, TAKT_FOREVER);
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
}

/* All of them are woken before the call says that it may not wait. */
static void want_to_wait(unsigned count)
{
    (void)count;
    (void)takt_condition_wait(&condition, &mutex, TAKT_NO_WAIT);
}

static void end_broadcast(unsigned count)
{
    takt_mutex_unlock(&mutex);
    (void)takt_thread_join(&herald, TAKT_FOREVER);
    scene_end_extra();
    end_waiters(count);
    takt_semaphore_destroy(&gate);
}

/* Cancelled: one who waits beside others, one whom others wait for. */

static void cancel_last(unsigned count)
{
    (void)takt_thread_cancel(&helpers[count - 1].thread);
}

static void end_joiners(unsigned count)
{
    scene_end(count);
    takt_semaphore_destroy(&gate);
}

const struct bench_case cases_of_conditions[] = {
    { "condition_wait before N waiters", with_waiters_and_mutex, wait_before_others,
      unlock_and_end_waiters, LINEAR },
    { "condition_signal, N waiters", with_waiters, signal, end_waiters, FLAT },
    { "condition_broadcast, N waiters", with_waiters, broadcast, end_waiters, FLAT },
    { "condition_signal, N being called", in_broadcast, signal, end_broadcast, FLAT },
    { "condition_wait, N being called", in_broadcast, want_to_wait, end_broadcast, FLAT },
    { "condition_destroy, N waiters", with_waiters, destroy, end_destroyed, FLAT },
    { "thread_cancel of one of N waiters", scene_takers, cancel_last, scene_release_takers, FLAT },
    { "thread_cancel, N joiners", scene_joiners, scene_cancel_extra, end_joiners, LINEAR },
    { NULL, NULL, NULL, NULL, ONCE },
};
