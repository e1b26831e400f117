/* thread.c - threads: made, suspended, given another priority. Their end is in thread_end.c. */
#include "entry.h"
#include "extent.h"
#include "move.h"
#include "name.h"
#include "priority.h"
#include "sched.h"
#include "stack.h"
#include "takt/takt.h"
#include "thread_create.h"
#include "thread_state.h"
#include "trace.h"
#include "upcalls.h"
#include "wait.h"

#include <string.h>

static void trace_text(enum trace_event_id event, uint32_t id, const char *text)
{
    uint32_t piece[2];
    size_t done = 0;
    bool more = true;

    while (more) {
        more = name_piece(text, done, piece, sizeof piece);
        trace_event(event, id, piece[0], piece[1]);
        done += sizeof piece;
    }
}

void thread_trace_identity(const struct takt_thread *thread)
{
    bool idle = thread == &thread->cpu->idle;

    trace_event(TRACE_THREAD_CREATE, thread->id, thread->base,
                trace_pair(thread->cpu->index, idle));
    trace_text(TRACE_THREAD_NAME, thread->id, thread->name);
    trace_text(TRACE_THREAD_GROUP, thread->id, thread->group);
}

static const struct takt_wait_kind join_kind = { .state = TRACE_STATE_JOIN };

static void wait_expired(struct takt_timeout *timeout)
{
    struct takt_thread *thread = LIST_ENTRY(timeout, struct takt_thread, timeout);
    bool slept = thread->waiting_on->kind->state == TRACE_STATE_SLEEP;

    wait_leave(thread, slept ? TAKT_OK : TAKT_ETIMEDOUT);
}

static void init_links(struct takt_thread *thread)
{
    list_init(&thread->node);
    list_init(&thread->owned);
    list_init(&thread->serve_node);
    list_init(&thread->clients);
    list_init(&thread->client_node);
    list_init(&thread->registry_node);
    timeout_init(&thread->timeout, wait_expired);
    wait_init(&thread->joiners, &join_kind);
}

/* Ids are 16 bits wide in traces, and 0 is nobody. */
static void number(struct takt_thread *thread)
{
    kernel.thread_serials++;
    thread->serial = kernel.thread_serials;
    thread->id = (thread->serial - 1) % UINT16_MAX + 1;
    thread->joiners.id = thread->id;
}

static void run(void *argument)
{
    struct takt_thread *thread = argument;

    thread->entry(thread->argument);
    takt_thread_exit();
}

/* A thread's stack is what is aligned of the memory that it was given. */
static void make_context(struct takt_thread *thread)
{
    uintptr_t mask = PORT_STACK_ALIGN - 1;
    size_t skipped = (size_t)(-(uintptr_t)thread->stack & mask);
    size_t size = (thread->stack_bytes - skipped) & ~(size_t)mask;

    thread->stack_low = (char *)thread->stack + skipped;
    thread->context = port_context_init(thread->stack_low, size, run, thread);
}

void thread_init(struct takt_thread *thread, const struct takt_thread_options *options,
                 struct kernel_cpu *cpu)
{
    memset(thread, 0, sizeof *thread);
    init_links(thread);
    thread->cpu = cpu;
    thread->base = (uint8_t)options->priority;
    thread->priority = thread->base;
    thread->ties.each.suspended = options->suspended;
    thread->slice = (uint32_t)options->slice;
    thread->slice_left = thread->slice;
    cpu->sliced = cpu->sliced || thread->slice > 0;
    thread->name = options->name == NULL ? "" : options->name;
    thread->group = options->group == NULL ? takt_image_name : options->group;
    thread->entry = options->entry;
    thread->argument = options->argument;
    thread->stack = options->stack;
    thread->stack_bytes = options->stack_bytes;
    make_context(thread);
    number(thread);
    list_add_last(&kernel.threads, &thread->registry_node);
    kernel.thread_changes++;
}

static bool stack_fits(const struct takt_thread_options *options)
{
    return options->stack != NULL && options->stack_bytes >= PORT_STACK_MIN + PORT_STACK_ALIGN
           && extent_has_end(options->stack, options->stack_bytes);
}

/* Where it would be; NULL: that CPU is isolated, and not for such a thread. */
static struct kernel_cpu *place_for(const struct takt_thread_options *options, bool serves_timers)
{
    struct kernel_cpu *cpu = options->cpu == 0 ? cpu_here() : &kernel.cpus[options->cpu - 1];
    bool guest = options->cpu == 0 || serves_timers;

    return TAKT_CPUS > 1 && guest && cpu->isolated ? NULL : cpu;
}

static void note_guest(struct takt_thread *thread, bool serves_timers, bool sent)
{
    thread->serves_timers = serves_timers;
    thread->guest = serves_timers || !sent;
    thread->cpu->guests += thread->guest;
}

/* Options are read once: what is checked is what is used, whatever becomes of the caller's. */
int thread_create(struct takt_thread *thread, const struct takt_thread_options *given,
                  bool serves_timers)
{
    TAKT_REQUIRE(thread != NULL && given != NULL);
    const struct takt_thread_options options = *given;

    TAKT_REQUIRE(options.entry != NULL && options.priority < TAKT_PRIORITIES);
    REQUIRE_NO_ISR();
    if (!stack_fits(&options) || options.slice > UINT32_MAX || options.cpu > TAKT_CPUS) {
        return TAKT_EINVAL;
    }
    stack_fill(options.stack, options.stack_bytes);
    kernel_enter();

    struct kernel_cpu *cpu = place_for(&options, serves_timers);

    if (TAKT_CPUS > 1 && cpu == NULL) {
        kernel_leave();
        return TAKT_EBUSY;
    }
    thread_init(thread, &options, cpu);
    if (TAKT_CPUS > 1) {
        note_guest(thread, serves_timers, options.cpu != 0);
    }
    thread_trace_identity(thread);
    sched_ready(thread, TRACE_CAUSE_CALL);
    kernel_leave();
    return TAKT_OK;
}

int takt_thread_create(struct takt_thread *thread, const struct takt_thread_options *given)
{
    return thread_create(thread, given, false);
}

static inline void suspend_ready(struct takt_thread *thread)
{
    sched_unready(thread);
    thread->state = THREAD_SUSPENDED;
    trace_event(TRACE_THREAD_STATE, thread->id,
                trace_pair(TRACE_STATE_SUSPENDED, TRACE_CAUSE_SUSPENDED), 0);
}

SELDOM static int suspend_other(struct takt_thread *thread)
{
    int status = thread_is_over(thread) ? TAKT_ECLOSED : TAKT_OK;
    struct move_place place = move_place_of(thread);

    if (status == TAKT_OK) {
        REQUIRE_CREATED(thread);
        TAKT_REQUIRE(thread->ties.each.suspended < UINT16_MAX);
        thread->ties.each.suspended++;
        if (sched_is_ready(thread)) {
            suspend_ready(thread);
        }
    }
    kernel_leave();
    move_wait_off(place);
    return status;
}

/* Who calls for itself is ready, has no suspend to its name yet, and gives way. */
int takt_thread_suspend(struct takt_thread *thread)
{
    kernel_enter();
    struct kernel_cpu *cpu = cpu_here();

    if (thread != cpu->current) {
        return suspend_other(thread);
    }
    REQUIRE_CREATED(thread);
    TAKT_REQUIRE(!port_in_isr());
    thread->ties.each.suspended = 1;
    suspend_ready(thread);
    return kernel_switch_to(cpu, cpu->next);
}

/* It still may not run: it waits, or was suspended more than once. */
SELDOM static void resume_less(struct takt_thread *thread)
{
    if (thread->ties.each.suspended > 0) {
        thread->ties.each.suspended--;
    }
    kernel_leave_same();
}

void takt_thread_resume(struct takt_thread *thread)
{
    kernel_enter();
    if (UNLIKELY(thread->state != THREAD_SUSPENDED || thread->ties.each.suspended != 1)) {
        resume_less(thread);
        return;
    }
    thread->ties.each.suspended = 0;
    kernel_leave_to(thread, sched_run(thread, TRACE_CAUSE_RESUMED));
}

int takt_thread_set_priority(struct takt_thread *thread, unsigned priority)
{
    TAKT_REQUIRE(priority < TAKT_PRIORITIES);
    kernel_enter();
    int status = thread_is_over(thread) ? TAKT_ECLOSED : TAKT_OK;

    if (status == TAKT_OK) {
        REQUIRE_CREATED(thread);
        thread->base = (uint8_t)priority;
        priority_settle(thread);
    }
    kernel_leave();
    return status;
}

void takt_yield(void)
{
    REQUIRE_THREAD();
    kernel_enter();

    struct kernel_cpu *cpu = cpu_here();

    if (list_alone(&cpu->current->node)) {
        kernel_leave_same();
        return;
    }
    sched_rotate(cpu, cpu->current);
    kernel_switch();
}

/* Between the question which CPU this is and that who runs on it the caller must stay where it is.
 */
static struct takt_thread *running(void)
{
    unsigned state = TAKT_CPUS > 1 ? port_irq_save() : 0;
    struct takt_thread *thread = cpu_here()->current;

    if (TAKT_CPUS > 1) {
        port_irq_restore(state);
    }
    return thread;
}

/* No lock: only the thread itself looks at it. */
void takt_thread_set_local(void *local)
{
    REQUIRE_THREAD();
    running()->local = local;
}

void *takt_thread_local(void)
{
    return port_in_isr() ? NULL : running()->local;
}

struct takt_thread *takt_thread_self(void)
{
    return running();
}
