/* stack.h - how much of its stack a thread has used, and whether it was enough.
 *
 * A stack is filled with one word before its thread exists. The two lowest words that a
 * thread could reach, right above a guard of the port's, are the canary: a thread that overwrites
 * them has used all it has, and is stopped when it leaves the processor. Without a guard that is
 * after the damage; with one it is what the guard cannot see, a stack that was just not exceeded.
 */
#pragma once

#include "cpu.h"
#include "takt/thread.h"

/* One byte repeated: the compare of the canary needs no memory for it. */
#define STACK_FILL 0xC5C5C5C5U

/* Fill the memory of a stack that is not in use yet. Takes as long as the stack is; without the
 * lock. */
void stack_fill(void *stack, size_t bytes);

/* Stop the run: `thread` has used more than its stack. */
_Noreturn void stack_stop(const struct takt_thread *thread);

/* What a thread may use of its stack: from the canary to the high end. */
struct stack_extent {
    uintptr_t canary;
    uintptr_t high;
};

struct stack_extent stack_extent(const struct takt_thread *thread);

/* How much of it was used so far, looked at word by word. */
size_t stack_extent_used(struct stack_extent extent);

static inline const uint32_t *stack_canary(const struct takt_thread *thread)
{
    return (const uint32_t *)((uintptr_t)thread->stack_low + TAKT_STACK_GUARD);
}

/* The running thread is about to leave the processor. */
static inline void stack_check(const struct takt_thread *thread)
{
    const uint32_t *canary = stack_canary(thread);

    if (TAKT_CHECK >= 1 && (canary[0] != STACK_FILL || canary[1] != STACK_FILL)) {
        stack_stop(thread);
    }
}
