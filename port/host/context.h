/* context.h - contexts of threads in a process. */
#pragma once

#include <stddef.h>

struct context;

/* Make one at the high end of the stack's memory, where the stack does not grow to. */
struct context *context_init(void *stack, size_t size, void (*entry)(void *), void *argument);

struct context *context_running(void);
void context_switch(struct context *from, struct context *to);
_Noreturn void context_start(struct context *to);

/* Called in a new context before its entry. */
void context_entered(void);
