/* kick.h - one CPU makes another look: who runs there, or what its clock is set to.
 *
 * A kick is asked for while the kernel lock is held and sent before it is let go. As long as one is
 * on its way to a CPU no second one is sent there: the first will find all that was asked. None
 * is sent that has lost its reason before the lock is let go.
 *
 * Every function is called with the kernel lock held.
 */
#pragma once

#include "bits.h"
#include "cpu.h"

/* Of another CPU; of this one it is nothing to ask. */
static inline void kick_ask(struct kernel_cpu *cpu, enum takt_kick reason)
{
    if (TAKT_CPUS > 1 && cpu != cpu_here()) {
        cpu->kicks_asked |= bits_of(reason);
        kernel.asked_cpus |= bits_of(cpu->index);
    }
}

/* Send what was asked for. */
void kick_send(void);
