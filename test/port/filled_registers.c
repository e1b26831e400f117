/* filled_registers.c - in assembler, since no compiler can be told to keep a value in a register.
 */
#include "filled_registers.h"

#include "takt/takt.h"

/* Arguments come in registers that the assembler names. */
#define NAKED  __attribute__((naked))
#define UNUSED __attribute__((unused))

#if defined(__arm__)

NAKED uintptr_t registers_changed_by(void (*between)(void) UNUSED, uintptr_t pattern UNUSED)
{
    __asm__ volatile("push {r1, r4-r11, lr}\n"
                     "mov r4, r1\n add r5, r1, #1\n add r6, r1, #2\n add r7, r1, #3\n"
                     "add r8, r1, #4\n add r9, r1, #5\n add r10, r1, #6\n add r11, r1, #7\n"
                     "blx r0\n"
                     "pop {r1}\n"
                     "eor r0, r4, r1\n"
                     "add r1, #1\n eor r5, r1\n orr r0, r5\n"
                     "add r1, #1\n eor r6, r1\n orr r0, r6\n"
                     "add r1, #1\n eor r7, r1\n orr r0, r7\n"
                     "add r1, #1\n eor r8, r1\n orr r0, r8\n"
                     "add r1, #1\n eor r9, r1\n orr r0, r9\n"
                     "add r1, #1\n eor r10, r1\n orr r0, r10\n"
                     "add r1, #1\n eor r11, r1\n orr r0, r11\n"
                     "pop {r4-r11, pc}\n");
}

/* r0 is the address of the flag and r1 what was read from it; r2 to r12, the link register and
 * the condition flags have to stay. */
NAKED uintptr_t registers_changed_until(const volatile uint32_t *done UNUSED,
                                        uintptr_t pattern UNUSED)
{
    __asm__ volatile("push {r1, r4-r11, lr}\n"
                     "mov r2, r1\n add r3, r1, #1\n add r4, r1, #2\n add r5, r1, #3\n"
                     "add r6, r1, #4\n add r7, r1, #5\n add r8, r1, #6\n add r9, r1, #7\n"
                     "add r10, r1, #8\n add r11, r1, #9\n add r12, r1, #10\n add lr, r1, #11\n"
                     "mov r1, #0xF0000000\n msr apsr_nzcvq, r1\n"
                     "1: ldr r1, [r0]\n cbnz r1, 2f\n b 1b\n"
                     "2: mrs r0, apsr\n lsr r0, #28\n eor r0, #15\n"
                     "pop {r1}\n"
                     "eor r2, r1\n orr r0, r2\n"
                     "add r1, #1\n eor r3, r1\n orr r0, r3\n"
                     "add r1, #1\n eor r4, r1\n orr r0, r4\n"
                     "add r1, #1\n eor r5, r1\n orr r0, r5\n"
                     "add r1, #1\n eor r6, r1\n orr r0, r6\n"
                     "add r1, #1\n eor r7, r1\n orr r0, r7\n"
                     "add r1, #1\n eor r8, r1\n orr r0, r8\n"
                     "add r1, #1\n eor r9, r1\n orr r0, r9\n"
                     "add r1, #1\n eor r10, r1\n orr r0, r10\n"
                     "add r1, #1\n eor r11, r1\n orr r0, r11\n"
                     "add r1, #1\n eor r12, r1\n orr r0, r12\n"
                     "add r1, #1\n eor lr, r1\n orr r0, lr\n"
                     "pop {r4-r11, pc}\n");
}

#else

#if defined(__x86_64__)

NAKED uintptr_t registers_changed_by(void (*between)(void) UNUSED, uintptr_t pattern UNUSED)
{
    __asm__ volatile("push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n push %r15\n"
                     "push %rsi\n"
                     "mov %rsi, %rbx\n lea 1(%rsi), %rbp\n lea 2(%rsi), %r12\n"
                     "lea 3(%rsi), %r13\n lea 4(%rsi), %r14\n lea 5(%rsi), %r15\n"
                     "call *%rdi\n"
                     "pop %rsi\n"
                     "xor %rsi, %rbx\n mov %rbx, %rax\n"
                     "inc %rsi\n xor %rsi, %rbp\n or %rbp, %rax\n"
                     "inc %rsi\n xor %rsi, %r12\n or %r12, %rax\n"
                     "inc %rsi\n xor %rsi, %r13\n or %r13, %rax\n"
                     "inc %rsi\n xor %rsi, %r14\n or %r14, %rax\n"
                     "inc %rsi\n xor %rsi, %r15\n or %r15, %rax\n"
                     "pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n"
                     "ret\n");
}

#else

/* As many live values as there are registers: the compiler puts them where it likes. */
uintptr_t registers_changed_by(void (*between)(void), uintptr_t pattern)
{
    uintptr_t a;
    uintptr_t b;
    uintptr_t c;
    uintptr_t d;

    __asm__ volatile("" : "=r"(a), "=r"(b) : "0"(pattern), "1"(pattern));
    __asm__ volatile("" : "=r"(c), "=r"(d) : "0"(pattern), "1"(pattern));
    between();
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
    return (a ^ pattern) | (b ^ pattern) | (c ^ pattern) | (d ^ pattern);
}

#endif

static void let_time_pass(void)
{
    (void)takt_counter();
}

uintptr_t registers_changed_until(const volatile uint32_t *done, uintptr_t pattern)
{
    uintptr_t changed = 0;

    while (*done == 0) {
        changed |= registers_changed_by(let_time_pass, pattern);
    }
    return changed;
}

#endif
