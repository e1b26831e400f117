/* container_orders.c - the orders that actors know for queues of numbers, flags and pools. */
#include "actor.h"

void prepare_number(struct actor *actor, uint32_t number)
{
    actor->number = number;
}

void prepare_wish(struct actor *actor, uint32_t wanted, unsigned options)
{
    actor->wanted = wanted;
    actor->options = options;
}

int call_post(struct actor *self, void *queue, takt_time limit)
{
    return takt_queue_send(queue, &self->number, limit);
}

static int call_post_front(struct actor *self, void *queue, takt_time limit)
{
    return takt_queue_send_front(queue, &self->number, limit);
}

int call_fetch(struct actor *self, void *queue, takt_time limit)
{
    return takt_queue_receive(queue, &self->number, limit);
}

int call_await(struct actor *self, void *flags, takt_time limit)
{
    self->got = 0xA5A5A5A5U;
    return takt_flags_wait(flags, self->wanted, self->options, &self->got, limit);
}

int call_borrow(struct actor *self, void *pool, takt_time limit)
{
    self->block = self;
    return takt_pool_take(pool, &self->block, limit);
}

int call_hand_back(struct actor *self, void *pool, takt_time unused)
{
    (void)unused;
    return takt_pool_give(pool, self->block);
}

int post(struct actor *actor, struct takt_queue *queue, uint32_t number)
{
    return post_within(actor, queue, number, TAKT_FOREVER);
}

int post_within(struct actor *actor, struct takt_queue *queue, uint32_t number, takt_time limit)
{
    prepare_number(actor, number);
    return order(actor, call_post, queue, limit);
}

int post_front(struct actor *actor, struct takt_queue *queue, uint32_t number)
{
    prepare_number(actor, number);
    return order(actor, call_post_front, queue, TAKT_FOREVER);
}

int fetch(struct actor *actor, struct takt_queue *queue)
{
    return fetch_within(actor, queue, TAKT_FOREVER);
}

int fetch_within(struct actor *actor, struct takt_queue *queue, takt_time limit)
{
    return order(actor, call_fetch, queue, limit);
}

uint32_t fetched_by(const struct actor *actor)
{
    return actor->number;
}

int await(struct actor *actor, struct takt_flags *flags, uint32_t wanted, unsigned options)
{
    return await_within(actor, flags, wanted, options, TAKT_FOREVER);
}

int await_within(struct actor *actor, struct takt_flags *flags, uint32_t wanted, unsigned options,
                 takt_time limit)
{
    prepare_wish(actor, wanted, options);
    return order(actor, call_await, flags, limit);
}

uint32_t got_by(const struct actor *actor)
{
    return actor->got;
}

int borrow(struct actor *actor, struct takt_pool *pool)
{
    return borrow_within(actor, pool, TAKT_FOREVER);
}

int borrow_within(struct actor *actor, struct takt_pool *pool, takt_time limit)
{
    return order(actor, call_borrow, pool, limit);
}

int hand_back(struct actor *actor, struct takt_pool *pool)
{
    return order(actor, call_hand_back, pool, 0);
}

void *block_of(const struct actor *actor)
{
    return actor->block;
}
