/* yield_alone_does_not_switch.c - C11: a thread that yields and has no equal goes on at once. */
#include "helper.h"
#include "traced.h"

static void never_runs(void *unused)
{
    (void)unused;
    harness_token('l');
}

TEST(port_yield_alone_does_not_switch)
{
    helper_start(&helper, HELPER_LESS, never_runs, NULL);
    traced_begin();
    for (unsigned i = 0; i < 10; i++) {
        takt_yield();
    }
    traced_end();
    CHECK_EQUAL(traced_count(TRACE_THREAD_SWITCH, TRACED_ANY), 0);
    CHECK_TEXT(harness_tokens(), "");
    helper_join(&helper);
    CHECK_TEXT(harness_tokens(), "l");
}
