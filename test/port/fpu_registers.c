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

static uint32_t difference(const uint32_t *left, const uint32_t *right, unsigned count)
{
    uint32_t bits = 0;

    for (unsigned i = 0; i < count; i++) {
        bits |= left[i] ^ right[i];
    }
    return bits;
}

__attribute__((target("general-regs-only"))) uint32_t fpu_in_use(void)
{
    uint32_t control;

#ifdef __ARM_NEON
    const uint32_t mask = UINT32_C(1) << 30; /* in FPEXC: the unit is on */

    __asm__ volatile("mrc p10, 7, %0, c8, c0, 0" : "=r"(control));
#else
    const uint32_t mask = 1 << 2; /* in CONTROL: floating point context active */

    __asm__ volatile("mrs %0, control" : "=r"(control));
#endif
    return control & mask;
}

/* `in` and `out` are the sixteen preserved words and the status. */
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
    call_with(between, &in.word[FPU_REGISTERS - FPU_PRESERVED], out.word);
    return difference(&in.word[FPU_REGISTERS - FPU_PRESERVED], out.word, FPU_PRESERVED + 1);
}

/* All registers, from and to words in ascending order. */
#ifdef __ARM_NEON
#define LOAD_ALL(from) "vldmia " from "!, {d0-d15}\n vldmia " from "!, {d16-d31}\n"
#define STORE_ALL(to)  "vstmia " to "!, {d0-d15}\n vstmia " to "!, {d16-d31}\n"
#else
#define LOAD_ALL(from) "vldmia " from "!, {s0-s31}\n"
#define STORE_ALL(to)  "vstmia " to "!, {s0-s31}\n"
#endif

struct loop {
    const volatile uint32_t *done;
    volatile uint32_t *poke;
    uint32_t value;
};

NAKED static void loop_with(const struct loop *loop UNUSED, const struct fpu_values *in UNUSED,
                            struct fpu_values *out UNUSED)
{
    __asm__ volatile("push {r4, lr}\n vpush {s16-s31}\n" LOAD_ALL(
        "r1") "ldr r3, [r1]\n vmsr fpscr, r3\n"
              "ldm r0, {r0, r1, r3}\n"
              "1: str r3, [r1]\n ldr r4, [r0]\n cbnz r4, 2f\n b 1b\n"
              "2:\n" STORE_ALL("r2") "vmrs r3, fpscr\n str r3, [r2]\n"
                                     "mov r3, #0\n vmsr fpscr, r3\n"
                                     "vpop {s16-s31}\n pop {r4, pc}\n");
}

/* NOLINTNEXTLINE(readability-non-const-parameter): assembler stores there */
uint32_t fpu_changed_until(const volatile uint32_t *done, volatile uint32_t *poke, uint32_t value,
                           uint32_t pattern)
{
    const struct loop loop = { .done = done, .poke = poke, .value = value };
    static struct fpu_values in;
    static struct fpu_values out;

    fpu_fill(&in, pattern);
    loop_with(&loop, &in, &out);
    return difference(in.word, out.word, FPU_REGISTERS + 1);
}

NAKED void fpu_spoil(void)
{
    __asm__ volatile("mov r0, #0x5A000000\n mov r1, #0xA5\n"
                     "vmov s0, s1, r0, r1\n vmov s2, s3, r0, r1\n vmov s4, s5, r0, r1\n"
                     "vmov s6, s7, r0, r1\n vmov s8, s9, r0, r1\n vmov s10, s11, r0, r1\n"
                     "vmov s12, s13, r0, r1\n vmov s14, s15, r0, r1\n"
#ifdef __ARM_NEON
                     "vdup.32 q8, r1\n vdup.32 q9, r1\n vdup.32 q10, r1\n vdup.32 q11, r1\n"
                     "vdup.32 q12, r1\n vdup.32 q13, r1\n vdup.32 q14, r1\n vdup.32 q15, r1\n"
#endif
                     "mov r0, #0\n vmsr fpscr, r0\n"
                     "bx lr\n");
}

#endif
