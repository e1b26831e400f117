/* port.c - ARMv7-M (Cortex-M3, M4, M7).
 *
 * Exceptions, and why these:
 *
 * A thread that gives up the processor needs no exception: it saves what a called function must
 * keep and loads the other's (port_switch, in vectors.S). PendSV switches at the end of
 * interrupts. It has the lowest priority, so it runs when every interrupt is done, and once,
 * however many of them asked for it; the kernel pends it where a call in a handler has changed the
 * decision. So an interrupt that wakes nobody costs nothing here. SVC is how a thread that was
 * interrupted goes on when it is loaded by port_switch: only the end of an exception can restore
 * all of it.
 *
 * SysTick is the alarm. Where the board has a counter and the image wants no tick it comes when it
 * is wanted (clock_counter.c), else periodically (clock_systick.c).
 *
 * All device interrupts and SysTick share one priority and do not nest. The mask is PRIMASK.
 * Faults stop the run with a report (fault.c); stacks end in a guard (mpu.c).
 *
 * Threads run on the process stack, privileged; everything else on the main stack. Every saved
 * context has one form: r3-r11 and the address at which to go on, in ascending order. The thread's
 * context is the address of r3. An interrupted thread goes on at port_resume, with the frame that
 * the processor stacked right above.
 *
 * Floating point registers belong to a thread from its first instruction that uses one, and cost
 * other threads a test. An interrupt finds room for s0-s15 on the stack, but the processor fills it
 * only if the handler, or the switch, uses such a register too; s16-s31, and the status of a thread
 * that gave up the processor by itself, are saved with the context. r3, which otherwise is there to
 * keep the stack aligned, tells. The kernel itself is compiled to use none.
 */
#include "port.h"
#include "fault.h"
#include "mpu.h"
#include "registers.h"
#include "semihosting.h"
#include "upcalls.h"

#include <string.h>

enum { CONTEXT_WORDS = 10, R4 = 1, R5 = 2, PC = 9 };
enum { PRIORITY_LOWEST = 0xFF, PRIORITY_INTERRUPTS = 0x80 };

/* The vector table, whose place the board's linker script chooses. */
extern const char vectors[];

/* In vectors.S: calls the function in r4 with r5. */
void port_begin(void);

void *port_context_init(void *stack, size_t size, void (*entry)(void *), void *argument)
{
    uint32_t *context = (uint32_t *)(void *)((char *)stack + size) - CONTEXT_WORDS;

    memset(context, 0, CONTEXT_WORDS * sizeof *context);
    context[R4] = (uint32_t)entry;
    context[R5] = (uint32_t)argument;
    context[PC] = (uint32_t)port_begin;
    return context;
}

/* Wait for an event, of which an interrupt that becomes pending is one, be it masked or not
 * (SEVONPEND). WFI would do as well on hardware; but QEMU 7.2, counting instructions and not
 * sleeping, lets a second period of SysTick pass before a processor halted by WFI goes on, while
 * WFE there is a turn of the loop. */
void port_idle(void)
{
    measure_end(0);
    __asm__ volatile("dsb\n wfe" ::: "memory");
    measure_begin();
}

/* Full access for everybody, and frames with room for them that is filled late. */
static void float_start(void)
{
#ifdef __ARM_FP
    SCB->cpacr |= CPACR_FLOAT;
    *FPCCR |= FPCCR_ASPEN | FPCCR_LSPEN;
    __asm__ volatile("dsb\n isb" ::: "memory");
#endif
}

void port_cpu_init(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
    SCB->vtor = (uint32_t)vectors;
    float_start();
    SCB->scr = SCR_SEVONPEND;
    fault_init();
    mpu_init();
    SCB->shpr[SHPR_PENDSV] = PRIORITY_LOWEST;
    SCB->shpr[SHPR_SYSTICK] = PRIORITY_INTERRUPTS;
    for (unsigned irq = 0; irq < PORT_IRQS; irq++) {
        NVIC->ipr[irq] = PRIORITY_INTERRUPTS;
    }
    board_init();
    clock_start();
}

/* One CPU only. */
void port_cpu_start(unsigned cpu)
{
    (void)cpu;
}

void port_kick(unsigned cpu)
{
    (void)cpu;
}

void port_irq_enable(unsigned irq, unsigned level, unsigned cpu)
{
    (void)cpu;
    NVIC->ipr[irq] = (uint8_t)(PRIORITY_INTERRUPTS + level);
    NVIC->iser[irq / 32] = UINT32_C(1) << (irq % 32);
}

void port_irq_disable(unsigned irq)
{
    NVIC->icer[irq / 32] = UINT32_C(1) << (irq % 32);
    __asm__ volatile("dsb\n isb" ::: "memory");
}

void port_irq_raise(unsigned irq)
{
    *NVIC_STIR = irq;
    __asm__ volatile("dsb\n isb" ::: "memory");
}

uint32_t port_clock_hz(void)
{
    return TAKT_CLOCK_HZ;
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
