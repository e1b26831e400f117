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
#include "port.h"
#include "wait.h"

/* Take the kernel lock. Nobody calls with interrupts masked: that the lock is free, and what to
 * leave behind at the end, need not be asked. */
static inline void kernel_enter(void)
{
    TAKT_REQUIRE(!port_irq_masked());
    port_irq_mask();
}

/* Release the lock where nothing was done that could change the decision. */
static inline void kernel_leave_same(void)
{
    if (TAKT_CHECK >= 2) {
        audit();
    }
    port_irq_unmask();
}

/* The running thread gives way to the one that was decided for, with the lock in hand, and is back
 * without it when it is its turn again. */
void kernel_switch(void);

/* Release the lock; if the decision has changed, the caller goes on when it is its turn again. */
static inline void kernel_leave(void)
{
    const struct kernel_cpu *cpu = cpu_here();

    if (cpu->next != cpu->current && !port_in_isr()) {
        kernel_switch();
    } else {
        kernel_leave_same();
    }
}

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
