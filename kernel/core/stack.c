/* stack.c - stacks are filled before they are used, and looked at afterwards.
 *
 * What is not the filling has been used. Nothing here takes the kernel lock: a stack is filled
 * before it is anybody's, and while it is looked at its thread may well go on using it.
 */
#include "stack.h"

#include "check.h"
#include "takt/console.h"

/* The address sanitizer makes marks in the frames of threads, also of those that have ended. */
#ifdef __SANITIZE_ADDRESS__
#define UNMARKED __attribute__((no_sanitize("address")))
#else
#define UNMARKED
#endif

static uintptr_t high_end(const void *stack, size_t bytes)
{
    return ((uintptr_t)stack + bytes) & ~(uintptr_t)(PORT_STACK_ALIGN - 1);
}

UNMARKED void stack_fill(void *stack, size_t bytes)
{
    uintptr_t high = high_end(stack, bytes);
    uintptr_t mask = PORT_STACK_ALIGN - 1;

    for (uintptr_t at = ((uintptr_t)stack + mask) & ~mask; at < high; at += sizeof(uint32_t)) {
        *(volatile uint32_t *)at = STACK_FILL;
    }
}

struct stack_extent stack_extent(const struct takt_thread *thread)
{
    return (struct stack_extent){ (uintptr_t)stack_canary(thread),
                                  high_end(thread->stack, thread->stack_bytes) };
}

UNMARKED size_t stack_extent_used(struct stack_extent extent)
{
    uintptr_t at = extent.canary;

    while (at < extent.high && *(const volatile uint32_t *)at == STACK_FILL) {
        at += sizeof(uint32_t);
    }
    return extent.high - at;
}

size_t takt_thread_stack_used(const struct takt_thread *thread)
{
    TAKT_REQUIRE(thread->stack != NULL);
    return stack_extent_used(stack_extent(thread));
}

/* In pieces: the stack that this runs on has no room left. */
_Noreturn void stack_stop(const struct takt_thread *thread)
{
    (void)port_irq_save();
    takt_print("takt: stack overflow of thread ");
    takt_print(thread->name);
    takt_print("\n");
    takt_halt(STATUS_STOPPED);
}
