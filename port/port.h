/* port.h - what a processor must give the kernel: the whole contract.
 *
 * A port implements this for one architecture. The kernel calls nothing else of it, and it calls
 * nothing of the kernel but kernel/core/upcalls.h. Threads are switched in two places: a thread
 * gives up the processor in port_switch; and when the last interrupt ends, if one of them has
 * called port_switch_later, the port saves the interrupted thread and asks kernel_preempted whom to
 * load. The decision is read at that moment, so that a second interrupt before it simply changes
 * it.
 *
 * A thread is known to the port by the address of its record, which begins with two words: the
 * thread's context, written by the port whenever it saves one, and the lowest address of its stack.
 *
 * port_inline.h, found on the port's include path, defines the functions marked inline, and
 * these constants:
 *
 *     PORT_STACK_ALIGN   alignment of a stack's ends, in bytes
 *     PORT_STACK_MIN     bytes below which no thread can run
 *     PORT_IRQS          interrupts of devices, numbered from 0
 *     PORT_CONSOLE_IRQ   that of the console's input
 *
 * What is said of several CPUs a port for one need not have. "Masked" means that no interrupt that
 * may call the kernel can come in on this CPU.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 1. Mask, and open again, where it is known that the mask was open. Inline. */
static inline void port_irq_mask(void);
static inline void port_irq_unmask(void);

/* 2. Mask, and return what was; put that back. Inline. */
static inline unsigned port_irq_save(void);
static inline void port_irq_restore(unsigned state);

/* 3. True while masked. Inline. */
static inline bool port_irq_masked(void);

/* 4. True inside an interrupt handler. Inline. */
static inline bool port_in_isr(void);

/* 5. The CPU that asks: 0 ... TAKT_CPUS - 1. Inline. */
static inline unsigned port_cpu_id(void);

/* 6. One turn of a loop that waits for another CPU. Inline. */
static inline void port_relax(void);

/* 7. The low half of the clock, cheaply. Inline. */
static inline uint32_t port_cycles(void);

/* 8. Make a context that, once switched to, calls entry(argument) with interrupts on. The stack
 * is aligned and at least PORT_STACK_MIN long; `entry` does not return. */
void *port_context_init(void *stack, size_t size, void (*entry)(void *), void *argument);

/* 9. A thread gives up the processor: save its context in its record, load that of another.
 * Called masked; returns 0 with the mask open, when the thread runs again, maybe on another CPU:
 * what is a call's last deed need not be come back from to tell that it went well. With several
 * CPUs the kernel's lock is in hand: in between, when all that is saved is in memory and the
 * other's stack is in use, the port calls kernel_switched, which lets go of it. */
int port_switch(void *from, void *to);

/* 10. In an interrupt: when the last one ends, another thread may have to go on. Masked. Inline. */
static inline void port_switch_later(void);

/* 11. Enter the first thread of this CPU: masked. */
_Noreturn void port_start(void *thread);

/* 12. Masked: sleep until an interrupt is pending; it is taken when the mask is lifted. */
void port_idle(void);

/* 13. First thing on each CPU, the boot CPU first: exceptions, clock, console. */
void port_cpu_init(void);

/* 14. Let another CPU run, through port_cpu_init, to kernel_cpu_main. Once for each. */
void port_cpu_start(unsigned cpu);

/* 15. Interrupt another CPU, which calls kernel_kicked; one that is about to idle does not. */
void port_kick(unsigned cpu);

/* 16. Let an interrupt come, on that CPU and no other, at that hardware level (0: the most urgent
 * that may still call the kernel). */
void port_irq_enable(unsigned irq, unsigned level, unsigned cpu);

/* 17. Keep it from coming. */
void port_irq_disable(unsigned irq);

/* 18. Make it come, by software. */
void port_irq_raise(unsigned irq);

/* 19. The clock: counts since start, monotonic, the same on all CPUs. Masked. Inline. */
static inline uint64_t port_clock_now(void);

/* 20. Counts per second. */
uint32_t port_clock_hz(void);

/* 21. Interrupt this CPU at `when` or as soon after as can be, at once if it has passed;
 * UINT64_MAX: never. An interrupt that comes earlier does no harm; with one CPU, where `when` is
 * more than 2^31 counts away, one must, so that nobody who keeps the clock's low half loses count.
 * With several none does that is not needed. Masked. */
void port_clock_arm(uint64_t when);

/* 22. End the run. */
_Noreturn void port_halt(int status);

/* 23. One character to the console. */
void port_put(char character);

/* 24. One character from the console; or that none is there, or that the hardware has lost some.
 * Where an input can end, its end is the character 4, "end of transmission". */
enum { PORT_NO_CHARACTER = -1, PORT_CHARACTERS_LOST = -2 };
int port_get(void);

/* 25. From now on PORT_CONSOLE_IRQ comes whenever a character is there. */
void port_listen(void);

/* 26. The machine that hosts the emulator, debugger or process: a handle or -1; 0 or -1; 0 or
 * -1; the length of the command line, or -1. A port without one returns -1. */
int port_file_create(const char *path);
int port_file_write(int file, const void *data, size_t size);
int port_file_close(int file);
int port_command_line(char *text, size_t size);

#include "port_inline.h"
