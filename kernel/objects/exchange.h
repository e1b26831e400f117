/* exchange.h - what sending and receiving have in common: how a message changes hands. */
#pragma once

#include "copy.h"
#include "entry.h"
#include "likely.h"
#include "takt/channel.h"
#include "trace.h"
#include "wait.h"

/* Where a server wants what it receives: on its stack, while it waits. */
struct reception {
    struct takt_received *received;
    void *buffer;
    size_t room; /* for what is copied as the message changes hands */
};

static inline uint8_t exchange_lent(const struct takt_channel *channel, uint8_t priority)
{
    return LIKELY(channel->senders.lends) ? priority : 0;
}

/* `server` has `client`'s message from now on, and the beginning of it, all of a short one, in its
 * buffer: so many bytes. */
static inline int32_t exchange_adopt(struct takt_thread *server, struct takt_thread *client)
{
    const struct reception *reception = server->wanted;
    struct takt_received *received = reception->received;
    const struct takt_message *message = client->message;
    size_t chunk = message->size < reception->room ? message->size : reception->room;

    received->kind = TAKT_MESSAGE;
    received->priority = client->priority;
    received->request.client = client;
    received->request.exchange = client->exchange;
    received->size = message->size;
    received->code = 0;
    received->value = 0;
    if (LIKELY(chunk > 0)) {
        copy_bytes(reception->buffer, message->data, chunk);
    }
    return (int32_t)chunk;
}

static inline void exchange_trace(const struct takt_channel *channel,
                                  const struct takt_thread *server,
                                  const struct takt_thread *client)
{
    trace_event(TRACE_MESSAGE_RECEIVE, server->id, channel->senders.id, client->exchange);
}
