/* helper.h - a second thread for a test of the port, which itself runs at priority 16. */
#pragma once

#include "harness.h"
#include "takt/takt.h"

enum { HELPER_STACK_BYTES = 1024, HELPER_MORE_URGENT = 20, HELPER_EQUAL = 16, HELPER_LESS = 10 };

struct helper {
    struct takt_thread thread;
    TAKT_STACK(stack, HELPER_STACK_BYTES);
};

static inline void helper_start(struct helper *helper, unsigned priority,
                                void (*entry)(void *argument), void *argument)
{
    const struct takt_thread_options options = {
        .name = "helper",
        .priority = priority,
        .entry = entry,
        .argument = argument,
        .stack = helper->stack,
        .stack_bytes = sizeof helper->stack,
    };

    CHECK_EQUAL(takt_thread_create(&helper->thread, &options), TAKT_OK);
}

static inline void helper_join(struct helper *helper)
{
    CHECK_EQUAL(takt_thread_join(&helper->thread, TAKT_FOREVER), TAKT_OK);
}
