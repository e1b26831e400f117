/* slice.h - round robin for threads that ask for it: after a slice of time the next equal runs. */
#pragma once

#include "cpu.h"
#include "upkeep.h"

void slice_init(struct kernel_cpu *cpu);

/* The processor passes from the running thread to `next`. Lock held. */
void slice_pass(struct kernel_cpu *cpu, const struct takt_thread *next);

/* Slices end there from now on, or do not: that of the running thread begins anew. Lock held. */
void slice_choose(struct kernel_cpu *cpu, bool wanted);

static inline void slice_switch(struct kernel_cpu *cpu, const struct takt_thread *next)
{
    if (TAKT_ROUND_ROBIN && cpu->sliced && upkeep_slices(cpu)) {
        slice_pass(cpu, next);
    }
}
