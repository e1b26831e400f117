/* fault.c - the report of a fault: who, what in words, the registers, and who may have called.
 *
 * vectors.S leaves what it finds on the faults' stack of this CPU and comes here masked, in thread
 * mode, on the same stack. A fault in here comes here again: then one short line is all. Where two
 * CPUs fault, the first one reports.
 *
 * A stack that has no room for an interrupt shows in the midst of storing what was interrupted.
 * That is what is reported, and not the port that was storing it.
 */
#include "mmu.h"
#include "gic.h"
#include "port.h"
#include "mpcore.h"
#include "arm_report.h"
#include "stacks.h"
#include "upcalls.h"

/* In the order of the vectors; with a bit if the fault came in interrupt mode, which does no more
 * than store a first part of what was interrupted. */
enum {
    KIND_UNDEFINED = 1,
    KIND_SUPERVISOR = 2,
    KIND_PREFETCH = 3,
    KIND_DATA = 4,
    KIND_IN_IRQ = 1 << 8,
};

/* As vectors.S stores it; the frame of an interrupt is r0-r3, r12, lr, pc and cpsr. */
struct fault_state {
    uint32_t kind;
    uint32_t cpsr;
    uint32_t sp;
    uint32_t lr;
    uint32_t r[13];
    uint32_t pc;
};

enum { FRAME_R12 = 4, FRAME_LR = 5, FRAME_PC = 6, FRAME_CPSR = 7, FRAME_WORDS = 8 };

/* Named by vectors.S, and in it: where an interrupt is being stored; from irq_framed on, in the
 * frame that r12 has the address of. */
_Noreturn void fault_report(const struct fault_state *found);
extern char irq[], irq_framed[], irq_end[];

/* All that the report is made from. */
static struct {
    struct fault_state state;
    uint32_t status; /* what kind of abort */
    uint32_t address;
    bool has_address;
    bool no_room; /* for an interrupt */
    bool in_handler;
    bool on_guard;   /* the stack has met its end */
    uintptr_t guard; /* of the stack that was in use; 0: it has none */
    uintptr_t high;  /* end of that stack */
    struct fault_thread thread;
} fault;

/* Not even pushed: what ends this close above a guard has met it. */
enum { REACH = 256, NULL_BYTES = 4096 };

/* Status of an abort. */
enum {
    STATUS_NONE = 0,
    STATUS_ALIGNMENT = 0x01,
    STATUS_NO_MB = 0x05,
    STATUS_NO_ANSWER = 0x08,
    STATUS_NO_PAGE = 0x07,
    STATUS_FORBIDDEN_MB = 0x0D,
    STATUS_FORBIDDEN_PAGE = 0x0F,
    STATUS_LATE = 0x16,
};

static uint32_t status_of(uint32_t reg)
{
    return (reg & 0xF) | (reg >> 6 & 0x10);
}

static void read_abort(void)
{
    uint32_t reg;

    if (fault.state.kind == KIND_PREFETCH) {
        READ_CP15(reg, IFSR);
        fault.status = status_of(reg);
    } else if (fault.state.kind == KIND_DATA) {
        READ_CP15(reg, DFSR);
        fault.status = status_of(reg);
        READ_CP15(fault.address, DFAR);
        fault.has_address = fault.status != STATUS_LATE;
    }
}

/* From where an exception is taken the link register is some bytes ahead. */
static void correct_pc(void)
{
    uint32_t one = (fault.state.cpsr & CPSR_THUMB) != 0 ? 2 : 4;

    if (fault.state.kind == KIND_UNDEFINED || fault.state.kind == KIND_SUPERVISOR) {
        fault.state.pc -= one;
    } else if (fault.state.kind == KIND_PREFETCH) {
        fault.state.pc -= 4;
    } else if (fault.state.kind == KIND_DATA) {
        fault.state.pc -= 8;
    }
}

static void show_frame(const uint32_t *frame)
{
    for (unsigned i = 0; i < FRAME_R12; i++) {
        fault.state.r[i] = frame[i];
    }
    fault.state.r[12] = frame[FRAME_R12];
    fault.state.lr = frame[FRAME_LR];
    fault.state.pc = frame[FRAME_PC];
    fault.state.cpsr = frame[FRAME_CPSR];
    fault.state.sp = (uint32_t)(uintptr_t)(frame + FRAME_WORDS);
}

/* Where an interrupt was being stored: what was interrupted. */
static void find_interrupted(void)
{
    uintptr_t pc = fault.state.pc;
    const uint32_t *stored = (const uint32_t *)(uintptr_t)fault.state.sp;

    fault.no_room = true;
    if ((fault.state.kind & KIND_IN_IRQ) != 0) {
        fault.state.kind &= ~(uint32_t)KIND_IN_IRQ;
    } else if (pc >= (uintptr_t)irq_framed && pc < (uintptr_t)irq_end) {
        show_frame((const uint32_t *)(uintptr_t)fault.state.r[12]);
    } else if (pc >= (uintptr_t)irq && pc < (uintptr_t)irq_framed) {
        fault.state.pc = stored[0];
        fault.state.cpsr = stored[1];
        fault.state.sp += 2 * sizeof(uint32_t);
    } else {
        fault.no_room = false;
    }
}

static void find_stack(void)
{
    unsigned cpu = port_cpu_id();
    uintptr_t guarded = mmu_guarded_stack();

    fault.thread = fault_thread(guarded != 0 ? guarded : fault.state.sp);
    if (fault.in_handler) {
        fault.guard = stacks_at(cpu, STACKS_INTERRUPT_GUARD);
        fault.high = stacks_at(cpu, STACKS_INTERRUPT_END);
    } else if (guarded == 0 && fault.thread.stack_low == 0) {
        fault.guard = stacks_at(cpu, STACKS_BOOT_GUARD);
        fault.high = stacks_at(cpu, STACKS_BOOT_END);
    } else {
        fault.guard = guarded;
        fault.high = fault.thread.stack_high;
    }
}

static bool address_in(uintptr_t guard)
{
    return fault.has_address && guard != 0 && fault.address >= guard
           && fault.address < guard + STACKS_PAGE;
}

/* The stack pointer has passed the low end, or what was about to be stored there could not be. */
static bool has_met_guard(void)
{
    uintptr_t end = fault.guard + STACKS_PAGE;

    return fault.guard != 0 && fault.state.sp < end + REACH
           && (fault.state.sp < end || address_in(fault.guard));
}

static bool of_map(void)
{
    return fault.status == STATUS_NO_MB || fault.status == STATUS_NO_PAGE
           || fault.status == STATUS_FORBIDDEN_MB || fault.status == STATUS_FORBIDDEN_PAGE;
}

static const char *kind_in_words(void)
{
    if (fault.status == STATUS_NONE || fault.status == STATUS_ALIGNMENT) {
        return "usage fault";
    }
    return of_map() ? "memory fault" : "bus fault";
}

static void put_kind(void)
{
    if (fault.state.kind > KIND_DATA) {
        report_text("unexpected exception ");
        report_decimal(fault.state.kind);
    } else {
        report_text(kind_in_words());
    }
}

static void put_stack(void)
{
    if (fault.in_handler) {
        report_text("the interrupts' stack");
    } else if (fault.thread.stack_low == 0) {
        report_text("the main stack");
    } else {
        report_text("thread ");
        report_text(fault.thread.name);
    }
}

static void put_place(void)
{
    uint32_t serving = gic_serving();

    if (fault.in_handler && serving == GIC_CLOCK) {
        report_text("the clock's interrupt of ");
    } else if (fault.in_handler && serving == GIC_KICK) {
        report_text("another CPU's kick of ");
    } else if (fault.in_handler && serving < GIC_NONE) {
        report_text("interrupt ");
        report_decimal(serving - GIC_FIRST_DEVICE);
        report_text(" of ");
    }
    report_text("thread ");
    report_text(fault.thread.name);
    if (TAKT_CPUS > 1) {
        report_text(" on CPU ");
        report_decimal(port_cpu_id());
    }
}

static void put_headline(void)
{
    bool of_thread = !fault.in_handler && fault.thread.stack_low != 0;

    report_text("takt: ");
    if (fault.on_guard) {
        report_text("stack overflow of ");
        put_stack();
    } else {
        put_kind();
    }
    report_text(" at ");
    report_address(fault.state.pc);
    if (!fault.on_guard || !of_thread) {
        report_text(" in ");
        put_place();
    }
    report_text("\n");
}

static const char *abort_in_words(void)
{
    switch (fault.status) {
    case STATUS_ALIGNMENT:
        return "an access to an address that is not aligned for it";
    case STATUS_NO_MB:
    case STATUS_NO_PAGE:
        return "memory was touched that nobody may touch";
    case STATUS_FORBIDDEN_MB:
    case STATUS_FORBIDDEN_PAGE:
        return "memory was written to that may only be read";
    case STATUS_NO_ANSWER:
        return "no memory or device answered an access";
    case STATUS_LATE:
        return "a write has failed, some instructions ago";
    default:
        return "an abort of a rare kind; its number is the status";
    }
}

static const char *cause_in_words(void)
{
    switch (fault.state.kind) {
    case KIND_UNDEFINED:
        return "an instruction that does not exist, or of a coprocessor that is absent";
    case KIND_SUPERVISOR:
        return "a supervisor call, which nobody here answers";
    case KIND_PREFETCH:
        return "an instruction was fetched where none may be";
    case KIND_DATA:
        return abort_in_words();
    default:
        return "nobody here wants it";
    }
}

static void put_where(void)
{
    unsigned cpu = port_cpu_id();

    report_text("takt:   the address was ");
    report_address(fault.address);
    if (fault.address < NULL_BYTES) {
        report_text(", at NULL");
    } else if (address_in(stacks_at(cpu, STACKS_BOOT_GUARD))) {
        report_text(", in the guard of the main stack");
    } else if (address_in(stacks_at(cpu, STACKS_INTERRUPT_GUARD))) {
        report_text(", in the guard of the interrupts' stack");
    } else if (address_in(mmu_guarded_stack())) {
        report_text(", in the guard of the stack of thread ");
        report_text(fault.thread.name);
    }
    report_text("\n");
}

static void put_causes(void)
{
    report_text("takt:   ");
    report_text(fault.no_room ? "the stack had no room for an exception's frame"
                              : cause_in_words());
    report_text("\n");
    if (fault.has_address) {
        put_where();
    }
    if ((fault.state.cpsr & CPSR_MASKED) != 0) {
        report_text("takt:   while interrupts were masked\n");
    }
}

static void put_registers(void)
{
    static const char *const names[] = {
        "takt:   r0  ", "  r1  ", "  r2  ",         "  r3  ", "\ntakt:   r4  ", "  r5  ",
        "  r6  ",       "  r7  ", "\ntakt:   r8  ", "  r9  ", "  r10 ",         "  r11 ",
    };
    uint32_t dfsr;
    uint32_t ifsr;

    READ_CP15(dfsr, DFSR);
    READ_CP15(ifsr, IFSR);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        report_register(names[i], fault.state.r[i]);
    }
    report_register("\ntakt:   sp  ", fault.state.sp);
    report_register("  r12 ", fault.state.r[12]);
    report_register("  lr  ", fault.state.lr);
    report_register("  pc  ", fault.state.pc);
    report_register("\ntakt:   cpsr ", fault.state.cpsr);
    report_register(" dfsr ", dfsr);
    report_register(" ifsr ", ifsr);
    report_text("\n");
}

/* Nothing of a guard can be read. */
static uintptr_t readable(uintptr_t pointer)
{
    uintptr_t end = fault.guard + STACKS_PAGE;

    return fault.guard != 0 && pointer >= fault.guard && pointer < end ? end : pointer;
}

static void report(void)
{
    correct_pc();
    find_interrupted();
    read_abort();
    fault.in_handler = (fault.state.cpsr & CPSR_MODE) == CPSR_HANDLER;
    find_stack();
    fault.on_guard = has_met_guard() || (fault.no_room && address_in(fault.guard));
    put_headline();
    put_causes();
    put_registers();
    report_callers(fault.state.lr, readable(fault.state.sp), fault.high);
}

_Noreturn void fault_report(const struct fault_state *found)
{
    static uint32_t reporter; /* the CPU, plus 1 */
    uint32_t nobody = 0;
    uint32_t here = port_cpu_id() + 1;

    if (!__atomic_compare_exchange_n(&reporter, &nobody, here, false, __ATOMIC_ACQUIRE,
                                     __ATOMIC_RELAXED)
        && nobody != here) {
        for (;;) {
            port_idle();
        }
    }
    if (nobody == 0) {
        fault.state = *found;
    }
    report_make(report);
}
