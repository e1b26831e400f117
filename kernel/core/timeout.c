/* timeout.c - things that must happen at a later time.
 *
 * Entries are kept in order of expiry and each stores only the counts that separate it from the
 * one before; the first counts from `origin`, which moves on as entries expire. Adding walks the
 * entries that are due earlier; the clock interrupt touches the head alone.
 *
 * Deltas have 32 bits because the walk is the one thing here that can be long. An entry that is
 * further away than that is put as far as it goes and added again when it gets there.
 *
 * Every function is called with the kernel lock held.
 */
#include "timeout.h"

static struct takt_timeout *timeout_of(const struct list *node)
{
    return LIST_ENTRY(node, struct takt_timeout, node);
}

static struct takt_timeout *first_of(const struct timeout_queue *queue)
{
    return timeout_of(queue->entries.next);
}

void timeout_queue_init(struct timeout_queue *queue)
{
    list_init(&queue->entries);
    queue->origin = 0;
}

void timeout_init(struct takt_timeout *timeout, void (*expire)(struct takt_timeout *timeout))
{
    list_init(&timeout->node);
    timeout->when = 0;
    timeout->delta = 0;
    timeout->expire = expire;
}

/* Counts from the queue's origin, as far as 32 bits reach; what has passed is due at once. */
static uint32_t distance_to(const struct timeout_queue *queue, takt_time when)
{
    if (when <= queue->origin) {
        return 0;
    }
    return when - queue->origin > UINT32_MAX ? UINT32_MAX : (uint32_t)(when - queue->origin);
}

/* Entries that expire at the same count do so in the order in which they were added. */
bool timeout_add(struct timeout_queue *queue, struct takt_timeout *timeout, takt_time now,
                 takt_time when)
{
    struct list *at = queue->entries.next;

    if (list_empty(&queue->entries)) {
        queue->origin = now;
    }
    timeout->when = when;
    uint32_t distance = distance_to(queue, when);

    while (at != &queue->entries && timeout_of(at)->delta <= distance) {
        distance -= timeout_of(at)->delta;
        at = at->next;
    }
    timeout->delta = distance;
    if (at != &queue->entries) {
        timeout_of(at)->delta -= distance;
    }
    list_insert_before(at, &timeout->node);
    return queue->entries.next == &timeout->node;
}

void timeout_cancel(struct timeout_queue *queue, struct takt_timeout *timeout)
{
    if (!timeout_armed(timeout)) {
        return;
    }
    if (timeout->node.next != &queue->entries) {
        timeout_of(timeout->node.next)->delta += timeout->delta;
    }
    list_remove(&timeout->node);
}

takt_time timeout_next(const struct timeout_queue *queue)
{
    return list_empty(&queue->entries) ? TAKT_FOREVER : queue->origin + first_of(queue)->delta;
}

/* The entry is unlinked before it is called, so that it may be armed again at once. One that is
 * only on its way goes on even if it is due by now: others, due earlier, may lie before it. */
static void expire_first(struct timeout_queue *queue, takt_time now)
{
    struct takt_timeout *timeout = first_of(queue);

    queue->origin += timeout->delta;
    list_remove(&timeout->node);
    if (timeout->when > queue->origin) {
        (void)timeout_add(queue, timeout, now, timeout->when);
    } else {
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
