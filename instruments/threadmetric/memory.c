/* memory.c - a thread takes a block of 128 bytes and gives it back.
 *
 * Before, each block is filled with words of its own, which must be there afterwards: neither the
 * pool nor the thread writes to one. Then the blocks must be there too, each once.
 */
#include "crew.h"
#include "takt/pool.h"

enum { BLOCK_BYTES = 128, BLOCK_WORDS = BLOCK_BYTES / 4, BLOCKS = 16 };

static struct takt_pool pool;
static _Alignas(TAKT_POOL_ALIGN) unsigned char memory[TAKT_POOL_BYTES(BLOCK_BYTES, BLOCKS)];
static void *blocks[BLOCKS];

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
    if (takt_pool_init(&pool, "threadmetric", memory, sizeof memory, BLOCK_BYTES, BLOCKS)
        != TAKT_OK) {
        crew_failed();
    }
    for (unsigned i = 0; i < BLOCKS; i++) {
        if (takt_pool_take(&pool, &blocks[i], TAKT_NO_WAIT) != TAKT_OK) {
            crew_failed();
            return;
        }
        fill(blocks[i]);
    }
    for (unsigned i = 0; i < BLOCKS; i++) {
        (void)takt_pool_give(&pool, blocks[i]);
    }
    crew_add(0, take_and_give);
}

/* Take every block that is there, and mark it, so that it is not found a second time. All must be,
 * but for one that may be in the thread's hand. */
static bool all_are_there(void)
{
    unsigned count = 0;
    void *block;

    while (count <= BLOCKS && takt_pool_take(&pool, &block, TAKT_NO_WAIT) == TAKT_OK) {
        if (!is_filled(block)) {
            return false;
        }
        ((uint32_t *)block)[0] = 0;
        count++;
    }
    return count == BLOCKS || count == BLOCKS - 1;
}

static uint32_t check(void)
{
    uint32_t errors = 0;

    for (unsigned i = 0; i < BLOCKS; i++) {
        errors += !is_filled(blocks[i]);
    }
    return errors + !all_are_there();
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
