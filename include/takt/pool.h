/* pool.h - blocks of one size. Giving one back is checked, with TAKT_CHECK at 1 or more: twice, or
 * not a block, stops. */
#pragma once

#include "clock.h"
#include "multiple.h"
#include "wait.h"

#include <stddef.h>
#include <stdint.h>

/* Blocks begin at multiples of this and take up multiples of it. */
enum { TAKT_POOL_ALIGN = 8 };

/* Memory that `count` blocks of `bytes` need, beginning at any address. */
#define TAKT_POOL_BYTES(bytes, count)                                                              \
    ((((size_t)(bytes) + TAKT_POOL_ALIGN - 1) / TAKT_POOL_ALIGN * TAKT_POOL_ALIGN + sizeof(void *) \
      + 1)                                                                                         \
         * (size_t)(count)                                                                         \
     + TAKT_POOL_ALIGN)

struct takt_pool {
    struct takt_wait wait; /* for a block */

    /* The blocks that were given back are on a stack. One comparison tells whether a call is the
     * usual one: a block is there; or one is out, nobody waits, and the pool is open. */
    void **give_below; /* `bottom` plus the blocks ever taken; `bottom`: a thread may be waiting, or
                        * the pool is destroyed */
    void **top;        /* of the stack: behind the last */
    void **bottom;

    uint32_t taken_ever; /* blocks that were ever taken; the others have never been touched */
    uint32_t count;      /* blocks */
    unsigned char
        *in_use;      /* of each block that was ever taken: 1, or 0. Kept where it is checked */
    uintptr_t blocks; /* address of the first */
    uint32_t block_bytes;
    struct multiple multiple; /* of `block_bytes`: turns the address of a block into its index */
    bool open;                /* not destroyed */
};

/* Prepare a pool of `count` blocks of `block_bytes` in `memory`, which has TAKT_POOL_BYTES of that.
 * TAKT_OK; TAKT_EINVAL, and nothing is written, if a size is 0 or above 2^31 - 1, or the memory too
 * small or reaching beyond all addresses. Memory at NULL, where the sizes could be, stops. Takes
 * the same time whatever the number of blocks. `name` is shown in traces. Any context. */
int takt_pool_init(struct takt_pool *pool, const char *name, void *memory, size_t memory_bytes,
                   size_t block_bytes, size_t count);

/* Take a block, waiting at most `timeout` for one. TAKT_OK; TAKT_EAGAIN, TAKT_ETIMEDOUT,
 * TAKT_ECLOSED: then `*block` is NULL. Threads only; any context with TAKT_NO_WAIT. */
int takt_pool_take(struct takt_pool *pool, void **block, takt_time timeout);

/* Give a block back; the most urgent waiter has it at once. Stops for what is not a block of this
 * pool in use; with TAKT_CHECK at 0 only when no block can be in use. TAKT_OK, TAKT_ECLOSED. Any
 * context. */
int takt_pool_give(struct takt_pool *pool, void *block);

/* Blocks in use. Any context. */
size_t takt_pool_used(const struct takt_pool *pool);

/* End of the pool: waiters wake with TAKT_ECLOSED; giving a block back is refused with the same. A
 * second time stops. Its memory may be used again when all who waited are back from their calls and
 * nobody uses a block. Threads only. */
void takt_pool_destroy(struct takt_pool *pool);
