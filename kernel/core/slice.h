/* slice.h - round robin for threads that ask for it: after a slice of time the next equal runs. */
#pragma once

#include "cpu.h"

void slice_init(struct kernel_cpu *cpu);

/* The processor passes from the running thread to `next`. Lock held. */
void slice_pass(struct kernel_cpu *cpu, const struct takt_thread *next);

static inline void slice_switch(struct kernel_cpu *cpu, const struct takt_thread *next)
{
    if (TAKT_ROUND_ROBIN && cpu->sliced) {
        slice_pass(cpu, next);
    }
}
