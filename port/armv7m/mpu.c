/* mpu.c - memory that nobody may touch: below stacks, and at NULL.
 *
 * Three regions of the memory protection unit forbid everything, the kernel included: the first
 * bytes of memory, which is where NULL points; the low end of the main stack; and the low end of
 * the running thread's stack. All other memory stays as it is without a unit.
 *
 * Only the last region ever changes. It stays selected in the unit's number register, so that a
 * switch moves it by one store of the new thread's `stack_low` (vectors.S). The store needs no
 * barrier: until it has arrived the guard lies below a stack that is not in use. Whoever uses the
 * unit's other regions must select this one again.
 *
 * The first bytes of memory may hold the vector table: the processor reads vectors past the unit
 * (ARMv7-M Architecture Reference Manual, B3.5.1).
 */
#include "mpu.h"

#include "registers.h"

enum { GUARD = TAKT_STACK_GUARD };
enum { REGION_NULL, REGION_MAIN_STACK, REGION_THREAD };

/* The linker script's: a symbol whose address is a number, of bytes from 0 on where nothing is. */
extern char null_bytes[];

/* Nothing may jump over a guard. What the port saves of a thread takes 40 bytes in one go. With
 * floating point state the frame of an interrupt is 104 bytes, of which the lowest are written
 * first. Then there are the program's own frames: of one that begins right above the guard, the
 * lowest word may be the first to be touched; and the frame of the fault that follows, of up to 40
 * bytes (112 with floating point state), lies below. docs/limits.md says what this leaves. */
#ifdef __ARM_FP
_Static_assert(GUARD == 0 || GUARD >= 128, "a frame with floating point state would jump over it");
#endif
_Static_assert(GUARD == 0 || GUARD >= 64, "what a switch saves would jump over it");
_Static_assert((GUARD & (GUARD - 1)) == 0, "a region's size is a power of two");

static void forbid(uint32_t region, uintptr_t base, uint32_t bytes)
{
    MPU->number = region;
    MPU->base = base;
    MPU->attributes = MPU_NO_EXECUTION | (uint32_t)(__builtin_ctz(bytes) - 1) << 1 | MPU_ENABLE;
}

void mpu_init(void)
{
    if (GUARD == 0 || MPU->type == 0) {
        return;
    }
    forbid(REGION_NULL, 0, (uint32_t)null_bytes);
    forbid(REGION_MAIN_STACK, mpu_main_guard(), GUARD);
    forbid(REGION_THREAD, mpu_main_guard(), GUARD);
    MPU->control = MPU_DEFAULT_MAP | MPU_ENABLE;
    __asm__ volatile("dsb\n isb" ::: "memory");
}

uintptr_t mpu_guarded_stack(void)
{
    return GUARD == 0 || MPU->type == 0 ? 0 : MPU->base & ~(uintptr_t)(GUARD - 1);
}
