/* vectors.S - the vector table, and what no compiler can write: the switch from thread to thread,
 * the entry into the first, and the way to a fault's frame. port.c tells why it is done so. */
#include "board_irqs.h"

    .syntax unified
    .thumb

    .section .vectors, "a"
    .word stack_end
    .word reset
    .word fault
    .word hard_fault
    .rept 7
    .word fault
    .endr
    .word svc
    .word fault
    .word fault
    .word pendsv
    .word systick
    .rept BOARD_IRQS
    .word irq
    .endr

    .text

/* `where`: the address to name as the end of the window. What it calls loses r0-r3, r12 and lr. */
#if defined(TAKT_MEASURE) && TAKT_MEASURE
#define MEASURE_END(where) mov r0, where; bl measure_switch_end
#define MEASURE_BEGIN      push {r0, lr}; bl measure_switch_begin; pop {r0, lr}
#else
#define MEASURE_END(where)
#define MEASURE_BEGIN
#endif

/* The guard of a thread's stack: one region, whose base alone changes (mpu.c). */
#if defined(TAKT_STACK_GUARD) && TAKT_STACK_GUARD
#define GUARD(thread, low, unit) ldr low, [thread, #4]; ldr unit, =MPU_BASE; str low, [unit]
#else
#define GUARD(thread, low, unit)
#endif

    .set MPU_CONTROL, 0xE000ED94
    .set MPU_BASE, 0xE000ED9C
    .set CCR, 0xE000ED14
    .set CFSR, 0xE000ED28
    .set HFSR, 0xE000ED2C
    .set CCR_NONBASETHRDENA, 1
    .set FAULT_ROOM, 512
    .set RETURN_PROCESS_STACK, 4
    .set FRAME_PC, 24
    .set SEMIHOSTING_CALL, 0xBEAB

/* Only where there are floating point registers. A context has the upper half of them, s16-s31,
 * right below it, if the thread has used any: its r3 then is the status register, with a bit that
 * the status leaves free; otherwise it is 0. */
#ifdef __ARM_FP
#define FLOAT(...) __VA_ARGS__
#else
#define FLOAT(...)
#endif

FLOAT(.equ CONTROL_FPCA, 4)      /* the thread has used them */
FLOAT(.equ RETURN_NO_FLOAT, 16)  /* in the return code: the frame is without */
FLOAT(.equ FLOAT_SAVED, 1 << 8)  /* in r3 of a context */
FLOAT(.equ FRAME_STATUS, 96)     /* in a frame: the status register */

/* int port_switch(void *from, void *to)
 *
 * When the mask is opened the stack is the other thread's, and whole; and its 0 is there. */
    .global port_switch
    .thumb_func
    .type port_switch, %function
port_switch:
    FLOAT(mrs r3, control; ands r3, #CONTROL_FPCA; bne save_float)
    push {r3-r11, lr}
    str sp, [r0]
switch_to:
    ldr sp, [r1]
    GUARD(r1, r2, r3)
    FLOAT(ldr r3, [sp]; cbnz r3, load_float)
switch_end:
    MEASURE_END(lr)
    movs r0, #0
    cpsie i
port_load:
    pop {r3-r11, pc}

/* Where an interrupted thread goes on: its frame lies on the stack, and the end of an exception
 * takes it. The frame of the supervisor call itself, right below, is dropped. It stands
 * behind port_load, so that one comparison tells the two places from all others. */
    .thumb_func
    .type port_resume, %function
port_resume:
    svc 0
    .set BEING_LOADED, port_resume - port_load

#ifdef __ARM_FP
save_float:
    vmrs r3, fpscr
    orr r3, #FLOAT_SAVED
    push {r3-r11, lr}
    str sp, [r0]
    vpush {s16-s31}
    mrs r3, control
    bic r3, #CONTROL_FPCA
    msr control, r3
    isb
    b switch_to

/* A thread that was interrupted counts as one that has not used them until its frame is taken: the
 * frame of the supervisor call must be the small one. */
load_float:
    mov r2, sp
    vldmdb r2!, {s16-s31}
    bic r3, #FLOAT_SAVED
    vmsr fpscr, r3
    ldr r2, [sp, #36]
    ldr r3, =port_resume
    cmp r2, r3
    bne switch_end
    mrs r3, control
    bic r3, #CONTROL_FPCA
    msr control, r3
    isb
    b switch_end
#endif

    .thumb_func
    .type svc, %function
svc:
    mrs r0, psp
    FLOAT(ldr r1, [r0, #12]; cmp r1, #0; it ne; bicne lr, #RETURN_NO_FLOAT)
    adds r0, #32
    msr psp, r0
    bx lr

/* Save the thread on its own stack, let the kernel say who is next, load that one. Masked, so that
 * the decision that is carried out is the one that was read.
 *
 * A thread that is interrupted while it is being loaded has all that it is above the frame at hand,
 * at port_load its whole context, at port_resume an older frame: the one at hand is dropped, since
 * such frames would pile up. A thread that gave up the processor by itself has no frame: it is
 * given one that goes on where its context says, with the 0 of its call.
 *
 * The first instruction here that touches a floating point register makes the processor put what
 * it has kept back into the frame, at hand or dropped; so s16-s31 are stored after that. */
    .thumb_func
    .type pendsv, %function
pendsv:
    cpsid i
    MEASURE_BEGIN
    mrs r0, psp
    ldr r12, =port_resume
    ldr r1, [r0, #24]
    push {r3, lr}
    FLOAT(mvn r3, lr; and r3, #RETURN_NO_FLOAT; lsl r3, #4)
    sub r2, r12, r1
    cmp r2, #BEING_LOADED + 1
    bls being_loaded
1:  stmdb r0!, {r3-r12}
2:  FLOAT(cbz r3, 4f; mov r1, r0; vstmdb r1!, {s16-s31}; 4:)
    bl kernel_preempted
    GUARD(r0, r1, r2)
    ldr r0, [r0]
    FLOAT(ldr r1, [r0]; cbz r1, 5f; mov r1, r0; vldmdb r1!, {s16-s31}; 5:)
    ldmia r0!, {r3-r12}
    ldr r1, =port_resume
    cmp r12, r1
    beq 7f
    FLOAT(cbz r3, 6f; subs r0, #72; bic r1, r3, #FLOAT_SAVED; str r1, [r0, #FRAME_STATUS - 32]; 6:)
    movs r1, #0
    str r1, [r0, #-32]!
    bic r12, #1
    mov r1, #0x01000000
    strd r12, r1, [r0, #24]
7:  msr psp, r0
    FLOAT(ldr r1, [sp, #4]; orr r1, #RETURN_NO_FLOAT; cbz r3, 8f; bic r1, #RETURN_NO_FLOAT)
    FLOAT(8: str r1, [sp, #4])
    MEASURE_END(#0)
    cpsie i
    pop {r3, pc}

being_loaded:
    bne 3f
    FLOAT(tst lr, #RETURN_NO_FLOAT; it eq; addeq r0, #72)
    adds r0, #32
    FLOAT(ldr r3, [r0])
    b 2b
3:  FLOAT(ldr r3, [r0, #12])
    adds r0, #32
    b 1b

/* A hard fault by itself, none that another fault became, at a call to the host: nobody is there to
 * answer it. The answer is -1 then. */
    .thumb_func
    .type hard_fault, %function
hard_fault:
    ldr r0, =CFSR
    ldr r0, [r0]
    cbnz r0, fault
    tst lr, #RETURN_PROCESS_STACK
    ite eq
    mrseq r1, msp
    mrsne r1, psp
    ldr r2, [r1, #FRAME_PC]
    ldrh r3, [r2]
    movw r0, #SEMIHOSTING_CALL
    cmp r3, r0
    bne fault
    mov r0, #-1
    str r0, [r1]
    adds r2, #2
    str r2, [r1, #FRAME_PC]
    ldr r1, =HFSR
    str r0, [r1] /* told: written ones clear */
    bx lr

/* A fault. What is known of it goes to fault_state; then fault_report runs, but not here: an
 * exception that faults again would be the end (lockup), so this one returns, to a thread mode that
 * it makes up, masked, on the main stack. Nothing is guarded any more, for the report looks at
 * stacks. A main stack that has no room left is used from its top again: nobody returns to it. */
    .thumb_func
    .type fault, %function
fault:
    cpsid i
    ldr r0, =fault_state
    mrs r1, msp
    mrs r2, psp
    mrs r3, ipsr
    mov r12, lr
    stmia r0, {r1-r12}
    ldr r0, =MPU_CONTROL
    movs r2, #0
    str r2, [r0]
    ldr r0, =CCR
    ldr r2, [r0]
    orr r2, #CCR_NONBASETHRDENA
    str r2, [r0]
    bic r1, #7
    ldr r2, =stack_low + FAULT_ROOM
    ldr r3, =stack_end
    cmp r1, r2
    it hs
    cmphs r3, r1
    it lo
    movlo r1, r3
    subs r1, #32
    ldr r2, =fault_report
    bic r2, #1
    mov r3, #0x01000000
    strd r2, r3, [r1, #24]
    mov sp, r1
    dsb
    isb
    mvn lr, #6
    bx lr

/* _Noreturn void port_start(void *thread)
 *
 * The first thread's stack becomes the process stack. */
    .global port_start
    .thumb_func
    .type port_start, %function
port_start:
    ldr r1, =stack_end
    msr msp, r1
    GUARD(r0, r1, r2)
    ldr r0, [r0]
    msr psp, r0
    movs r1, #2
    msr control, r1
    isb
    cpsie i
    pop {r3-r11, pc}

/* Where a thread begins. Nobody called it, which debuggers see by the return address. */
    .global port_begin
    .thumb_func
    .type port_begin, %function
port_begin:
    mov r0, r5
    mov lr, r6
    bx r4
