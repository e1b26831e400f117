/* fpu_registers.c - in assembler, since no compiler can be told to keep a value in a register. */
#include "fpu_registers.h"

#ifdef __ARM_FP

#define NAKED  __attribute__((naked))
#define UNUSED __attribute__((unused))

enum { STATUS_FLAGS = 0xF, STATUS_FLAGS_SHIFT = 28, STATUS_ROUND_SHIFT = 22 };

void fpu_fill(struct fpu_values *values, uint32_t pattern)
{
    for (unsigned i = 0; i < FPU_REGISTERS; i++) {
        values->word[i] = pattern + i * UINT32_C(0x01010101);
    }
    values->word[FPU_REGISTERS] =
        (uint32_t)STATUS_FLAGS << STATUS_FLAGS_SHIFT | (pattern % 4) << STATUS_ROUND_SHIFT;
}

static uint32_t difference(const struct fpu_values *left, const struct fpu_values *right,
                           unsigned first)
{
    uint32_t bits = 0;

    for (unsigned i = first; i <= FPU_REGISTERS; i++) {
        bits |= left->word[i] ^ right->word[i];
    }
    return bits;
}

/* `in` and `out` are of the preserved half: their sixteen words and the status. */
NAKED static void call_with(void (*between)(void) UNUSED, const uint32_t *in UNUSED,
                            uint32_t *out UNUSED)
{
    __asm__ volatile("push {r2, lr}\n vpush {s16-s31}\n"
                     "vldmia r1!, {s16-s31}\n ldr r3, [r1]\n vmsr fpscr, r3\n"
                     "blx r0\n"
                     "ldr r2, [sp, #64]\n"
                     "vstmia r2!, {s16-s31}\n vmrs r3, fpscr\n str r3, [r2]\n"
                     "mov r3, #0\n vmsr fpscr, r3\n"
                     "vpop {s16-s31}\n pop {r2, pc}\n");
}

uint32_t fpu_changed_by(void (*between)(void), uint32_t pattern)
{
    struct fpu_values in;
    struct fpu_values out;

    fpu_fill(&in, pattern);
    call_with(between, &in.word[FPU_PRESERVED], &out.word[FPU_PRESERVED]);
    return difference(&in, &out, FPU_PRESERVED);
}

struct loop {
    const volatile uint32_t *done;
    volatile uint32_t *poke;
    uint32_t value;
};

NAKED static void loop_with(const struct loop *loop UNUSED, const struct fpu_values *in UNUSED,
                            struct fpu_values *out UNUSED)
{
    __asm__ volatile("push {r4, lr}\n vpush {s16-s31}\n"
                     "vldmia r1!, {s0-s31}\n ldr r3, [r1]\n vmsr fpscr, r3\n"
                     "ldm r0, {r0, r1, r3}\n"
                     "1: str r3, [r1]\n ldr r4, [r0]\n cbnz r4, 2f\n b 1b\n"
                     "2: vstmia r2!, {s0-s31}\n vmrs r3, fpscr\n str r3, [r2]\n"
                     "mov r3, #0\n vmsr fpscr, r3\n"
                     "vpop {s16-s31}\n pop {r4, pc}\n");
}

uint32_t fpu_changed_until(const volatile uint32_t *done, volatile uint32_t *poke, uint32_t value,
                           uint32_t pattern)
{
    const struct loop loop = { .done = done, .poke = poke, .value = value };
    static struct fpu_values in;
    static struct fpu_values out;

    fpu_fill(&in, pattern);
    loop_with(&loop, &in, &out);
    return difference(&in, &out, 0);
}

NAKED void fpu_spoil(void)
{
    __asm__ volatile("mov r0, #0x5A000000\n mov r1, #0xA5\n"
                     "vmov s0, s1, r0, r1\n vmov s2, s3, r0, r1\n vmov s4, s5, r0, r1\n"
                     "vmov s6, s7, r0, r1\n vmov s8, s9, r0, r1\n vmov s10, s11, r0, r1\n"
                     "vmov s12, s13, r0, r1\n vmov s14, s15, r0, r1\n"
                     "mov r0, #0\n vmsr fpscr, r0\n"
                     "bx lr\n");
}

#endif
