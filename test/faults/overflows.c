/* overflows.c - overflows that any compiler makes, for every port.
 *
 * C16: the detector is tested by really overflowing: the thread goes down to the end of its stack
 * in small frames, returns, and then lets others run, is preempted, or ends, which is when the
 * canary is looked at; or it stops short of the end, and nothing may happen.
 */
#include "overflows.h"

#include "cases.h"
#include "neighbour.h"
#include "takt/takt.h"

enum { PRIORITY = 20, BEYOND = 16, SHORT_OF = 128, IRQ = 3 };

/* Small frames, until one of them has passed `end`. What is done after the call keeps the compiler
 * from making a loop of it. */
/* NOLINTNEXTLINE(misc-no-recursion): it is what this file is for */
__attribute__((noinline)) static unsigned descend(uintptr_t end)
{
    volatile unsigned here = 1;

    if ((uintptr_t)&here > end) {
        here += descend(end);
    }
    return here;
}

static void beyond_then_yield(void *unused)
{
    (void)unused;
    (void)descend(deep_low() - BEYOND);
    takt_yield();
}

static void beyond_then_preempted(void *unused)
{
    (void)unused;
    (void)descend(deep_low() - BEYOND);
    takt_irq_attach(IRQ, urgent_wake, NULL);
    takt_irq_raise(IRQ);
}

static void beyond(void *unused)
{
    (void)unused;
    (void)descend(deep_low() - BEYOND);
}

static void short_of(void *unused)
{
    (void)unused;
    (void)descend(deep_low() + SHORT_OF + TAKT_STACK_EXTRA / 2);
}

static void do_nothing(void *unused)
{
    (void)unused;
}

static struct takt_thread equal;
static TAKT_STACK(equal_stack, 1024);

/* Somebody for whom `deep` gives way. */
static void make_equal(void)
{
    const struct takt_thread_options options = {
        .name = "equal",
        .priority = PRIORITY,
        .entry = do_nothing,
        .stack = equal_stack,
        .stack_bytes = sizeof equal_stack,
        .suspended = true,
    };

    (void)takt_thread_create(&equal, &options);
}

static void wake_equal_then_overflow(void *unused)
{
    takt_thread_resume(&equal);
    beyond_then_yield(unused);
}

static void pass_and_yield(void)
{
    make_equal();
    deep_run(PRIORITY, wake_equal_then_overflow, NULL);
}

static void pass_and_be_preempted(void)
{
    urgent_make();
    deep_run(PRIORITY, beyond_then_preempted, NULL);
}

static void pass_and_end(void)
{
    deep_run(PRIORITY, beyond, NULL);
}

static void stay_and_end(void)
{
    deep_run(PRIORITY, short_of, NULL);
}

void descend_to_zero(void)
{
    (void)descend(0);
}

static const struct misuse_case overflows[] = {
    { "pass_and_yield", IN_THREAD, pass_and_yield },
    { "pass_and_be_preempted", IN_THREAD, pass_and_be_preempted },
    { "pass_and_end", IN_THREAD, pass_and_end },
    { "stay_and_end", IN_THREAD, stay_and_end },
    { NULL, IN_THREAD, NULL },
};

/* What test/misuse/main.c runs: the port's cases, and these. */
const struct misuse_case *const misuse_tables[] = { misuse_cases, overflows, NULL };

void misuse_prepare(void)
{
}
