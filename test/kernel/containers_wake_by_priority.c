/* containers_wake_by_priority.c - C20, D28, I16: whoever waits for a queue's room or item, for
 * flags or for a block, and how many they are: the most urgent goes first, equals as they came; one
 * who is more urgent than the waker runs before the waker goes on; and the end of the object is
 * told to all of them.
 */
#include "kernel_test.h"

#include <string.h>

enum { MOST = 8, FIVE = 5 };

/* A thing to wait for. */
struct thing {
    const char *name;
    void *(*make)(void);
    order_call wait;
    order_call grant; /* to one waiter; the waker calls it */
    void (*destroy)(void *object);
};

/* Queue: for an item, for room. */

static struct takt_queue one_queue;
static uint32_t one_item[1];

static void *empty_queue(void)
{
    memset(&one_queue, 0xA5, sizeof one_queue);
    CHECK_EQUAL(takt_queue_init(&one_queue, "one", one_item, sizeof one_item, sizeof one_item, 1),
                TAKT_OK);
    return &one_queue;
}

static void *full_queue(void)
{
    const uint32_t number = 0;
    struct takt_queue *queue = empty_queue();

    (void)takt_queue_send(queue, &number, TAKT_NO_WAIT);
    return queue;
}

static void destroy_queue(void *queue)
{
    takt_queue_destroy(queue);
}

/* Flags: one that each clears. */

static struct takt_flags some_flags;

static void *no_flags(void)
{
    memset(&some_flags, 0xA5, sizeof some_flags);
    takt_flags_init(&some_flags, "flags", 0x10);
    return &some_flags;
}

static int call_await_one(struct actor *self, void *flags, takt_time limit)
{
    prepare_wish(self, 1, TAKT_FLAGS_CLEAR);
    return call_await(self, flags, limit);
}

static int call_set_one(struct actor *self, void *flags, takt_time unused)
{
    (void)self;
    (void)unused;
    return takt_flags_set(flags, 1);
}

static void destroy_flags(void *flags)
{
    takt_flags_destroy(flags);
}

/* Pool: of one block, which everybody has in turn, but the waker gives. */

static struct takt_pool one_pool;
static unsigned char one_block[TAKT_POOL_BYTES(16, 1)];
static void *waker_block;

static void *empty_pool(void)
{
    memset(&one_pool, 0xA5, sizeof one_pool);
    CHECK_EQUAL(takt_pool_init(&one_pool, "pool", one_block, sizeof one_block, 16, 1), TAKT_OK);
    (void)takt_pool_take(&one_pool, &waker_block, TAKT_NO_WAIT);
    return &one_pool;
}

static int call_give_block(struct actor *self, void *pool, takt_time unused)
{
    (void)self;
    (void)unused;
    return takt_pool_give(pool, waker_block);
}

static void destroy_pool(void *pool)
{
    takt_pool_destroy(pool);
}

static const struct thing things[] = {
    { "room", full_queue, call_post, call_fetch, destroy_queue },
    { "item", empty_queue, call_fetch, call_post, destroy_queue },
    { "flags", no_flags, call_await_one, call_set_one, destroy_flags },
    { "block", empty_pool, call_borrow, call_give_block, destroy_pool },
};

/* Arriving in this order with these priorities, five go in that order. The waker's is 15. */
static const unsigned arriving[MOST] = { 10, 30, 20, 30, 10, 12, 31, 12 };
static const char letters[MOST + 1] = "abcdefgh";
static const char *const going[MOST + 1] = { "",      "a",      "ba",      "bca",     "bdca",
                                             "bdcae", "bdcfae", "gbdcfae", "gbdcfhae" };

static void wait_all(const struct thing *thing, void *object, struct actor **waiters,
                     unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        CHECK_EQUAL(order_with_token(waiters[i], thing->wait, object, TAKT_FOREVER), BUSY);
    }
}

/* Each grant is followed by the token of the one that got it, and then by the waker's, or the other
 * way round where the waker is the more urgent. */
static const char *wanted_tokens(unsigned count)
{
    static char tokens[2 * MOST + 1];
    size_t length = 0;

    for (const char *letter = going[count]; *letter != '\0'; letter++) {
        bool first = arriving[strchr(letters, *letter) - letters] > 15;

        tokens[length + (first ? 0 : 1)] = *letter;
        tokens[length + (first ? 1 : 0)] = 'w';
        length += 2;
    }
    tokens[length] = '\0';
    return tokens;
}

static void wake_one_by_one(const struct thing *thing, struct actor *waker, struct actor **waiters,
                            unsigned count)
{
    void *object = thing->make();

    harness_tokens_clear();
    wait_all(thing, object, waiters, count);
    for (unsigned i = 0; i < count; i++) {
        CHECK_EQUAL(order_with_token(waker, thing->grant, object, TAKT_NO_WAIT), TAKT_OK);
    }
    if (!CHECK_TEXT(harness_tokens(), wanted_tokens(count))) {
        CHECK_TEXT(thing->name, "in its order");
    }
    for (unsigned i = 0; i < count; i++) {
        CHECK_EQUAL(result_of(waiters[i]), TAKT_OK);
    }
    thing->destroy(object);
}

/* All are told; then whoever calls is. */
static void destroy_under_them(const struct thing *thing, struct actor **waiters, unsigned count)
{
    void *object = thing->make();

    harness_tokens_clear();
    wait_all(thing, object, waiters, count);
    thing->destroy(object);
    CHECK_EQUAL(strlen(harness_tokens()), count); /* each once */
    for (unsigned i = 0; i < count; i++) {
        CHECK(strchr(harness_tokens(), letters[i]) != NULL);
        CHECK_EQUAL(result_of(waiters[i]), TAKT_ECLOSED);
        CHECK_EQUAL(order(waiters[i], thing->wait, object, TAKT_FOREVER), TAKT_ECLOSED);
        CHECK_EQUAL(order(waiters[i], thing->grant, object, TAKT_NO_WAIT), TAKT_ECLOSED);
    }
}

/* Time is over for all of them at once; what comes then is for others. */
static void time_out(const struct thing *thing, struct actor *waker, struct actor **waiters,
                     unsigned count)
{
    void *object = thing->make();

    for (unsigned i = 0; i < count; i++) {
        CHECK_EQUAL(order(waiters[i], thing->wait, object, takt_ms(1)), BUSY);
    }
    pass_ms(2);
    for (unsigned i = 0; i < count; i++) {
        CHECK_EQUAL(result_of(waiters[i]), TAKT_ETIMEDOUT);
    }
    CHECK_EQUAL(order(waker, thing->grant, object, TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(order(waiters[0], thing->wait, object, TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(order(waiters[0], thing->wait, object, TAKT_NO_WAIT), TAKT_EAGAIN);
    thing->destroy(object);
}

static void try_thing(const struct thing *thing)
{
    static const unsigned counts[] = { 1, 2, 3, FIVE, MOST };
    struct actor *waiters[MOST];
    struct actor *waker = actor_make('w', 15);

    for (unsigned i = 0; i < MOST; i++) {
        waiters[i] = actor_make(letters[i], arriving[i]);
    }
    for (unsigned i = 0; i < COUNT_OF(counts); i++) {
        wake_one_by_one(thing, waker, waiters, counts[i]);
        destroy_under_them(thing, waiters, counts[i]);
        time_out(thing, waker, waiters, counts[i]);
    }
}

KERNEL_TEST(queue_room_goes_by_priority)
{
    try_thing(&things[0]);
}

KERNEL_TEST(queue_items_go_by_priority)
{
    try_thing(&things[1]);
}

KERNEL_TEST(flags_go_by_priority)
{
    try_thing(&things[2]);
}

KERNEL_TEST(pool_blocks_go_by_priority)
{
    try_thing(&things[3]);
}
