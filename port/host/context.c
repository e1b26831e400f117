/* context.c - contexts of threads in a process: ucontext, and what the address sanitizer must be
 * told when the stack changes. */
#define _XOPEN_SOURCE 700
#include "context.h"

#include <stdbool.h>
#include <string.h>
#include <ucontext.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#else
static void __sanitizer_start_switch_fiber(void **save, const void *stack, size_t size)
{
    (void)save;
    (void)stack;
    (void)size;
}

static void __sanitizer_finish_switch_fiber(void *save, const void **stack, size_t *size)
{
    (void)save;
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

static struct context *running;

static void enter(void)
{
    __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
    context_entered();
    running->entry(running->argument);
}

struct context *context_init(void *stack, size_t size, void (*entry)(void *), void *argument)
{
    struct context *context = stack;

    memset(context, 0, sizeof *context);
    context->entry = entry;
    context->argument = argument;
    (void)getcontext(&context->registers);
    context->registers.uc_stack.ss_sp = (char *)stack + CONTEXT_BYTES;
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
        __sanitizer_start_switch_fiber(&from->fake_stack, to->registers.uc_stack.ss_sp,
                                       to->registers.uc_stack.ss_size);
        (void)setcontext(&to->registers);
    }
    __sanitizer_finish_switch_fiber(from->fake_stack, NULL, NULL);
}

_Noreturn void context_start(struct context *to)
{
    static struct context boot;

    context_switch(&boot, to);
    __builtin_unreachable();
}
