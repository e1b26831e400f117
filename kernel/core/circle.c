/* circle.c - boosts that rest on nothing but each other.
 *
 * A channel with several servers can be freed by any of them, so a thread may well wait, at the
 * end of some chain, for itself: another server will help. But lending then goes round, and when
 * the boost's source has gone each in the circle still finds the other's priority among its
 * waiters. Whoever keeps a priority in spite of a change is therefore asked what it rests on:
 * the search goes to those waiters that have just this priority, to theirs, and so on, until one
 * has it of his own. Without channels of several servers there is no circle and no search: when the
 * second server goes the circle is a deadlock, and is told so.
 *
 * Every function is called with the kernel lock held.
 */
#include "circle.h"

#include "list.h"

#include <stdbool.h>
#include <stddef.h>

struct circle {
    struct takt_thread *first;
    struct takt_thread *last;
};

static void circle_add(struct circle *circle, struct takt_thread *thread)
{
    if (thread->in_circle) {
        return;
    }
    thread->in_circle = true;
    thread->circle_next = NULL;
    if (circle->first == NULL) {
        circle->first = thread;
    } else {
        circle->last->circle_next = thread;
    }
    circle->last = thread;
}

/* Waiters are in order of priority: those that matter are the first. */
static void add_waiters(struct circle *circle, const struct takt_wait *wait, uint8_t priority)
{
    for (struct list *at = wait->waiters.next; at != &wait->waiters; at = at->next) {
        struct takt_thread *waiter = LIST_ENTRY(at, struct takt_thread, node);

        if (waiter->priority < priority) {
            return;
        }
        circle_add(circle, waiter);
    }
}

/* Clients whose message is in hand are in no order. */
static void add_clients(struct circle *circle, const struct takt_thread *thread, uint8_t priority)
{
    for (struct list *at = thread->clients.next; at != &thread->clients; at = at->next) {
        struct takt_thread *client = LIST_ENTRY(at, struct takt_thread, client_node);

        if (client->rose && client->priority >= priority) {
            circle_add(circle, client);
        }
    }
}

static void add_lenders(struct circle *circle, const struct takt_thread *thread, uint8_t priority)
{
    add_clients(circle, thread, priority);
    if (thread->serves != NULL && thread->serves->lends) {
        add_waiters(circle, thread->serves, priority);
    }
    for (struct list *at = thread->owned.next; at != &thread->owned; at = at->next) {
        add_waiters(circle, LIST_ENTRY(at, struct takt_wait, owned_node), priority);
    }
}

uint8_t circle_ground(const struct takt_thread *thread)
{
    uint8_t ground = thread->served > thread->base ? thread->served : thread->base;
    const struct takt_wait *serves = thread->serves;

    return serves != NULL && serves->lends && serves->floor > ground ? serves->floor : ground;
}

struct takt_thread *circle_find(struct takt_thread *thread)
{
    struct circle circle = { NULL, NULL };
    uint8_t priority = thread->priority;
    bool founded = false;

    circle_add(&circle, thread);
    for (struct takt_thread *at = circle.first; at != NULL && !founded; at = at->circle_next) {
        founded = circle_ground(at) >= priority;
        add_lenders(&circle, at, priority);
    }
    for (struct takt_thread *at = circle.first; at != NULL; at = at->circle_next) {
        at->in_circle = false;
    }
    return founded ? NULL : circle.first;
}
