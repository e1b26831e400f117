/* model_pool.c - pools of blocks. Which block one gets is not predicted: any that nobody has. Each
 * is written all over while it is in somebody's hand. */
#include "model_kinds.h"
#include "player.h"
#include "teller.h"

#include <string.h>

enum { POOLS = 2, BLOCKS = 3, BLOCK_BYTES = 12, HELD_MOST = BLOCKS };

static struct takt_pool pools[POOLS];
static _Alignas(TAKT_POOL_ALIGN) unsigned char memory[POOLS][TAKT_POOL_BYTES(BLOCK_BYTES, BLOCKS)];

static struct {
    bool open;
    int used;
} known[POOLS];

/* Blocks in the hands of threads, in the order in which they were taken; where the next is put. */
static struct {
    void *blocks[POOLS][HELD_MOST];
    int count[POOLS];
    void *taken;
} hands[MODEL_THREADS + 1];

static int model_take(int thread, const struct step *step)
{
    if (!known[step->object].open) {
        return TAKT_ECLOSED;
    }
    if (known[step->object].used == BLOCKS) {
        return world_join(thread, FOR_BLOCK, step->object);
    }
    known[step->object].used++;
    return TAKT_OK;
}

static int call_take(int thread, const struct step *step)
{
    return takt_pool_take(&pools[step->object], &hands[thread].taken, limit_now(thread));
}

static bool has(int thread, int pool, const void *block)
{
    for (int i = 0; i < hands[thread].count[pool]; i++) {
        if (hands[thread].blocks[pool][i] == block) {
            return true;
        }
    }
    return false;
}

static bool is_in_use(int pool, const void *block)
{
    bool found = false;

    for (int thread = 0; thread <= MODEL_THREADS; thread++) {
        found = found || has(thread, pool, block);
    }
    return found;
}

static bool is_inside(int pool, const unsigned char *block)
{
    return block >= memory[pool] && block + BLOCK_BYTES <= memory[pool] + sizeof memory[pool]
           && (uintptr_t)block % TAKT_POOL_ALIGN == 0;
}

static void check_take(int thread, const struct step *step)
{
    int pool = step->object;
    void *block = hands[thread].taken;

    if (thread_in_world(thread)->result != TAKT_OK) {
        must_equal(block == NULL, true, "no block for thread", thread);
        return;
    }
    must_equal(is_inside(pool, block), true, "a block of pool", pool);
    must_equal(is_in_use(pool, block), false, "block in use of pool", pool);
    memset(block, 0xC0 + thread, BLOCK_BYTES);
    hands[thread].blocks[pool][hands[thread].count[pool]] = block;
    hands[thread].count[pool]++;
}

/* The value names the thread whose block it is: anybody may give it. */
static bool is_held(int thread, const struct step *step)
{
    (void)thread;
    return hands[step->value].count[step->object] > 0;
}

static int model_give(int thread, const struct step *step)
{
    int first = world_first(FOR_BLOCK, step->object);

    (void)thread;
    if (!known[step->object].open) {
        return TAKT_ECLOSED;
    }
    if (first != NOBODY) {
        world_end(first, TAKT_OK);
    } else {
        known[step->object].used--;
    }
    return TAKT_OK;
}

static int call_give(int thread, const struct step *step)
{
    int last = hands[step->value].count[step->object] - 1;
    unsigned char *block = hands[step->value].blocks[step->object][last];

    (void)thread;
    hands[step->value].count[step->object] = last;
    for (int i = 0; i < BLOCK_BYTES; i++) {
        must_equal(block[i], 0xC0 + step->value, "a byte of a block of thread", step->value);
    }
    return takt_pool_give(&pools[step->object], block);
}

static void close_on(int thread)
{
    (void)world_close(thread, FOR_BLOCK, close_on);
}

static bool is_open(int thread, const struct step *step)
{
    (void)thread;
    return known[step->object].open;
}

static int model_destroy(int thread, const struct step *step)
{
    known[step->object].open = false;
    close_on(thread);
    return TAKT_OK;
}

static int call_destroy(int thread, const struct step *step)
{
    (void)thread;
    takt_pool_destroy(&pools[step->object]);
    return TAKT_OK;
}

static bool may_be_made(int thread, const struct step *step)
{
    (void)thread;
    return !known[step->object].open && !operation_in_progress(&model_pools, step->object);
}

static int model_make(int thread, const struct step *step)
{
    (void)thread;
    known[step->object].open = true;
    known[step->object].used = 0;
    return TAKT_OK;
}

/* Blocks of the pool that was there before are nobody's any more. */
static int call_make(int thread, const struct step *step)
{
    (void)thread;
    for (int i = 0; i <= MODEL_THREADS; i++) {
        hands[i].count[step->object] = 0;
    }
    return takt_pool_init(&pools[step->object], "pool", memory[step->object],
                          sizeof memory[step->object], BLOCK_BYTES, BLOCKS);
}

static void begin(void)
{
    for (int i = 0; i < POOLS; i++) {
        const struct step step = { .object = i };

        (void)model_make(CONTROL, &step);
        must_equal(call_make(CONTROL, &step), TAKT_OK, "making of pool", i);
    }
}

static void compare(void)
{
    for (int i = 0; i < POOLS; i++) {
        if (known[i].open) {
            must_equal((long long)takt_pool_used(&pools[i]), known[i].used, "blocks used of pool",
                       i);
        }
        must_wait(&pools[i].wait, FOR_BLOCK, i, "pool");
    }
}

static const struct operation operations[] = {
    { .name = "take_block",
      .words = "takes a block of pool %o%l",
      .weight = 16,
      .objects = POOLS,
      .limited = true,
      .any_context = true,
      .model = model_take,
      .call = call_take,
      .check = check_take },
    { .name = "give_block",
      .words = "gives a block of pool %o that thread %v took",
      .weight = 30,
      .objects = POOLS,
      .any_context = true,
      .values = MODEL_THREADS + 1,
      .possible = is_held,
      .model = model_give,
      .call = call_give },
    { .name = "destroy_pool",
      .words = "destroys pool %o",
      .weight = 1,
      .objects = POOLS,
      .closes = true,
      .possible = is_open,
      .model = model_destroy,
      .call = call_destroy },
    { .name = "make_pool",
      .words = "makes pool %o",
      .weight = 3,
      .objects = POOLS,
      .any_context = true,
      .possible = may_be_made,
      .model = model_make,
      .call = call_make },
};

const struct model_kind model_pools = {
    .name = "pools", .begin = begin, .compare = compare, OPERATIONS(operations)
};
