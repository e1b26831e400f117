/* upcalls.h - what a port may call of the kernel, and nothing else. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* On each CPU, after port_cpu_init: runs the kernel. Masked. */
_Noreturn void kernel_cpu_main(void);

/* Commit the decision: the running thread's context is `saved`; returns the context to load.
 * Masked. */
void *kernel_switch(void *saved);

/* Asked at every interrupt exit: has the decision changed? Masked or not. */
bool kernel_switch_pending(void);

/* A device's interrupt has come. In interrupt context. */
void irq_dispatch(unsigned irq);

/* The instant that port_clock_arm was told has come. In interrupt context. */
void clock_expired(void);

/* The processor refused an instruction: stop, with the running thread's name. */
_Noreturn void fault_stop(const char *what, uintptr_t address);
