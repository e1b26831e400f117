/* mpu.h - memory that nobody may touch: below stacks, and at NULL. */
#pragma once

#include "port.h"

#include <stdint.h>

/* Nothing at all where TAKT_STACK_GUARD is 0, or the part has no MPU. */
void mpu_init(void);

/* The low end of the stack of the thread whose context is loaded; 0 without a guard. */
uintptr_t mpu_guarded_stack(void);

/* The linker script's: where the main stack ends. */
extern char stack_low[];

/* Where the guard of the main stack begins. */
static inline uintptr_t mpu_main_guard(void)
{
    uintptr_t mask = TAKT_STACK_GUARD > 0 ? TAKT_STACK_GUARD - 1 : 0;

    return ((uintptr_t)stack_low + mask) & ~mask;
}
