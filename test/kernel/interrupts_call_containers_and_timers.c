/* interrupts_call_containers_and_timers.c - C13: what flags, queues, pools, conditions and timers
 * allow in an interrupt, called in one; the whole table is docs/contexts.md.
 */
#include "kernel_test.h"
#include "takt/condition.h"
#include "takt/flags.h"
#include "takt/pool.h"
#include "takt/queue.h"
#include "takt/timer.h"

enum { ITEMS = 2, BLOCK_BYTES = 16, BLOCKS = 2, STACK_BYTES = 1024 };

static struct takt_flags flags;
static struct takt_queue queue;
static uint32_t items[ITEMS];
static struct takt_pool pool;
static _Alignas(16) unsigned char blocks[BLOCKS * 64];
static struct takt_condition condition;
static struct takt_timer_service service;
static TAKT_STACK(service_stack, STACK_BYTES);
static struct takt_timer timer;
static struct takt_clock_callback callback;

static int call_flags(void *unused)
{
    uint32_t got = 0;

    (void)unused;
    takt_flags_init(&flags, "made in an interrupt", 1);
    CHECK_EQUAL(takt_flags_set(&flags, 6), TAKT_OK);
    CHECK_EQUAL(takt_flags_clear(&flags, 2), TAKT_OK);
    CHECK_EQUAL(takt_flags_get(&flags), 5);
    CHECK_EQUAL(takt_flags_wait(&flags, 12, TAKT_FLAGS_ANY, &got, TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(got, 4);
    CHECK_EQUAL(takt_flags_wait(&flags, 12, TAKT_FLAGS_ALL, &got, TAKT_NO_WAIT), TAKT_EAGAIN);
    return 1;
}

static int call_queue(void *unused)
{
    uint32_t item = 7;

    (void)unused;
    CHECK_EQUAL(
        takt_queue_init(&queue, "made in an interrupt", items, sizeof items, sizeof item, ITEMS),
        TAKT_OK);
    CHECK_EQUAL(takt_queue_send(&queue, &item, TAKT_NO_WAIT), TAKT_OK);
    item = 8;
    CHECK_EQUAL(takt_queue_send_front(&queue, &item, TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(takt_queue_send(&queue, &item, TAKT_NO_WAIT), TAKT_EAGAIN);
    CHECK_EQUAL(takt_queue_count(&queue), 2);
    item = 0;
    CHECK_EQUAL(takt_queue_peek(&queue, &item), TAKT_OK);
    CHECK_EQUAL(item, 8);
    CHECK_EQUAL(takt_queue_receive(&queue, &item, TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(takt_queue_purge(&queue), TAKT_OK);
    CHECK_EQUAL(takt_queue_receive(&queue, &item, TAKT_NO_WAIT), TAKT_EAGAIN);
    return 1;
}

static int call_pool(void *unused)
{
    void *block = NULL;

    (void)unused;
    CHECK_EQUAL(
        takt_pool_init(&pool, "made in an interrupt", blocks, sizeof blocks, BLOCK_BYTES, BLOCKS),
        TAKT_OK);
    CHECK_EQUAL(takt_pool_take(&pool, &block, TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(takt_pool_used(&pool), 1);
    CHECK_EQUAL(takt_pool_give(&pool, block), TAKT_OK);
    CHECK_EQUAL(takt_pool_used(&pool), 0);
    return 1;
}

static int call_condition(void *unused)
{
    (void)unused;
    takt_condition_init(&condition, "made in an interrupt");
    return takt_condition_signal(&condition);
}

static void leave_token(struct takt_timer *called, void *unused)
{
    (void)called;
    (void)unused;
    harness_token('t');
}

static void never(struct takt_clock_callback *unused, void *unused_too)
{
    (void)unused;
    (void)unused_too;
    harness_token('!');
}

static int call_timer(void *unused)
{
    (void)unused;
    takt_timer_init(&timer, "made in an interrupt", &service, leave_token, NULL);
    CHECK_EQUAL(takt_timer_start(&timer, takt_ms(1), 0), TAKT_OK);
    CHECK(takt_timer_running(&timer));
    CHECK(takt_timer_stop(&timer));
    CHECK_EQUAL(takt_timer_start_at(&timer, takt_now() + takt_ms(1), 0), TAKT_OK);
    CHECK_EQUAL(takt_timer_missed(&timer), 0);
    takt_clock_callback_init(&callback, never, NULL);
    takt_clock_callback_arm(&callback, takt_now() + takt_ms(1));
    CHECK(takt_clock_callback_cancel(&callback));
    return 1;
}

static int destroy_timer(void *unused)
{
    (void)unused;
    takt_timer_destroy(&timer);
    return 1;
}

KERNEL_TEST(interrupt_calls_all_that_flags_queues_and_pools_allow)
{
    CHECK_EQUAL(in_interrupt(call_flags, NULL), 1);
    CHECK_EQUAL(in_interrupt(call_queue, NULL), 1);
    CHECK_EQUAL(in_interrupt(call_pool, NULL), 1);
    CHECK_EQUAL(in_interrupt(call_condition, NULL), TAKT_OK);
    takt_condition_destroy(&condition);
    takt_flags_destroy(&flags);
    takt_queue_destroy(&queue);
    takt_pool_destroy(&pool);
}

KERNEL_TEST(interrupt_calls_all_that_timers_allow)
{
    const struct takt_thread_options options = { .name = "service",
                                                 .priority = 10,
                                                 .stack = service_stack,
                                                 .stack_bytes = sizeof service_stack };

    CHECK_EQUAL(takt_timer_service_start(&service, &options), TAKT_OK);
    CHECK_EQUAL(in_interrupt(call_timer, NULL), 1);
    pass_ms(2);
    CHECK_TEXT(harness_tokens(), "t");
    CHECK_EQUAL(takt_timer_start(&timer, takt_ms(1), takt_ms(1)), TAKT_OK);
    CHECK_EQUAL(in_interrupt(destroy_timer, NULL), 1);
    pass_ms(3);
    CHECK_TEXT(harness_tokens(), "t");
    CHECK_EQUAL(takt_thread_cancel(&service.thread), TAKT_OK);
    CHECK_EQUAL(takt_thread_join(&service.thread, TAKT_FOREVER), TAKT_OK);
}

/* Looks at the kernel, and raising another interrupt from within one: it comes when this one ends,
 * or at once if it is more urgent; it is not lost. */

static unsigned other_calls;

static void count_other(void *unused)
{
    (void)unused;
    __atomic_fetch_add(&other_calls, 1, __ATOMIC_SEQ_CST);
}

struct look {
    struct takt_thread *thread;
    struct takt_mutex *mutex;
    struct takt_semaphore *semaphore;
};

static int look_around(void *argument)
{
    const struct look *look = argument;

    struct takt_cpu_counts counts;
    struct takt_cpu_sample sample;

    CHECK(takt_thread_stack_used(look->thread) > 0);
    CHECK(takt_mutex_owner(look->mutex) == look->thread);
    CHECK(takt_irq_count() > 1);
    CHECK(TAKT_STATISTICS == 0 || takt_irq_taken(TEST_IRQ) > 0);
    CHECK(TAKT_STATISTICS == 0 || takt_clock_taken() > 0);
    takt_cpu_counts(0, &counts);
    CHECK_EQUAL(counts.clock, takt_clock_taken());
    CHECK_EQUAL(takt_irq_taken_on(TEST_IRQ, 0), takt_irq_taken(TEST_IRQ));
    CHECK_EQUAL(takt_cpu_here(), 0);
    CHECK_EQUAL(takt_cpus_isolated(), 0);
    CHECK_EQUAL(takt_cpu_upkeep(0), TAKT_CPUS == 1 ? 0 : TAKT_UPKEEP);
    takt_cpu_sample(0, &sample);
    CHECK_EQUAL(sample.taken, 0);
    takt_irq_raise(TEST_IRQ - 1);
    return (int)takt_semaphore_count(look->semaphore);
}

KERNEL_TEST(interrupt_looks_around_and_raises_another)
{
    struct actor *actor = actor_make('A', 10);
    struct look look = { thread_of(actor), mutex_make(0), semaphore_make(3) };

    other_calls = 0;
    (void)lock(actor, look.mutex);
    pass_ms(1); /* which the clock's interrupt ends */
    takt_irq_attach(TEST_IRQ - 1, count_other, NULL);
    CHECK_EQUAL(in_interrupt(look_around, &look), 3);
    takt_irq_detach(TEST_IRQ - 1);
    CHECK_EQUAL(__atomic_load_n(&other_calls, __ATOMIC_SEQ_CST), 1);
    (void)unlock(actor, look.mutex);
}
