/* upcalls.h - what a port may call of the kernel, and nothing else. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* On each CPU, after port_cpu_init: runs the kernel. Masked. */
_Noreturn void kernel_cpu_main(void);

/* After port_switch_later, when the last interrupt ends: `context` is what was saved of the running
 * thread; returns the record of the one to run, which may be the same. Masked. */
void *kernel_preempted(void *context);

/* With several CPUs, in port_switch: what is left is saved, and the other's stack is in use. */
void kernel_switched(void);

/* Another CPU has called port_kick for this one. In interrupt context. */
void kernel_kicked(void);

/* A device's interrupt has come. In interrupt context. */
void irq_dispatch(unsigned irq);

/* The instant that port_clock_arm was told has come. In interrupt context. */
void clock_expired(void);

/* For the report of a fault: whose stack has `address` in it; if nobody's, the running thread. Name
 * and ends; the stack that takt_main runs on is the port's, and known as 0, 0. Reads only. */
struct fault_thread {
    const char *name;
    uintptr_t stack_low;
    uintptr_t stack_high;
};

struct fault_thread fault_thread(uintptr_t address);

/* The report is printed: end the run. */
_Noreturn void fault_stop(void);
