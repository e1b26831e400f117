/* timeout.c - things that must happen at a later time.
 *
 * Entries are kept in order of the instants at which they stand, and equals in the order in which
 * they were added. Adding looks at the first, and back from the end: who is due before or behind
 * all others, or before few, is in place at once. The clock interrupt takes from the head;
 * taking out looks at no other.
 *
 * Any other stands too early, behind the first, and goes on from there, some steps in a window,
 * between which interrupts may come. When its turn comes meanwhile the clock's interrupt carries it
 * on, as far each time, and nothing expires until it is in its place: of many on their way each
 * gets there, as they cannot pass each other for ever.
 *
 * Every function is called with the kernel lock held.
 */
#include "timeout.h"

enum { STEPS_OF_A_WALK = 16 };

static struct takt_timeout *timeout_of(const struct list *node)
{
    return LIST_ENTRY(node, struct takt_timeout, node);
}

void timeout_queue_init(struct timeout_queue *queue)
{
    list_init(&queue->end.node);
    queue->end.when = TAKT_FOREVER;
    queue->carried = NULL;
}

void timeout_init(struct takt_timeout *timeout, void (*expire)(struct takt_timeout *timeout))
{
    timeout->node = (struct list){ NULL, NULL };
    timeout->when = 0;
    timeout->goal = 0;
    timeout->early = false;
    timeout->carrier = NULL;
    timeout->expire = expire;
}

/* From there on the first that is due later, or where the steps have ended. */
static inline struct list *walk_on(struct list *at, takt_time when)
{
#pragma GCC unroll 8
    for (unsigned left = STEPS_OF_A_WALK; left > 0; left--) {
        if (timeout_of(at)->when > when) {
            break;
        }
        at = at->next;
    }
    return at;
}

/* The same from the end towards the front, where one stands that is due no later. */
static inline struct list *walk_back(struct list *at, takt_time when)
{
#pragma GCC unroll 8
    for (unsigned left = STEPS_OF_A_WALK; left > 0; left--) {
        if (timeout_of(at->previous)->when <= when) {
            break;
        }
        at = at->previous;
    }
    return at;
}

/* It is not on its way any more, or in no queue. */
static void forget(struct timeout_queue *queue, struct takt_timeout *timeout)
{
    timeout->early = false;
    if (queue->carried == timeout) {
        queue->carried = NULL;
    }
    if (timeout->carrier != NULL) {
        timeout->carrier->step = NULL;
        timeout->carrier = NULL;
    }
}

/* It stands where the one does that is before `at`. */
static void stop_early(struct takt_timeout *timeout, const struct list *at, takt_time when)
{
    timeout->early = true;
    timeout->goal = when;
    timeout->when = timeout_of(at->previous)->when;
}

/* Before all, behind all, or before a few; else behind the first, as far as that is. */
bool timeout_add(struct timeout_queue *queue, struct takt_timeout *timeout)
{
    struct list *first = queue->end.node.next;

    if (timeout_of(first)->when > timeout->when) {
        list_insert_before(first, &timeout->node);
        return true;
    }
    struct list *at = walk_back(&queue->end.node, timeout->when);

    if (timeout_of(at->previous)->when > timeout->when) {
        at = first->next;
        stop_early(timeout, at, timeout->when);
    }
    list_insert_before(at, &timeout->node);
    return false;
}

void timeout_go_on(struct timeout_queue *queue, struct takt_timeout *timeout)
{
    struct list *at = walk_on(timeout->node.next, timeout->goal);

    list_unlink(&timeout->node);
    if (timeout_of(at)->when <= timeout->goal) {
        stop_early(timeout, at, timeout->goal);
    } else {
        timeout->when = timeout->goal;
        forget(queue, timeout);
    }
    list_insert_before(at, &timeout->node);
}

void timeout_cancel(struct timeout_queue *queue, struct takt_timeout *timeout)
{
    if (timeout_armed(timeout)) {
        list_unlink(&timeout->node);
        timeout->node.next = NULL;
        if (timeout->early) {
            forget(queue, timeout);
        }
    }
}

/* The entry is unlinked before it is called, so that it may be armed again at once. */
static void expire(struct takt_timeout *timeout)
{
    list_unlink(&timeout->node);
    timeout->node.next = NULL;
    timeout->expire(timeout);
}

static bool carry_on(struct timeout_queue *queue, takt_time now)
{
    timeout_go_on(queue, queue->carried);
    return timeout_next(queue) <= now;
}

bool timeout_expire(struct timeout_queue *queue, takt_time now, unsigned limit)
{
    if (queue->carried != NULL) {
        return carry_on(queue, now);
    }
    while (timeout_next(queue) <= now) {
        struct takt_timeout *first = timeout_of(queue->end.node.next);

        if (limit == 0) {
            return true;
        }
        limit--;
        if (first->early) {
            queue->carried = first;
            return carry_on(queue, now);
        }
        expire(first);
    }
    return false;
}
