/* stacks.h - the stacks that each CPU has for itself. For assembler too.
 *
 * Each lies above a page that nobody may touch: the boot stack, on which takt_main runs; the
 * interrupts' stack; and one for faults and their report, which has one page.
 */
#pragma once

#define STACKS_PAGE      4096
#define STACKS_BOOT      16384
#define STACKS_INTERRUPT 8192

/* Distances from the beginning of a CPU's stacks: their ends, and the guards' beginnings. */
#define STACKS_BOOT_GUARD      0
#define STACKS_BOOT_END        (STACKS_PAGE + STACKS_BOOT)
#define STACKS_INTERRUPT_GUARD STACKS_BOOT_END
#define STACKS_INTERRUPT_END   (STACKS_INTERRUPT_GUARD + STACKS_PAGE + STACKS_INTERRUPT)
#define STACKS_FAULT_GUARD     STACKS_INTERRUPT_END
#define STACKS_FAULT_END       (STACKS_FAULT_GUARD + STACKS_PAGE + STACKS_PAGE)
#define STACKS_BYTES           STACKS_FAULT_END

/* Of the faults' stack, what each kind of fault has for what it saves. */
#define STACKS_FAULT_PART 128

#ifndef __ASSEMBLER__
#include <stdint.h>

extern unsigned char cpu_stacks[][STACKS_BYTES];

/* Where a stack of that CPU's ends, or its guard begins. */
static inline uintptr_t stacks_at(unsigned cpu, uintptr_t distance)
{
    return (uintptr_t)cpu_stacks[cpu] + distance;
}
#endif
