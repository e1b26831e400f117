/* fault.c - the end of a run that has gone wrong: say what, where and who, then stop. */
#include "check.h"
#include "takt/console.h"
#include "text.h"
#include "upcalls.h"

static const char *running_name(void)
{
    const struct takt_thread *thread = cpu_here()->current;

    return thread == NULL || thread->name == NULL ? "none" : thread->name;
}

_Noreturn static void stop(const char *text)
{
    (void)port_irq_save();
    takt_print(text);
    port_halt(STATUS_STOPPED);
}

_Noreturn void takt_stop(const char *what, const char *file, int line, const char *condition)
{
    char text[256];

    text_format(text, sizeof text, "takt: %s broken at %s:%d in %s %s: %s\n", what, file, line,
                port_in_isr() ? "an interrupt of thread" : "thread", running_name(), condition);
    stop(text);
}

_Noreturn void fault_stop(const char *what, uintptr_t address)
{
    char text[256];

    text_format(text, sizeof text, "takt: %s at 0x%x in thread %s\n", what, (unsigned)address,
                running_name());
    stop(text);
}
