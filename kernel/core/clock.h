/* clock.h - the clock of each CPU: time now, and the nearest thing to wake for. */
#pragma once

#include "cpu.h"
#include "kick.h"
#include "takt/clock.h"

/* The instant `after` counts from then; what is beyond all time is TAKT_FOREVER. */
static inline takt_time clock_after(takt_time then, takt_time after)
{
    takt_time sum;

    return __builtin_add_overflow(then, after, &sum) ? TAKT_FOREVER : sum;
}

/* The first timeout of that CPU has come to be another. Only a CPU itself can set its clock. */
static inline void clock_set(struct kernel_cpu *cpu, takt_time when)
{
    if (TAKT_CPUS == 1 || cpu == cpu_here()) {
        port_clock_arm(when);
    } else {
        kick_ask(cpu, TAKT_KICK_CLOCK);
    }
}

/* Let a timeout of that CPU's expire at `when`. Where many expire earlier the timeout may have
 * stopped on its way to its place (`early`): then clock_go_on, a window each, takes it further.
 * Lock held. */
static inline void clock_add(struct kernel_cpu *cpu, struct takt_timeout *timeout, takt_time when)
{
    timeout->when = when;
    if (TAKT_CPUS > 1) {
        timeout->cpu = cpu;
    }
    if (timeout_add(&cpu->timeouts, timeout)) {
        clock_set(cpu, when);
    }
}

/* Whose timeout it is, while it is armed. */
static inline struct kernel_cpu *clock_of(const struct takt_timeout *timeout)
{
    return TAKT_CPUS == 1 ? &kernel.cpus[0] : timeout->cpu;
}

static inline void clock_go_on(struct takt_timeout *timeout)
{
    timeout_go_on(&clock_of(timeout)->timeouts, timeout);
}

/* An isolated CPU's clock is not left set for what has been called off. One that another CPU has
 * woken sets it anew anyway. */
static inline void clock_calm(struct kernel_cpu *cpu)
{
    if (cpu->isolated && cpu == cpu_here()) {
        port_clock_arm(timeout_next(&cpu->timeouts));
    }
}

/* Takes it out; does nothing if it is not armed. */
static inline void clock_cancel(struct takt_timeout *timeout)
{
    if (TAKT_CPUS == 1) {
        timeout_cancel(&kernel.cpus[0].timeouts, timeout);
    } else if (timeout_armed(timeout)) {
        timeout_cancel(&timeout->cpu->timeouts, timeout);
        clock_calm(timeout->cpu);
    }
}
