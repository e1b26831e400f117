/* model_queue.c - queues of items. Each has its own sizes; the bytes of an item follow from its
 * number. */
#include "model_kinds.h"
#include "player.h"
#include "teller.h"

#include <string.h>

enum { QUEUES = 3, CAPACITY_MOST = 3, ITEM_MOST = 16, UNTOUCHED = 0xEE };

static const struct {
    int item_bytes;
    int capacity;
} shapes[QUEUES] = { { 4, 3 }, { 16, 1 }, { 7, 2 } };

static struct takt_queue queues[QUEUES];
static unsigned char memory[QUEUES][CAPACITY_MOST * ITEM_MOST];

static struct {
    bool open;
    int count;
    unsigned items[CAPACITY_MOST]; /* their numbers, the first first */
} known[QUEUES];

static unsigned last_item;

/* What each thread is sending, and has been given. */
static struct {
    unsigned item;
    bool to_front;
    unsigned received;
    unsigned char buffer[ITEM_MOST + 4];
} hands[MODEL_THREADS + 1];

static unsigned char item_byte(unsigned item, int index)
{
    return (unsigned char)(item * 37 + (unsigned)index * 5 + 3);
}

/* At every alignment. */
static unsigned char *buffer_of(int thread)
{
    return hands[thread].buffer + thread % 4;
}

static bool full(int queue)
{
    return known[queue].count == shapes[queue].capacity;
}

static void put(int queue, unsigned item, bool to_front)
{
    int at = to_front ? 0 : known[queue].count;

    for (int i = known[queue].count; i > at; i--) {
        known[queue].items[i] = known[queue].items[i - 1];
    }
    known[queue].items[at] = item;
    known[queue].count++;
}

static unsigned take_first(int queue)
{
    unsigned item = known[queue].items[0];

    known[queue].count--;
    for (int i = 0; i < known[queue].count; i++) {
        known[queue].items[i] = known[queue].items[i + 1];
    }
    return item;
}

/* If there is room, the first who waits for it gets it. */
static bool admit(int queue)
{
    int sender = world_first(FOR_ROOM, queue);

    if (sender == NOBODY || full(queue)) {
        return false;
    }
    put(queue, hands[sender].item, hands[sender].to_front);
    world_end(sender, TAKT_OK);
    return true;
}

static int send(int thread, int queue, bool to_front)
{
    int receiver = world_first(FOR_ITEM, queue);

    last_item++;
    hands[thread].item = last_item;
    hands[thread].to_front = to_front;
    if (!known[queue].open) {
        return TAKT_ECLOSED;
    }
    if (full(queue)) {
        return world_join(thread, FOR_ROOM, queue);
    }
    if (receiver != NOBODY) {
        hands[receiver].received = last_item;
        world_end(receiver, TAKT_OK);
    } else {
        put(queue, last_item, to_front);
    }
    return TAKT_OK;
}

static void fill(int thread, const struct step *step)
{
    for (int i = 0; i < shapes[step->object].item_bytes; i++) {
        buffer_of(thread)[i] = item_byte(hands[thread].item, i);
    }
}

static int model_send(int thread, const struct step *step)
{
    return send(thread, step->object, false);
}

static int call_send(int thread, const struct step *step)
{
    fill(thread, step);
    return takt_queue_send(&queues[step->object], buffer_of(thread), limit_now(thread));
}

static int model_send_front(int thread, const struct step *step)
{
    return send(thread, step->object, true);
}

static int call_send_front(int thread, const struct step *step)
{
    fill(thread, step);
    return takt_queue_send_front(&queues[step->object], buffer_of(thread), limit_now(thread));
}

static int model_take_item(int thread, const struct step *step)
{
    if (!known[step->object].open) {
        return TAKT_ECLOSED;
    }
    if (known[step->object].count == 0 && !admit(step->object)) {
        return world_join(thread, FOR_ITEM, step->object);
    }
    hands[thread].received = take_first(step->object);
    (void)admit(step->object);
    return TAKT_OK;
}

static int call_take_item(int thread, const struct step *step)
{
    memset(hands[thread].buffer, UNTOUCHED, sizeof hands[thread].buffer);
    return takt_queue_receive(&queues[step->object], buffer_of(thread), limit_now(thread));
}

static void check_received(int thread, const struct step *step)
{
    bool received = thread_in_world(thread)->result == TAKT_OK;
    int bytes = received ? shapes[step->object].item_bytes : 0;

    for (int i = 0; i < ITEM_MOST; i++) {
        must_equal(buffer_of(thread)[i],
                   i < bytes ? item_byte(hands[thread].received, i) : UNTOUCHED,
                   "a byte of the item to thread", thread);
    }
}

static int model_peek(int thread, const struct step *step)
{
    if (known[step->object].count == 0) {
        return known[step->object].open ? TAKT_EAGAIN : TAKT_ECLOSED;
    }
    hands[thread].received = known[step->object].items[0];
    return TAKT_OK;
}

static int call_peek(int thread, const struct step *step)
{
    memset(hands[thread].buffer, UNTOUCHED, sizeof hands[thread].buffer);
    return takt_queue_peek(&queues[step->object], buffer_of(thread));
}

/* One of those who wait for room in each step. */
static void purge_on(int thread)
{
    int queue = thread_in_world(thread)->step->object;

    if (known[queue].open && admit(queue)) {
        world_go_on(thread, purge_on, purge_on);
    }
}

static int model_purge(int thread, const struct step *step)
{
    if (!known[step->object].open) {
        return TAKT_ECLOSED;
    }
    known[step->object].count = 0;
    if (thread != INTERRUPT) {
        purge_on(thread);
    }
    while (thread == INTERRUPT && admit(step->object)) {
    }
    return TAKT_OK;
}

static int call_purge(int thread, const struct step *step)
{
    (void)thread;
    return takt_queue_purge(&queues[step->object]);
}

static void close_on(int thread)
{
    if (!world_close(thread, FOR_ROOM, close_on)) {
        (void)world_close(thread, FOR_ITEM, close_on);
    }
}

static bool is_open(int thread, const struct step *step)
{
    (void)thread;
    return known[step->object].open;
}

static int model_destroy(int thread, const struct step *step)
{
    known[step->object].open = false;
    known[step->object].count = 0;
    close_on(thread);
    return TAKT_OK;
}

static int call_destroy(int thread, const struct step *step)
{
    (void)thread;
    takt_queue_destroy(&queues[step->object]);
    return TAKT_OK;
}

static bool may_be_made(int thread, const struct step *step)
{
    (void)thread;
    return !known[step->object].open && !operation_in_progress(&model_queues, step->object);
}

static int model_make(int thread, const struct step *step)
{
    (void)thread;
    known[step->object].open = true;
    known[step->object].count = 0;
    return TAKT_OK;
}

static int call_make(int thread, const struct step *step)
{
    size_t bytes = (size_t)shapes[step->object].item_bytes;
    size_t capacity = (size_t)shapes[step->object].capacity;

    (void)thread;
    return takt_queue_init(&queues[step->object], "queue", memory[step->object], bytes * capacity,
                           bytes, capacity);
}

static void begin(void)
{
    last_item = 0;
    for (int i = 0; i < QUEUES; i++) {
        const struct step step = { .object = i };

        (void)model_make(CONTROL, &step);
        must_equal(call_make(CONTROL, &step), TAKT_OK, "making of queue", i);
    }
}

static void compare(void)
{
    for (int i = 0; i < QUEUES; i++) {
        must_equal((long long)takt_queue_count(&queues[i]), known[i].count, "items in queue", i);
        must_wait(&queues[i].senders, FOR_ROOM, i, "senders to queue");
        must_wait(&queues[i].receivers, FOR_ITEM, i, "receivers at queue");
    }
}

static const struct operation operations[] = {
    { .name = "queue_send",
      .words = "sends to queue %o%l",
      .weight = 12,
      .objects = QUEUES,
      .limited = true,
      .any_context = true,
      .model = model_send,
      .call = call_send },
    { .name = "queue_send_front",
      .words = "sends to the front of queue %o%l",
      .weight = 6,
      .objects = QUEUES,
      .limited = true,
      .any_context = true,
      .model = model_send_front,
      .call = call_send_front },
    { .name = "queue_receive",
      .words = "receives from queue %o%l",
      .weight = 18,
      .objects = QUEUES,
      .limited = true,
      .any_context = true,
      .model = model_take_item,
      .call = call_take_item,
      .check = check_received },
    { .name = "queue_peek",
      .words = "looks at the first item of queue %o",
      .weight = 3,
      .objects = QUEUES,
      .any_context = true,
      .model = model_peek,
      .call = call_peek,
      .check = check_received },
    { .name = "queue_purge",
      .words = "purges queue %o",
      .weight = 2,
      .objects = QUEUES,
      .any_context = true,
      .model = model_purge,
      .call = call_purge },
    { .name = "destroy_queue",
      .words = "destroys queue %o",
      .weight = 1,
      .objects = QUEUES,
      .closes = true,
      .possible = is_open,
      .model = model_destroy,
      .call = call_destroy },
    { .name = "make_queue",
      .words = "makes queue %o",
      .weight = 3,
      .objects = QUEUES,
      .any_context = true,
      .possible = may_be_made,
      .model = model_make,
      .call = call_make },
};

const struct model_kind model_queues = {
    .name = "queues", .begin = begin, .compare = compare, OPERATIONS(operations)
};
