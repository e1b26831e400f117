/* upkeep.h - what a CPU does again and again for no thread's sake, unless it is isolated. */
#pragma once

#include "cpu.h"

/* With several CPUs only. Lock held. */
void upkeep_init(struct kernel_cpu *cpu);

/* The kick for a sample has come. Lock held. */
void upkeep_sample(struct kernel_cpu *cpu);

/* True if slices end there. Lock held. */
static inline bool upkeep_slices(const struct kernel_cpu *cpu)
{
    return TAKT_CPUS == 1 || (cpu->upkeep & TAKT_UPKEEP_SLICES) != 0;
}
