/* fault.c - the report of a fault: who, what in words, the registers, and who may have called.
 *
 * vectors.S leaves what it finds in fault_state and comes here masked, in thread mode, on the main
 * stack, with nothing guarded. A fault in here is an exception again, which comes here again: then
 * one short line is all. A fault after the end, where there is no debugger to end the run, stops
 * the processor without a word.
 *
 * Nothing is believed: the frame that the processor stacked is read only if the processor did not
 * say that it could not stack it, and if it lies in memory.
 */
#include "fault.h"

#include "mpu.h"
#include "registers.h"
#include "arm_report.h"
#include "upcalls.h"

/* The processor's at the fault. `exception` is the fault's own number; `code` tells, in bit 2,
 * which stack has the frame, and in bit 4, that the frame is a short one. */
struct fault_state {
    uintptr_t msp;
    uintptr_t psp;
    uint32_t exception;
    uint32_t r4_to_r11[8];
    uint32_t code;
};

struct frame {
    uint32_t r0;
    uint32_t r1;
    uint32_t r2;
    uint32_t r3;
    uint32_t r12;
    uint32_t lr;
    uint32_t pc;
    uint32_t xpsr;
};

/* All that the report is made from. */
struct fault {
    const struct frame *frame; /* NULL: none that can be read */
    bool on_process_stack;
    bool on_guard;  /* the stack has met its end */
    uintptr_t sp;   /* before the frame */
    uintptr_t high; /* end of that stack */
    uint32_t causes;
    uint32_t active; /* exception that was interrupted; 0: a thread, or takt_main */
    struct fault_thread thread;
};

enum { CODE_PROCESS_STACK = 1 << 2, CODE_SHORT_FRAME = 1 << 4 };
enum { FRAME_BYTES = 32, FRAME_BYTES_FLOAT = 104, XPSR_PADDED = 1 << 9, XPSR_EXCEPTION = 0x1FF };
enum { EXCEPTION_PENDSV = 14, EXCEPTION_SYSTICK = 15, FIRST_IRQ = 16 };

/* Not even pushed: a frame, or a push, that ends this close above a guard has met it. */
enum { REACH = 256 };

/* Named by vectors.S. */
extern struct fault_state fault_state;
_Noreturn void fault_report(void);

struct fault_state fault_state;

/* The linker script's. */
extern char stack_end[], null_bytes[];

void fault_init(void)
{
    SCB->shcsr |= SHCSR_MEMFAULTENA | SHCSR_BUSFAULTENA | SHCSR_USGFAULTENA;
    SCB->ccr |= CCR_DIV_0_TRP | CCR_STKALIGN;
}

/* Who and what. */

static bool address_in_guard(uintptr_t guard)
{
    return guard != 0 && (SCB->cfsr & CFSR_MMARVALID) != 0 && SCB->mmfar >= guard
           && SCB->mmfar < guard + TAKT_STACK_GUARD;
}

/* The stack pointer has passed the low end, or what was about to be stored there could not be. */
static bool has_met_guard(uintptr_t guard, uintptr_t pointer)
{
    const uint32_t stacking = CFSR_MSTKERR | CFSR_MUNSTKERR | CFSR_MLSPERR | CFSR_STKERR;

    if (guard == 0 || pointer >= guard + TAKT_STACK_GUARD + REACH) {
        return false;
    }
    return pointer < guard + TAKT_STACK_GUARD || address_in_guard(guard)
           || (SCB->cfsr & stacking) != 0;
}

static uintptr_t pointer_before_frame(const struct frame *frame)
{
    uintptr_t pointer = (uintptr_t)frame;

    pointer += (fault_state.code & CODE_SHORT_FRAME) != 0 ? FRAME_BYTES : FRAME_BYTES_FLOAT;
    return pointer + ((frame->xpsr & XPSR_PADDED) != 0 ? sizeof(uint32_t) : 0);
}

/* Where the frame does not tell: device interrupts and the clock's do not nest, and come in during
 * the switch. The fault's own exception is over by now. */
static uint32_t active_exception(void)
{
    for (uint32_t irq = 0; irq < PORT_IRQS; irq++) {
        if ((NVIC->iabr[irq / 32] >> irq % 32 & 1) != 0) {
            return FIRST_IRQ + irq;
        }
    }
    if ((SCB->shcsr & SHCSR_SYSTICKACT) != 0) {
        return EXCEPTION_SYSTICK;
    }
    return (SCB->shcsr & SHCSR_PENDSVACT) != 0 ? EXCEPTION_PENDSV : 0;
}

static void read_frame(struct fault *fault)
{
    uintptr_t at = fault->on_process_stack ? fault_state.psp : fault_state.msp;
    bool stacked = (SCB->cfsr & (CFSR_MSTKERR | CFSR_STKERR)) == 0;

    fault->sp = at;
    fault->active = active_exception();
    if (stacked && report_in_memory(at, FRAME_BYTES)) {
        fault->frame = (const struct frame *)at;
        fault->sp = pointer_before_frame(fault->frame);
        fault->active = fault->frame->xpsr & XPSR_EXCEPTION;
    }
}

/* Which thread's stack was in use: the kernel may have decided for another already. And how far
 * that stack goes: with takt_main, and in interrupts, it is the main stack. */
static void find_thread(struct fault *fault)
{
    uintptr_t guarded = mpu_guarded_stack();

    fault->thread = fault_thread(guarded != 0 ? guarded : fault_state.psp);
    fault->high = fault->on_process_stack ? fault->thread.stack_high : (uintptr_t)stack_end;
}

static void find_overflow(struct fault *fault)
{
    uintptr_t low = fault->thread.stack_low;

    if (fault->on_process_stack || fault->active == EXCEPTION_PENDSV) {
        fault->on_guard = has_met_guard(low, fault->on_process_stack ? fault->sp : fault_state.psp);
    }
    if (!fault->on_process_stack && !fault->on_guard) {
        fault->on_guard = has_met_guard(mpu_main_guard(), fault->sp);
    }
}

static void put_kind(void)
{
    static const char *const kinds[] = { "hard fault", "memory fault", "bus fault", "usage fault" };
    uint32_t kind = fault_state.exception - 3;

    if (kind < sizeof kinds / sizeof kinds[0]) {
        report_text(kinds[kind]);
    } else {
        report_text("unexpected exception ");
        report_decimal(fault_state.exception);
    }
}

/* In PendSV it is a thread's context that did not fit. */
static bool of_main_stack(const struct fault *fault)
{
    return !fault->on_process_stack && fault->active != EXCEPTION_PENDSV;
}

static void put_overflow(const struct fault *fault)
{
    report_text("stack overflow of ");
    report_text(of_main_stack(fault) ? "the main stack" : "thread ");
    report_text(of_main_stack(fault) ? "" : fault->thread.name);
}

static void put_place(const struct fault *fault)
{
    if (fault->active >= FIRST_IRQ) {
        report_text("interrupt ");
        report_decimal(fault->active - FIRST_IRQ);
        report_text(" of ");
    } else if (fault->active == EXCEPTION_SYSTICK) {
        report_text("the clock's interrupt of ");
    } else if (fault->active != 0) {
        report_text("exception ");
        report_decimal(fault->active);
        report_text(" of ");
    }
    report_text("thread ");
    report_text(fault->thread.name);
}

static void put_headline(const struct fault *fault)
{
    report_text("takt: ");
    if (fault->on_guard) {
        put_overflow(fault);
    } else {
        put_kind();
    }
    if (fault->frame != NULL) {
        report_text(" at ");
        report_address(fault->frame->pc);
    }
    if (!fault->on_guard || of_main_stack(fault)) {
        report_text(" in ");
        put_place(fault);
    }
    report_text("\n");
}

/* Why: the bits of the fault status registers, one line each. */

struct cause {
    uint32_t bit;
    const char *text;
};

static const struct cause causes[] = {
    { UINT32_C(1) << 0, "an instruction was fetched where none may be" },
    { UINT32_C(1) << 1, "memory was touched that nobody may touch" },
    { UINT32_C(1) << 3, "an interrupted context could not be read back from the stack" },
    { UINT32_C(1) << 4, "the stack had no room for an exception's frame" },
    { UINT32_C(1) << 5, "the stack had no room for the floating point state" },
    { UINT32_C(1) << 8, "no memory answered when an instruction was fetched" },
    { UINT32_C(1) << 9, "no memory or device answered an access" },
    { UINT32_C(1) << 10, "a write has failed, some instructions ago" },
    { UINT32_C(1) << 11, "no memory answered when an interrupted context was read back" },
    { UINT32_C(1) << 12, "no memory answered when an exception's frame was stacked" },
    { UINT32_C(1) << 13, "no memory answered when the floating point state was stacked" },
    { UINT32_C(1) << 16, "an instruction that does not exist" },
    { UINT32_C(1) << 17, "a jump to an even address, which is no Thumb code" },
    { UINT32_C(1) << 18, "a return from an exception with a code that makes no sense" },
    { UINT32_C(1) << 19, "an instruction of a coprocessor that is absent or off" },
    { UINT32_C(1) << 24, "an access to an address that is not aligned for it" },
    { UINT32_C(1) << 25, "a division by zero" },
};

enum { HFSR_VECTTBL = 1 << 1, HFSR_FORCED = 1 << 30 };

static void put_where(const struct fault *fault, uint32_t address)
{
    report_text("takt:   the address was ");
    report_address(address);
    if (address < (uintptr_t)null_bytes) {
        report_text(", at NULL");
    } else if (address_in_guard(mpu_main_guard())) {
        report_text(", in the guard of the main stack");
    } else if (address_in_guard(fault->thread.stack_low)) {
        report_text(", in the guard of the stack of thread ");
        report_text(fault->thread.name);
    }
    report_text("\n");
}

static void put_causes(const struct fault *fault)
{
    uint32_t hard = SCB->hfsr;

    for (unsigned i = 0; i < sizeof causes / sizeof causes[0]; i++) {
        if ((fault->causes & causes[i].bit) != 0) {
            report_text("takt:   ");
            report_text(causes[i].text);
            report_text("\n");
        }
    }
    if ((fault->causes & CFSR_MMARVALID) != 0) {
        put_where(fault, SCB->mmfar);
    } else if ((fault->causes & CFSR_BFARVALID) != 0) {
        put_where(fault, SCB->bfar);
    }
    if ((hard & HFSR_FORCED) != 0) {
        report_text("takt:   while interrupts were masked, or inside another fault\n");
    }
    if ((hard & HFSR_VECTTBL) != 0) {
        report_text("takt:   a vector could not be read\n");
    }
}

static void put_registers(const struct fault *fault)
{
    static const char *const names[] = { "takt:   r4  ",   "  r5  ", "  r6  ", "  r7  ",
                                         "\ntakt:   r8  ", "  r9  ", "  r10 ", "  r11 " };
    const struct frame *frame = fault->frame;

    if (frame != NULL) {
        report_register("takt:   r0  ", frame->r0);
        report_register("  r1  ", frame->r1);
        report_register("  r2  ", frame->r2);
        report_register("  r3  ", frame->r3);
        report_text("\n");
    }
    for (unsigned i = 0; i < 8; i++) {
        report_register(names[i], fault_state.r4_to_r11[i]);
    }
    report_register("\ntakt:   sp  ", fault->sp);
    if (frame != NULL) {
        report_register("  r12 ", frame->r12);
        report_register("  lr  ", frame->lr);
        report_register("  pc  ", frame->pc);
        report_register("\ntakt:   xpsr ", frame->xpsr);
    } else {
        report_text("  the others could not be saved\ntakt:  ");
    }
    report_register(" cfsr ", fault->causes);
    report_register(" hfsr ", SCB->hfsr);
    report_text("\n");
}

static void put_callers(const struct fault *fault)
{
    report_callers(fault->frame != NULL ? fault->frame->lr : 0, fault->sp, fault->high);
}

static void report(void)
{
    struct fault fault = { .causes = SCB->cfsr };

    fault.on_process_stack = (fault_state.code & CODE_PROCESS_STACK) != 0;
    read_frame(&fault);
    find_thread(&fault);
    find_overflow(&fault);
    put_headline(&fault);
    put_causes(&fault);
    put_registers(&fault);
    put_callers(&fault);
}

_Noreturn void fault_report(void)
{
    report_make(report);
}
