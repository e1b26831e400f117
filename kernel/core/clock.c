/* clock.c - the clock of each CPU.
 *
 * Tickless: the port's clock is armed for the first timeout and for nothing else. When a timeout
 * is cancelled the clock stays armed; the interrupt then finds nothing due and arms the next.
 */
#include "clock.h"

#include "entry.h"
#include "thread_state.h"
#include "trace.h"
#include "upcalls.h"
#include "wait.h"

static const struct takt_wait_kind sleep_kind = { .state = TRACE_STATE_SLEEP, .unordered = true };

static struct takt_wait sleepers = {
    .kind = &sleep_kind,
    .waiters = { &sleepers.waiters, &sleepers.waiters },
    .owned_node = { &sleepers.owned_node, &sleepers.owned_node },
    .servers = { &sleepers.servers, &sleepers.servers },
    .name = "",
    .registry_node = { &sleepers.registry_node, &sleepers.registry_node },
};

/* Not more than a few at a time: the clock is armed for an instant that has passed, so that it
 * interrupts again as soon as others have been let in. */
void clock_expired(void)
{
    kernel_enter();
    struct kernel_cpu *cpu = cpu_here();

    trace_event(TRACE_IRQ_ENTER, cpu->current->id, TRACE_IRQ_CLOCK, 0);
    statistics_clock(cpu);
    (void)timeout_expire(&cpu->timeouts, port_clock_now(), TAKT_EXPIRE_CHUNK);
    port_clock_arm(timeout_next(&cpu->timeouts));
    trace_event(TRACE_IRQ_EXIT, cpu->current->id, TRACE_IRQ_CLOCK, 0);
    kernel_leave();
}

takt_time takt_now(void)
{
    unsigned state = port_irq_save();
    takt_time now = port_clock_now();

    port_irq_restore(state);
    return now;
}

uint32_t takt_counter(void)
{
    return port_cycles();
}

/* Steps of the clock that are longer than one turn of the loop were somebody else's. No lock. */
void takt_burn(takt_time duration)
{
    REQUIRE_THREAD();
    const uint32_t longest_turn = TAKT_CLOCK_HZ / 250000;
    uint32_t last = port_cycles();

    while (duration > 0) {
        uint32_t now = port_cycles();
        uint32_t step = now - last;

        last = now;
        if (step <= longest_turn) {
            duration -= step < duration ? step : duration;
        }
    }
}

static inline void lie_down(struct takt_thread *thread)
{
    wait_begin(thread, TAKT_FOREVER);
    wait_put_apart(&sleepers, thread);
    sched_choose(cpu_of(thread));
}

static inline int sleep_until(struct takt_thread *thread, takt_time when)
{
    lie_down(thread);
    wait_limit(thread, when);
    return LIKELY(!thread->timeout.early) ? kernel_leave_asleep(thread) : kernel_leave_blocked();
}

static int sleep_no_more(int status)
{
    kernel_leave_same();
    return status;
}

SELDOM static int sleep_for_ever(void)
{
    struct takt_thread *thread = cpu_here()->current;

    lie_down(thread);
    return kernel_leave_asleep(thread);
}

/* From 2^63 on it is for ever: the clock does not get there, and no sum runs over. */
int takt_sleep(takt_time duration)
{
    REQUIRE_THREAD();
    kernel_enter();
    if (UNLIKELY((int64_t)duration <= 0)) {
        return duration == 0 ? sleep_no_more(TAKT_OK) : sleep_for_ever();
    }
    return sleep_until(cpu_here()->current, port_clock_now() + duration);
}

int takt_sleep_until(takt_time instant)
{
    REQUIRE_THREAD();
    kernel_enter();
    if (UNLIKELY((int64_t)instant < 0)) {
        return sleep_for_ever();
    }
    if (instant <= port_clock_now()) {
        return sleep_no_more(TAKT_ETIMEDOUT);
    }
    return sleep_until(cpu_here()->current, instant);
}
