/* cases.c - the host: what is noticed there. */
#include "cases.h"
#include "neighbour.h"

#include <stddef.h>

void guard_open(void)
{
}

_Noreturn void __wrap_fault_stop(void);
_Noreturn void __real_fault_stop(void);

_Noreturn void __wrap_fault_stop(void)
{
    __real_fault_stop();
}

/* An address that no process has. */
static void touch_nowhere(void)
{
    *(volatile char *)8 = 1;
}

const struct misuse_case misuse_cases[] = {
    { "touch_nowhere", IN_THREAD, touch_nowhere },
    { "touch_nowhere_in_interrupt", IN_INTERRUPT, touch_nowhere },
    { NULL, IN_THREAD, NULL },
};
