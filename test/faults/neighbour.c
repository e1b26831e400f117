/* neighbour.c - a thread on a stack with known memory below it.
 *
 * The linker calls __wrap_port_halt where port_halt was meant, so that the memory is looked at when
 * the kernel has stopped the run, whatever the reason.
 */
#include "neighbour.h"

#include "port.h"
#include "takt/takt.h"
#include "text.h"

#include <string.h>

enum { NEIGHBOUR_BYTES = 16384, STACK_BYTES = PORT_STACK_MIN + 1024 };
enum { FILLING = 0x6B, GUARD_FILLING = 0xC5 };

static struct {
    _Alignas(TAKT_STACK_ALIGN) unsigned char neighbour[NEIGHBOUR_BYTES];
    TAKT_STACK(stack, STACK_BYTES);
} memory;

static struct takt_thread deep;
static struct takt_thread urgent;
static TAKT_STACK(urgent_stack, PORT_STACK_MIN + 512);
static struct takt_semaphore wake;
static bool in_use;

_Noreturn void __wrap_port_halt(int status);
_Noreturn void __real_port_halt(int status);

/* How far below the stack something is not as it was. */
static unsigned lost_bytes(void)
{
    for (unsigned i = 0; i < sizeof memory.neighbour; i++) {
        if (memory.neighbour[i] != FILLING) {
            return sizeof memory.neighbour - i;
        }
    }
    return 0;
}

static unsigned lost_guard_bytes(void)
{
    unsigned lost = 0;

    for (const unsigned char *at = memory.stack; at < memory.stack + TAKT_STACK_GUARD; at++) {
        lost += *at != GUARD_FILLING;
    }
    return lost;
}

_Noreturn void __wrap_port_halt(int status)
{
    if (in_use) {
        char text[80];

        guard_open();
        text_format(text, sizeof text, "deep: lost %u bytes of the neighbour, %u of the guard\n",
                    lost_bytes(), lost_guard_bytes());
        takt_print(text);
    }
    __real_port_halt(status);
}

void deep_run(unsigned priority, void (*entry)(void *), void *argument)
{
    const struct takt_thread_options options = {
        .name = "deep",
        .priority = priority,
        .entry = entry,
        .argument = argument,
        .stack = memory.stack,
        .stack_bytes = sizeof memory.stack,
    };

    memset(memory.neighbour, FILLING, sizeof memory.neighbour);
    in_use = true;
    (void)takt_thread_create(&deep, &options);
    (void)takt_thread_join(&deep, TAKT_FOREVER);
}

uintptr_t deep_low(void)
{
    return (uintptr_t)memory.stack + TAKT_STACK_GUARD;
}

static void wait_to_be_woken(void *unused)
{
    (void)unused;
    (void)takt_semaphore_take(&wake, TAKT_FOREVER);
}

void urgent_make(void)
{
    const struct takt_thread_options options = {
        .name = "urgent",
        .priority = 30,
        .entry = wait_to_be_woken,
        .stack = urgent_stack,
        .stack_bytes = sizeof urgent_stack,
    };

    takt_semaphore_init(&wake, "wake", 0);
    (void)takt_thread_create(&urgent, &options);
}

void urgent_wake(void *unused)
{
    (void)unused;
    (void)takt_semaphore_give(&wake);
}
