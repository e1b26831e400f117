/* cases.c - ARMv7-M: everything that the processor refuses, one function each. What the report of
 * each must hold is in faults.txt. */
#include "cases.h"
#include "neighbour.h"
#include "overflows.h"

#include "port.h"
#include "takt/takt.h"

#include <string.h>

enum { STACK_BYTES = 1024, IRQ = 3, PRIORITY = 20, ARGUMENT_BYTES = 16 };

static volatile uint32_t *const mpu_control = (volatile uint32_t *)0xE000ED94;
static volatile uint32_t *const icsr = (volatile uint32_t *)0xE000ED04;

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
    load(0x70000000U);
}

static void run_nowhere(void)
{
    jump(0x90000001U);
}

static void run_device(void)
{
    jump(0x40000001U);
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

/* The first word that is not NULL's: code. */
static void read_code(void)
{
    load(zero + 4096);
}

/* Instructions. */

OWN_FRAME static void run_undefined(void)
{
    __asm__ volatile("udf #0");
}

OWN_FRAME static void load_two_unaligned(void)
{
    __asm__ volatile("ldrd r0, r1, [%0]" ::"r"(zero + 0x20000002U) : "r0", "r1");
}

OWN_FRAME static void divide_by_zero(void)
{
    uint32_t by = zero;

    __asm__ volatile("udiv %0, %0, %0" : "+r"(by));
}

static void jump_to_even(void)
{
    jump((uintptr_t)divide_by_zero & ~(uintptr_t)1);
}

OWN_FRAME static void use_coprocessor(void)
{
    __asm__ volatile("mrc p5, 0, r0, c0, c0" ::: "r0");
}

/* In a handler: a code of return that names no mode. */
OWN_FRAME static void return_wrongly(void)
{
    __asm__ volatile("mvn lr, #14\n bx lr");
}

static void raise_nmi(void)
{
    *icsr = UINT32_C(1) << 31;
    __asm__ volatile("dsb\n isb");
}

/* Where a fault's own exception cannot come in. */
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

/* Stacks. The stack pointer is put exactly where it is wanted. */

/* The case's own number, of which sweeps are made. */
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
    __asm__ volatile("ldr r0, =0xE000E200\n mov r1, #8\n str r1, [r0]\n dsb\n isb\n bx lr");
}

static void run_with_room(void *function)
{
    union {
        void *pointer;
        void (*function)(void);
    } which = { .pointer = function };

    with_room(distance(), which.function);
}

static void run_deep(void (*function)(void))
{
    union {
        void *pointer;
        void (*function)(void);
    } which = { .function = function };

    deep_run(PRIORITY, run_with_room, which.pointer);
}

/* C18: the largest frame that cannot do damage, of which only the lowest word is touched. */
static void take_frame(void *unused)
{
    uintptr_t stack = deep_low() + distance();

    (void)unused;
    __asm__ volatile(
        "mov r4, sp\n mov sp, %0\n sub sp, %1\n str r0, [sp]\n mov sp, r4" ::"r"(stack),
        "i"(TAKT_STACK_GUARD > 40 ? TAKT_STACK_GUARD - 40 : 8)
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
    run_deep(raise_irq);
}

static void preempted_at_the_end(void)
{
    urgent_make();
    takt_irq_attach(IRQ, urgent_wake, NULL);
    run_deep(raise_irq);
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

void guard_open(void)
{
    *mpu_control = 0;
    __asm__ volatile("dsb\n isb" ::: "memory");
}

static void guard_close(void)
{
    *mpu_control = 5;
    __asm__ volatile("dsb\n isb" ::: "memory");
}

/* The guard of the main stack holds a pattern, which must be there at the end. */
enum { MAIN_FILLING = 0x6B6B6B6B };

extern char stack_low[];

_Noreturn void __wrap_fault_stop(void);
_Noreturn void __real_fault_stop(void);

static bool main_guard_filled;

static uint32_t *main_guard(void)
{
    uintptr_t mask = TAKT_STACK_ALIGN - 1;

    return (uint32_t *)(((uintptr_t)stack_low + mask) & ~mask);
}

static uint32_t *main_guard_end(void)
{
    return main_guard() + TAKT_STACK_GUARD / sizeof(uint32_t);
}

_Noreturn void __wrap_fault_stop(void)
{
    unsigned lost = 0;

    for (const uint32_t *at = main_guard(); main_guard_filled && at < main_guard_end(); at++) {
        lost += *at != MAIN_FILLING;
    }
    takt_print(lost == 0 ? "" : "main stack: its guard was written to\n");
    __real_fault_stop();
}

static void overflow_main_stack(void)
{
    guard_open();
    for (uint32_t *at = main_guard(); at < main_guard_end(); at++) {
        *(volatile uint32_t *)at = MAIN_FILLING;
    }
    main_guard_filled = true;
    guard_close();
    descend_to_zero();
}

const struct misuse_case misuse_cases[] = {
    { "write_nowhere", IN_THREAD, write_nowhere },
    { "read_nowhere", IN_THREAD, read_nowhere },
    { "run_nowhere", IN_THREAD, run_nowhere },
    { "run_device", IN_THREAD, run_device },
    { "read_null", IN_THREAD, read_null },
    { "read_null_last", IN_THREAD, read_null_last },
    { "read_code", IN_THREAD, read_code },
    { "write_null", IN_THREAD, write_null },
    { "write_null_field", IN_THREAD, write_null_field },
    { "call_null", IN_THREAD, call_null },
    { "call_null_thumb", IN_THREAD, call_null_thumb },
    { "undefined", IN_THREAD, run_undefined },
    { "unaligned", IN_THREAD, load_two_unaligned },
    { "divide_by_zero", IN_THREAD, divide_by_zero },
    { "jump_to_even", IN_THREAD, jump_to_even },
    { "coprocessor", IN_THREAD, use_coprocessor },
    { "return_wrongly", IN_INTERRUPT, return_wrongly },
    { "nmi", IN_THREAD, raise_nmi },
    { "masked", IN_THREAD, write_masked },
    { "in_interrupt", IN_INTERRUPT, write_nowhere },
    { "in_main", IN_MAIN, write_nowhere },
    { "null_in_interrupt", IN_INTERRUPT, read_null },
    { "null_in_main", IN_MAIN, read_null },
    { "registers", IN_THREAD, fault_with_known_registers },
    { "twice", IN_THREAD, fault_twice },
    { "small_frames", IN_THREAD, small_frames },
    { "small_frames_in_interrupt", IN_INTERRUPT, overflow_main_stack },
    { "small_frames_in_main", IN_MAIN, overflow_main_stack },
    { "frame_at_the_end", IN_THREAD, frame_at_the_end },
    { "interrupt_at_the_end", IN_THREAD, interrupt_at_the_end },
    { "preempted_at_the_end", IN_THREAD, preempted_at_the_end },
    { "yield_at_the_end", IN_THREAD, yield_at_the_end },
    { "canary_only", IN_THREAD, canary_only },
    { "guard_of_other", IN_THREAD, touch_guard_of_other },
    { "guard_from_above", IN_THREAD, touch_guard_from_above },
    { NULL, IN_THREAD, NULL },
};
