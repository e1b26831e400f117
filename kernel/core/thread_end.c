/* thread_end.c - the end of a thread: by itself, or by another thread, wherever it stands.
 *
 * Who ends a thread takes it apart in bounded steps, a lock window each: it finishes the call of
 * several windows that the thread was in the middle of, tells its clients, passes on its mutexes,
 * leaves its channel. The thread that exits does that for itself; takt_thread_cancel stops the
 * thread and does it in its place. Both see only what is left, so one can go on where another has
 * been interrupted: several may cancel one thread, or one that is exiting, or one that is
 * cancelling a third.
 *
 * Every function but the public ones is called with the kernel lock held.
 */
#include "check.h"
#include "entry.h"
#include "sched.h"
#include "steps.h"
#include "takt/thread.h"
#include "thread_state.h"
#include "trace.h"
#include "wait.h"

static void serve_no_more(struct takt_thread *thread)
{
    struct takt_wait *wait = thread->serves;

    wait_set_server(thread, NULL, 0);
    wait_lost_server(wait);
}

static void wake_first_client(const struct takt_thread *thread)
{
    wait_leave(LIST_ENTRY(thread->clients.next, struct takt_thread, client_node), TAKT_ECLOSED);
}

/* What it was doing is finished, since others rest on that; its clients will get no answer; what it
 * owned or served goes on without it. One step of that; false when nothing is left. */
static bool abandon_one(struct takt_thread *thread)
{
    if (steps_advance(thread)) {
        return true;
    }
    if (!list_empty(&thread->clients)) {
        wake_first_client(thread);
    } else if (!list_empty(&thread->owned)) {
        struct takt_wait *wait = LIST_ENTRY(thread->owned.next, struct takt_wait, owned_node);

        (void)wait->kind->abandon(wait, thread);
    } else if (thread->serves == NULL) {
        return false;
    } else if (!thread->serves->kind->abandon(thread->serves, thread)) {
        serve_no_more(thread);
    }
    return true;
}

/* Whoever is still cancelling it has nothing left to do, and must not look at it again. */
static void dismiss_enders(struct takt_thread *thread)
{
    for (struct takt_thread *ender = thread->enders; ender != NULL; ender = ender->ender_next) {
        ender->step = NULL;
    }
    thread->enders = NULL;
}

/* The last step, in one window: whoever learns of it may use the memory for something else. */
static void bury(struct takt_thread *thread)
{
    if (TAKT_CHECK >= 2) {
        audit_end(thread);
    }
    while (wait_first(&thread->joiners) != NULL) {
        wait_leave(wait_first(&thread->joiners), TAKT_OK);
    }
    dismiss_enders(thread);
    trace_event(TRACE_THREAD_EXIT, thread->id, 0, 0);
    thread->state = THREAD_DEAD;
    thread->exchange = 0;
    list_remove(&thread->registry_node);
    if (TAKT_CPUS > 1) {
        thread->cpu->guests -= thread->guest;
    }
    kernel.thread_changes++;
}

/* It leaves its stack for good in the window in which it becomes dead. */
_Noreturn void takt_thread_exit(void)
{
    REQUIRE_THREAD();
    kernel_enter();
    struct takt_thread *thread = cpu_here()->current;

    while (abandon_one(thread)) {
        kernel_leave();
        kernel_enter();
    }
    bury(thread);
    sched_unready(thread);
    kernel_switch();
    takt_stop("assertion", __FILE__, __LINE__, "a dead thread runs");
}

/* From here on the thread does not run any more, or is about to leave the CPU that runs it. */
static void stop(struct takt_thread *thread)
{
    if (thread->state == THREAD_BLOCKED) {
        thread->ties.each.suspended = 1;
        wait_leave(thread, WAIT_CANCELLED);
    } else if (sched_is_ready(thread)) {
        sched_unready(thread);
        trace_event(TRACE_THREAD_STATE, thread->id,
                    trace_pair(TRACE_STATE_SUSPENDED, TRACE_CAUSE_CANCELLED), 0);
    }
    thread->state = THREAD_ENDING;
}

static bool end_step(void *object);

/* A thread that was cancelling another when it was stopped: that one first, and so on. None of
 * them runs any more, so there is an end. */
static struct takt_thread *first_to_end(struct takt_thread *thread)
{
    while (thread->step == end_step) {
        thread = thread->step_object;
    }
    return thread;
}

static bool end_step(void *object)
{
    struct takt_thread *thread = first_to_end(object);

    if ((TAKT_CPUS > 1 && thread->runs_on != NULL) || abandon_one(thread)) {
        return true;
    }
    bury(thread);
    return thread != object;
}

int takt_thread_cancel(struct takt_thread *thread)
{
    REQUIRE_THREAD();
    kernel_enter();
    struct takt_thread *self = cpu_here()->current;

    if (thread->state == THREAD_DEAD) {
        kernel_leave_same();
        return TAKT_ECLOSED;
    }
    if (thread == self) {
        kernel_leave_same();
        takt_thread_exit();
    }
    REQUIRE_CREATED(thread);
    if (thread->state != THREAD_ENDING) {
        stop(thread);
    }
    self->ender_next = thread->enders;
    thread->enders = self;
    steps_run(end_step, thread);
    kernel_leave();
    return TAKT_OK;
}

/* An interrupt is nobody: that the thread it came upon is not dead is all it can be told. */
int takt_thread_join(struct takt_thread *thread, takt_time timeout)
{
    kernel_enter();
    int status = TAKT_OK;

    if (thread == cpu_here()->current && !port_in_isr()) {
        status = TAKT_EDEADLK;
    } else if (thread->state != THREAD_DEAD) {
        status = wait_join(&thread->joiners, timeout);
    }
    return kernel_leave_with(status);
}
