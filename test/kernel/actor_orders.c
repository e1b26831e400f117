/* actor_orders.c - the orders that actors know. */
#include "actor.h"

#include <string.h>

int call_lock(struct actor *self, void *mutex, takt_time limit)
{
    (void)self;
    return takt_mutex_lock(mutex, limit);
}

int call_unlock(struct actor *self, void *mutex, takt_time unused)
{
    (void)self;
    (void)unused;
    takt_mutex_unlock(mutex);
    return TAKT_OK;
}

int call_take(struct actor *self, void *semaphore, takt_time limit)
{
    (void)self;
    return takt_semaphore_take(semaphore, limit);
}

int call_give(struct actor *self, void *semaphore, takt_time unused)
{
    (void)self;
    (void)unused;
    return takt_semaphore_give(semaphore);
}

int call_send(struct actor *self, void *channel, takt_time limit)
{
    return takt_send(channel, &self->message, limit);
}

int call_receive(struct actor *self, void *channel, takt_time limit)
{
    memset(self->request, 0, sizeof self->request);
    return takt_receive(channel, self->request, sizeof self->request - 1, &self->received, limit);
}

int call_join(struct actor *self, void *thread, takt_time limit)
{
    (void)self;
    return takt_thread_join(thread, limit);
}

int call_sleep(struct actor *self, void *unused, takt_time duration)
{
    (void)self;
    (void)unused;
    return takt_sleep(duration);
}

int call_sleep_until(struct actor *self, void *unused, takt_time instant)
{
    (void)self;
    (void)unused;
    return takt_sleep_until(instant);
}

int call_yield(struct actor *self, void *unused, takt_time unused_too)
{
    (void)self;
    (void)unused;
    (void)unused_too;
    takt_yield();
    return TAKT_OK;
}

int call_token(struct actor *self, void *unused, takt_time unused_too)
{
    (void)unused;
    (void)unused_too;
    harness_token(self->name[0]);
    return TAKT_OK;
}

static int call_reply(struct actor *self, void *request, takt_time unused)
{
    (void)unused;
    return takt_reply(*(const struct takt_request *)request, self->reply_text,
                      strlen(self->reply_text));
}

int lock(struct actor *actor, struct takt_mutex *mutex)
{
    return order(actor, call_lock, mutex, TAKT_FOREVER);
}

int lock_within(struct actor *actor, struct takt_mutex *mutex, takt_time limit)
{
    return order(actor, call_lock, mutex, limit);
}

int unlock(struct actor *actor, struct takt_mutex *mutex)
{
    return order(actor, call_unlock, mutex, 0);
}

int take(struct actor *actor, struct takt_semaphore *semaphore, takt_time limit)
{
    return order(actor, call_take, semaphore, limit);
}

int give(struct actor *actor, struct takt_semaphore *semaphore)
{
    return order(actor, call_give, semaphore, 0);
}

int send(struct actor *actor, struct takt_channel *channel)
{
    return order(actor, call_send, channel, TAKT_FOREVER);
}

int send_within(struct actor *actor, struct takt_channel *channel, takt_time limit)
{
    return order(actor, call_send, channel, limit);
}

int receive(struct actor *actor, struct takt_channel *channel)
{
    return order(actor, call_receive, channel, TAKT_FOREVER);
}

int receive_within(struct actor *actor, struct takt_channel *channel, takt_time limit)
{
    return order(actor, call_receive, channel, limit);
}

int join(struct actor *actor, struct actor *whom, takt_time limit)
{
    return order(actor, call_join, &whom->thread, limit);
}

int sleep_for(struct actor *actor, takt_time duration)
{
    return order(actor, call_sleep, NULL, duration);
}

void leave(struct actor *actor)
{
    (void)order(actor, NULL, NULL, 0);
}

void actor_gone(struct actor *actor)
{
    actor_set_result(actor, TAKT_OK);
}

int reply(struct actor *actor)
{
    return reply_to(actor, &actor->received.request, "ok");
}

int reply_to(struct actor *actor, const struct takt_request *request, const char *text)
{
    struct takt_request named = *request;

    actor->reply_text = text;
    return order(actor, call_reply, &named, 0);
}
