/* queue.h - a queue of items of one size, copied in and out.
 *
 * Whoever waits is served in order of priority, and by whoever makes it possible: an item for a
 * waiting receiver goes straight to it, and room for a waiting sender is filled at once. So nobody
 * can come between a waiter's wake-up and its item or room.
 */
#pragma once

#include "clock.h"
#include "wait.h"

#include <stddef.h>
#include <stdint.h>

/* Items are copied with interrupts masked: this bounds for how long. Larger ones: send pointers. */
enum { TAKT_QUEUE_ITEM_MAX = 256 };

struct takt_queue {
    struct takt_wait senders;   /* wait for room; the queue is known by this one */
    struct takt_wait receivers; /* wait for an item */

    /* One comparison tells whether a call is the usual one: there is room, or an item, nobody
     * waits who would have to be served, and the queue is open. */
    uint32_t count;         /* items in it */
    uint32_t send_below;    /* the capacity; 0: a receiver may be waiting, or it is destroyed */
    uint32_t receive_above; /* 0; UINT32_MAX: a sender may be waiting */

    uint32_t item_bytes;
    unsigned char *next_in;  /* where the next item goes */
    unsigned char *next_out; /* where the next one comes from */
    unsigned char *memory;
    unsigned char *end;
    uintptr_t unaligned; /* bits of an address that forbid to copy words from or to it */
    uint32_t capacity;   /* items */
    bool open;           /* not destroyed */
};

/* Prepare a queue of `capacity` items of `item_bytes` in `memory`, which has `memory_bytes` and any
 * alignment (whole words, and items of whole words, are faster). TAKT_OK; TAKT_EINVAL, and nothing
 * is written, if a size is 0, an item larger than TAKT_QUEUE_ITEM_MAX, the capacity above 2^31 - 1,
 * or the memory too small or reaching beyond all addresses. Memory at NULL, where the sizes could
 * be, stops. `name` is shown in traces. Any context. */
int takt_queue_init(struct takt_queue *queue, const char *name, void *memory, size_t memory_bytes,
                    size_t item_bytes, size_t capacity);

/* Copy an item to the end of the queue, or to its front, waiting at most `timeout` for room.
 * TAKT_OK, TAKT_EAGAIN, TAKT_ETIMEDOUT, TAKT_ECLOSED. Threads only; any context with
 * TAKT_NO_WAIT. */
int takt_queue_send(struct takt_queue *queue, const void *item, takt_time timeout);
int takt_queue_send_front(struct takt_queue *queue, const void *item, takt_time timeout);

/* Take the first item, waiting at most `timeout` for one. TAKT_OK, TAKT_EAGAIN, TAKT_ETIMEDOUT,
 * TAKT_ECLOSED. Threads only; any context with TAKT_NO_WAIT. */
int takt_queue_receive(struct takt_queue *queue, void *item, takt_time timeout);

/* Copy the first item and leave it there. TAKT_OK, TAKT_EAGAIN, TAKT_ECLOSED. Any context. */
int takt_queue_peek(struct takt_queue *queue, void *item);

/* Items in it, at this moment. Any context. */
size_t takt_queue_count(const struct takt_queue *queue);

/* Throw away all items; senders that wait for room then get it, the first of them at once and the
 * others one by one. Between these steps others may send and receive. TAKT_OK, TAKT_ECLOSED. Any
 * context. */
int takt_queue_purge(struct takt_queue *queue);

/* End of the queue: everybody who waits wakes with TAKT_ECLOSED; items in it are gone. A second
 * time stops. Its memory may be used again when all others are back from their calls. Threads
 * only. */
void takt_queue_destroy(struct takt_queue *queue);
