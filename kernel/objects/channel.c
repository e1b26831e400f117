/* channel.c - channels: made, received from, destroyed; and pulses.
 *
 * Three waits make a channel: SEND-blocked clients, REPLY-blocked clients, RECEIVE-blocked
 * servers. A server, once it has received, is listed with the senders' wait and by that borrows
 * the priority of whoever queues there; nothing else here is about priorities. message.c has the
 * client's side and what a server does with a message in hand.
 */
#include "clock.h"
#include "exchange.h"
#include "priority.h"
#include "steps.h"

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
    channel_of(senders)->closed = true;
    channel_of(senders)->busy = true;
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
    channel->closed = false;
    channel->busy = true;
    wait_register(&channel->senders, name);
    wait_belongs(&channel->replying, &channel->senders);
    wait_belongs(&channel->receivers, &channel->senders);
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

/* Pulses. */

/* The most urgent pulse in the queue counts for the servers as a sender does. */
static void pulses_changed(struct takt_channel *channel)
{
    const struct takt_pulse_slot *first = first_pulse(channel);

    channel->senders.floor = first == NULL ? 0 : first->priority;
    priority_settle_wait(&channel->senders);
}

static void note_pulse(const struct takt_channel *channel, const struct takt_thread *server,
                       const struct takt_pulse_slot *pulse)
{
    const struct reception *reception = server->wanted;

    *reception->received = (struct takt_received){
        .kind = TAKT_PULSE,
        .priority = pulse->priority,
        .code = pulse->code,
        .value = pulse->value,
    };
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
    channel->busy = true;
    pulses_changed(channel);
    return TAKT_OK;
}

static int deliver_pulse(struct takt_channel *channel, const struct takt_pulse_slot *pulse)
{
    struct takt_thread *server = wait_first(&channel->receivers);

    if (channel->closed) {
        return TAKT_ECLOSED;
    }
    if (server == NULL) {
        return queue_pulse(channel, pulse);
    }
    wait_interrupt(server);
    wait_serve_more(server, exchange_lent(channel, pulse->priority));
    note_pulse(channel, server, pulse);
    (void)wait_go_on(server);
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

static void take_pulse(struct takt_channel *channel, struct takt_thread *server)
{
    struct takt_pulse_slot *pulse = first_pulse(channel);

    wait_set_server(server, &channel->senders, pulse->priority);
    note_pulse(channel, server, pulse);
    list_remove(&pulse->node);
    list_add_last(&channel->free_pulses, &pulse->node);
    pulses_changed(channel);
}

static int take_message(struct takt_channel *channel, struct takt_thread *server)
{
    struct takt_thread *client = wait_first(&channel->senders);
    int32_t size = exchange_adopt(server, client);

    wait_set_server(server, &channel->senders, client->priority);
    wait_set_client(server, client);
    exchange_trace(channel, server, client);
    wait_move(client, &channel->replying);
    return size;
}

/* A server that finds nothing to do has no message in hand: it waits, or goes on, at its own
 * priority. */
static inline void wait_for_message(struct takt_channel *channel, struct takt_thread *server,
                                    takt_time timeout)
{
    wait_begin(server, timeout);
    wait_serve_nothing(server);
    if (list_empty(&channel->receivers.waiters)) {
        wait_put_last(&channel->receivers, server);
    } else {
        wait_put(&channel->receivers, server);
    }
    sched_choose(cpu_of(server));
}

static int receive(struct takt_channel *channel, struct takt_thread *server, takt_time timeout)
{
    const struct takt_thread *client = wait_first(&channel->senders);
    const struct takt_pulse_slot *pulse = first_pulse(channel);

    if (!channel->open) {
        return TAKT_ECLOSED;
    }
    channel->closed = false;
    if (pulse != NULL && (client == NULL || pulse->priority >= client->priority)) {
        take_pulse(channel, server);
        return TAKT_OK;
    }
    if (client != NULL) {
        return take_message(channel, server);
    }
    wait_set_server(server, &channel->senders, 0);
    if (timeout == TAKT_NO_WAIT) {
        return TAKT_EAGAIN;
    }
    wait_for_message(channel, server, timeout);
    return WAIT_BLOCKED;
}

SELDOM static int receive_slowly(struct takt_channel *channel, struct takt_thread *server,
                                 takt_time timeout)
{
    struct takt_wait *before = server->serves;
    int result = receive(channel, server, timeout);

    if (before != NULL && before != server->serves) {
        wait_lost_server(before);
    }
    channel->busy =
        channel->closed || first_pulse(channel) != NULL || !list_empty(&channel->senders.waiters);
    return kernel_leave_with(result);
}

/* The beginning of a message, all of a short one. Who serves an open channel already and finds
 * nothing there waits without further ado. */
static inline int receive_some(struct takt_channel *channel, struct reception *reception,
                               takt_time timeout)
{
    kernel_enter();
    struct takt_thread *server = cpu_here()->current;

    server->wanted = reception;
    if (timeout != TAKT_FOREVER || server->serves != &channel->senders || channel->busy) {
        return receive_slowly(channel, server, timeout);
    }
    wait_for_message(channel, server, TAKT_FOREVER);
    return kernel_leave_asleep(server);
}

/* What of the message is not there yet. */
static int receive_rest(const struct reception *reception, size_t capacity, int done)
{
    const struct takt_received *received = reception->received;

    if (done < TAKT_COPY_CHUNK || received->kind != TAKT_MESSAGE) {
        return done;
    }
    int more =
        takt_message_read(received->request, TAKT_COPY_CHUNK,
                          (char *)reception->buffer + TAKT_COPY_CHUNK, capacity - TAKT_COPY_CHUNK);

    return more < 0 ? more : done + more;
}

/* A client that has gone before its message was copied has never been here: the next, then. */
SELDOM static int receive_long(struct takt_channel *channel, struct reception *reception,
                               size_t capacity, takt_time timeout)
{
    bool limited = timeout != TAKT_FOREVER && timeout != TAKT_NO_WAIT;
    takt_time until = limited ? clock_after(takt_now(), timeout) : 0;
    int result;

    reception->room = TAKT_COPY_CHUNK;
    result = receive_rest(reception, capacity, receive_some(channel, reception, timeout));
    while (result == TAKT_ESTALE) {
        takt_time now = limited ? takt_now() : 0;

        timeout = !limited ? timeout : now < until ? until - now : TAKT_NO_WAIT;
        result = receive_rest(reception, capacity, receive_some(channel, reception, timeout));
    }
    return limited && result == TAKT_EAGAIN ? TAKT_ETIMEDOUT : result;
}

int takt_receive(struct takt_channel *channel, void *buffer, size_t capacity,
                 struct takt_received *received, takt_time timeout)
{
    REQUIRE_THREAD();
    struct reception reception = { received, buffer, capacity };

    return capacity <= TAKT_COPY_CHUNK ? receive_some(channel, &reception, timeout)
                                       : receive_long(channel, &reception, capacity, timeout);
}

/* What the channel lent to a server goes. */
static bool dismiss_one(const struct takt_channel *channel)
{
    const struct list *servers = &channel->senders.servers;

    if (list_empty(servers)) {
        return false;
    }
    wait_set_server(LIST_ENTRY(servers->next, struct takt_thread, serve_node), NULL, 0);
    return true;
}

static bool close_step(void *object)
{
    struct takt_channel *channel = object;

    return wait_close_one(&channel->receivers) || wait_close_one(&channel->senders)
           || wait_close_one(&channel->replying) || dismiss_one(channel);
}

void takt_channel_destroy(struct takt_channel *channel)
{
    REQUIRE_THREAD();
    kernel_enter();

    TAKT_REQUIRE(channel->open);
    channel->open = false;
    channel->closed = true;
    channel->busy = true;
    wait_unregister(&channel->senders);
    trace_event(TRACE_CHANNEL_DESTROY, cpu_here()->current->id, channel->senders.id, 0);
    steps_run(close_step, channel);
    kernel_leave();
}
