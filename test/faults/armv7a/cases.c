/* cases.c - ARMv7-A: everything that the processor refuses, one function each. What the report of
 * each must hold is in faults.txt. */
#include "cases.h"
#include "neighbour.h"
#include "overflows.h"

#include "port.h"
#include "takt/takt.h"

#include <string.h>

enum { STACK_BYTES = 1024, IRQ = 3, PRIORITY = 20, ARGUMENT_BYTES = 16 };

static volatile uint32_t zero;

/* Accesses. Of functions that the report must name none may be inlined. */

#define OWN_FRAME __attribute__((noinline, noclone))

OWN_FRAME static void store(uintptr_t address)
{
    *(volatile uint32_t *)address = 1;
}

OWN_FRAME static void load(uintptr_t address)
{
    (void)*(const volatile uint32_t *)address;
}

OWN_FRAME static void jump(uintptr_t address)
{
    union {
        uintptr_t address;
        void (*function)(void);
    } place = { .address = address };

    place.function();
    zero = 0; /* comes back here, were it to come back */
}

static void write_nowhere(void)
{
    store(0xF0000000U);
}

static void read_nowhere(void)
{
    load(0x20000000U);
}

static void run_nowhere(void)
{
    jump(0x90000001U);
}

static void run_device(void)
{
    jump(BOARD_PERIPHBASE + 1);
}

static uint16_t code_in_data[] = { 0x4770, 0x4770 }; /* bx lr */

static void run_data(void)
{
    jump((uintptr_t)code_in_data + 1);
}

static void write_code(void)
{
    store((uintptr_t)load & ~(uintptr_t)3);
}

static void write_constant(void)
{
    static const uint32_t constant = 1;

    store((uintptr_t)&constant);
}

static void read_null(void)
{
    load(zero);
}

static void read_null_last(void)
{
    load(zero + 4092);
}

static void write_null(void)
{
    store(zero);
}

static void write_null_field(void)
{
    store(zero + 1024);
}

static void call_null(void)
{
    jump(zero);
}

static void call_null_thumb(void)
{
    jump(zero + 1);
}

/* Instructions. */

OWN_FRAME static void run_undefined(void)
{
    __asm__ volatile("udf #0");
}

/* The same by a thread that has used floating point registers. */
static void run_undefined_float(void)
{
    __asm__ volatile("vmov.f32 s0, #1.0" ::: "s0");
    run_undefined();
}

OWN_FRAME static void load_two_unaligned(void)
{
    __asm__ volatile("ldrexd r0, r1, [%0]" ::"r"((uintptr_t)&zero + 2) : "r0", "r1");
}

OWN_FRAME static void use_coprocessor(void)
{
    __asm__ volatile("mrc p5, 0, r0, c0, c0" ::: "r0");
}

OWN_FRAME static void call_supervisor(void)
{
    __asm__ volatile("svc 1" ::: "lr");
}

static void write_masked(void)
{
    (void)port_irq_save();
    store(0xF0000000U);
}

/* Registers that the report must show as they are. */
static void fault_with_known_registers(void)
{
    __asm__ volatile("ldr r0, =0x10000001\n ldr r1, =0x11111111\n ldr r2, =0x12222222\n"
                     "ldr r3, =0xF0000000\n ldr r4, =0x14444444\n ldr r5, =0x15555555\n"
                     "ldr r6, =0x16666666\n ldr r7, =0x17777777\n ldr r8, =0x18888888\n"
                     "ldr r9, =0x19999999\n ldr r10, =0x1AAAAAAA\n ldr r11, =0x1BBBBBBB\n"
                     "ldr r12, =0x1CCCCCCC\n ldr lr, =0x1EEEEEEE\n str r0, [r3]" ::
                         : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r12", "lr",
                           "memory");
}

/* The name of the thread is no text: looking at it is a fault of its own. */
static void fault_twice(void)
{
    takt_thread_self()->name = (const char *)0x70000000U;
    store(0xF0000000U);
}

/* Overflows. The third word of the command line is a distance from the end, in bytes. */

static uint32_t distance(void)
{
    char text[ARGUMENT_BYTES] = "";
    uint32_t number = 0;

    (void)takt_argument(2, text, sizeof text);
    for (const char *at = text; *at >= '0' && *at <= '9'; at++) {
        number = number * 10 + (uint32_t)(*at - '0');
    }
    return number;
}

/* Call `function` with so many bytes of stack left. */
static void with_room(uint32_t bytes, void (*function)(void))
{
    uintptr_t stack = deep_low() + bytes;

    __asm__ volatile("mov r4, sp\n mov sp, %0\n blx %1\n mov sp, r4" ::"r"(stack), "r"(function)
                     : "r0", "r1", "r2", "r3", "r4", "r12", "lr", "memory", "cc");
}

/* The number of the interrupt by hand: a call of the kernel would use the stack before it comes. */
__attribute__((naked)) static void raise_irq(void)
{
    __asm__ volatile("mov r1, #8\n str r1, [r5]\n dsb\n isb\n bx lr");
}

static void with_room_raise(uint32_t bytes)
{
    register volatile uint32_t *pend __asm__("r5") = &GIC->pend[1];

    __asm__ volatile("mov r4, sp\n mov sp, %0\n blx %1\n mov sp, r4" ::"r"(deep_low() + bytes),
                     "r"(raise_irq), "r"(pend)
                     : "r0", "r1", "r2", "r3", "r4", "r12", "lr", "memory", "cc");
}

static void raise_with_room(void *unused)
{
    (void)unused;
    with_room_raise(distance());
}

/* The same of a thread that has floating point registers to be stored. */
static void raise_float_with_room(void *unused)
{
    __asm__ volatile("vmov.f32 s0, #1.0" ::: "s0");
    raise_with_room(unused);
}

/* C18: the largest frame that cannot do damage, of which only the lowest word is touched. */
static void take_frame(void *unused)
{
    uintptr_t stack = deep_low() + distance();

    (void)unused;
    __asm__ volatile(
        "mov r4, sp\n mov sp, %0\n sub sp, %1\n str r0, [sp]\n mov sp, r4" ::"r"(stack),
        "i"(TAKT_STACK_GUARD > 0 ? TAKT_STACK_GUARD : 8)
        : "r4", "memory");
}

static void frame_at_the_end(void)
{
    deep_run(PRIORITY, take_frame, NULL);
}

static void nothing(void *unused)
{
    (void)unused;
}

static void interrupt_at_the_end(void)
{
    takt_irq_attach(IRQ, nothing, NULL);
    deep_run(PRIORITY, raise_with_room, NULL);
}

static void preempted_at_the_end(void)
{
    urgent_make();
    takt_irq_attach(IRQ, urgent_wake, NULL);
    deep_run(PRIORITY, raise_with_room, NULL);
}

static void preempted_float_at_the_end(void)
{
    urgent_make();
    takt_irq_attach(IRQ, urgent_wake, NULL);
    deep_run(PRIORITY, raise_float_with_room, NULL);
}

static struct takt_thread equal;
static TAKT_STACK(equal_stack, STACK_BYTES);

/* Of the same priority as `deep` and created after it began: `deep` runs on. */
static void make_equal(void)
{
    const struct takt_thread_options options = {
        .name = "equal",
        .priority = PRIORITY,
        .entry = nothing,
        .stack = equal_stack,
        .stack_bytes = sizeof equal_stack,
    };

    (void)takt_thread_create(&equal, &options);
}

static void yield_with_room(void *unused)
{
    (void)unused;
    make_equal();
    with_room(distance(), takt_yield);
}

static void yield_at_the_end(void)
{
    deep_run(PRIORITY, yield_with_room, NULL);
}

static void descend_in_thread(void *unused)
{
    (void)unused;
    descend_to_zero();
}

static void small_frames(void)
{
    deep_run(PRIORITY, descend_in_thread, NULL);
}

/* Exactly the canary and no further: what a guard cannot see. */
static void write_canary(void *unused)
{
    (void)unused;
    *(volatile uint32_t *)deep_low() = 0;
}

static void canary_only(void)
{
    deep_run(PRIORITY, write_canary, NULL);
}

/* Another thread's guard is open: it may not be the one of the thread that runs. */
static void touch_guard_of_other(void)
{
    memset(equal_stack, 1, sizeof equal_stack);
    make_equal();
    load((uintptr_t)equal_stack);
    load((uintptr_t)takt_thread_self()->stack_low);
}

/* A pointer gone wrong, with much of the stack left: not an overflow. */
static void touch_guard_from_above(void)
{
    store((uintptr_t)takt_thread_self()->stack_low + 8);
}

/* On the last CPU, be it the first. */

static struct takt_thread elsewhere;
static TAKT_STACK(elsewhere_stack, STACK_BYTES);

static void run_elsewhere(void (*entry)(void *))
{
    const struct takt_thread_options options = {
        .name = "elsewhere",
        .priority = PRIORITY,
        .entry = entry,
        .stack = elsewhere_stack,
        .stack_bytes = sizeof elsewhere_stack,
        .cpu = TAKT_CPU(TAKT_CPUS - 1),
    };

    (void)takt_thread_create(&elsewhere, &options);
    (void)takt_thread_join(&elsewhere, takt_ms(1000));
}

static void write_for_once(void *unused)
{
    (void)unused;
    write_nowhere();
}

static void write_elsewhere(void)
{
    run_elsewhere(write_for_once);
}

static void overflow_elsewhere(void)
{
    run_elsewhere(descend_in_thread);
}

static void interrupt_elsewhere(void *unused)
{
    (void)unused;
    write_nowhere();
}

static void attach_and_raise(void *unused)
{
    (void)unused;
    takt_irq_attach(IRQ, interrupt_elsewhere, NULL);
    takt_irq_raise(IRQ);
}

static void write_in_interrupt_elsewhere(void)
{
    run_elsewhere(attach_and_raise);
}

/* The port's, named by its assembler. What no stack of a thread lies in has no guard. */
void mmu_guard_stack(const uintptr_t record[2]);

void guard_open(void)
{
    const uintptr_t nobody[2] = { 0, 0 };

    mmu_guard_stack(nobody);
}

_Noreturn void __wrap_fault_stop(void);
_Noreturn void __real_fault_stop(void);

_Noreturn void __wrap_fault_stop(void)
{
    __real_fault_stop();
}

const struct misuse_case misuse_cases[] = {
    { "write_nowhere", IN_THREAD, write_nowhere },
    { "read_nowhere", IN_THREAD, read_nowhere },
    { "run_nowhere", IN_THREAD, run_nowhere },
    { "run_device", IN_THREAD, run_device },
    { "run_data", IN_THREAD, run_data },
    { "write_code", IN_THREAD, write_code },
    { "write_constant", IN_THREAD, write_constant },
    { "read_null", IN_THREAD, read_null },
    { "read_null_last", IN_THREAD, read_null_last },
    { "write_null", IN_THREAD, write_null },
    { "write_null_field", IN_THREAD, write_null_field },
    { "call_null", IN_THREAD, call_null },
    { "call_null_thumb", IN_THREAD, call_null_thumb },
    { "undefined", IN_THREAD, run_undefined },
    { "undefined_float", IN_THREAD, run_undefined_float },
    { "unaligned", IN_THREAD, load_two_unaligned },
    { "coprocessor", IN_THREAD, use_coprocessor },
    { "supervisor", IN_THREAD, call_supervisor },
    { "supervisor_in_interrupt", IN_INTERRUPT, call_supervisor },
    { "masked", IN_THREAD, write_masked },
    { "in_interrupt", IN_INTERRUPT, write_nowhere },
    { "in_main", IN_MAIN, write_nowhere },
    { "undefined_in_interrupt", IN_INTERRUPT, run_undefined },
    { "null_in_interrupt", IN_INTERRUPT, read_null },
    { "null_in_main", IN_MAIN, read_null },
    { "registers", IN_THREAD, fault_with_known_registers },
    { "twice", IN_THREAD, fault_twice },
    { "small_frames", IN_THREAD, small_frames },
    { "small_frames_in_interrupt", IN_INTERRUPT, descend_to_zero },
    { "small_frames_in_main", IN_MAIN, descend_to_zero },
    { "frame_at_the_end", IN_THREAD, frame_at_the_end },
    { "interrupt_at_the_end", IN_THREAD, interrupt_at_the_end },
    { "preempted_at_the_end", IN_THREAD, preempted_at_the_end },
    { "preempted_float_at_the_end", IN_THREAD, preempted_float_at_the_end },
    { "yield_at_the_end", IN_THREAD, yield_at_the_end },
    { "elsewhere", IN_THREAD, write_elsewhere },
    { "overflow_elsewhere", IN_THREAD, overflow_elsewhere },
    { "interrupt_elsewhere", IN_THREAD, write_in_interrupt_elsewhere },
    { "canary_only", IN_THREAD, canary_only },
    { "guard_of_other", IN_THREAD, touch_guard_of_other },
    { "guard_from_above", IN_THREAD, touch_guard_from_above },
    { NULL, IN_THREAD, NULL },
};
