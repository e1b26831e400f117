/* memory.c - a thread takes a block of 128 bytes and gives it back.
 *
 * Before, each block is filled with words of its own, which must be there afterwards: neither the
 * pool nor anybody whom it gave a block keeps anything in one that is free.
 */
#include "crew.h"
#include "takt/pool.h"

enum { BLOCK_BYTES = 128, BLOCK_WORDS = BLOCK_BYTES / 4, BLOCKS = 16 };

static struct takt_pool pool;
static _Alignas(TAKT_POOL_ALIGN) unsigned char memory[TAKT_POOL_BYTES(BLOCK_BYTES, BLOCKS)];

static void take_and_give(void *member)
{
    struct crew_member *self = member;
    void *block;

    while (takt_pool_take(&pool, &block, TAKT_NO_WAIT) == TAKT_OK
           && takt_pool_give(&pool, block) == TAKT_OK) {
        self->count++;
    }
    crew_failed();
}

/* Take all blocks that are there; how many. */
static unsigned take_all(void *blocks[BLOCKS])
{
    unsigned count = 0;

    while (count < BLOCKS && takt_pool_take(&pool, &blocks[count], TAKT_NO_WAIT) == TAKT_OK) {
        count++;
    }
    return count;
}

/* Of no two blocks, nor of two places in one, is it the same. */
static uint32_t word_of(const uint32_t *place)
{
    return ~(uint32_t)(uintptr_t)place;
}

static void fill(uint32_t *block)
{
    for (unsigned i = 0; i < BLOCK_WORDS; i++) {
        block[i] = word_of(&block[i]);
    }
}

static bool is_filled(const uint32_t *block)
{
    for (unsigned i = 0; i < BLOCK_WORDS; i++) {
        if (block[i] != word_of(&block[i])) {
            return false;
        }
    }
    return true;
}

static void begin(void)
{
    void *blocks[BLOCKS];

    if (takt_pool_init(&pool, "threadmetric", memory, sizeof memory, BLOCK_BYTES, BLOCKS) != TAKT_OK
        || take_all(blocks) < BLOCKS) {
        crew_failed();
        return;
    }
    for (unsigned i = 0; i < BLOCKS; i++) {
        fill(blocks[i]);
        (void)takt_pool_give(&pool, blocks[i]);
    }
    crew_add(0, take_and_give);
}

/* All are there, but for one that may be in the thread's hand; each is as it was, and only once. */
static uint32_t check(void)
{
    void *blocks[BLOCKS];
    unsigned count = take_all(blocks);
    uint32_t errors = count < BLOCKS - 1;

    for (unsigned i = 0; i < count; i++) {
        uint32_t *block = blocks[i];

        errors += !is_filled(block);
        block[0] = 0;
    }
    return errors;
}

static void end(void)
{
    takt_pool_destroy(&pool);
}

const struct threadmetric_test threadmetric_memory = {
    .name = "memory",
    .what = "a block of 128 bytes is taken and given back",
    .counters = 1,
    .begin = begin,
    .check = check,
    .end = end,
};
