/* model_channel.c - channels: who sends to whom. Channel 0 lends no priority. What messages hold,
 * and replies, are in model_message.c. */
#include "channel_in_world.h"
#include "model_kinds.h"
#include "player.h"
#include "teller.h"

struct channel_in_world channels_in_world[MODEL_CHANNELS];

static struct takt_channel channels[MODEL_CHANNELS];
static struct takt_pulse_slot slots[MODEL_CHANNELS][MODEL_PULSES];

static struct channel_in_world *known(int channel)
{
    return &channels_in_world[channel];
}

struct takt_channel *channel_in_kernel(int channel)
{
    return &channels[channel];
}

static void set_server(int server, int channel, unsigned served)
{
    if (thread_in_model(server)->serves != channel) {
        thread_in_world(server)->serves_place = world_next_place();
    }
    model_receive(&world.model, server, channel, served);
    world_settle(server);
}

/* The server has that client's message. */
static void adopt(int server, int client, int channel)
{
    thread_in_model(client)->server = server;
    thread_in_world(client)->client_place = world_next_place();
    message_received(server, client);
    set_server(server, channel, thread_in_model(client)->priority);
}

/* A receiver that a destroyed channel has not sent away yet still takes what comes without a limit;
 * it will be the client's turn to go in the end. */
int channel_send(int client, int channel)
{
    int server = world_first(FOR_MESSAGE, channel);
    bool handed_over = server != NOBODY && thread_in_world(client)->deadline == TAKT_FOREVER;

    if (!handed_over && (!known(channel)->open || known(channel)->orphaned)) {
        return TAKT_ECLOSED;
    }
    if (server == NOBODY) {
        return world_join(client, FOR_RECEIVER, channel);
    }
    int status = world_join(client, FOR_REPLY, channel);

    if (status == WAITS) {
        adopt(server, client, channel);
        world_end(server, TAKT_OK);
    }
    return status;
}

/* Pulses. */

/* The most urgent pulse, the first of equal ones; NOBODY if there is none. */
static int first_pulse(int channel)
{
    const int *priorities = world.model.pulses[channel];
    int first = NOBODY;

    for (int i = 0; i < MODEL_PULSES; i++) {
        if (priorities[i] == NOBODY) {
            continue;
        }
        if (first == NOBODY || priorities[i] > priorities[first]
            || (priorities[i] == priorities[first]
                && known(channel)->pulse_places[i] < known(channel)->pulse_places[first])) {
            first = i;
        }
    }
    return first;
}

static void take_pulse(int server, int channel, int pulse)
{
    int priority = world.model.pulses[channel][pulse];

    pulse_received(server, priority, known(channel)->pulse_values[pulse]);
    set_server(server, channel, (unsigned)priority);
    world.model.pulses[channel][pulse] = NOBODY;
    world_settle_wait(FOR_RECEIVER, channel);
}

static int queue_pulse(int channel, int priority, int value)
{
    for (int i = 0; i < MODEL_PULSES; i++) {
        if (world.model.pulses[channel][i] == NOBODY) {
            world.model.pulses[channel][i] = priority;
            known(channel)->pulse_places[i] = world_next_place();
            known(channel)->pulse_values[i] = value;
            world_settle_wait(FOR_RECEIVER, channel);
            return TAKT_OK;
        }
    }
    return TAKT_EAGAIN;
}

static int pulses_sent;

static int model_pulse_send(int thread, const struct step *step)
{
    int server = world_first(FOR_MESSAGE, step->object);

    (void)thread;
    pulses_sent++;
    if (!known(step->object)->open || known(step->object)->orphaned) {
        return TAKT_ECLOSED;
    }
    if (server == NOBODY) {
        return queue_pulse(step->object, step->value, pulses_sent);
    }
    pulse_received(server, step->value, pulses_sent);
    set_server(server, step->object, (unsigned)step->value);
    world_end(server, TAKT_OK);
    return TAKT_OK;
}

static int call_pulse_send(int thread, const struct step *step)
{
    (void)thread;
    return takt_pulse(&channels[step->object], (unsigned)step->value,
                      (uint16_t)(pulses_sent % 1000), (uint32_t)pulses_sent);
}

/* Receiving. */

static void take_message(int server, int client, int channel)
{
    adopt(server, client, channel);
    world_move(client, FOR_REPLY, channel);
}

/* One of several servers has turned away: of those who are stuck now, the first is told. */
static void lose_server(int channel)
{
    unsigned stuck = model_stuck(&world.model, channel);
    int waiters[MODEL_THREADS];
    int count = world_waiters(FOR_RECEIVER, channel, waiters);

    for (int i = 0; i < count; i++) {
        if ((stuck >> waiters[i] & 1) != 0) {
            world_end(waiters[i], TAKT_EDEADLK);
            return;
        }
    }
}

static int receive_here(int server, int channel)
{
    int pulse = first_pulse(channel);
    int client = world_first(FOR_RECEIVER, channel);

    if (!known(channel)->open) {
        return TAKT_ECLOSED;
    }
    known(channel)->orphaned = false;
    if (pulse != NOBODY
        && (client == NOBODY
            || world.model.pulses[channel][pulse] >= (int)thread_in_model(client)->priority)) {
        take_pulse(server, channel, pulse);
        return TAKT_OK;
    }
    if (client != NOBODY) {
        take_message(server, client, channel);
        return TAKT_OK;
    }
    set_server(server, channel, 0);
    return world_join(server, FOR_MESSAGE, channel);
}

int channel_receive(int server, int channel)
{
    int before = thread_in_model(server)->serves;
    int status = receive_here(server, channel);

    if (before != NOBODY && before != thread_in_model(server)->serves) {
        lose_server(before);
    }
    return status;
}

/* The end of servers and of channels. */

static void dismiss(int server)
{
    model_dismiss(&world.model, server);
    world_settle(server);
}

bool channels_lose_server_of_client(int thread)
{
    int first = NOBODY;

    for (int i = 0; i < MODEL_THREADS; i++) {
        if (thread_in_model(i)->wait == FOR_REPLY && thread_in_model(i)->server == thread
            && (first == NOBODY
                || thread_in_world(i)->client_place < thread_in_world(first)->client_place)) {
            first = i;
        }
    }
    if (first != NOBODY) {
        world_end(first, TAKT_ECLOSED);
    }
    return first != NOBODY;
}

bool channels_lose_server(int thread)
{
    int channel = thread_in_model(thread)->serves;
    int servers[MODEL_THREADS];

    if (channel == NOBODY) {
        return false;
    }
    int client = world_first(FOR_RECEIVER, channel);
    bool last = world_holders(FOR_RECEIVER, channel, servers) < 2;

    known(channel)->orphaned = known(channel)->orphaned || last;
    if (last && client != NOBODY) {
        world_end(client, TAKT_ECLOSED);
    } else {
        dismiss(thread);
        lose_server(channel);
    }
    return true;
}

static int first_to_go(int channel)
{
    static const enum model_wait waits[] = { FOR_MESSAGE, FOR_RECEIVER, FOR_REPLY };

    for (int i = 0; i < 3; i++) {
        if (world_first(waits[i], channel) != NOBODY) {
            return world_first(waits[i], channel);
        }
    }
    return NOBODY;
}

/* One at a time: those who wait, then what the servers were lent. */
static void close_on(int thread)
{
    int channel = thread_in_world(thread)->step->object;
    int first = first_to_go(channel);
    int servers[MODEL_THREADS];

    if (first != NOBODY) {
        world_go_on(thread, close_on, close_on);
        world_end(first, TAKT_ECLOSED);
    } else if (world_holders(FOR_RECEIVER, channel, servers) > 0) {
        world_go_on(thread, close_on, close_on);
        dismiss(servers[0]);
    }
}

static bool is_open(int thread, const struct step *step)
{
    (void)thread;
    return known(step->object)->open;
}

static int model_destroy(int thread, const struct step *step)
{
    known(step->object)->open = false;
    close_on(thread);
    return TAKT_OK;
}

static int call_destroy(int thread, const struct step *step)
{
    (void)thread;
    takt_channel_destroy(&channels[step->object]);
    return TAKT_OK;
}

static bool may_be_made(int thread, const struct step *step)
{
    (void)thread;
    return !known(step->object)->open && !operation_in_progress(&model_channels, step->object);
}

static int model_make(int thread, const struct step *step)
{
    struct channel_in_world *channel = known(step->object);

    (void)thread;
    channel->open = true;
    channel->orphaned = false;
    world.model.lends[step->object] = step->object != 0;
    for (int i = 0; i < MODEL_PULSES; i++) {
        world.model.pulses[step->object][i] = NOBODY;
    }
    return TAKT_OK;
}

static int call_make(int thread, const struct step *step)
{
    int channel = step->object;

    (void)thread;
    takt_channel_init(&channels[channel], "channel",
                      channel == 0 ? TAKT_CHANNEL_FIXED_PRIORITY : 0);
    takt_channel_add_pulses(&channels[channel], slots[channel], MODEL_PULSES);
    return TAKT_OK;
}

static void begin(void)
{
    pulses_sent = 0;
    messages_begin();
    for (int i = 0; i < MODEL_CHANNELS; i++) {
        const struct step step = { .object = i };

        (void)model_make(CONTROL, &step);
        (void)call_make(CONTROL, &step);
    }
}

static void compare(void)
{
    for (int i = 0; i < MODEL_CHANNELS; i++) {
        must_wait(&channels[i].senders, FOR_RECEIVER, i, "senders to channel");
        must_wait(&channels[i].replying, FOR_REPLY, i, "clients of channel");
        must_wait(&channels[i].receivers, FOR_MESSAGE, i, "receivers at channel");
    }
}

static const struct operation operations[] = {
    { .name = "send",
      .words = "sends %v bytes to channel %o%l",
      .weight = 16,
      .objects = MODEL_CHANNELS,
      .limited = true,
      .blocks = true,
      .values = MESSAGE_BYTES,
      .model = message_model_send,
      .call = message_call_send,
      .check = message_check_send },
    { .name = "receive",
      .late = true,
      .words = "receives up to %v bytes from channel %o%l",
      .weight = 16,
      .objects = MODEL_CHANNELS,
      .limited = true,
      .blocks = true,
      .values = MESSAGE_BYTES,
      .model = message_model_receive,
      .call = message_call_receive,
      .check = message_check_receive },
    { .name = "reply",
      .words = "replies %v bytes to what %t received last",
      .weight = 24,
      .of_thread = true,
      .values = MESSAGE_BYTES,
      .possible = message_is_held,
      .model = message_model_reply,
      .call = message_call_reply },
    { .name = "read",
      .words = "reads at %v what %t received last",
      .weight = 4,
      .of_thread = true,
      .values = MESSAGE_BYTES,
      .possible = message_is_held,
      .model = message_model_read,
      .call = message_call_read,
      .check = message_check_read },
    { .name = "write",
      .words = "writes at %v the reply to what %t received last",
      .weight = 4,
      .of_thread = true,
      .values = MESSAGE_BYTES,
      .possible = message_is_held,
      .model = message_model_write,
      .call = message_call_write },
    { .name = "pulse",
      .words = "sends a pulse of priority %v to channel %o",
      .weight = 6,
      .objects = MODEL_CHANNELS,
      .any_context = true,
      .values = TAKT_PRIORITIES,
      .of_priority = true,
      .model = model_pulse_send,
      .call = call_pulse_send },
    { .name = "destroy_channel",
      .words = "destroys channel %o",
      .weight = 1,
      .objects = MODEL_CHANNELS,
      .closes = true,
      .possible = is_open,
      .model = model_destroy,
      .call = call_destroy },
    { .name = "make_channel",
      .words = "makes channel %o",
      .weight = 4,
      .objects = MODEL_CHANNELS,
      .any_context = true,
      .possible = may_be_made,
      .model = model_make,
      .call = call_make },
};

const struct model_kind model_channels = {
    .name = "channels", .begin = begin, .compare = compare, OPERATIONS(operations)
};
