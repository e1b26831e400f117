/* channel.c - messages: send, receive, reply.
 *
 * Three waits make a channel: SEND-blocked clients, REPLY-blocked clients, RECEIVE-blocked
 * servers. A server, once it has received, is listed with the senders' wait and by that borrows
 * the priority of whoever queues there; nothing else in this file is about priorities.
 *
 * Messages are copied by the server, in its own calls, while the client is REPLY-blocked and its
 * buffers therefore stand still: a chunk at a time, the lock released between chunks, the client
 * looked for again before each. So no window grows with the size of a message.
 */
#include "takt/channel.h"

#include "entry.h"
#include "trace.h"
#include "clock.h"
#include "priority.h"
#include "wait.h"

#include <string.h>

static struct takt_channel *channel_of(struct takt_wait *senders)
{
    return LIST_ENTRY(senders, struct takt_channel, senders);
}

static struct takt_pulse_slot *first_pulse(const struct takt_channel *channel)
{
    return list_empty(&channel->pulses)
               ? NULL
               : LIST_ENTRY(channel->pulses.next, struct takt_pulse_slot, node);
}

static void describe(const struct takt_wait *senders)
{
    const struct takt_channel *channel = LIST_ENTRY(senders, struct takt_channel, senders);

    trace_event(TRACE_CHANNEL_CREATE, cpu_here()->current->id, senders->id, channel->flags);
    wait_trace_name(senders);
}

/* `thread` is one of the servers. When it is the last, clients who queue would wait for nobody: one
 * of them wakes at a time. */
static bool server_dies(struct takt_wait *senders, struct takt_thread *thread)
{
    struct takt_thread *client = wait_first(senders);

    (void)thread;
    if (wait_is_shared(senders)) {
        return false;
    }
    channel_of(senders)->orphaned = true;
    if (client == NULL) {
        return false;
    }
    wait_leave(client, TAKT_ECLOSED);
    return true;
}

static const struct takt_wait_kind senders_kind = {
    .state = TRACE_STATE_SEND,
    .abandon = server_dies,
    .describe = describe,
};
static const struct takt_wait_kind replying_kind = { .state = TRACE_STATE_REPLY,
                                                     .unordered = true };
static const struct takt_wait_kind receivers_kind = { .state = TRACE_STATE_RECEIVE };

void takt_channel_init(struct takt_channel *channel, const char *name, unsigned flags)
{
    TAKT_REQUIRE((flags & ~(unsigned)TAKT_CHANNEL_FIXED_PRIORITY) == 0);
    kernel_enter();

    wait_init(&channel->senders, &senders_kind);
    wait_init(&channel->replying, &replying_kind);
    wait_init(&channel->receivers, &receivers_kind);
    list_init(&channel->pulses);
    list_init(&channel->free_pulses);
    channel->senders.lends = (flags & TAKT_CHANNEL_FIXED_PRIORITY) == 0;
    channel->replying.lends = channel->senders.lends;
    channel->flags = (uint8_t)flags;
    channel->open = true;
    channel->orphaned = false;
    wait_register(&channel->senders, name);
    channel->replying.id = channel->senders.id;
    channel->receivers.id = channel->senders.id;
    kernel_leave();
}

void takt_channel_add_pulses(struct takt_channel *channel, struct takt_pulse_slot *slots,
                             size_t count)
{
    for (size_t i = 0; i < count; i++) {
        kernel_enter();

        list_add_last(&channel->free_pulses, &slots[i].node);
        kernel_leave();
    }
}

/* Messages. */

static size_t message_size(const struct takt_thread *client)
{
    return client->message->size;
}

/* `server` has `client`'s message from now on. */
static void adopt(struct takt_channel *channel, struct takt_thread *server,
                  struct takt_thread *client, struct takt_received *received)
{
    received->kind = TAKT_MESSAGE;
    received->priority = client->priority;
    received->request = (struct takt_request){ client, client->exchange };
    received->size = message_size(client);
    received->code = 0;
    received->value = 0;
    wait_set_client(server, client);
    wait_set_server(server, &channel->senders, client->priority);
    trace_event(TRACE_MESSAGE_RECEIVE, server->id, channel->senders.id, client->exchange);
}

static int offer(struct takt_channel *channel, struct takt_thread *client, takt_time timeout)
{
    if (!channel->open || channel->orphaned) {
        return TAKT_ECLOSED;
    }
    struct takt_thread *server = wait_first(&channel->receivers);

    if (server == NULL) {
        return wait_join(&channel->senders, timeout);
    }
    int status = wait_join(&channel->replying, timeout);

    if (status == WAIT_BLOCKED) {
        adopt(channel, server, client, server->received);
        wait_leave(server, TAKT_OK);
    }
    return status;
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

int takt_send(struct takt_channel *channel, const struct takt_message *message, takt_time timeout)
{
    REQUIRE_THREAD();
    TAKT_REQUIRE(message->size <= INT32_MAX && message->reply_capacity <= INT32_MAX);
    kernel_enter();
    struct takt_thread *client = cpu_here()->current;

    kernel.exchanges = kernel.exchanges == UINT32_MAX ? 1 : kernel.exchanges + 1;
    client->exchange = kernel.exchanges;
    client->message = message;
    client->written = 0;
    trace_event(TRACE_MESSAGE_SEND, client->id, channel->senders.id, client->exchange);
    int result = kernel_leave_with(offer(channel, client, timeout));

    if (TAKT_TRACE && trace_active) {
        trace_finish(client, result);
    }
    return result;
}

/* The client of a request, NULL if that send has ended. */
static struct takt_thread *client_of(struct takt_request request)
{
    struct takt_thread *client = request.client;

    TAKT_REQUIRE(client != NULL);
    bool waits = client->server != NULL && client->exchange == request.exchange;

    return waits ? client : NULL;
}

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
            memcpy((char *)buffer + done, (const char *)client->message->data + offset + done,
                   chunk);
        }
        done += chunk;
        more = left > chunk;
        kernel_leave();
    }
    return (int)done;
}

/* Copy one chunk of a reply; what is left afterwards. */
static size_t write_chunk(struct takt_thread *client, size_t offset, const char *data, size_t size)
{
    size_t left = room(client->message->reply_capacity, offset, size);
    size_t chunk = chunk_of(left);

    if (chunk > 0) {
        memcpy((char *)client->message->reply + offset, data, chunk);
    }
    if (offset + chunk > client->written && chunk > 0) {
        client->written = offset + chunk;
    }
    return left - chunk;
}

int takt_message_write(struct takt_request request, size_t offset, const void *data, size_t size)
{
    REQUIRE_THREAD();
    size_t done = 0;
    size_t left = size;

    while (left > 0) {
        kernel_enter();
        struct takt_thread *client = client_of(request);

        if (client == NULL) {
            kernel_leave();
            return TAKT_ESTALE;
        }
        size_t before = room(client->message->reply_capacity, offset + done, size - done);

        left = write_chunk(client, offset + done, (const char *)data + done, size - done);
        done += before - left;
        kernel_leave();
    }
    return (int)done;
}

static void answer(struct takt_thread *client)
{
    trace_event(TRACE_MESSAGE_REPLY, cpu_here()->current->id, client->exchange,
                (uint32_t)client->written);
    wait_leave(client, (int32_t)client->written);
}

int takt_reply(struct takt_request request, const void *data, size_t size)
{
    REQUIRE_THREAD();
    size_t done = 0;
    bool more = true;

    while (more) {
        kernel_enter();
        struct takt_thread *client = client_of(request);

        if (client == NULL) {
            kernel_leave();
            return TAKT_ESTALE;
        }
        more = write_chunk(client, done, (const char *)data + done, size - done) > 0;
        done += TAKT_COPY_CHUNK;
        if (!more) {
            answer(client);
        }
        kernel_leave();
    }
    return TAKT_OK;
}

/* Pulses. */

/* The most urgent pulse in the queue counts for the servers as a sender does. */
static void pulses_changed(struct takt_channel *channel)
{
    const struct takt_pulse_slot *first = first_pulse(channel);

    channel->senders.floor = first == NULL ? 0 : first->priority;
    priority_settle_wait(&channel->senders);
}

static void receive_pulse(struct takt_channel *channel, struct takt_thread *server,
                          const struct takt_pulse_slot *pulse, struct takt_received *received)
{
    received->kind = TAKT_PULSE;
    received->priority = pulse->priority;
    received->request = (struct takt_request){ NULL, 0 };
    received->size = 0;
    received->code = pulse->code;
    received->value = pulse->value;
    wait_set_server(server, &channel->senders, pulse->priority);
    trace_event(TRACE_PULSE_RECEIVE, server->id, channel->senders.id,
                trace_pair(pulse->code, pulse->priority));
}

/* Most urgent first, behind equal ones: walks the pulses that are less urgent. */
static int queue_pulse(struct takt_channel *channel, const struct takt_pulse_slot *pulse)
{
    if (list_empty(&channel->free_pulses)) {
        return TAKT_EAGAIN;
    }
    struct takt_pulse_slot *slot =
        LIST_ENTRY(channel->free_pulses.next, struct takt_pulse_slot, node);
    struct list *at = &channel->pulses;

    list_remove(&slot->node);
    slot->priority = pulse->priority;
    slot->code = pulse->code;
    slot->value = pulse->value;
    while (at->previous != &channel->pulses
           && LIST_ENTRY(at->previous, struct takt_pulse_slot, node)->priority < slot->priority) {
        at = at->previous;
    }
    list_insert_before(at, &slot->node);
    pulses_changed(channel);
    return TAKT_OK;
}

static int deliver_pulse(struct takt_channel *channel, const struct takt_pulse_slot *pulse)
{
    struct takt_thread *server = wait_first(&channel->receivers);

    if (!channel->open || channel->orphaned) {
        return TAKT_ECLOSED;
    }
    if (server == NULL) {
        return queue_pulse(channel, pulse);
    }
    receive_pulse(channel, server, pulse, server->received);
    wait_leave(server, TAKT_OK);
    return TAKT_OK;
}

int takt_pulse(struct takt_channel *channel, unsigned priority, uint16_t code, uint32_t value)
{
    TAKT_REQUIRE(priority < TAKT_PRIORITIES);
    const struct takt_pulse_slot pulse = { .value = value,
                                           .code = code,
                                           .priority = (uint8_t)priority };
    kernel_enter();

    trace_event(TRACE_PULSE_SEND, cpu_here()->current->id, channel->senders.id,
                trace_pair(code, priority));
    int status = deliver_pulse(channel, &pulse);

    kernel_leave();
    return status;
}

/* Receiving. What is taken is in the server's hand before it leaves the queue: the server's
 * priority then never dips between the two. */

static void take_pulse(struct takt_channel *channel, struct takt_thread *server,
                       struct takt_received *received)
{
    struct takt_pulse_slot *pulse = first_pulse(channel);

    receive_pulse(channel, server, pulse, received);
    list_remove(&pulse->node);
    list_add_last(&channel->free_pulses, &pulse->node);
    pulses_changed(channel);
}

static void take_message(struct takt_channel *channel, struct takt_thread *server,
                         struct takt_received *received)
{
    struct takt_thread *client = wait_first(&channel->senders);

    adopt(channel, server, client, received);
    wait_move(client, &channel->replying);
}

/* A server that finds nothing to do has no message in hand: it waits, or goes on, at its own
 * priority. */
static int wait_for_message(struct takt_channel *channel, struct takt_thread *server,
                            takt_time until)
{
    wait_set_server(server, &channel->senders, 0);
    return until == TAKT_NO_WAIT ? TAKT_EAGAIN : wait_join_until(&channel->receivers, until);
}

static int receive(struct takt_channel *channel, struct takt_received *received, takt_time until)
{
    struct takt_thread *server = cpu_here()->current;
    const struct takt_thread *client = wait_first(&channel->senders);
    const struct takt_pulse_slot *pulse = first_pulse(channel);

    if (!channel->open) {
        return TAKT_ECLOSED;
    }
    channel->orphaned = false;
    server->received = received;
    if (pulse != NULL && (client == NULL || pulse->priority >= client->priority)) {
        take_pulse(channel, server, received);
        return TAKT_OK;
    }
    if (client != NULL) {
        take_message(channel, server, received);
        return TAKT_OK;
    }
    return wait_for_message(channel, server, until);
}

/* A client that has gone before its message was copied has never been here: the next, then. */
int takt_receive(struct takt_channel *channel, void *buffer, size_t capacity,
                 struct takt_received *received, takt_time timeout)
{
    REQUIRE_THREAD();
    takt_time until = TAKT_NO_WAIT;
    int result = TAKT_ESTALE;

    while (result == TAKT_ESTALE) {
        kernel_enter();

        if (until == TAKT_NO_WAIT && timeout != TAKT_NO_WAIT) {
            until = clock_after(port_clock_now(), timeout);
        }
        result = kernel_leave_with(receive(channel, received, until));
        if (result == TAKT_OK && received->kind == TAKT_MESSAGE) {
            result = takt_message_read(received->request, 0, buffer, capacity);
        }
    }
    return result;
}

/* What the channel lent goes, from one server at a time. */
static void dismiss_servers(struct takt_channel *channel)
{
    const struct list *servers = &channel->senders.servers;
    bool more = true;

    while (more) {
        kernel_enter();

        more = !list_empty(servers);
        if (more) {
            wait_set_server(LIST_ENTRY(servers->next, struct takt_thread, serve_node), NULL, 0);
        }
        kernel_leave();
    }
}

void takt_channel_destroy(struct takt_channel *channel)
{
    REQUIRE_THREAD();
    kernel_enter();

    TAKT_REQUIRE(channel->open);
    channel->open = false;
    wait_unregister(&channel->senders);
    trace_event(TRACE_CHANNEL_DESTROY, cpu_here()->current->id, channel->senders.id, 0);
    kernel_leave();
    wait_close(&channel->senders);
    wait_close(&channel->replying);
    wait_close(&channel->receivers);
    dismiss_servers(channel);
}
