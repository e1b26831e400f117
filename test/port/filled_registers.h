/* filled_registers.h - fills the processor's registers and looks whether they are still the same.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Put values made of `pattern` into all registers that a function must preserve, call `between`,
 * and return the bits in which any of them has changed. */
uintptr_t registers_changed_by(void (*between)(void), uintptr_t pattern);

/* The same with all registers that the processor has, in a loop without calls that ends when
 * `*done` is set: by threads and interrupts that come in between. On the host, where they come
 * only in calls, it calls the kernel and looks at the preserved registers. */
uintptr_t registers_changed_until(const volatile uint32_t *done, uintptr_t pattern);
