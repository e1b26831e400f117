/* entry.h - the door: every public call that touches kernel state goes in and out here.
 *
 * Inside, code only decides who runs next. The switch happens in kernel_leave, or at the exit of
 * an interrupt, and nowhere else. Before the first thread runs the same door is used, with
 * interrupts on; there is nobody to switch to.
 */
#pragma once

#include "audit.h"
#include "check.h"
#include "cpu.h"
#include "lock.h"
#include "move.h"
#include "port.h"
#include "slice.h"
#include "stack.h"
#include "statistics.h"
#include "trace.h"
#include "wait.h"

/* Another CPU has decided that another thread runs here: that one first. With the lock in hand,
 * and again when it is the caller's turn. */
void kernel_give_way(void);

/* Take the kernel lock. Nobody calls with interrupts masked: what to leave behind at the end need
 * not be asked. A thread that is in has the processor by right: what it changes is its own call. */
static inline void kernel_enter(void)
{
    TAKT_REQUIRE(!port_irq_masked());
    lock_take();
    if (TAKT_CPUS > 1 && UNLIKELY(cpu_here()->next != cpu_here()->current)) {
        kernel_give_way();
    }
}

/* Release the lock where nothing was done that could change the decision. */
static inline void kernel_leave_same(void)
{
    if (TAKT_CHECK >= 2) {
        TAKT_ASSERT(cpu_here()->next == cpu_here()->current || port_in_isr());
        audit(__builtin_frame_address(0));
    }
    lock_release();
}

/* From here on the decision is the truth. */
static inline void kernel_commit(struct kernel_cpu *cpu, struct takt_thread *next)
{
    stack_check(cpu->current);
    statistics_switch(cpu, next);
    slice_switch(cpu, next);
    trace_event(TRACE_THREAD_SWITCH, next->id, cpu->current->id, next->priority);
    if (TAKT_CPUS > 1) {
        move_at_switch(cpu, next);
    }
    cpu->current = next;
}

/* The running thread gives way to the one that was decided for, with the lock in hand, and is back
 * without it when it is its turn again. TAKT_OK. */
static inline int kernel_switch_to(struct kernel_cpu *cpu, struct takt_thread *next)
{
    struct takt_thread *from = cpu->current;

    if (TAKT_CHECK >= 2) {
        audit(__builtin_frame_address(0));
    }
    kernel_commit(cpu, next);
    return port_switch(from, next);
}

/* The same, out of line. */
void kernel_switch(void);

/* Release the lock inside an interrupt; the decision is carried out when the last one ends. */
static inline void kernel_leave_later(void)
{
    port_switch_later();
    kernel_leave_same();
}

/* Release the lock where the decision has changed: the caller goes on when it is its turn again. */
void kernel_leave_changed(void);

/* Release the lock. */
static inline void kernel_leave(void)
{
    const struct kernel_cpu *cpu = cpu_here();

    if (cpu->next != cpu->current) {
        kernel_leave_changed();
    } else {
        kernel_leave_same();
    }
}

/* The same where it is known whether this call has changed the decision, and to whom. */
static inline void kernel_leave_to(struct takt_thread *next, bool changed)
{
    if (!changed) {
        kernel_leave_same();
    } else if (port_in_isr()) {
        kernel_leave_later();
    } else {
        (void)kernel_switch_to(cpu_here(), next);
    }
}

/* Leave where the running thread has blocked without a time limit: somebody else goes on. The
 * result that ended the wait. */
static inline int kernel_leave_asleep(const struct takt_thread *thread)
{
    struct kernel_cpu *cpu = cpu_here();

    (void)kernel_switch_to(cpu, cpu->next);
    return thread->result;
}

/* For the ways that are rarely taken, so that the frequent ones need no stack. */
#define SELDOM __attribute__((noinline))

/* Leave after a call that has blocked: the result that ended the wait. */
int kernel_leave_blocked(void);

/* Leave after a call that may have blocked: `status` as it is, or, where the caller had to wait,
 * the result that ended the wait. */
static inline int kernel_leave_with(int status)
{
    if (status == WAIT_BLOCKED) {
        return kernel_leave_blocked();
    }
    kernel_leave();
    return status;
}
