/* vectors.S - where exceptions lead to, where a CPU begins, and what no compiler can write: the
 * switch from thread to thread, and the end of an interrupt. port.c tells why it is done so.
 *
 * In Arm state, in which exceptions come in; all else of an image is Thumb code.
 */
#include "stacks.h"

#ifndef TAKT_CPUS
#define TAKT_CPUS 1
#endif

    .syntax unified
    .arm
    .fpu neon

/* `thread`'s stack gets its guard, and the one before loses its (mmu.c). r0 to r3 are lost. */
#if defined(TAKT_STACK_GUARD) && TAKT_STACK_GUARD
#define GUARD(thread) mov r0, thread; bl mmu_guard_stack
#else
#define GUARD(thread)
#endif

/* The guard of a thread that another CPU may be about to load must be away before that. */
#if TAKT_CPUS > 1 && defined(TAKT_STACK_GUARD) && TAKT_STACK_GUARD
#define UNGUARD(context) mov r4, context; bl mmu_unguard_stack; mov context, r4
#else
#define UNGUARD(context)
#endif

    .set MODE_USER, 0x10
    .set MODE_FIQ, 0x11
    .set MODE_IRQ, 0x12
    .set MODE_HANDLER, 0x13
    .set MODE_ABORT, 0x17
    .set MODE_UNDEFINED, 0x1B
    .set MODE_THREAD, 0x1F
    .set MODE_BITS, 0x1F
    .set THUMB, 1 << 5
    .set MASKED, 0xC0

    .set FLOAT_ON, 1 << 30         /* in FPEXC: the unit answers */
    .set FLOAT_SAVED, 1 << 5       /* in r3 of a context */
    .set FLOAT_ALL, 0xF << 20      /* in CPACR: everybody may */

    .set CACHE_ON, 1 << 2          /* in SCTLR: data */
    .set CLEARED_LOW, 0x3807       /* vectors high, instruction cache, prediction, data cache, alignment, map */
    .set CLEARED_HIGH, 0x7000      /* of the upper half: exceptions in Thumb state, access flags, remapping */
    .set COHERENT, 0x41            /* in ACTLR: caches and their maintenance take part */

    .set SEMIHOSTING_CALL, 0xDFAB

    .section .vectors, "ax"
    .global vectors
vectors:
    b cpu_entry
    b undefined
    b supervisor
    b prefetch_abort
    b data_abort
    b reserved
    b irq
    b fiq
    .ltorg

    .text

/* Each CPU begins here. Whoever has loaded the image may have left caches and map on; then what the
 * cache holds is written to memory, and otherwise what it holds is chance. */
    .global cpu_entry
    .type cpu_entry, %function
cpu_entry:
    cpsid aif, #MODE_HANDLER
    mrc p15, 0, r0, c1, c0, 0
    ldr r1, =CLEARED_HIGH << 16 | CLEARED_LOW
    bic r1, r0, r1
    mcr p15, 0, r1, c1, c0, 0
    isb
    mov r1, #0
    mcr p15, 2, r1, c0, c0, 0      /* the cache to ask about: data, first level */
    isb
    mrc p15, 1, r1, c0, c0, 0
    ubfx r2, r1, #13, #15          /* sets but one */
    ubfx r3, r1, #3, #10           /* ways but one */
    and r4, r1, #7
    add r4, r4, #4                 /* where a set's number stands */
    clz r5, r3                     /* where a way's does */
1:  mov r6, r3
2:  lsl r7, r6, r5
    orr r7, r7, r2, lsl r4
    tst r0, #CACHE_ON
    mcreq p15, 0, r7, c7, c6, 2    /* forget */
    mcrne p15, 0, r7, c7, c14, 2   /* write and forget */
    subs r6, r6, #1
    bge 2b
    subs r2, r2, #1
    bge 1b
    dsb
    mov r1, #0
    mcr p15, 0, r1, c7, c5, 0      /* instruction cache */
    mcr p15, 0, r1, c7, c5, 6      /* branch prediction */
    mcr p15, 0, r1, c8, c7, 0      /* map */
    mrc p15, 0, r0, c1, c0, 1
    orr r0, r0, #COHERENT
    mcr p15, 0, r0, c1, c0, 1
    ldr r0, =vectors
    mcr p15, 0, r0, c12, c0, 0
    mrc p15, 0, r0, c1, c0, 2
    orr r0, r0, #FLOAT_ALL
    mcr p15, 0, r0, c1, c0, 2
    dsb
    isb
    vmsr fpexc, r1

    mrc p15, 0, r4, c0, c0, 5      /* which CPU this is */
    and r4, r4, #3
    cmp r4, #TAKT_CPUS
    bhs never
    ldr r5, =cpu_stacks
    ldr r6, =STACKS_BYTES
    mla r5, r4, r6, r5
    ldr r6, =STACKS_INTERRUPT_END
    add sp, r5, r6
    ldr r6, =STACKS_FAULT_END
    cps #MODE_UNDEFINED
    add sp, r5, r6
    sub r6, r6, #STACKS_FAULT_PART
    cps #MODE_ABORT
    add sp, r5, r6
    cps #MODE_FIQ
    add sp, r5, r6
    cps #MODE_THREAD
    ldr r6, =STACKS_BOOT_END
    add sp, r5, r6
    cpsie a
    cmp r4, #0
    bne 3f
    bl reset
3:  bl reset_other

/* More CPUs than the image is for. */
never:
    wfi
    b never

/* int port_switch(void *from, void *to) */
    .global port_switch
    .type port_switch, %function
port_switch:
    vmrs r3, fpexc
    ands r3, r3, #FLOAT_ON
    bne save_float
    push {r3-r11, lr}
    str sp, [r0]
switch_to:
    mov r4, r1
    GUARD(r4)
    ldr sp, [r4]
#if TAKT_CPUS > 1
/* From here on another CPU may load the thread that gave up this one. On the interrupts' stack: what
 * is saved of the other thread may end where its stack does. */
    cps #MODE_HANDLER
    bl kernel_switched
    cps #MODE_THREAD
#endif

/* Go on as the thread whose context the stack pointer has. */
load:
    ldr r3, [sp]
    cmp r3, #0
    bne load_float
    vmsr fpexc, r3
loaded:
    ldr r2, [sp, #36]
    ldr r12, =port_resume
    cmp r2, r12
    pop {r3-r11, lr}
    beq port_resume
    mov r0, #0
    cpsie i
    bx lr

/* Where an interrupted thread goes on: the rest of it lies on the stack. All of it is restored at
 * once with its mask, so that no interrupt comes in between. */
    .type port_resume, %function
port_resume:
    cmp r3, #0
    beq resume_frame
resume_float:
    vpop {d0-d7}
    vpop {d16-d31}
resume_frame:
    pop {r0-r3, r12, lr}
    rfeia sp!

    .set FLOAT_BYTES, 64 /* s16-s31, below a context */
    .set FLOAT_CHANGED, 192 /* all others, below the frame of an interrupt */

save_float:
    vmrs r3, fpscr
    orr r3, r3, #FLOAT_SAVED
    push {r3-r11, lr}
    str sp, [r0]
    vpush {d8-d15}
    b switch_to

load_float:
    mov r2, #FLOAT_ON
    vmsr fpexc, r2
    sub r2, sp, #FLOAT_BYTES
    vldmia r2, {d8-d15}
    bic r2, r3, #FLOAT_SAVED
    vmsr fpscr, r2
    b loaded

/* An interrupt. What is not the handlers' to preserve goes to the stack of what was interrupted;
 * the floating point state, if that has any, is found in r1 (whether) and r2 (the status) at the end.
 * An interrupt that comes into a handler, though the controller holds them back, was one that is
 * none any more; it returns. */
    .type irq, %function
    .global irq, irq_framed, irq_end
irq:
    sub lr, lr, #4
    srsdb sp!, #MODE_THREAD
    cps #MODE_THREAD
    push {r0-r3, r12, lr}
irq_framed:
    mov r12, sp /* for the report, where what follows meets the end of the stack */
    ldr r0, [sp, #28]
    vmrs r1, fpexc
    tst r1, #FLOAT_ON
    bne irq_float
irq_handle:
    cps #MODE_HANDLER
    mov r3, sp
    bic sp, sp, #7
    push {r1-r3, lr}
    bl gic_interrupt
    pop {r1-r3, lr}
    mov sp, r3
    cmp r0, #0
    cps #MODE_THREAD
    bne preempt
    tst r1, #FLOAT_ON
    bne irq_float_back
    vmsr fpexc, r1 /* a handler may have used it */
    pop {r0-r3, r12, lr}
    rfeia sp!

irq_float:
    vmrs r2, fpscr
    vpush {d16-d31}
    vpush {d0-d7}
    mov r3, #0
    vmsr fpscr, r3
    b irq_handle

irq_float_back:
    vmsr fpscr, r2
    b resume_float

/* Make the rest of the thread a context; then the kernel says who is next, on the interrupts'
 * stack, since another CPU may load the thread by then. */
preempt:
    mov r12, sp
    ands r3, r1, #FLOAT_ON
    orrne r3, r2, #FLOAT_SAVED
    addne r12, r12, #FLOAT_CHANGED
    ldr lr, =port_resume
    push {r3-r11, lr}
    mov r0, sp
    beq 1f
    vpush {d8-d15}
irq_end:
1:  cps #MODE_HANDLER
    UNGUARD(r0)
    bl kernel_preempted
    mov r4, r0
    GUARD(r4)
    ldr r0, [r4]
    cps #MODE_THREAD
    mov sp, r0
    b load

/* _Noreturn void port_start(void *thread) */
    .global port_start
    .type port_start, %function
port_start:
    mov r4, r0
    GUARD(r4)
    ldr sp, [r4]
    b load

/* Where a thread begins. Nobody called it, which debuggers see by the return address. */
    .global port_begin
    .type port_begin, %function
port_begin:
    mov r0, r5
    mov lr, r6
    bx r4

/* The floating point unit is off until somebody uses it: it is turned on, and the instruction tried
 * again. If it was on already, it was another kind of undefined instruction. */
    .type undefined, %function
undefined:
    push {r0, r1}
    vmrs r0, fpexc
    tst r0, #FLOAT_ON
    bne 1f
    mov r0, #FLOAT_ON
    vmsr fpexc, r0
    mov r0, #0
    vmsr fpscr, r0
    mrs r0, spsr
    tst r0, #THUMB
    subne lr, lr, #2
    subeq lr, lr, #4
    pop {r0, r1}
    movs pc, lr
1:  pop {r0, r1}
    push {r0-r12, lr}
    mov r0, #1
    b fault

/* A call to the host that nobody has answered: the answer is -1. */
    .type supervisor, %function
supervisor:
    push {r0, r1}
    mrs r0, spsr
    tst r0, #THUMB
    beq 1f
    ldrh r0, [lr, #-2]
    ldr r1, =SEMIHOSTING_CALL
    cmp r0, r1
    bne 1f
    pop {r0, r1}
    mov r0, #-1
    movs pc, lr
1:  pop {r0, r1}
    push {r0-r12, lr}
    mov r0, #2
    b fault

    .type prefetch_abort, %function
prefetch_abort:
    push {r0-r12, lr}
    mov r0, #3
    b fault

    .type data_abort, %function
data_abort:
    push {r0-r12, lr}
    mov r0, #4
    b fault

    .type reserved, %function
reserved:
    push {r0-r12, lr}
    mov r0, #5
    b fault

    .type fiq, %function
fiq:
    push {r0-r12, lr}
    mov r0, #7
    b fault

/* A fault: r0 has the number of its vector. What is known of it goes to this stack; then the report
 * runs, in thread mode, masked, on the faults' stack, so that a fault in it comes here again. Where
 * an interrupt could not be stored, what was interrupted is shown. */
    .type fault, %function
fault:
    mrs r1, spsr
    mrs r2, cpsr
    and r3, r1, #MODE_BITS
    cmp r3, #MODE_USER
    moveq r3, #MODE_THREAD
    cmp r3, #MODE_IRQ
    bne 1f
    cps #MODE_IRQ
    mov r6, lr
    mrs r1, spsr
    msr cpsr_c, r2
    str r6, [sp, #13 * 4]
    orr r0, r0, #1 << 8
    mov r3, #MODE_THREAD
1:  orr r3, r3, #MASKED
    msr cpsr_c, r3
    mov r4, sp
    mov r5, lr
    msr cpsr_c, r2
    push {r0, r1, r4, r5}
    mov r0, sp
    mrc p15, 0, r1, c0, c0, 5
    and r1, r1, #3
    ldr r2, =cpu_stacks
    ldr r3, =STACKS_BYTES
    mla r2, r1, r3, r2
    ldr r3, =STACKS_FAULT_END - 2 * STACKS_FAULT_PART
    add r2, r2, r3
    cps #MODE_THREAD
    mov sp, r2
    bl fault_report
