/* helper.h - other threads for a test of the port, which itself runs at priority 16.
 *
 * There are two, for all tests: the whole image has to fit into 8 KB of memory.
 */
#pragma once

#include "harness.h"
#include "port.h"
#include "takt/takt.h"

enum {
    HELPER_STACK_BYTES = PORT_STACK_MIN + (PORT_STACK_ALIGN > 256 ? 2 * PORT_STACK_ALIGN : 512)
};
enum { HELPER_MORE_URGENT = 20, HELPER_EQUAL = 16, HELPER_LESS = 10 };

/* Where the clock has a tick, alarms come at ticks alone. */
#if TAKT_TICK_HZ
enum { TICK = TAKT_CLOCK_HZ / TAKT_TICK_HZ };
#else
enum { TICK = 0 };
#endif

struct helper {
    struct takt_thread thread;
    TAKT_STACK(stack, HELPER_STACK_BYTES);
};

extern struct helper helper;
extern struct helper other;

static inline void helper_start(struct helper *thread, unsigned priority,
                                void (*entry)(void *argument), void *argument)
{
    const struct takt_thread_options options = {
        .name = "helper",
        .priority = priority,
        .entry = entry,
        .argument = argument,
        .stack = thread->stack,
        .stack_bytes = sizeof thread->stack,
    };

    CHECK_EQUAL(takt_thread_create(&thread->thread, &options), TAKT_OK);
}

static inline void helper_join(struct helper *thread)
{
    CHECK_EQUAL(takt_thread_join(&thread->thread, TAKT_FOREVER), TAKT_OK);
}
