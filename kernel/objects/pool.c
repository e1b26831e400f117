/* pool.c - blocks of one size. Which are free is kept beside them, not in them, so that whoever
 * writes to a block that it has given back harms no list.
 *
 * A waiter waits only while all blocks are in use, and leaves in `wanted` where its block is to be
 * put. It can leave without the pool being told: the limit that sends a call the slow way is put
 * back there, when nobody is found.
 */
#include "takt/pool.h"

#include "entry.h"
#include "extent.h"
#include "trace.h"
#include "wait.h"

static void describe(const struct takt_wait *wait)
{
    trace_event(TRACE_POOL_CREATE, 0, wait->id, LIST_ENTRY(wait, struct takt_pool, wait)->count);
    wait_trace_name(wait);
}

static const struct takt_wait_kind pool_kind = {
    .state = TRACE_STATE_POOL,
    .describe = describe,
};

/* The blocks, then the stack, then their states; so each is aligned. */
/* NOLINTNEXTLINE(readability-non-const-parameter): as an address, but it will be written */
static void place_blocks(struct takt_pool *pool, unsigned char *memory, uint32_t block_bytes,
                         uint32_t count)
{
    pool->blocks = (uintptr_t)memory;
    pool->block_bytes = block_bytes;
    pool->multiple = multiple_of(block_bytes);
    pool->count = count;
    pool->taken_ever = 0;
    pool->bottom = (void **)(pool->blocks + (size_t)block_bytes * count);
    pool->top = pool->bottom;
    pool->give_below = pool->bottom;
    pool->in_use = (unsigned char *)(pool->bottom + count);
}

/* NOLINTNEXTLINE(readability-function-size): its memory is told twice, to be compared */
int takt_pool_init(struct takt_pool *pool, const char *name, void *memory, size_t memory_bytes,
                   size_t block_bytes, size_t count)
{
    const size_t align = TAKT_POOL_ALIGN;
    size_t before = (size_t)(-(uintptr_t)memory % align);

    if (block_bytes == 0 || block_bytes > INT32_MAX || count == 0 || count > INT32_MAX
        || memory_bytes < before) {
        return TAKT_EINVAL;
    }
    size_t whole = (block_bytes + align - 1) / align * align;

    if (count > (memory_bytes - before) / (whole + sizeof(void *) + 1)
        || !extent_has_end(memory, memory_bytes)) {
        return TAKT_EINVAL;
    }
    TAKT_REQUIRE(memory != NULL);
    kernel_enter();

    wait_init(&pool->wait, &pool_kind);
    place_blocks(pool, (unsigned char *)memory + before, (uint32_t)whole, (uint32_t)count);
    pool->open = true;
    wait_register(&pool->wait, name);
    kernel_leave();
    return TAKT_OK;
}

size_t takt_pool_used(const struct takt_pool *pool)
{
    return pool->taken_ever - (size_t)(pool->top - pool->bottom);
}

static inline void trace_used(enum trace_event_id event, const struct takt_pool *pool,
                              const struct takt_thread *thread, uint32_t less)
{
    trace_event(event, thread->id, pool->wait.id, (uint32_t)takt_pool_used(pool) - less);
}

/* For what is no block, below, above or in the middle of one: more than any index can be. */
static inline uintptr_t index_of(const struct takt_pool *pool, const void *block)
{
    return multiple_index(&pool->multiple, (uintptr_t)block - pool->blocks);
}

static inline void note_use(struct takt_pool *pool, const void *block, bool in_use)
{
    if (TAKT_CHECK >= 1) {
        pool->in_use[index_of(pool, block)] = in_use;
    }
}

/* Taking. */

static void *touch_next(struct takt_pool *pool)
{
    void *block = (void *)(pool->blocks + (uintptr_t)pool->taken_ever * pool->block_bytes);

    pool->taken_ever++;
    pool->give_below = pool->bottom + pool->taken_ever;
    note_use(pool, block, true);
    return block;
}

SELDOM static int take_slowly(struct takt_pool *pool, void **block, takt_time timeout)
{
    int status = TAKT_ECLOSED;

    *block = NULL;
    if (pool->open && pool->taken_ever < pool->count) {
        *block = touch_next(pool);
        trace_used(TRACE_POOL_TAKE, pool, cpu_here()->current, 0);
        status = TAKT_OK;
    } else if (pool->open) {
        status = wait_join(&pool->wait, timeout);
    }
    if (status == WAIT_BLOCKED) {
        cpu_here()->current->wanted = block;
        pool->give_below = pool->bottom;
    }
    return kernel_leave_with(status);
}

int takt_pool_take(struct takt_pool *pool, void **block, takt_time timeout)
{
    kernel_enter();
    void **top = pool->top;

    if (top == pool->bottom) {
        return take_slowly(pool, block, timeout);
    }
    pool->top = top - 1;
    *block = top[-1];
    note_use(pool, *block, true);
    trace_used(TRACE_POOL_TAKE, pool, cpu_here()->current, 0);
    kernel_leave_same();
    return TAKT_OK;
}

/* Giving. */

static inline int put_back(struct takt_pool *pool, void *block)
{
    void **top = pool->top;

    pool->top = top + 1;
    *top = block;
    note_use(pool, block, false);
    trace_used(TRACE_POOL_GIVE, pool, cpu_here()->current, 0);
    kernel_leave_same();
    return TAKT_OK;
}

/* The block remains in use. */
static int hand_over(struct takt_pool *pool, void *block)
{
    struct takt_thread *waiter = wait_first(&pool->wait);

    *(void **)waiter->wanted = block;
    trace_used(TRACE_POOL_GIVE, pool, cpu_here()->current, 1);
    bool changed = wait_end(waiter);

    trace_used(TRACE_POOL_TAKE, pool, waiter, 0);
    kernel_leave_to(waiter, changed);
    return TAKT_OK;
}

/* To give more than was taken stops whatever TAKT_CHECK is: the stack would end elsewhere. */
SELDOM static int give_slowly(struct takt_pool *pool, void *block)
{
    if (!pool->open) {
        kernel_leave_same();
        return TAKT_ECLOSED;
    }
    if (wait_first(&pool->wait) != NULL) {
        return hand_over(pool, block);
    }
    pool->give_below = pool->bottom + pool->taken_ever;
    if (pool->top == pool->give_below) {
        takt_stop("contract", __FILE__, __LINE__, "a block is in use");
    }
    return put_back(pool, block);
}

int takt_pool_give(struct takt_pool *pool, void *block)
{
    kernel_enter();
    if (TAKT_CHECK >= 1) {
        uintptr_t index = index_of(pool, block);

        TAKT_REQUIRE(index < pool->taken_ever && pool->in_use[index] == 1);
    }
    if (pool->top >= pool->give_below) {
        return give_slowly(pool, block);
    }
    return put_back(pool, block);
}

void takt_pool_destroy(struct takt_pool *pool)
{
    REQUIRE_THREAD();
    kernel_enter();

    TAKT_REQUIRE(pool->open);
    pool->open = false;
    pool->top = pool->bottom;
    pool->give_below = pool->bottom;
    wait_unregister(&pool->wait);
    trace_event(TRACE_POOL_DESTROY, cpu_here()->current->id, pool->wait.id, 0);
    wait_close(&pool->wait);
    kernel_leave();
}
