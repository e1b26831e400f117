/* message.c - sending, and what may be done with a message in hand: read it, write to its reply,
 * and answer.
 *
 * The beginning of a message, all of a short one, is copied as it changes hands. The rest of it,
 * and replies, are copied by the server, in its own calls, while the client is REPLY-blocked and
 * its buffers therefore stand still: a chunk at a time, the lock released between chunks, the
 * client looked for again before each. So no window grows with the size of a message.
 */
#include "exchange.h"

/* Bytes that the next window may copy of what is left. */
static size_t chunk_of(size_t left)
{
    return left < TAKT_COPY_CHUNK ? left : TAKT_COPY_CHUNK;
}

static size_t room(size_t whole, size_t offset, size_t wanted)
{
    size_t left = offset < whole ? whole - offset : 0;

    return wanted < left ? wanted : left;
}

static size_t message_size(const struct takt_thread *client)
{
    return client->message->size;
}

/* The client waits for the reply, and the server that has been waiting for it goes on. Also while
 * the channel is being destroyed: receivers are sent away first, after them who waits for a reply.
 */
__attribute__((always_inline)) static inline void
hand_over(struct takt_channel *channel, struct takt_thread *client, takt_time timeout)
{
    struct takt_thread *server = wait_first(&channel->receivers);

    wait_begin(client, timeout);
    wait_put_last(&channel->replying, client);
    wait_interrupt(server);
    server->result = exchange_adopt(server, client);
    wait_serve_more(server, exchange_lent(channel, client->priority));
    wait_set_client(server, client);
    exchange_trace(channel, server, client);
    if (!wait_go_on(server)) {
        sched_choose(cpu_of(client));
    }
}

SELDOM static int send_slowly(struct takt_channel *channel, struct takt_thread *client,
                              takt_time timeout)
{
    int status = WAIT_BLOCKED;

    if (channel->closed) {
        status = TAKT_ECLOSED;
    } else if (list_empty(&channel->receivers.waiters)) {
        status = wait_join(&channel->senders, timeout);
        channel->busy = true;
    } else if (timeout == TAKT_NO_WAIT) {
        status = TAKT_EAGAIN;
    } else {
        hand_over(channel, client, timeout);
    }
    return kernel_leave_with(status);
}

/* The client is back in its own call: whatever ended the wait, the exchange is over. */
static void trace_finish(const struct takt_thread *client, int result)
{
    kernel_enter();

    if (result < 0) {
        trace_event(TRACE_MESSAGE_ERROR, client->id, client->exchange, (uint32_t)result);
    }
    trace_event(TRACE_MESSAGE_RETURN, client->id, client->exchange, (uint32_t)result);
    kernel_leave();
}

/* Odd numbers, since 0 is none. */
static uint32_t next_exchange(void)
{
    kernel.exchanges += 2;
    return kernel.exchanges;
}

int takt_send(struct takt_channel *channel, const struct takt_message *message, takt_time timeout)
{
    REQUIRE_THREAD();
    TAKT_REQUIRE(message->size <= INT32_MAX && message->reply_capacity <= INT32_MAX);
    kernel_enter();
    struct takt_thread *client = cpu_here()->current;
    int result;

    client->exchange = next_exchange();
    client->message = message;
    trace_event(TRACE_MESSAGE_SEND, client->id, channel->senders.id, client->exchange);
    if (timeout != TAKT_FOREVER || list_empty(&channel->receivers.waiters)) {
        result = send_slowly(channel, client, timeout);
    } else {
        hand_over(channel, client, TAKT_FOREVER);
        result = kernel_leave_asleep(client);
    }
    if (TAKT_TRACE && trace_active) {
        trace_finish(client, result);
    }
    return result;
}

/* The client if it still waits in that exchange, or NULL. */
static inline struct takt_thread *waiting_client(struct takt_thread *client, uint32_t exchange)
{
    TAKT_REQUIRE(client != NULL);
    return client->server != NULL && client->exchange == exchange ? client : NULL;
}

static struct takt_thread *client_of(struct takt_request request)
{
    return waiting_client(request.client, request.exchange);
}

int takt_message_read(struct takt_request request, size_t offset, void *buffer, size_t size)
{
    REQUIRE_THREAD();
    size_t done = 0;
    bool more = true;

    while (more) {
        kernel_enter();
        const struct takt_thread *client = client_of(request);

        if (client == NULL) {
            kernel_leave();
            return TAKT_ESTALE;
        }
        size_t left = room(message_size(client), offset + done, size - done);
        size_t chunk = chunk_of(left);

        if (chunk > 0) {
            copy_bytes((char *)buffer + done, (const char *)client->message->data + offset + done,
                       chunk);
        }
        done += chunk;
        more = left > chunk;
        kernel_leave();
    }
    return (int)done;
}

/* Copy the beginning of what is left of a reply, as much as one window may: so much. */
static inline size_t write_chunk(struct takt_thread *client, size_t offset, const char *data,
                                 size_t size)
{
    const struct takt_message *message = client->message;
    size_t chunk = chunk_of(room(message->reply_capacity, offset, size));

    if (chunk > 0) {
        copy_bytes((char *)message->reply + offset, data, chunk);
        if ((int32_t)(offset + chunk) > client->result) {
            client->result = (int32_t)(offset + chunk);
        }
    }
    return chunk;
}

int takt_message_write(struct takt_request request, size_t offset, const void *data, size_t size)
{
    REQUIRE_THREAD();
    size_t done = 0;
    size_t chunk;

    do {
        kernel_enter();
        struct takt_thread *client = client_of(request);

        if (client == NULL) {
            kernel_leave_same();
            return TAKT_ESTALE;
        }
        chunk = write_chunk(client, offset + done, (const char *)data + done, size - done);
        done += chunk;
        kernel_leave_same();
    } while (chunk > 0 && done < size);
    return (int)done;
}

/* True if the client is the one to run now. */
static inline bool answer(struct takt_thread *client)
{
    trace_event(TRACE_MESSAGE_REPLY, cpu_here()->current->id, client->exchange,
                (uint32_t)client->result);
    wait_leave_hand(client);
    wait_interrupt(client);
    return wait_go_on(client);
}

/* The last chunk, and the answer. */
static inline int reply_end(struct takt_thread *client, uint32_t exchange, size_t offset,
                            const char *data, size_t size)
{
    kernel_enter();
    client = waiting_client(client, exchange);

    if (client == NULL) {
        kernel_leave_same();
        return TAKT_ESTALE;
    }
    (void)write_chunk(client, offset, data, size);
    kernel_leave_to(client, answer(client));
    return TAKT_OK;
}

/* A chunk each time; the last is left for takt_reply. */
SELDOM static int reply_beginning(struct takt_thread *client, uint32_t exchange, const char *data,
                                  size_t size)
{
    size_t done = 0;

    while (size - done > TAKT_COPY_CHUNK) {
        kernel_enter();
        if (waiting_client(client, exchange) == NULL) {
            kernel_leave_same();
            return TAKT_ESTALE;
        }
        (void)write_chunk(client, done, data + done, TAKT_COPY_CHUNK);
        done += TAKT_COPY_CHUNK;
        kernel_leave_same();
    }
    return reply_end(client, exchange, done, data + done, size - done);
}

int takt_reply(struct takt_request request, const void *data, size_t size)
{
    REQUIRE_THREAD();
    return size <= TAKT_COPY_CHUNK ? reply_end(request.client, request.exchange, 0, data, size)
                                   : reply_beginning(request.client, request.exchange, data, size);
}
