/* queue.c - items of one size, first in, first out.
 *
 * Nobody waits for what is there: receivers only while the queue is empty, senders only while it is
 * full, or being purged. Who waits can leave without the queue being told, so that the limits which
 * send a call the slow way are put back there, when nobody is found.
 *
 * A waiting receiver leaves its buffer in `wanted`, a waiting sender its offer.
 */
#include "takt/queue.h"

#include "entry.h"
#include "extent.h"
#include "steps.h"
#include "trace.h"
#include "wait.h"

#include <string.h>

/* Any memory: one word, and as many as are moved at a time. */
struct __attribute__((may_alias)) word {
    uint32_t value;
};

struct __attribute__((may_alias)) block {
    uint32_t values[4];
};

/* What a waiting sender would send. On its stack. */
struct offer {
    const void *item;
    bool to_front;
};

static void describe(const struct takt_wait *wait)
{
    const struct takt_queue *queue = LIST_ENTRY(wait, struct takt_queue, senders);

    trace_event(TRACE_QUEUE_CREATE, 0, wait->id, queue->capacity);
    wait_trace_name(wait);
}

static const struct takt_wait_kind senders_kind = {
    .state = TRACE_STATE_QUEUE_SEND,
    .describe = describe,
};
static const struct takt_wait_kind receivers_kind = { .state = TRACE_STATE_QUEUE_RECEIVE };

static void place_items(struct takt_queue *queue, unsigned char *memory, uint32_t item_bytes,
                        uint32_t capacity)
{
    bool in_words = ((uintptr_t)memory | item_bytes) % sizeof(struct word) == 0;

    queue->memory = memory;
    queue->end = memory + (size_t)item_bytes * capacity;
    queue->next_in = memory;
    queue->next_out = memory;
    queue->item_bytes = item_bytes;
    queue->unaligned = in_words ? sizeof(struct word) - 1 : UINTPTR_MAX;
    queue->capacity = capacity;
    queue->count = 0;
    queue->send_below = capacity;
    queue->receive_above = 0;
}

/* NOLINTNEXTLINE(readability-function-size): its memory is told twice, to be compared */
int takt_queue_init(struct takt_queue *queue, const char *name, void *memory, size_t memory_bytes,
                    size_t item_bytes, size_t capacity)
{
    if (item_bytes == 0 || item_bytes > TAKT_QUEUE_ITEM_MAX || capacity == 0 || capacity > INT32_MAX
        || capacity > memory_bytes / item_bytes || !extent_has_end(memory, memory_bytes)) {
        return TAKT_EINVAL;
    }
    TAKT_REQUIRE(memory != NULL);
    kernel_enter();

    wait_init(&queue->senders, &senders_kind);
    wait_init(&queue->receivers, &receivers_kind);
    place_items(queue, memory, (uint32_t)item_bytes, (uint32_t)capacity);
    queue->open = true;
    wait_register(&queue->senders, name);
    wait_belongs(&queue->receivers, &queue->senders);
    kernel_leave();
    return TAKT_OK;
}

/* Items. */

static void copy_words(struct block *to, const struct block *from, uint32_t bytes)
{
    for (uint32_t blocks = bytes / sizeof *to; blocks > 0; blocks--) {
        *to++ = *from++;
    }
    struct word *rest_to = (struct word *)to;
    const struct word *rest_from = (const struct word *)from;

    for (uint32_t words = bytes % sizeof *to / sizeof *rest_to; words > 0; words--) {
        *rest_to++ = *rest_from++;
    }
}

SELDOM static void copy_any(const struct takt_queue *queue, void *to, const void *from)
{
    if ((((uintptr_t)to | (uintptr_t)from) & queue->unaligned) == 0) {
        copy_words(to, from, queue->item_bytes);
    } else {
        memcpy(to, from, queue->item_bytes);
    }
}

/* The two sizes that most items have need no loop, and no call. */
static inline void copy(const struct takt_queue *queue, void *to, const void *from)
{
    bool in_words = (((uintptr_t)to | (uintptr_t)from) & queue->unaligned) == 0;

    if (in_words && queue->item_bytes == sizeof(struct block)) {
        *(struct block *)to = *(const struct block *)from;
    } else if (in_words && queue->item_bytes == sizeof(struct word)) {
        *(struct word *)to = *(const struct word *)from;
    } else {
        copy_any(queue, to, from);
    }
}

static inline unsigned char *after(const struct takt_queue *queue, unsigned char *place)
{
    place += queue->item_bytes;
    return place == queue->end ? queue->memory : place;
}

/* The copy comes last in these: what it writes could be anything, and the compiler would read the
 * queue's fields again after it. */
static inline void put_last(struct takt_queue *queue, const void *item)
{
    unsigned char *place = queue->next_in;

    queue->next_in = after(queue, place);
    queue->count++;
    copy(queue, place, item);
}

static inline void put_first(struct takt_queue *queue, const void *item)
{
    unsigned char *before = queue->next_out == queue->memory ? queue->end : queue->next_out;

    queue->next_out = before - queue->item_bytes;
    queue->count++;
    copy(queue, queue->next_out, item);
}

static inline void take_first(struct takt_queue *queue, void *item)
{
    const unsigned char *place = queue->next_out;

    queue->next_out = after(queue, queue->next_out);
    queue->count--;
    copy(queue, item, place);
}

static void put(struct takt_queue *queue, const struct offer *offer)
{
    if (offer->to_front) {
        put_first(queue, offer->item);
    } else {
        put_last(queue, offer->item);
    }
}

static inline void trace_count(enum trace_event_id event, const struct takt_queue *queue,
                               const struct takt_thread *thread)
{
    trace_event(event, thread->id, queue->senders.id, queue->count);
}

/* Sending. */

/* A receiver waits, and so the queue is empty: the item need not go through it. */
static int hand_over(struct takt_queue *queue, const void *item)
{
    struct takt_thread *receiver = wait_first(&queue->receivers);

    copy(queue, receiver->wanted, item);
    trace_count(TRACE_QUEUE_SEND, queue, cpu_here()->current);
    bool changed = wait_end(receiver);

    trace_count(TRACE_QUEUE_RECEIVE, queue, receiver);
    kernel_leave_to(receiver, changed);
    return TAKT_OK;
}

static int wait_for_room(struct takt_queue *queue, struct offer *offer, takt_time timeout)
{
    int status = queue->open ? wait_join(&queue->senders, timeout) : TAKT_ECLOSED;

    if (status == WAIT_BLOCKED) {
        cpu_here()->current->wanted = offer;
        queue->receive_above = UINT32_MAX;
    }
    return kernel_leave_with(status);
}

static int send_offer(struct takt_queue *queue, struct offer *offer, takt_time timeout)
{
    if (!queue->open || queue->count == queue->capacity) {
        return wait_for_room(queue, offer, timeout);
    }
    if (wait_first(&queue->receivers) != NULL) {
        return hand_over(queue, offer->item);
    }
    queue->send_below = queue->capacity;
    put(queue, offer);
    trace_count(TRACE_QUEUE_SEND, queue, cpu_here()->current);
    kernel_leave_same();
    return TAKT_OK;
}

SELDOM static int send_slowly(struct takt_queue *queue, const void *item, takt_time timeout)
{
    struct offer offer = { item, false };

    return send_offer(queue, &offer, timeout);
}

int takt_queue_send(struct takt_queue *queue, const void *item, takt_time timeout)
{
    kernel_enter();
    if (queue->count >= queue->send_below) {
        return send_slowly(queue, item, timeout);
    }
    put_last(queue, item);
    trace_count(TRACE_QUEUE_SEND, queue, cpu_here()->current);
    kernel_leave_same();
    return TAKT_OK;
}

int takt_queue_send_front(struct takt_queue *queue, const void *item, takt_time timeout)
{
    struct offer offer = { item, true };

    kernel_enter();
    return send_offer(queue, &offer, timeout);
}

/* Receiving. */

/* There may be room: the first sender that waits for it gets it. False: there is none. */
static bool admit(struct takt_queue *queue)
{
    struct takt_thread *sender = wait_first(&queue->senders);

    if (sender == NULL) {
        queue->receive_above = 0;
        return false;
    }
    if (queue->count == queue->capacity) {
        return false;
    }
    put(queue, sender->wanted);
    trace_count(TRACE_QUEUE_SEND, queue, sender);
    (void)wait_end(sender);
    return true;
}

static int wait_for_item(struct takt_queue *queue, void *item, takt_time timeout)
{
    int status = queue->open ? wait_join(&queue->receivers, timeout) : TAKT_ECLOSED;

    if (status == WAIT_BLOCKED) {
        cpu_here()->current->wanted = item;
        queue->send_below = 0;
    }
    return kernel_leave_with(status);
}

SELDOM static int receive_slowly(struct takt_queue *queue, void *item, takt_time timeout)
{
    if (!queue->open || queue->count == 0) {
        return wait_for_item(queue, item, timeout);
    }
    take_first(queue, item);
    trace_count(TRACE_QUEUE_RECEIVE, queue, cpu_here()->current);
    (void)admit(queue);
    kernel_leave();
    return TAKT_OK;
}

int takt_queue_receive(struct takt_queue *queue, void *item, takt_time timeout)
{
    kernel_enter();
    if (queue->count <= queue->receive_above) {
        return receive_slowly(queue, item, timeout);
    }
    take_first(queue, item);
    trace_count(TRACE_QUEUE_RECEIVE, queue, cpu_here()->current);
    kernel_leave_same();
    return TAKT_OK;
}

int takt_queue_peek(struct takt_queue *queue, void *item)
{
    kernel_enter();
    int status = queue->open ? TAKT_EAGAIN : TAKT_ECLOSED;

    if (queue->count > 0) {
        copy(queue, item, queue->next_out);
        status = TAKT_OK;
    }
    kernel_leave_same();
    return status;
}

size_t takt_queue_count(const struct takt_queue *queue)
{
    return queue->count;
}

/* The end. */

static bool purge_step(void *object)
{
    struct takt_queue *queue = object;

    return queue->open && admit(queue);
}

int takt_queue_purge(struct takt_queue *queue)
{
    kernel_enter();
    int status = queue->open ? TAKT_OK : TAKT_ECLOSED;

    if (queue->open) {
        trace_count(TRACE_QUEUE_PURGE, queue, cpu_here()->current);
        queue->count = 0;
        queue->next_in = queue->next_out;
    }
    steps_run(purge_step, queue);
    kernel_leave();
    return status;
}

static bool close_step(void *object)
{
    struct takt_queue *queue = object;

    return wait_close_one(&queue->senders) || wait_close_one(&queue->receivers);
}

void takt_queue_destroy(struct takt_queue *queue)
{
    REQUIRE_THREAD();
    kernel_enter();

    TAKT_REQUIRE(queue->open);
    queue->open = false;
    queue->count = 0;
    queue->send_below = 0;
    wait_unregister(&queue->senders);
    trace_event(TRACE_QUEUE_DESTROY, cpu_here()->current->id, queue->senders.id, 0);
    steps_run(close_step, queue);
    kernel_leave();
}
