/* cases_of_waits.c - semaphores and mutexes. */
#include "scene.h"

enum { IRQ = 2 };

static struct takt_mutex mutex;

static void with_free_semaphore(unsigned count)
{
    (void)count;
    takt_semaphore_init(&semaphore, "semaphore", 1);
}

static void drop_semaphore(unsigned count)
{
    (void)count;
    takt_semaphore_destroy(&semaphore);
}

static void take_and_give(unsigned count)
{
    (void)count;
    (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
    (void)takt_semaphore_give(&semaphore);
}

static void take_before_others(unsigned count)
{
    (void)count;
    (void)takt_semaphore_take(&semaphore, takt_us(200));
}

static void give(unsigned count)
{
    (void)count;
    (void)takt_semaphore_give(&semaphore);
}

/* Mutexes. */

static void with_free_mutex(unsigned count)
{
    (void)count;
    takt_mutex_init(&mutex, "mutex", 0);
}

static void drop_mutex(unsigned count)
{
    (void)count;
    takt_mutex_destroy(&mutex);
}

static void lock_and_unlock(unsigned count)
{
    (void)count;
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
    takt_mutex_unlock(&mutex);
}

static void lock_if_open(struct takt_mutex *one)
{
    int status = takt_mutex_lock(one, TAKT_FOREVER);

    if (status == TAKT_OK || status == TAKT_EOWNERDEAD) {
        takt_mutex_unlock(one);
    }
}

static void want_mutex(void *unused)
{
    (void)unused;
    lock_if_open(&mutex);
}

/* Ends with the mutex in hand. */
static void hold_until_gate(void *unused)
{
    (void)unused;
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
    (void)takt_semaphore_take(&gate, TAKT_FOREVER);
}

static void with_lockers(unsigned count)
{
    takt_mutex_init(&mutex, "mutex", 0);
    takt_semaphore_init(&gate, "gate", 0);
    scene_start_extra(hold_until_gate);
    scene_settle();
    scene_start(count, want_mutex);
}

static void lock_before_others(unsigned count)
{
    (void)count;
    (void)takt_mutex_lock(&mutex, takt_us(200));
}

static void end_lockers(unsigned count)
{
    (void)takt_semaphore_give(&gate);
    scene_end_extra();
    scene_end(count);
    if (mutex.open) {
        takt_mutex_destroy(&mutex);
    }
    takt_semaphore_destroy(&gate);
}

/* The measuring thread holds it. */
static void with_waiters_for_mine(unsigned count)
{
    takt_mutex_init(&mutex, "mutex", 0);
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
    scene_start(count, want_mutex);
}

static void unlock(unsigned count)
{
    (void)count;
    takt_mutex_unlock(&mutex);
}

static void end_waiters(unsigned count)
{
    scene_end(count);
    takt_mutex_destroy(&mutex);
}

/* Helper i holds mutex i and waits for mutex i - 1; helper 0 waits for the gate. */
static void be_link(void *argument)
{
    struct helper *helper = argument;

    (void)takt_mutex_lock(&helper->mutex, TAKT_FOREVER);
    if (helper->index == 0) {
        (void)takt_semaphore_take(&gate, TAKT_FOREVER);
    } else {
        lock_if_open(&helpers[helper->index - 1].mutex);
    }
    takt_mutex_unlock(&helper->mutex);
}

static void start_link(unsigned index)
{
    struct helper *helper = &helpers[index];
    const struct takt_thread_options options = { .name = "link",
                                                 .priority = 10,
                                                 .entry = be_link,
                                                 .argument = helper,
                                                 .stack = helper->stack,
                                                 .stack_bytes = sizeof helper->stack };

    helper->index = index;
    takt_mutex_init(&helper->mutex, "link", 0);
    (void)takt_thread_create(&helper->thread, &options);
    scene_settle();
}

static void with_chain(unsigned count)
{
    takt_semaphore_init(&gate, "gate", 0);
    for (unsigned i = 0; i < count; i++) {
        start_link(i);
    }
}

static void lock_end_of_chain(unsigned count)
{
    (void)takt_mutex_lock(&helpers[count - 1].mutex, takt_us(500));
}

static void drop_own_mutexes(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        takt_mutex_destroy(&helpers[i].mutex);
    }
    takt_semaphore_destroy(&gate);
}

static void end_chain(unsigned count)
{
    (void)takt_semaphore_give(&gate);
    scene_end(count);
    drop_own_mutexes(count);
}

/* As many as the clock's interrupt lets go in one window want the end of the chain until about one
 * instant, the more urgent the earlier: so with each of them the whole chain is lent less. */

enum { LATE = TAKT_EXPIRE_CHUNK };

static struct takt_thread late[LATE];
static TAKT_STACK(late_stacks[LATE], 768);
static struct takt_mutex *end_of_chain;
static takt_time instant;

static void want_end_of_chain(void *self)
{
    takt_time later = takt_us((uint64_t)((struct takt_thread *)self - late));

    (void)takt_mutex_lock(end_of_chain, instant + later - takt_now());
}

static void with_chain_and_late(unsigned count)
{
    with_chain(count);
    end_of_chain = &helpers[count - 1].mutex;
    instant = takt_now() + takt_ms(50);
    for (unsigned i = 0; i < LATE; i++) {
        const struct takt_thread_options options = { .name = "late",
                                                     .priority = BENCH_PRIORITY - 1 - i,
                                                     .entry = want_end_of_chain,
                                                     .argument = &late[i],
                                                     .stack = late_stacks[i],
                                                     .stack_bytes = sizeof late_stacks[i] };

        (void)takt_thread_create(&late[i], &options);
    }
    scene_settle();
}

/* The clock's interrupt is kept from coming before all four are due. */
static void handle_beyond_limits(void *unused)
{
    (void)unused;
    while (takt_now() < instant + takt_ms(1)) {
    }
}

static void let_limits_end(unsigned count)
{
    (void)count;
    takt_irq_attach(IRQ, handle_beyond_limits, NULL);
    (void)takt_sleep_until(instant - takt_ms(1));
    takt_irq_raise(IRQ);
    takt_irq_detach(IRQ);
}

static void end_chain_and_late(unsigned count)
{
    for (unsigned i = 0; i < LATE; i++) {
        (void)takt_thread_join(&late[i], TAKT_FOREVER);
    }
    end_chain(count);
}

/* One thread that holds a mutex for each helper, and ends without giving them back. */
static void hold_all(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < HELPERS_MAX && helpers[i].mutex.open; i++) {
        (void)takt_mutex_lock(&helpers[i].mutex, TAKT_FOREVER);
    }
    (void)takt_semaphore_take(&gate, TAKT_FOREVER);
}

static void want_own(void *argument)
{
    struct helper *helper = argument;

    lock_if_open(&helper->mutex);
}

static void with_holder(unsigned count)
{
    takt_semaphore_init(&gate, "gate", 0);
    for (unsigned i = 0; i < count; i++) {
        takt_mutex_init(&helpers[i].mutex, "held", 0);
    }
    scene_start_extra(hold_all);
    scene_settle();
    scene_start(count, want_own);
}

static void let_holder_end(unsigned count)
{
    (void)count;
    (void)takt_semaphore_give(&gate);
    scene_settle();
}

static void end_held(unsigned count)
{
    scene_end_extra();
    scene_end(count);
    drop_own_mutexes(count);
}

const struct bench_case cases_of_waits[] = {
    { "semaphore_take and give, free", with_free_semaphore, take_and_give, drop_semaphore, ONCE },
    { "semaphore_take before N waiters", scene_takers, take_before_others, scene_release_takers,
      LINEAR },
    { "semaphore_give, N waiters", scene_takers, give, scene_release_takers, FLAT },
    { "semaphore_destroy, N waiters", scene_takers, drop_semaphore, scene_end, FLAT },
    { "mutex_lock and unlock, free", with_free_mutex, lock_and_unlock, drop_mutex, ONCE },
    { "mutex_lock before N waiters", with_lockers, lock_before_others, end_lockers, LINEAR },
    { "mutex_lock, a chain of N owners", with_chain, lock_end_of_chain, end_chain, LINEAR },
    { "4 limits end, a chain of N owners", with_chain_and_late, let_limits_end, end_chain_and_late,
      LINEAR },
    { "mutex_unlock, N waiters", with_waiters_for_mine, unlock, end_waiters, FLAT },
    { "mutex_destroy, N waiters", with_lockers, drop_mutex, end_lockers, FLAT },
    { "thread_exit, N awaited mutexes in hand", with_holder, let_holder_end, end_held, LINEAR },
    { NULL, NULL, NULL, NULL, ONCE },
};
