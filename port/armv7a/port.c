/* port.c - ARMv7-A: the Cortex-A9 MPCore, with one to four CPUs.
 *
 * Modes, and why these:
 *
 * Threads run in system mode, which is privileged and shares its registers with no exception. An
 * interrupt comes in in interrupt mode, where it stays for two instructions: what was interrupted
 * is stored on its own stack. The handler then runs in supervisor mode, on the CPU's own stack for
 * interrupts. So the mode alone tells whether this is a handler, on whichever CPU. Nothing else
 * would do: were handlers to run in interrupt mode with the mask open, an interrupt that the
 * controller takes back too late would spoil the return address of the function it comes into.
 *
 * A thread that gives up the processor saves what a called function must keep, and loads the
 * other's (port_switch, in vectors.S). The switch at an interrupt's end (preempt, there) happens
 * when all interrupts that are pending have been served, once. Every saved context has one form:
 * r3-r11 and the address at which to go on, in ascending order; the thread's context is the address
 * of r3. An interrupted thread goes on at port_resume, and the rest of it, in the form that a
 * Cortex-M stacks, lies right above.
 *
 * All interrupts have one priority and do not nest (gic.c). The mask is the processor's. The clock
 * is the MPCore's global timer, which counts once for all CPUs, and each CPU's comparator of it the
 * alarm (clock.c). A CPU kicks another by an interrupt of software. Faults stop the run with a
 * report (fault.c); the map of memory guards stacks (mmu.c).
 *
 * Floating point registers belong to a thread from its first instruction that uses one, which is an
 * undefined instruction until then: the unit is off. Its end of a switch has them in its context,
 * an interrupt stores those that a called function may change, and who uses none pays a test. In a
 * context, r3 is the status register with a bit that the status leaves free, or 0 for a thread
 * without; s16-s31 lie right below it, and, where the thread was interrupted, all others right
 * above the context. The kernel itself is compiled to use none.
 */
#include "port.h"
#include "gic.h"
#include "mmu.h"
#include "mpcore.h"
#include "semihosting.h"
#include "stacks.h"
#include "upcalls.h"

#include <string.h>

enum { CONTEXT_WORDS = 10, R4 = 1, R5 = 2, PC = 9 };

__attribute__((section(".stacks"),
               aligned(STACKS_PAGE))) unsigned char cpu_stacks[TAKT_CPUS][STACKS_BYTES];

/* The linker script's: a symbol whose address is the size. */
extern char bss_start[], bss_size[];

/* In vectors.S: calls the function in r4 with r5. */
void port_begin(void);

/* Named by vectors.S: where a CPU begins, on its boot stack; caches and map are off. */
_Noreturn void reset(void);
_Noreturn void reset_other(void);

_Noreturn void reset(void)
{
    memset(bss_start, 0, (size_t)bss_size);
    port_cpu_init();
    kernel_cpu_main();
}

/* Until somebody says that it may go on. Nothing of the image's data is used until then: the first
 * CPU may not have made it yet. */
_Noreturn void reset_other(void)
{
    uint32_t taken;

    GIC_CPU->priority_mask = UINT8_MAX;
    GIC_CPU->control = GIC_ENABLE;
    do {
        __asm__ volatile("dsb\n wfi" ::: "memory");
        taken = GIC_CPU->acknowledge;
        if ((taken & GIC_NUMBER) < GIC_NONE) {
            GIC_CPU->end = taken;
        }
    } while ((taken & GIC_NUMBER) != GIC_START);
    port_cpu_init();
    kernel_cpu_main();
}

void port_cpu_init(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
    bool first = port_cpu_id() == 0;

    if (first) {
        SCU->invalidate = SCU_INVALIDATE_ALL;
        SCU->control |= SCU_ENABLE;
        mmu_make_map();
    }
    mmu_start();
    if (first) {
        gic_start();
    }
    gic_start_cpu();
    if (first) {
        board_init();
    }
    clock_start();
}

void port_cpu_start(unsigned cpu)
{
    board_start_cpu(cpu);
    gic_send(cpu, GIC_START);
}

void port_kick(unsigned cpu)
{
    gic_send(cpu, GIC_KICK);
}

void *port_context_init(void *stack, size_t size, void (*entry)(void *), void *argument)
{
    uint32_t *context = (uint32_t *)(void *)((char *)stack + size) - CONTEXT_WORDS;

    memset(context, 0, CONTEXT_WORDS * sizeof *context);
    context[R4] = (uint32_t)entry;
    context[R5] = (uint32_t)argument;
    context[PC] = (uint32_t)port_begin;
    return context;
}

/* An interrupt that is pending ends the wait, masked or not, also one that came before. */
void port_idle(void)
{
    __asm__ volatile("dsb\n wfi" ::: "memory");
}

_Noreturn void port_halt(int status)
{
    semihosting_exit(status);
    for (;;) {
        port_idle();
    }
}

void port_put(char character)
{
    board_put(character);
}

int port_get(void)
{
    return board_get();
}

void port_listen(void)
{
    board_listen();
}

int port_file_create(const char *path)
{
    return semihosting_create(path);
}

int port_file_write(int file, const void *data, size_t size)
{
    return semihosting_write(file, data, size);
}

int port_file_close(int file)
{
    return semihosting_close(file);
}

int port_command_line(char *text, size_t size)
{
    return semihosting_command_line(text, size);
}
