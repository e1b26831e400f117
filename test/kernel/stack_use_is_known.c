/* stack_use_is_known.c - the high-water mark of a stack. That one which was exceeded is noticed
 * (C16) is shown by test/faults. */
#include "kernel_test.h"
#include "port.h"

#include <string.h>

enum { STACK_BYTES = PORT_STACK_MIN + 2048 + TAKT_STACK_EXTRA, DEEP = 1024 };

static struct takt_thread thread;
static TAKT_STACK(stack, STACK_BYTES);

static void stay_shallow(void *unused)
{
    (void)unused;
}

static void go_deep(void *unused)
{
    volatile unsigned char room[DEEP];

    (void)unused;
    memset((unsigned char *)(uintptr_t)room, 1, sizeof room);
}

static void look_at_self(void *result)
{
    *(size_t *)result = takt_thread_stack_used(takt_thread_self());
}

static size_t used_by(void (*entry)(void *), void *argument)
{
    const struct takt_thread_options options = {
        .name = "used",
        .priority = MOST_URGENT,
        .entry = entry,
        .argument = argument,
        .stack = stack,
        .stack_bytes = sizeof stack,
    };

    CHECK_EQUAL(takt_thread_create(&thread, &options), TAKT_OK);
    CHECK_EQUAL(takt_thread_join(&thread, TAKT_FOREVER), TAKT_OK);
    return takt_thread_stack_used(&thread);
}

KERNEL_TEST(stack_use_is_what_was_used)
{
    size_t shallow = used_by(stay_shallow, NULL);
    size_t deep = used_by(go_deep, NULL);

    CHECK(shallow > 0);
    CHECK(shallow < sizeof stack - DEEP);
    CHECK(deep >= DEEP);
    CHECK(deep < sizeof stack);
    CHECK(deep >= shallow + DEEP / 2);
}

/* Of a thread that lives, by itself; nothing of the thread before it is left. */
KERNEL_TEST(stack_use_begins_anew_with_each_thread)
{
    size_t seen = 0;
    size_t deep = used_by(go_deep, NULL);
    size_t after = used_by(look_at_self, &seen);

    CHECK(seen > 0);
    CHECK(seen <= after);
    CHECK(after < deep);
}

/* A thread that never ran has used what its context takes. */
KERNEL_TEST(stack_of_a_new_thread_is_unused)
{
    struct actor *actor = actor_make('A', 1);

    control_holds();
    CHECK(takt_thread_stack_used(thread_of(actor)) > 0);
    control_lets_go();
}

/* Whatever memory is given: what lies beside the aligned stack is not written to. */
KERNEL_TEST(stack_filling_stays_within_the_stack)
{
    struct takt_thread_options options = {
        .name = "within",
        .priority = MOST_URGENT,
        .entry = stay_shallow,
        .stack = stack + 1,
        .stack_bytes = sizeof stack - 2,
    };

    stack[0] = 0x11;
    stack[sizeof stack - 1] = 0x22;
    CHECK_EQUAL(takt_thread_create(&thread, &options), TAKT_OK);
    CHECK_EQUAL(takt_thread_join(&thread, TAKT_FOREVER), TAKT_OK);
    CHECK(stack[0] == 0x11);
    CHECK(stack[sizeof stack - 1] == 0x22);
}
