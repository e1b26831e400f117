/* statistics.c - what a thread has used so far. */
#include "statistics.h"

#include "check.h"
#include "entry.h"

void takt_thread_statistics(const struct takt_thread *thread,
                            struct takt_thread_statistics *statistics)
{
    REQUIRE_NO_ISR();
    kernel_enter();

    TAKT_REQUIRE(thread->stack != NULL);
    statistics_settle(cpu_running(thread));
    statistics->run_time = thread->run_time;
    statistics->switches = thread->switches;
    statistics->stack_bytes = thread->stack_bytes;
    kernel_leave_same();
    statistics->stack_used = takt_thread_stack_used(thread);
}
