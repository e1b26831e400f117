/* context.c - contexts of threads in a process: ucontext, and what the address sanitizer must be
 * told when the stack changes. */
#define _XOPEN_SOURCE 700
#include "context.h"

#include <stdbool.h>
#include <string.h>
#include <ucontext.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

static void leave_stack(void **save, const ucontext_t *to)
{
    __sanitizer_start_switch_fiber(save, to->uc_stack.ss_sp, to->uc_stack.ss_size);
}

static void arrive_on_stack(void *saved)
{
    __sanitizer_finish_switch_fiber(saved, NULL, NULL);
}

/* The frames of the thread that ended in this memory are no longer guarded. */
static void forget_frames(const void *stack, size_t size)
{
    __asan_unpoison_memory_region(stack, size);
}
#else
static void leave_stack(void *const *save, const ucontext_t *to)
{
    (void)save;
    (void)to;
}

static void arrive_on_stack(const void *saved)
{
    (void)saved;
}

static void forget_frames(const void *stack, size_t size)
{
    (void)stack;
    (void)size;
}
#endif

struct context {
    ucontext_t registers;
    void *fake_stack; /* the sanitizer's */
    void (*entry)(void *);
    void *argument;
};

enum { CONTEXT_BYTES = (sizeof(struct context) + 63) / 64 * 64 };

/* What main runs in is a context too, though nobody made it. */
static struct context boot;
static struct context *running = &boot;

static void enter(void)
{
    arrive_on_stack(NULL);
    context_entered();
    running->entry(running->argument);
}

struct context *context_init(void *stack, size_t size, void (*entry)(void *), void *argument)
{
    void *high = (char *)stack + size - CONTEXT_BYTES;
    struct context *context = high;

    forget_frames(stack, size);
    memset(context, 0, sizeof *context);
    context->entry = entry;
    context->argument = argument;
    (void)getcontext(&context->registers);
    context->registers.uc_stack.ss_sp = stack;
    context->registers.uc_stack.ss_size = size - CONTEXT_BYTES;
    makecontext(&context->registers, enter, 0);
    return context;
}

struct context *context_running(void)
{
    return running;
}

/* getcontext returns twice: at once, and when somebody switches back. (swapcontext would do, but
 * the address sanitizer prints a warning at its sight.) */
void context_switch(struct context *from, struct context *to)
{
    volatile bool back = false;

    (void)getcontext(&from->registers);
    if (!back) {
        back = true;
        running = to;
        leave_stack(&from->fake_stack, &to->registers);
        (void)setcontext(&to->registers);
    }
    arrive_on_stack(from->fake_stack);
}

_Noreturn void context_start(struct context *to)
{
    context_switch(running, to);
    __builtin_unreachable();
}
