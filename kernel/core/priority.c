/* priority.c - inheritance.
 *
 * The one rule: a thread runs at the highest of
 *     its own priority (base),
 *     the priority of the message that it received last (served),
 *     those clients whose message it has in hand and who have risen since,
 *     the first waiter of each wait that it owns: mutexes,
 *     the first waiter and the pulses of the wait that it serves: a channel.
 *
 * Priority flows along what a blocked thread waits for: to the owner of its wait, to the servers
 * of the channel that it sends to, to the server that works on its message. When one thread's
 * priority has changed the change walks on along these edges. The walk keeps its own list, so it
 * needs no recursion; it ends because a change is always in one direction and there are 32
 * priorities. Bound: docs/limits.md. Where lending can go in a circle, circle.c sees to it that
 * no boost outlives its reason.
 *
 * Every function is called with the kernel lock held.
 */
#include "priority.h"

#include "circle.h"
#include "cpu.h"
#include "sched.h"
#include "thread_state.h"
#include "trace.h"
#include "wait.h"

struct walk {
    struct takt_thread *first;
    struct takt_thread *last;
    bool recovers; /* a circle was broken: what rises from there on has fallen further before */
};

static void walk_add(struct walk *walk, struct takt_thread *thread)
{
    if (thread->in_walk) {
        return;
    }
    thread->in_walk = true;
    thread->walk_next = NULL;
    if (walk->first == NULL) {
        walk->first = thread;
    } else {
        walk->last->walk_next = thread;
    }
    walk->last = thread;
}

static struct takt_thread *walk_take(struct walk *walk)
{
    struct takt_thread *thread = walk->first;

    if (thread != NULL) {
        walk->first = thread->walk_next;
        thread->in_walk = false;
    }
    return thread;
}

static void walk_add_wait(struct walk *walk, const struct takt_wait *wait)
{
    if (wait->owner != NULL) {
        walk_add(walk, wait->owner);
    }
    for (struct list *at = wait->servers.next; at != &wait->servers; at = at->next) {
        walk_add(walk, LIST_ENTRY(at, struct takt_thread, serve_node));
    }
}

/* What a wait gives to those who can end it. A thread does not lend to itself: a server that
 * sends to its own channel waits for its fellow servers. */
static uint8_t lent_by(const struct takt_wait *wait, const struct takt_thread *to)
{
    const struct takt_thread *first = wait_first(wait);

    if (first == to) {
        first = wait_second(wait);
    }
    return first != NULL && first->priority > wait->floor ? first->priority : wait->floor;
}

/* What those clients give whose message it has in hand and who have risen since. */
static uint8_t lent_in_hand(const struct takt_thread *thread)
{
    uint8_t highest = 0;

    for (struct list *at = thread->clients.next; at != &thread->clients; at = at->next) {
        const struct takt_thread *client = LIST_ENTRY(at, struct takt_thread, client_node);

        if (client->rose && client->priority > highest) {
            highest = client->priority;
        }
    }
    return highest;
}

/* A priority and what it rests on. */
struct due {
    uint8_t priority;
    enum trace_reason reason;
};

static void consider(struct due *due, uint8_t priority, enum trace_reason reason)
{
    if (priority > due->priority) {
        *due = (struct due){ priority, reason };
    }
}

static struct due due_of(const struct takt_thread *thread)
{
    struct due due = { thread->base, TRACE_REASON_BASE };

    consider(&due, thread->served, TRACE_REASON_SERVED);
    if (thread->serves != NULL && thread->serves->lends) {
        consider(&due, lent_by(thread->serves, thread), TRACE_REASON_QUEUED);
    }
    consider(&due, lent_in_hand(thread), TRACE_REASON_SERVED);
    for (struct list *at = thread->owned.next; at != &thread->owned; at = at->next) {
        const struct takt_wait *wait = LIST_ENTRY(at, struct takt_wait, owned_node);

        consider(&due, lent_by(wait, thread), TRACE_REASON_MUTEX);
    }
    return due;
}

uint8_t priority_due(const struct takt_thread *thread)
{
    return due_of(thread).priority;
}

unsigned priority_reason(const struct takt_thread *thread)
{
    return due_of(thread).reason;
}

static void apply(struct takt_thread *thread, uint8_t priority, enum trace_reason reason)
{
    priority_trace(thread, priority, reason);
    if (thread->state == THREAD_READY) {
        sched_reprioritize(thread, priority);
        return;
    }
    thread->priority = priority;
    if (thread->state == THREAD_BLOCKED) {
        wait_reposition(thread);
    }
}

/* A client that rises while its message is in hand lends what it has to its server from then on,
 * as long as it waits: if it falls, so does the loan, down to what the server serves at. */
static void walk_on(struct walk *walk, struct takt_thread *thread, bool raised)
{
    if (thread->state != THREAD_BLOCKED) {
        return;
    }
    walk_add_wait(walk, thread->waiting_on);
    if (thread->server != NULL && thread->waiting_on->lends) {
        thread->rose = thread->rose || (raised && !walk->recovers);
        walk_add(walk, thread->server);
    }
}

/* Threads that keep each other up fall to what they have of their own, and are due what others
 * give them from there. Their places among equals are lost on the way. */
static void break_circle(struct walk *walk, struct takt_thread *circle)
{
    walk->recovers = walk->recovers || circle != NULL;
    for (struct takt_thread *thread = circle; thread != NULL; thread = thread->circle_next) {
        apply(thread, circle_ground(thread), TRACE_REASON_BASE);
    }
    for (struct takt_thread *thread = circle; thread != NULL; thread = thread->circle_next) {
        walk_add(walk, thread);
        walk_on(walk, thread, false);
    }
}

static void keep(struct walk *walk, struct takt_thread *thread)
{
    if (kernel.shared_waits > 0) {
        break_circle(walk, circle_find(thread));
    }
}

static void settle(struct walk *walk)
{
    struct takt_thread *thread;

    while ((thread = walk_take(walk)) != NULL) {
        struct due due = due_of(thread);
        bool raised = due.priority > thread->priority;

        if (due.priority == thread->priority) {
            keep(walk, thread);
        } else {
            apply(thread, due.priority, due.reason);
            walk_on(walk, thread, raised);
        }
    }
}

void priority_settle(struct takt_thread *thread)
{
    struct walk walk = { NULL, NULL, false };

    walk_add(&walk, thread);
    settle(&walk);
}

void priority_refresh(struct takt_thread *thread)
{
    struct due due = due_of(thread);

    if (due.priority != thread->priority) {
        priority_set(thread, due.priority, due.reason);
    }
}

void priority_settle_wait(struct takt_wait *wait)
{
    struct walk walk = { NULL, NULL, false };

    walk_add_wait(&walk, wait);
    settle(&walk);
}

/* Of a wait that has holders: the one, or NULL where several servers share it. */
static struct takt_thread *only_holder(const struct takt_wait *wait)
{
    if (wait->owner != NULL) {
        return wait->owner;
    }
    return wait_is_shared(wait) ? NULL
                                : LIST_ENTRY(wait->servers.next, struct takt_thread, serve_node);
}

/* One holder who is free to run rises to that priority, and no walk is needed to find out. */
void priority_lend(struct takt_wait *wait, uint8_t priority)
{
    struct takt_thread *holder = only_holder(wait);

    if (holder == NULL || holder->state == THREAD_BLOCKED || kernel.shared_waits > 0) {
        priority_settle_wait(wait);
    } else if (priority > holder->priority && wait->lends) {
        apply(holder, priority, wait->owner != NULL ? TRACE_REASON_MUTEX : TRACE_REASON_QUEUED);
    }
}

void priority_drop(struct takt_thread *thread)
{
    if ((thread->priority > thread->base && thread->priority > thread->served)
        || kernel.shared_waits > 0) {
        priority_settle(thread);
    }
}

void priority_drop_wait(struct takt_wait *wait)
{
    struct takt_thread *holder = only_holder(wait);

    if (holder == NULL) {
        priority_settle_wait(wait);
    } else {
        priority_drop(holder);
    }
}

/* Add those who hold `thread` up. False: nobody does, or somebody unknown may help it. */
static bool walk_add_holders(struct walk *walk, const struct takt_thread *thread)
{
    const struct takt_wait *wait = thread->waiting_on;

    if (thread->state != THREAD_BLOCKED) {
        return false;
    }
    if (thread->server != NULL) {
        walk_add(walk, thread->server);
        return true;
    }
    walk_add_wait(walk, wait);
    return wait->owner != NULL || !list_empty(&wait->servers);
}

static void unmark(struct takt_thread *first)
{
    for (struct takt_thread *thread = first; thread != NULL; thread = thread->walk_next) {
        thread->in_walk = false;
    }
}

/* Could nobody ever end that wait? Everybody found stays marked, so each is looked at once. The
 * joiner counts as blocked already. One thread that is free to run, or waits for something that has
 * no owner, is enough: it may help. */
static bool nobody_helps(struct walk *walk, const struct takt_thread *joiner,
                         const struct takt_wait *wait)
{
    walk_add_wait(walk, wait);
    for (struct takt_thread *thread = walk->first; thread != NULL; thread = thread->walk_next) {
        if (thread != joiner && !walk_add_holders(walk, thread)) {
            return false;
        }
    }
    return walk->first != NULL;
}

bool priority_deadlock(const struct takt_thread *joiner, const struct takt_wait *wait)
{
    struct walk walk = { NULL, NULL, false };
    const struct takt_thread *holder = only_holder(wait);

    if (holder != NULL && holder != joiner && holder->state != THREAD_BLOCKED) {
        return false;
    }
    bool stuck = nobody_helps(&walk, joiner, wait);

    unmark(walk.first);
    return stuck;
}

static struct takt_thread *first_in_walk(const struct takt_wait *wait)
{
    for (struct list *at = wait->waiters.next; at != &wait->waiters; at = at->next) {
        struct takt_thread *waiter = LIST_ENTRY(at, struct takt_thread, node);

        if (waiter->in_walk) {
            return waiter;
        }
    }
    return NULL;
}

/* Nobody was stuck before, so every circle leads through this wait: once the waiter in it that is
 * found here goes on, nobody is stuck any more. */
struct takt_thread *priority_stuck(const struct takt_wait *wait)
{
    struct walk walk = { NULL, NULL, false };
    struct takt_thread *found = nobody_helps(&walk, NULL, wait) ? first_in_walk(wait) : NULL;

    unmark(walk.first);
    return found;
}
