/* thread_begins.c - how a thread finds the processor when it first runs. */
#include "helper.h"
#include "port.h"

#include <stdint.h>

struct begun {
    void *argument;
    uintptr_t misaligned;
    bool masked;
    bool in_isr;
};

static struct begun begun;

/* What is left over; the compiler, which knows how it would align, must not answer instead. */
static uintptr_t remainder_of(const volatile void *address, uintptr_t alignment)
{
    uintptr_t number = (uintptr_t)address;

    __asm__ volatile("" : "+r"(number));
    return number % alignment;
}

/* A variable of the most demanding type lies where it must only if the stack is aligned. */
static void begin(void *argument)
{
    volatile uint64_t wide = 0;
    volatile long double wider = 0;

    begun.argument = argument;
    begun.misaligned = remainder_of(&wide, _Alignof(uint64_t))
                       | remainder_of(&wider, _Alignof(long double))
                       | remainder_of(__builtin_frame_address(0), sizeof(uintptr_t));
    begun.masked = port_irq_masked();
    begun.in_isr = port_in_isr();
}

TEST(port_thread_begins_with_argument_and_interrupts)
{
    int something = 0;

    begun = (struct begun){ .masked = true, .in_isr = true };
    helper_start(&helper, HELPER_MORE_URGENT, begin, &something);
    helper_join(&helper);
    CHECK(begun.argument == &something);
    CHECK(!begun.masked);
    CHECK(!begun.in_isr);
}

/* Of large alignments not every remainder is tried. */
enum { STEP = PORT_STACK_ALIGN > 256 ? PORT_STACK_ALIGN / 32 + 1 : 1 };

/* Whatever memory the stack is given. */
TEST(port_thread_begins_on_an_aligned_stack)
{
    for (unsigned from = 0; from < PORT_STACK_ALIGN; from += STEP) {
        for (unsigned less = 0; less < PORT_STACK_ALIGN; less += STEP) {
            const struct takt_thread_options options = {
                .name = "aligned",
                .priority = HELPER_MORE_URGENT,
                .entry = begin,
                .stack = helper.stack + from,
                .stack_bytes = sizeof helper.stack - from - less,
            };

            begun.misaligned = 1;
            CHECK_EQUAL(takt_thread_create(&helper.thread, &options), TAKT_OK);
            helper_join(&helper);
            CHECK_EQUAL(begun.misaligned, 0);
        }
    }
}

/* The smallest stack that is accepted is enough to begin and to end. */
TEST(port_thread_begins_on_the_smallest_stack)
{
    const struct takt_thread_options options = {
        .name = "smallest",
        .priority = HELPER_MORE_URGENT,
        .entry = begin,
        .stack = helper.stack,
        .stack_bytes = PORT_STACK_MIN + PORT_STACK_ALIGN + TAKT_STACK_EXTRA,
    };

    begun.argument = &helper;
    CHECK_EQUAL(takt_thread_create(&helper.thread, &options), TAKT_OK);
    helper_join(&helper);
    CHECK(begun.argument == NULL);
}

static void misalignment(void *result)
{
    volatile uint64_t wide = 0;

    *(uintptr_t *)result = remainder_of(&wide, _Alignof(uint64_t));
}

/* An interrupt aligns the stack for itself. */
TEST(port_interrupt_runs_on_an_aligned_stack)
{
    uintptr_t misaligned = 1;

    takt_irq_attach(0, misalignment, &misaligned);
    takt_irq_raise(0);
    takt_irq_detach(0);
    CHECK_EQUAL(*(volatile uintptr_t *)&misaligned, 0);
}
