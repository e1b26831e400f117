/* spoilt.c - each check of Thread-Metric notices what it is there for: calls of the kernel, here in
 * the way of the real ones, do now and then what they should not.
 *
 * A spoilt run must fail, by errors or by counters that differ; the next run of the same test, with
 * nothing spoilt, must pass.
 */
#include "crew.h"
#include "harness.h"
#include "takt/takt.h"
#include "threadmetric.h"

/* What is spoilt: each for a few calls in the middle of a run. */
enum spoil {
    NOTHING,
    YIELD_IS_SKIPPED,
    RESUME_IS_SKIPPED,
    SUSPEND_IS_SKIPPED,
    RAISE_IS_SKIPPED,
    RAISE_IS_DOUBLED,
    TAKE_IS_REFUSED,
    GIVE_IS_REFUSED,
    GIVE_IS_DOUBLED,
    SEND_IS_REFUSED,
    MESSAGE_IS_LOST,
    MESSAGE_WORD_0,
    MESSAGE_WORD_1,
    MESSAGE_WORD_2,
    MESSAGE_WORD_3,
    BLOCK_IS_REFUSED,
    BLOCK_IS_LOST,
    BLOCK_IS_WRITTEN,
    PASS_IS_DROPPED,
    THREAD_ENDS,
};

enum { FROM = 40, TIMES = 4 };

/* In counts; an audit at every call takes its time. */
enum { INTERVAL = TAKT_CHECK >= 2 ? 20000 : 1250000 };

static volatile enum spoil spoil;
static volatile unsigned calls;

/* Whether this call is one to do wrong. */
static bool wrong(enum spoil how)
{
    if (spoil != how) {
        return false;
    }
    calls++;
    return calls > FROM && calls <= FROM + TIMES;
}

/* The linker leads calls of NAME to __wrap_NAME, and those of __real_NAME to the kernel. */
void __real_takt_yield(void);
void __wrap_takt_yield(void);
void __real_takt_thread_resume(struct takt_thread *thread);
void __wrap_takt_thread_resume(struct takt_thread *thread);
int __real_takt_thread_suspend(struct takt_thread *thread);
int __wrap_takt_thread_suspend(struct takt_thread *thread);
void __real_takt_irq_raise(unsigned irq);
void __wrap_takt_irq_raise(unsigned irq);
int __real_takt_semaphore_take(struct takt_semaphore *semaphore, takt_time timeout);
int __wrap_takt_semaphore_take(struct takt_semaphore *semaphore, takt_time timeout);
int __real_takt_semaphore_give(struct takt_semaphore *semaphore);
int __wrap_takt_semaphore_give(struct takt_semaphore *semaphore);
int __real_takt_queue_send(struct takt_queue *queue, const void *item, takt_time timeout);
int __wrap_takt_queue_send(struct takt_queue *queue, const void *item, takt_time timeout);
int __real_takt_queue_receive(struct takt_queue *queue, void *item, takt_time timeout);
int __wrap_takt_queue_receive(struct takt_queue *queue, void *item, takt_time timeout);
int __real_takt_pool_take(struct takt_pool *pool, void **block, takt_time timeout);
int __wrap_takt_pool_take(struct takt_pool *pool, void **block, takt_time timeout);
int __real_takt_pool_give(struct takt_pool *pool, void *block);
int __wrap_takt_pool_give(struct takt_pool *pool, void *block);
uint32_t __real_takt_counter(void);
uint32_t __wrap_takt_counter(void);

void __wrap_takt_yield(void)
{
    if (!wrong(YIELD_IS_SKIPPED)) {
        __real_takt_yield();
    }
}

void __wrap_takt_thread_resume(struct takt_thread *thread)
{
    if (!wrong(RESUME_IS_SKIPPED)) {
        __real_takt_thread_resume(thread);
    }
}

int __wrap_takt_thread_suspend(struct takt_thread *thread)
{
    return wrong(SUSPEND_IS_SKIPPED) ? TAKT_OK : __real_takt_thread_suspend(thread);
}

void __wrap_takt_irq_raise(unsigned irq)
{
    if (!wrong(RAISE_IS_SKIPPED)) {
        __real_takt_irq_raise(irq);
    }
    if (wrong(RAISE_IS_DOUBLED)) {
        __real_takt_irq_raise(irq);
    }
}

int __wrap_takt_semaphore_take(struct takt_semaphore *semaphore, takt_time timeout)
{
    return wrong(TAKE_IS_REFUSED) ? TAKT_EAGAIN : __real_takt_semaphore_take(semaphore, timeout);
}

int __wrap_takt_semaphore_give(struct takt_semaphore *semaphore)
{
    if (wrong(GIVE_IS_DOUBLED)) {
        (void)__real_takt_semaphore_give(semaphore);
    }
    return wrong(GIVE_IS_REFUSED) ? TAKT_EAGAIN : __real_takt_semaphore_give(semaphore);
}

int __wrap_takt_queue_send(struct takt_queue *queue, const void *item, takt_time timeout)
{
    if (wrong(MESSAGE_IS_LOST)) {
        return TAKT_OK;
    }
    return wrong(SEND_IS_REFUSED) ? TAKT_EAGAIN : __real_takt_queue_send(queue, item, timeout);
}

int __wrap_takt_queue_receive(struct takt_queue *queue, void *item, takt_time timeout)
{
    int result = __real_takt_queue_receive(queue, item, timeout);

    for (unsigned word = 0; word < 4; word++) {
        if (wrong((enum spoil)(MESSAGE_WORD_0 + word))) {
            ((uint32_t *)item)[word] ^= 1U << 31;
        }
    }
    return result;
}

int __wrap_takt_pool_take(struct takt_pool *pool, void **block, takt_time timeout)
{
    if (wrong(BLOCK_IS_REFUSED)) {
        *block = NULL;
        return TAKT_EAGAIN;
    }
    return __real_takt_pool_take(pool, block, timeout);
}

int __wrap_takt_pool_give(struct takt_pool *pool, void *block)
{
    if (wrong(BLOCK_IS_LOST)) {
        return TAKT_OK;
    }
    if (wrong(BLOCK_IS_WRITTEN)) {
        ((unsigned char *)block)[127]++;
    }
    return __real_takt_pool_give(pool, block);
}

/* The basic test calls it once in a pass. */
uint32_t __wrap_takt_counter(void)
{
    if (wrong(PASS_IS_DROPPED)) {
        crew[0].count++;
    }
    if (wrong(THREAD_ENDS)) {
        takt_thread_exit();
    }
    return __real_takt_counter();
}

/* A test, what spoils it, and what tells of it. */
struct spoilt {
    const char *test;
    enum spoil spoil;
    bool errors; /* false: the counters differ by more than one */
};

static const struct spoilt all[] = {
    { "basic", PASS_IS_DROPPED, true },
    { "basic", THREAD_ENDS, true },
    { "cooperative", YIELD_IS_SKIPPED, false },
    { "preemptive", RESUME_IS_SKIPPED, false },
    { "preemptive", SUSPEND_IS_SKIPPED, false },
    { "interrupt", RAISE_IS_SKIPPED, true },
    { "interrupt", RAISE_IS_DOUBLED, false },
    { "interrupt", GIVE_IS_REFUSED, true },
    { "interrupt", TAKE_IS_REFUSED, true },
    { "interrupt_preemption", RAISE_IS_SKIPPED, false },
    { "interrupt_preemption", RAISE_IS_DOUBLED, false },
    { "interrupt_preemption", RESUME_IS_SKIPPED, false },
    { "interrupt_preemption", SUSPEND_IS_SKIPPED, false },
    { "message", SEND_IS_REFUSED, true },
    { "message", MESSAGE_IS_LOST, true },
    { "message", MESSAGE_WORD_0, true },
    { "message", MESSAGE_WORD_1, true },
    { "message", MESSAGE_WORD_2, true },
    { "message", MESSAGE_WORD_3, true },
    { "synchronization", TAKE_IS_REFUSED, true },
    { "synchronization", GIVE_IS_REFUSED, true },
    { "synchronization", GIVE_IS_DOUBLED, true },
    { "memory", BLOCK_IS_REFUSED, true },
    { "memory", BLOCK_IS_LOST, true },
    { "memory", BLOCK_IS_WRITTEN, true },
};

static void run(const char *name, enum spoil how, struct threadmetric_result *result)
{
    spoil = how;
    calls = 0;
    threadmetric_run(threadmetric_find(name), INTERVAL, result);
    spoil = NOTHING;
}

TEST(threadmetric_fails_where_a_call_is_spoilt)
{
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct threadmetric_result result;

        run(all[i].test, all[i].spoil, &result);
        CHECK(!result.passed);
        if (!CHECK(all[i].errors ? result.errors > 0 : result.max_delta > 1)) {
            harness_print(all[i].test);
            harness_print("\n");
        }
        run(all[i].test, NOTHING, &result);
        CHECK(result.passed);
    }
}
