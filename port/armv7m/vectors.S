/* vectors.S - the vector table, and the three places that no compiler can write: the switch from
 * thread to thread, the entry into the first, and the way to a fault's frame. port.c tells why it is
 * done so. */
#include "board_irqs.h"

    .syntax unified
    .thumb

    .section .vectors, "a"
    .word stack_end
    .word reset
    .rept 12
    .word fault
    .endr
    .word pendsv
    .word systick
    .rept BOARD_IRQS
    .word irq
    .endr

    .text

#if defined(TAKT_MEASURE) && TAKT_MEASURE
#define MEASURE(function) push {r0, lr}; bl function; pop {r0, lr}
#else
#define MEASURE(function)
#endif

/* Save the thread on its own stack, let the kernel say who is next, load that one. Masked, so
 * that the decision that is carried out is the one that was read. */
    .thumb_func
    .type pendsv, %function
pendsv:
    cpsid i
    MEASURE(measure_switch_begin)
    mrs r0, psp
    stmdb r0!, {r4-r11}
    push {r3, lr}
    bl kernel_switch
    pop {r3, lr}
    ldmia r0!, {r4-r11}
    msr psp, r0
    MEASURE(measure_switch_end)
    cpsie i
    bx lr

/* A fault: the frame lies on the stack that was in use, which bit 2 of the return code tells. */
    .thumb_func
    .type fault, %function
fault:
    tst lr, #4
    ite eq
    mrseq r0, msp
    mrsne r0, psp
    b fault_report

/* _Noreturn void port_start(void *context)
 *
 * The thread's stack becomes the process stack, and what an exception would have unstacked is
 * unstacked here; r1 and r2 are lost, which a function that begins does not mind. */
    .global port_start
    .thumb_func
    .type port_start, %function
port_start:
    ldr r1, =stack_end
    msr msp, r1
    adds r0, #32
    msr psp, r0
    movs r1, #2
    msr control, r1
    isb
    cpsie i
    pop {r0-r3, r12, lr}
    pop {r1, r2}
    orr r1, #1
    bx r1
