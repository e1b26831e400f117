/* cancel_test.c - a thread that is made to be cancelled. */
#include "cancel_test.h"

#include "thread_state.h"

#include <string.h>

enum { STACK_BYTES = 1024 };

static struct takt_thread thread;
static TAKT_STACK(stack, STACK_BYTES);

static void make(unsigned priority, void (*entry)(void *), void *argument, bool suspended)
{
    const struct takt_thread_options options = {
        .name = "V",
        .priority = priority,
        .entry = entry,
        .argument = argument,
        .stack = stack,
        .stack_bytes = sizeof stack,
        .suspended = suspended,
    };

    memset(&thread, 0xA5, sizeof thread);
    CHECK_EQUAL(takt_thread_create(&thread, &options), TAKT_OK);
}

void victim_start(unsigned priority, void (*entry)(void *argument), void *argument)
{
    make(priority, entry, argument, false);
}

void victim_start_suspended(unsigned priority, void (*entry)(void *argument), void *argument)
{
    make(priority, entry, argument, true);
}

struct takt_thread *victim(void)
{
    return &thread;
}

int call_cancel(struct actor *self, void *whom, takt_time unused)
{
    (void)self;
    (void)unused;
    return takt_thread_cancel(whom);
}

static void leave_token(void *unused)
{
    (void)unused;
    harness_token('n');
}

void victim_is_born_again(void)
{
    CHECK_EQUAL(thread.state, THREAD_DEAD);
    victim_start(MOST_URGENT, leave_token, NULL);
    CHECK_EQUAL(takt_thread_join(&thread, TAKT_FOREVER), TAKT_OK);
    CHECK_EQUAL(takt_thread_cancel(&thread), TAKT_ECLOSED);
}

void victim_spoil(void)
{
    CHECK_EQUAL(thread.state, THREAD_DEAD);
    memset(&thread, 0xA5, sizeof thread);
}
