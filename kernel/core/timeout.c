/* timeout.c - things that must happen at a later time.
 *
 * Entries are kept in order of expiry and each stores only the counts that separate it from the
 * one before; the first counts from `origin`, which moves on as entries expire. Adding walks the
 * entries that are due earlier; the clock interrupt touches the head alone.
 *
 * An entry may stand too early: then it expires, sees that its time has not come, and is put
 * further on. That is how the walk is cut into steps, between which interrupts may come, and how
 * deltas can do with 32 bits. Many of one place that are all on their way would pass each other for
 * ever: so who expires on his way again has twice as many steps then.
 *
 * Every function is called with the kernel lock held.
 */
#include "timeout.h"

#define DISTANCE_END UINT32_MAX

enum { STEPS_OF_A_WALK = 32, CUTS_MAX = 16 };

static struct takt_timeout *timeout_of(const struct list *node)
{
    return LIST_ENTRY(node, struct takt_timeout, node);
}

static struct takt_timeout *first_of(const struct timeout_queue *queue)
{
    return timeout_of(queue->end.node.next);
}

void timeout_queue_init(struct timeout_queue *queue)
{
    list_init(&queue->end.node);
    queue->end.delta = DISTANCE_END;
    queue->origin = 0;
}

void timeout_init(struct takt_timeout *timeout, void (*expire)(struct takt_timeout *timeout))
{
    timeout->node = (struct list){ NULL, NULL };
    timeout->when = 0;
    timeout->delta = 0;
    timeout->left = 0;
    timeout->early = false;
    timeout->cuts = 0;
    timeout->expire = expire;
}

/* Counts from the queue's origin, as far as deltas reach; what has passed is due at once. */
static uint32_t distance_to(const struct timeout_queue *queue, takt_time when)
{
    if (when <= queue->origin) {
        return 0;
    }
    return when - queue->origin >= DISTANCE_END ? DISTANCE_END - 1
                                                : (uint32_t)(when - queue->origin);
}

/* The distance belongs to the entry, what follows counts on from there. */
static void insert(struct timeout_queue *queue, struct takt_timeout *timeout, struct list *at,
                   uint32_t distance)
{
    timeout->delta = distance;
    timeout_of(at)->delta -= distance;
    queue->end.delta = DISTANCE_END;
    list_insert_before(at, &timeout->node);
}

struct walk {
    struct list *at;
    uint32_t distance; /* counts behind what stands before `at` */
};

/* True if it has come to the place of that distance. Entries of one count are passed: they expire
 * in the order in which they were added. */
static inline bool walk_some(struct walk *walk)
{
#pragma GCC unroll 8
    for (unsigned walked = 0; walked < STEPS_OF_A_WALK; walked++) {
        uint32_t delta = timeout_of(walk->at)->delta;

        if (delta > walk->distance) {
            return true;
        }
        walk->distance -= delta;
        walk->at = walk->at->next;
    }
    return false;
}

/* Put it `distance` behind what stands before `at`, or as far on the way as it may walk. */
static void put(struct timeout_queue *queue, struct takt_timeout *timeout, struct list *at,
                uint32_t distance)
{
    struct walk walk = { at, distance };

    for (unsigned walks = 1U << timeout->cuts; walks > 0; walks--) {
        if (walk_some(&walk)) {
            timeout->early = false;
            insert(queue, timeout, walk.at, walk.distance);
            return;
        }
    }
    timeout->early = true;
    timeout->left = walk.distance;
    insert(queue, timeout, walk.at, 0);
}

bool timeout_add(struct timeout_queue *queue, struct takt_timeout *timeout, takt_time now,
                 takt_time when)
{
    if (list_empty(&queue->end.node)) {
        queue->origin = now;
    }
    timeout->when = when;
    put(queue, timeout, queue->end.node.next, distance_to(queue, when));
    return queue->end.node.next == &timeout->node;
}

static void take_out(struct timeout_queue *queue, struct takt_timeout *timeout)
{
    timeout_of(timeout->node.next)->delta += timeout->delta;
    queue->end.delta = DISTANCE_END;
    list_unlink(&timeout->node);
}

void timeout_go_on(struct timeout_queue *queue, struct takt_timeout *timeout)
{
    struct list *next = timeout->node.next;

    take_out(queue, timeout);
    put(queue, timeout, next, timeout->delta + timeout->left);
}

void timeout_cancel(struct timeout_queue *queue, struct takt_timeout *timeout)
{
    if (timeout_armed(timeout)) {
        take_out(queue, timeout);
        timeout->node.next = NULL;
        timeout->early = false;
        timeout->cuts = 0;
    }
}

takt_time timeout_next(const struct timeout_queue *queue)
{
    return list_empty(&queue->end.node) ? TAKT_FOREVER : queue->origin + first_of(queue)->delta;
}

/* The entry is unlinked before it is called, so that it may be armed again at once. One that is
 * only on its way goes on even if it is due by now: others, due no later, may lie before it. */
static void expire_first(struct timeout_queue *queue, takt_time now)
{
    struct takt_timeout *timeout = first_of(queue);

    queue->origin += timeout->delta;
    list_unlink(&timeout->node);
    timeout->node.next = NULL;
    if (timeout->early && timeout->cuts < CUTS_MAX) {
        timeout->cuts++;
    }
    if (timeout->early || timeout->when > queue->origin) {
        (void)timeout_add(queue, timeout, now, timeout->when);
    } else {
        timeout->cuts = 0;
        timeout->expire(timeout);
    }
}

bool timeout_expire(struct timeout_queue *queue, takt_time now, unsigned limit)
{
    while (timeout_next(queue) <= now) {
        if (limit == 0) {
            return true;
        }
        limit--;
        expire_first(queue, now);
    }
    return false;
}
