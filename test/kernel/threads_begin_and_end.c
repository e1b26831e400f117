/* threads_begin_and_end.c - what a thread can be made of, and what its end means to others. */
#include "kernel_test.h"
#include "port.h"

#include <string.h>

static struct takt_thread thread;
static TAKT_STACK(stack, 2048);

static void leave_token(void *token)
{
    harness_token(*(const char *)token);
}

static const struct takt_thread_options ordinary = {
    .name = "ordinary",
    .priority = 10,
    .entry = leave_token,
    .argument = (void *)(uintptr_t) "x",
    .stack = stack,
    .stack_bytes = sizeof stack,
};

static int create(const struct takt_thread_options *options)
{
    return takt_thread_create(&thread, options);
}

/* I01: sizes that no thread fits in, or no memory could have: refused, and nothing happened. */
KERNEL_TEST(thread_with_an_impossible_stack_is_refused)
{
    static const size_t sizes[] = { 0,
                                    1,
                                    PORT_STACK_ALIGN,
                                    PORT_STACK_MIN - 1,
                                    PORT_STACK_MIN,
                                    PORT_STACK_MIN + PORT_STACK_ALIGN - 1,
                                    SIZE_MAX / 2 + 1,
                                    SIZE_MAX - PORT_STACK_ALIGN,
                                    SIZE_MAX };
    struct takt_thread_options options = ordinary;

    memset(&thread, 0x5A, sizeof thread);
    for (unsigned i = 0; i < COUNT_OF(sizes); i++) {
        options.stack_bytes = sizes[i];
        /* Half of all memory may be had behind a stack that lies low. */
        if (sizes[i] != SIZE_MAX / 2 + 1 || (uintptr_t)stack > SIZE_MAX / 2) {
            CHECK_EQUAL(create(&options), TAKT_EINVAL);
        }
    }
    options = ordinary;
    options.stack = NULL;
    CHECK_EQUAL(create(&options), TAKT_EINVAL);
    for (size_t i = 0; i < sizeof thread; i++) {
        CHECK(((const unsigned char *)&thread)[i] == 0x5A);
    }
    CHECK_TEXT(harness_tokens(), "");
}

/* The smallest that is accepted is enough for a thread that does little, however it is aligned,
 * and nothing outside it is written. The sanitizer is not asked: it guards what the thread before
 * left in the same memory. */

static _Alignas(16) unsigned char memory[PORT_STACK_MIN + 6 * PORT_STACK_ALIGN];

enum { PAINT = 0x5A };

__attribute__((no_sanitize("address"))) static void paint(void)
{
    for (size_t i = 0; i < sizeof memory; i++) {
        *(volatile unsigned char *)&memory[i] = PAINT;
    }
}

__attribute__((no_sanitize("address"))) static bool is_painted(size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (*(volatile unsigned char *)&memory[i] != PAINT) {
            return false;
        }
    }
    return true;
}

KERNEL_TEST(thread_runs_in_the_smallest_stack)
{
    struct takt_thread_options options = ordinary;

    options.stack_bytes = PORT_STACK_MIN + PORT_STACK_ALIGN;
    for (size_t begin = PORT_STACK_ALIGN; begin <= (size_t)3 * PORT_STACK_ALIGN; begin++) {
        paint();
        harness_tokens_clear();
        options.stack = memory + begin;
        CHECK_EQUAL(create(&options), TAKT_OK);
        CHECK_EQUAL(takt_thread_join(&thread, TAKT_FOREVER), TAKT_OK);
        CHECK_TEXT(harness_tokens(), "x");
        CHECK(is_painted(0, begin));
        CHECK(is_painted(begin + options.stack_bytes, sizeof memory));
    }
}

/* I15: no name, an empty one, long ones: a name is the application's text, whole. */
KERNEL_TEST(thread_and_object_names_of_any_length)
{
    static char name[1001];
    static const size_t lengths[] = { 0, 1, 7, 8, 9, 22, 23, 24, 25, 1000 };
    struct takt_thread_options options = ordinary;

    for (unsigned i = 0; i < COUNT_OF(lengths); i++) {
        struct takt_semaphore semaphore;

        memset(name, 'n', sizeof name);
        name[lengths[i]] = '\0';
        options.name = name;
        options.group = name;
        CHECK_EQUAL(create(&options), TAKT_OK);
        takt_semaphore_init(&semaphore, name, 0);
        CHECK_TEXT(takt_thread_name(&thread), name);
        CHECK_EQUAL(takt_thread_join(&thread, TAKT_FOREVER), TAKT_OK);
        takt_semaphore_destroy(&semaphore);
    }
    options.name = NULL;
    options.group = NULL;
    CHECK_EQUAL(create(&options), TAKT_OK);
    CHECK_TEXT(takt_thread_name(&thread), "");
    CHECK_EQUAL(takt_thread_join(&thread, TAKT_FOREVER), TAKT_OK);
}

/* Made suspended: it does not run before it is resumed, and can be waited for meanwhile. */
KERNEL_TEST(thread_made_suspended_waits_to_be_resumed)
{
    struct takt_thread_options options = ordinary;

    options.suspended = true;
    options.priority = 20;
    CHECK_EQUAL(create(&options), TAKT_OK);
    pass_ms(1);
    CHECK_TEXT(harness_tokens(), "");
    CHECK_EQUAL(takt_thread_join(&thread, TAKT_NO_WAIT), TAKT_EAGAIN);
    CHECK_EQUAL(takt_thread_join(&thread, takt_ms(1)), TAKT_ETIMEDOUT);
    takt_thread_set_priority(&thread, 5);
    takt_thread_resume(&thread);
    CHECK_TEXT(harness_tokens(), "x");
    CHECK_EQUAL(takt_thread_join(&thread, TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(takt_thread_join(&thread, TAKT_FOREVER), TAKT_OK);
}

/* A thread that is made runs at once if it is more urgent than its maker, and only then. */

static void make_another(void *priority)
{
    struct takt_thread_options options = ordinary;

    options.priority = *(const unsigned *)priority;
    CHECK_EQUAL(create(&options), TAKT_OK);
    harness_token('m');
}

KERNEL_TEST(thread_more_urgent_than_its_maker_runs_at_once)
{
    static const unsigned priorities[] = { 9, 10, 11 };
    static const char *const orders[] = { "mx", "mx", "xm" };

    for (unsigned i = 0; i < COUNT_OF(priorities); i++) {
        harness_tokens_clear();
        (void)thread_start('m', 10, make_another, (void *)(uintptr_t)&priorities[i]);
        CHECK_TEXT(harness_tokens(), orders[i]);
        CHECK_EQUAL(takt_thread_join(&thread, TAKT_FOREVER), TAKT_OK);
    }
}

/* C23, E04: record and stack are used again at once after the join, many times, the joiner being
 * more or less urgent than who ends. */

static void make_and_join(void *priority)
{
    static const char letters[] = "abcdefghij";
    struct takt_thread_options options = ordinary;

    options.priority = *(const unsigned *)priority;
    for (unsigned i = 0; i < 100; i++) {
        options.argument = (void *)(uintptr_t)&letters[i % 10];
        harness_tokens_clear();
        CHECK_EQUAL(create(&options), TAKT_OK);
        CHECK_EQUAL(takt_thread_join(&thread, TAKT_FOREVER), TAKT_OK);
        CHECK_EQUAL(harness_tokens()[0], letters[i % 10]);
    }
}

KERNEL_TEST(thread_memory_is_used_again_after_join)
{
    static const unsigned priorities[] = { 5, 15, 20 };

    for (unsigned i = 0; i < COUNT_OF(priorities); i++) {
        (void)thread_start('m', 15, make_and_join, (void *)(uintptr_t)&priorities[i]);
        pass_ms(50);
    }
}

/* C23: who ends while others wait for it, hold its mutexes up, are served by it: everything at
 * once, and everybody is told what happened to them. */
KERNEL_TEST(thread_ends_with_everything_in_hand)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct takt_channel *channel = channel_make(0);
    struct actor *victim = actor_make('V', 10);
    struct actor *joiner = actor_make('J', 20);
    struct actor *waiter = actor_make('W', 25);
    struct actor *served = actor_make('C', 15);
    struct actor *queued = actor_make('Q', 28);
    struct actor *limited = actor_make('L', 12);

    (void)lock(victim, mutex);
    (void)receive(victim, channel);
    (void)send(served, channel);
    (void)send(queued, channel);
    (void)lock(waiter, mutex);
    (void)join(joiner, victim, TAKT_FOREVER);
    (void)join(limited, victim, takt_ms(1));
    CHECK_EQUAL(priority_of(victim), 28);
    pass_ms(2);
    CHECK_EQUAL(result_of(limited), TAKT_ETIMEDOUT);
    leave(victim);
    CHECK_EQUAL(result_of(joiner), TAKT_OK);
    CHECK_EQUAL(result_of(waiter), TAKT_EOWNERDEAD);
    CHECK_EQUAL(result_of(served), TAKT_ECLOSED);
    CHECK_EQUAL(result_of(queued), TAKT_ECLOSED);
    CHECK_EQUAL(join(limited, victim, TAKT_FOREVER), TAKT_OK);
    (void)unlock(waiter, mutex);
}
