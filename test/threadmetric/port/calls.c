/* calls.c - the calls of the original suite do what its tests expect. The thread that runs these
 * has priority 5. */
#include "harness.h"
#include "takt/takt.h"
#include "tm_porting_layer.h"

#include <string.h>

enum { SUCCESS = 0, ERROR = 1, MESSAGES = 6, WORDS = 4, BLOCKS = 16, BLOCK_BYTES = 128 };

/* Threads. */

static void run_and_suspend(void)
{
    for (;;) {
        harness_token('s');
        CHECK_EQUAL(tm_thread_suspend(0), SUCCESS);
    }
}

TEST(tm_a_more_urgent_thread_runs_when_resumed)
{
    CHECK_EQUAL(tm_thread_create(0, 4, run_and_suspend), SUCCESS);
    harness_token('c');
    CHECK_EQUAL(tm_thread_resume(0), SUCCESS);
    harness_token('r');
    CHECK_EQUAL(tm_thread_resume(0), SUCCESS);
    CHECK_TEXT(harness_tokens(), "csrs");
}

static void give_way(void)
{
    for (unsigned i = 0; i < 3; i++) {
        harness_token('1');
        tm_thread_relinquish();
    }
}

static void give_way_too(void)
{
    for (unsigned i = 0; i < 3; i++) {
        harness_token('2');
        tm_thread_relinquish();
    }
}

TEST(tm_equals_give_way_to_each_other)
{
    CHECK_EQUAL(tm_thread_create(1, 10, give_way), SUCCESS);
    CHECK_EQUAL(tm_thread_create(2, 10, give_way_too), SUCCESS);
    CHECK_EQUAL(tm_thread_resume(1), SUCCESS);
    CHECK_EQUAL(tm_thread_resume(2), SUCCESS);
    harness_token('5');
    tm_thread_sleep(1);
    CHECK_TEXT(harness_tokens(), "5121212");
}

static void leave_a_token(void)
{
    harness_token('t');
}

TEST(tm_priorities_are_1_to_31)
{
    CHECK_EQUAL(tm_thread_create(3, 31, leave_a_token), SUCCESS);
    CHECK_EQUAL(tm_thread_create(4, 1, leave_a_token), SUCCESS);
    CHECK_EQUAL(tm_thread_resume(3), SUCCESS);
    CHECK_TEXT(harness_tokens(), "");
    CHECK_EQUAL(tm_thread_resume(4), SUCCESS);
    CHECK_TEXT(harness_tokens(), "t");
    tm_thread_sleep(1);
    CHECK_TEXT(harness_tokens(), "tt");
    CHECK_EQUAL(tm_thread_suspend(3), ERROR);
}

TEST(tm_seconds_are_seconds)
{
    takt_time begin = takt_now();

    tm_thread_sleep(2);
    takt_time slept = takt_now() - begin;

    CHECK(slept >= takt_ms(2000) && slept < takt_ms(2100));
}

/* Objects. */

static void compose(unsigned long *message, unsigned long number)
{
    for (unsigned i = 0; i < WORDS; i++) {
        message[i] = number + i * 0x01010101UL;
    }
}

TEST(tm_queues_hold_six_messages)
{
    unsigned long message[WORDS];
    unsigned long wanted[WORDS];

    CHECK_EQUAL(tm_queue_create(0), SUCCESS);
    CHECK_EQUAL(tm_queue_receive(0, message), ERROR);
    for (unsigned i = 0; i < MESSAGES; i++) {
        compose(message, i);
        CHECK_EQUAL(tm_queue_send(0, message), SUCCESS);
    }
    CHECK_EQUAL(tm_queue_send(0, message), ERROR);
    for (unsigned i = 0; i < MESSAGES; i++) {
        compose(wanted, i);
        CHECK_EQUAL(tm_queue_receive(0, message), SUCCESS);
        CHECK(memcmp(message, wanted, sizeof message) == 0);
    }
    CHECK_EQUAL(tm_queue_receive(0, message), ERROR);
}

TEST(tm_semaphores_begin_with_one)
{
    CHECK_EQUAL(tm_semaphore_create(0), SUCCESS);
    CHECK_EQUAL(tm_semaphore_get(0), SUCCESS);
    CHECK_EQUAL(tm_semaphore_get(0), ERROR);
    CHECK_EQUAL(tm_semaphore_put(0), SUCCESS);
    CHECK_EQUAL(tm_semaphore_get(0), SUCCESS);
}

TEST(tm_pools_have_sixteen_blocks)
{
    unsigned char *blocks[BLOCKS + 1];

    CHECK_EQUAL(tm_memory_pool_create(0), SUCCESS);
    for (unsigned i = 0; i < BLOCKS; i++) {
        CHECK_EQUAL(tm_memory_pool_allocate(0, &blocks[i]), SUCCESS);
        memset(blocks[i], (int)i, BLOCK_BYTES);
    }
    CHECK_EQUAL(tm_memory_pool_allocate(0, &blocks[BLOCKS]), ERROR);
    for (unsigned i = 0; i < BLOCKS; i++) {
        CHECK(blocks[i][0] == i && blocks[i][BLOCK_BYTES - 1] == i);
        CHECK_EQUAL(tm_memory_pool_deallocate(0, blocks[i]), SUCCESS);
    }
    CHECK_EQUAL(tm_memory_pool_allocate(0, &blocks[0]), SUCCESS);
}

TEST(tm_text_is_printed)
{
    CHECK_EQUAL(printf("a line with %lu and %s\n", 4000000000UL, "a word"), 34);
}
