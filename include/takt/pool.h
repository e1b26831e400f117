/* pool.h - blocks of one size. Giving one back is checked: twice, or not a block, stops. */
#pragma once

#include "clock.h"
#include "wait.h"

#include <stddef.h>
#include <stdint.h>

/* Blocks begin at multiples of this and take up multiples of it. */
enum { TAKT_POOL_ALIGN = 8 };

/* Memory that `count` blocks of `bytes` need, beginning at any address. */
#define TAKT_POOL_BYTES(bytes, count)                                                    \
    ((((bytes) + TAKT_POOL_ALIGN - 1) / TAKT_POOL_ALIGN * TAKT_POOL_ALIGN + 4) * (count) \
     + 2 * TAKT_POOL_ALIGN)

struct takt_pool {
    struct takt_wait wait; /* for a block */
    unsigned char *blocks;
    uint32_t *states; /* of each block: free and which comes next, or used */
    uint32_t block_bytes;
    uint32_t count; /* blocks */
    uint32_t used;
    uint32_t first_free; /* index + 1; 0: none but those that were never used */
    uint32_t never_used; /* index of the first of these */
    bool open;           /* not destroyed */
};

/* Prepare a pool of `count` blocks of `block_bytes` in `memory`, which has TAKT_POOL_BYTES of that.
 * TAKT_OK; TAKT_EINVAL, and nothing is written, if a size is 0 or the memory too small. Takes the
 * same time whatever the number of blocks. `name` is shown in traces. Any context. */
int takt_pool_init(struct takt_pool *pool, const char *name, void *memory, size_t memory_bytes,
                   size_t block_bytes, size_t count);

/* Take a block, waiting at most `timeout` for one. TAKT_OK; TAKT_EAGAIN, TAKT_ETIMEDOUT,
 * TAKT_ECLOSED: then `*block` is NULL. Threads; any context with TAKT_NO_WAIT. */
int takt_pool_take(struct takt_pool *pool, void **block, takt_time timeout);

/* Give a block back; the most urgent waiter has it at once. Stops for what is not a block of this
 * pool in use. TAKT_OK, TAKT_ECLOSED. Any context. */
int takt_pool_give(struct takt_pool *pool, void *block);

/* Blocks in use. Any context. */
size_t takt_pool_used(const struct takt_pool *pool);

/* End of the pool: waiters wake with TAKT_ECLOSED. Its memory may be used again when all who
 * waited are back from their calls and nobody uses a block. Threads only. */
void takt_pool_destroy(struct takt_pool *pool);
