/* entry.h - the door: every public call that touches kernel state goes in and out here.
 *
 * Inside, code only decides who runs next. The switch happens in kernel_leave, or at the exit of
 * an interrupt, and nowhere else.
 */
#pragma once

#include "audit.h"
#include "check.h"
#include "cpu.h"
#include "port.h"
#include "wait.h"

/* Take the kernel lock. Returns what kernel_leave wants. */
static inline unsigned kernel_enter(void)
{
    TAKT_REQUIRE(port_in_isr() || !port_irq_masked() || cpu_here()->current == &cpu_here()->boot);
    return port_irq_save();
}

/* Release the lock; if the decision has changed, the caller goes on when it is its turn again. */
static inline void kernel_leave(unsigned state)
{
    struct kernel_cpu *cpu = cpu_here();

    if (TAKT_CHECK >= 2) {
        audit();
    }
    if (cpu->next != cpu->current && !port_in_isr()) {
        port_switch();
    }
    port_irq_restore(state);
}

/* Leave after a call that may have blocked: `status` as it is, or, where the caller had to wait,
 * the result that ended the wait. */
static inline int kernel_leave_with(unsigned state, int status)
{
    struct takt_thread *thread = cpu_here()->current;

    kernel_leave(state);
    return status == WAIT_BLOCKED ? thread->result : status;
}
