/* fault.c - the end of a run that has gone wrong: say what, where and who, then stop.
 *
 * Printed in pieces, without a buffer: there may be little left of the stack that this runs on.
 */
#include "check.h"
#include "takt/console.h"
#include "takt/thread.h"
#include "text.h"
#include "upcalls.h"

/* More threads than this make no list that is to be believed. */
enum { THREADS_MAX = 65536 };

static const char *name_of(const struct takt_thread *thread)
{
    return thread == NULL || thread->name == NULL ? "none" : thread->name;
}

_Noreturn void takt_stop(const char *what, const char *file, int line, const char *condition)
{
    char number[16];

    (void)port_irq_save();
    text_format(number, sizeof number, ":%d", line);
    const char *const pieces[] = {
        "takt: ",      what,
        " broken at ", file,
        number,        port_in_isr() ? " in an interrupt of" : " in",
        " thread ",    name_of(cpu_here()->current),
        ": ",          condition,
        "\n",
    };

    for (unsigned i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        takt_print(pieces[i]);
    }
    port_halt(STATUS_STOPPED);
}

static bool has_in_stack(const struct takt_thread *thread, uintptr_t address)
{
    return address - (uintptr_t)thread->stack < thread->stack_bytes;
}

static const struct takt_thread *whose_stack(uintptr_t address)
{
    const struct takt_thread *running = cpu_here()->current;
    const struct list *at = kernel.threads.next;

    for (unsigned i = 0; i < THREADS_MAX && at != NULL && at != &kernel.threads; i++) {
        const struct takt_thread *thread = LIST_ENTRY(at, struct takt_thread, registry_node);

        if (has_in_stack(thread, address)) {
            return thread;
        }
        at = at->next;
    }
    return running;
}

struct fault_thread fault_thread(uintptr_t address)
{
    const struct takt_thread *thread = whose_stack(address);
    struct fault_thread result = { .name = name_of(thread) };

    if (thread != NULL && thread->stack != NULL) {
        result.stack_low = (uintptr_t)thread->stack_low;
        result.stack_high = (uintptr_t)thread->stack + thread->stack_bytes;
    }
    return result;
}

_Noreturn void fault_stop(void)
{
    port_halt(STATUS_STOPPED);
}
