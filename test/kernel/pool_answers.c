/* pool_answers.c - what a pool says, and which blocks it gives. */
#include "dice.h"
#include "kernel_test.h"

#include <string.h>

static void *taken; /* by an interrupt */

static int take_now(void *pool)
{
    return takt_pool_take(pool, &taken, TAKT_NO_WAIT);
}

static int give_now(void *pool)
{
    return takt_pool_give(pool, taken);
}

/* D23: over: how many there are, with which limit; in an interrupt too. */
KERNEL_TEST(pool_take_answers)
{
    const takt_time limits[] = { TAKT_NO_WAIT, takt_ms(1), TAKT_FOREVER };
    struct takt_pool *pool = pool_make(16, 1);
    struct actor *holder = actor_make('H', 11);
    struct actor *actor = actor_make('A', 10);

    CHECK_EQUAL(borrow(holder, pool), TAKT_OK);
    CHECK_EQUAL(in_interrupt(take_now, pool), TAKT_EAGAIN);
    CHECK(taken == NULL);
    for (unsigned i = 0; i < COUNT_OF(limits); i++) {
        CHECK_EQUAL(borrow_within(actor, pool, limits[i]), i == 0 ? TAKT_EAGAIN : BUSY);
        pass_ms(2);
        CHECK_EQUAL(result_of(actor), i == 0 ? TAKT_EAGAIN : i == 1 ? TAKT_ETIMEDOUT : BUSY);
        CHECK(block_of(actor) == NULL);
    }
    CHECK_EQUAL(hand_back(holder, pool), TAKT_OK);
    CHECK_EQUAL(result_of(actor), TAKT_OK);
    CHECK(block_of(actor) == block_of(holder));
    CHECK_EQUAL(hand_back(actor, pool), TAKT_OK);
    CHECK_EQUAL(in_interrupt(take_now, pool), TAKT_OK);
    CHECK_EQUAL(takt_pool_used(pool), 1);
    CHECK_EQUAL(in_interrupt(give_now, pool), TAKT_OK);
    CHECK_EQUAL(takt_pool_used(pool), 0);
}

/* A waiter that timed out gets nothing later; the block that is given then is there for others. */
KERNEL_TEST(pool_timed_out_waiter_takes_nothing)
{
    struct takt_pool *pool = pool_make(16, 1);
    struct actor *holder = actor_make('H', 11);
    struct actor *late = actor_make('L', 10);

    (void)borrow(holder, pool);
    (void)borrow_within(late, pool, takt_ms(1));
    pass_ms(2);
    CHECK_EQUAL(result_of(late), TAKT_ETIMEDOUT);
    CHECK_EQUAL(hand_back(holder, pool), TAKT_OK);
    CHECK(block_of(late) == NULL);
    CHECK_EQUAL(takt_pool_used(pool), 0);
    CHECK_EQUAL(borrow(holder, pool), TAKT_OK);
    CHECK_EQUAL(hand_back(holder, pool), TAKT_OK);
}

/* I07: whatever is taken and given in whatever order: no block has two owners, each is where
 * blocks can be and begins where it should, and what is written to one is in that one only. */
enum { BLOCKS = 7 };

struct owner {
    unsigned char *blocks[BLOCKS];
    unsigned count;
};

static void check_block(const struct owner *owner, const struct takt_pool *pool,
                        const unsigned char *block, size_t bytes)
{
    CHECK_EQUAL((uintptr_t)block % TAKT_POOL_ALIGN, 0);
    CHECK(block >= (const unsigned char *)pool->blocks);
    CHECK(block + bytes <= (const unsigned char *)pool->bottom);
    for (unsigned i = 0; i < owner->count; i++) {
        CHECK(owner->blocks[i] + bytes <= block || block + bytes <= owner->blocks[i]);
    }
}

static void take_one(struct owner *owner, struct takt_pool *pool, size_t bytes)
{
    void *block;
    int status = takt_pool_take(pool, &block, TAKT_NO_WAIT);

    CHECK_EQUAL(status, owner->count < BLOCKS ? TAKT_OK : TAKT_EAGAIN);
    if (status == TAKT_OK) {
        check_block(owner, pool, block, bytes);
        memset(block, (int)owner->count, bytes);
        owner->blocks[owner->count] = block;
        owner->count++;
    }
}

/* The last one moves to where it was; the mark in each tells its place. */
static void give_one(struct owner *owner, struct takt_pool *pool, size_t bytes, unsigned which)
{
    if (owner->count == 0) {
        return;
    }
    which %= owner->count;
    for (size_t i = 0; i < bytes; i++) {
        CHECK_EQUAL(owner->blocks[which][i], which);
    }
    memset(owner->blocks[which], 0xEE, bytes); /* a block that was given back is nobody's */
    CHECK_EQUAL(takt_pool_give(pool, owner->blocks[which]), TAKT_OK);
    owner->count--;
    owner->blocks[which] = owner->blocks[owner->count];
    if (which < owner->count) {
        memset(owner->blocks[which], (int)which, bytes);
    }
}

static void take_and_give(size_t bytes, size_t offset, struct dice *dice)
{
    static unsigned char memory[TAKT_POOL_BYTES(100, BLOCKS) + 8];
    size_t size = TAKT_POOL_BYTES(bytes, BLOCKS);
    struct owner owner = { .count = 0 };
    struct takt_pool pool;

    memset(memory, 0xA5, sizeof memory);
    CHECK_EQUAL(takt_pool_init(&pool, "blocks", memory + offset, size, bytes, BLOCKS), TAKT_OK);
    for (unsigned step = 0; step < 200; step++) {
        if (dice_below(dice, 8) < (step / 20 % 2 == 0 ? 6 : 2)) {
            take_one(&owner, &pool, bytes);
        } else {
            give_one(&owner, &pool, bytes, dice_roll(dice));
        }
        CHECK_EQUAL(takt_pool_used(&pool), owner.count);
    }
    for (size_t i = 0; i < 8; i++) {
        CHECK_EQUAL(memory[i < offset ? i : offset + size + i - offset], 0xA5);
    }
    takt_pool_destroy(&pool);
}

KERNEL_TEST(pool_blocks_have_one_owner)
{
    struct dice dice = dice_seeded(61);

    for (size_t bytes = 1; bytes <= 100; bytes += bytes < 34 ? 1 : 11) {
        take_and_give(bytes, bytes % 8, &dice);
    }
}
