/* fpu_registers.h - fills the floating point registers and looks whether they are still the same.
 * Only where the processor has any: __ARM_FP. */
#pragma once

#include <stdint.h>

#ifdef __ARM_NEON
enum { FPU_REGISTERS = 64, FPU_PRESERVED = 16 };
#else
enum { FPU_REGISTERS = 32, FPU_PRESERVED = 16 };
#endif

/* The registers' contents as words, the last one being the status register's. */
struct fpu_values {
    uint32_t word[FPU_REGISTERS + 1];
};

/* Values made of `pattern`; the status has one of the four ways to round, and all result flags. */
void fpu_fill(struct fpu_values *values, uint32_t pattern);

/* True once the thread has used any. */
uint32_t fpu_in_use(void);

/* Fill what a called function must preserve, s16-s31, and the status; call `between`; return the
 * bits in which any of them has changed. */
uint32_t fpu_changed_by(void (*between)(void), uint32_t pattern);

/* Fill all registers and store `value` at `poke`, over and over, until `*done` is set; return the
 * bits in which any register has changed by then, or the status. */
uint32_t fpu_changed_until(const volatile uint32_t *done, volatile uint32_t *poke, uint32_t value,
                           uint32_t pattern);

/* Overwrite what a called function may, and the status. */
void fpu_spoil(void);
