/* wait.c - waiting in priority order, with an owner.
 *
 * Every function is called with the kernel lock held.
 */
#include "wait.h"

#include "check.h"
#include "clock.h"
#include "cpu.h"
#include "entry.h"
#include "name.h"
#include "priority.h"
#include "sched.h"
#include "steps.h"
#include "thread_state.h"
#include "trace.h"

void wait_init(struct takt_wait *wait, const struct takt_wait_kind *kind)
{
    wait->kind = kind;
    list_init(&wait->waiters);
    wait->owner = NULL;
    list_init(&wait->owned_node);
    list_init(&wait->servers);
    wait->floor = 0;
    wait->lends = true;
    wait->id = 0;
    wait->name = "";
    list_init(&wait->registry_node);
}

void wait_trace_name(const struct takt_wait *wait)
{
    uint32_t piece;
    size_t done = 0;
    bool more = true;

    while (more) {
        more = name_piece(wait->name, done, &piece, sizeof piece);
        trace_event(TRACE_OBJECT_NAME, 0, wait->id, piece);
        done += sizeof piece;
    }
}

void wait_register(struct takt_wait *wait, const char *name)
{
    kernel.object_ids++;
    wait->id = kernel.object_ids;
    wait->name = name == NULL ? "" : name;
    list_add_last(&kernel.objects, &wait->registry_node);
    wait->kind->describe(wait);
}

void wait_belongs(struct takt_wait *wait, const struct takt_wait *object)
{
    wait->id = object->id;
    wait->name = object->name;
}

void wait_unregister(struct takt_wait *wait)
{
    list_remove(&wait->registry_node);
}

/* Where one of that priority stands: behind its equals. Looks from the end: mostly the shorter way.
 */
static struct list *place_for(struct list *waiters, uint8_t priority)
{
    struct list *at = waiters;

    while (at->previous != waiters
           && LIST_ENTRY(at->previous, struct takt_thread, node)->priority < priority) {
        at = at->previous;
    }
    return at;
}

/* Most urgent first. */
static inline void insert(struct takt_wait *wait, struct takt_thread *thread)
{
    struct list *at = &wait->waiters;

    if (!list_empty(at) && !wait->kind->unordered) {
        at = place_for(at, thread->priority);
    }
    list_insert_before(at, &thread->node);
}

void wait_put(struct takt_wait *wait, struct takt_thread *thread)
{
    insert(wait, thread);
    wait_note(wait, thread);
    if (wait_has_holder(wait)) {
        priority_lend(wait, thread->priority);
    }
}

/* Apart, so that a wait that nobody owns or serves, which most are, need keep less for later. */
SELDOM static int join_held(struct takt_wait *wait, struct takt_thread *thread, takt_time timeout)
{
    if (priority_deadlock(thread, wait)) {
        return TAKT_EDEADLK;
    }
    wait_begin(thread, timeout);
    wait_put(wait, thread);
    sched_choose(cpu_of(thread));
    return WAIT_BLOCKED;
}

int wait_join(struct takt_wait *wait, takt_time timeout)
{
    struct takt_thread *thread = cpu_here()->current;

    if (timeout == TAKT_NO_WAIT) {
        return TAKT_EAGAIN;
    }
    REQUIRE_THREAD();
    if (wait_has_holder(wait)) {
        return join_held(wait, thread, timeout);
    }
    wait_begin(thread, timeout);
    insert(wait, thread);
    wait_note(wait, thread);
    sched_choose(cpu_of(thread));
    return WAIT_BLOCKED;
}

static void end_limit(struct takt_thread *thread)
{
    if (thread->ties.each.limited != 0) {
        thread->ties.each.limited = 0;
        clock_cancel(&thread->timeout);
    }
}

bool wait_go_on_tied(struct takt_thread *thread)
{
    end_limit(thread);
    sched_ready(thread, TRACE_CAUSE_GRANTED);
    return cpu_here()->next == thread;
}

void wait_move(struct takt_thread *thread, struct takt_wait *to)
{
    struct takt_wait *from = thread->waiting_on;

    list_unlink(&thread->node);
    wait_put(to, thread);
    if (wait_has_holder(from)) {
        priority_drop_wait(from);
    }
}

/* Why the trace says that a wait ended. A sleeper's result is TAKT_OK, but time woke it. */
static unsigned cause_of(const struct takt_wait *wait, int32_t result)
{
    switch (result) {
    case TAKT_ETIMEDOUT:
        return TRACE_CAUSE_TIMEOUT;
    case TAKT_ECLOSED:
        return TRACE_CAUSE_CLOSED;
    case TAKT_EOWNERDEAD:
        return TRACE_CAUSE_OWNER_DIED;
    case TAKT_EDEADLK:
        return TRACE_CAUSE_DEADLOCK;
    case WAIT_CANCELLED:
        return TRACE_CAUSE_CANCELLED;
    default:
        return wait->kind->state == TRACE_STATE_SLEEP ? TRACE_CAUSE_TIMEOUT : TRACE_CAUSE_GRANTED;
    }
}

void wait_pass_loan_on(struct takt_thread *client)
{
    struct takt_thread *server = client->server;

    if (client->priority > server->served) {
        server->served = client->priority;
    }
    client->rose = false;
}

void wait_leave(struct takt_thread *thread, int32_t result)
{
    struct takt_wait *wait = thread->waiting_on;

    list_unlink(&thread->node);
    thread->state = THREAD_SUSPENDED;
    end_limit(thread);
    thread->result = result;
    if (thread->server != NULL) {
        wait_leave_hand(thread);
    }
    if (wait_has_holder(wait)) {
        priority_drop_wait(wait);
    }
    sched_ready(thread, cause_of(wait, result));
}

void wait_reposition(struct takt_thread *thread)
{
    if (!thread->waiting_on->kind->unordered) {
        list_unlink(&thread->node);
        insert(thread->waiting_on, thread);
    }
}

void wait_lose_owner(struct takt_wait *wait)
{
    struct takt_thread *owner = wait->owner;

    wait_disown(wait);
    priority_drop(owner);
}

static void leave_servers(struct takt_thread *thread)
{
    const struct takt_wait *wait = thread->serves;

    if (wait != NULL) {
        kernel.shared_waits -= wait_is_shared(wait);
        list_remove(&thread->serve_node);
        kernel.shared_waits += wait_is_shared(wait);
    }
}

static void join_servers(struct takt_thread *thread, struct takt_wait *wait)
{
    if (wait != NULL) {
        kernel.shared_waits -= wait_is_shared(wait);
        list_add_last(&wait->servers, &thread->serve_node);
        kernel.shared_waits += wait_is_shared(wait);
    }
    thread->serves = wait;
}

/* With a message newly in hand, those who rose before lend no more: the drop is now. */
static void forget_loans(struct takt_thread *thread)
{
    for (struct list *at = thread->clients.next; at != &thread->clients; at = at->next) {
        LIST_ENTRY(at, struct takt_thread, client_node)->rose = false;
    }
}

/* With nothing in hand, and no less to serve than before, it stays at what it has, if that is
 * enough. */
static bool keeps_priority(const struct takt_thread *thread, const struct takt_wait *wait,
                           uint8_t served)
{
    return thread->serves == wait && list_empty(&thread->clients) && thread->served <= served
           && served <= thread->priority && kernel.shared_waits == 0;
}

void wait_set_server(struct takt_thread *thread, struct takt_wait *wait, uint8_t served)
{
    uint8_t lent = wait != NULL && wait->lends ? served : 0;

    if (keeps_priority(thread, wait, lent)) {
        thread->served = lent;
        return;
    }
    if (thread->serves != wait) {
        leave_servers(thread);
        join_servers(thread, wait);
    }
    thread->served = lent;
    forget_loans(thread);
    priority_settle(thread);
}

void wait_lost_server(struct takt_wait *wait)
{
    struct takt_thread *thread = list_empty(&wait->waiters) ? NULL : priority_stuck(wait);

    if (thread != NULL) {
        wait_leave(thread, TAKT_EDEADLK);
    }
}

void wait_serve_anew(struct takt_thread *thread, uint8_t served)
{
    thread->served = served;
    forget_loans(thread);
    priority_refresh(thread);
}

bool wait_close_one(struct takt_wait *wait)
{
    struct takt_thread *thread = wait_first(wait);

    if (thread != NULL) {
        wait_leave(thread, TAKT_ECLOSED);
    }
    return thread != NULL;
}

static bool close_step(void *wait)
{
    return wait_close_one(wait);
}

void wait_close(struct takt_wait *wait)
{
    steps_run(close_step, wait);
}
