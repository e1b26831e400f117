/* model_message.c - what messages and replies hold, and who holds which message. The bytes of each
 * follow from the number of its send. */
#include "channel_in_world.h"
#include "player.h"
#include "teller.h"

#include <string.h>

enum { HELD = 4, PART_BYTES = 16, UNTOUCHED = 0xEE };

/* What a thread sends, and the reply. */
struct sent {
    unsigned sending;
    int size;
    int capacity;
    int written;
    unsigned char reply[MESSAGE_BYTES];
};

/* A message that a server has received. */
struct held {
    int client;
    unsigned sending;
    struct takt_request request;
};

static unsigned sends;
static struct sent known[MODEL_THREADS];
static struct held held[MODEL_THREADS][HELD];
static int held_count[MODEL_THREADS];

/* What the receive that is over, or is about to be, brings. */
static struct {
    enum takt_received_kind kind;
    int client;
    unsigned sending;
    unsigned priority;
    int size;
    int value;
} brought[MODEL_THREADS];

/* The kernel's side. */
static struct {
    unsigned char data[MESSAGE_BYTES];
    unsigned char reply[MESSAGE_BYTES];
    unsigned char buffer[MESSAGE_BYTES];
    unsigned char part[PART_BYTES];
    struct takt_message message;
    struct takt_received received;
} buffers[MODEL_THREADS];

static unsigned char message_byte(unsigned sending, int index)
{
    return (unsigned char)(sending * 31 + (unsigned)index * 7 + 1);
}

static unsigned char reply_byte(unsigned sending, int index)
{
    return (unsigned char)(sending * 17 + (unsigned)index * 3 + 2);
}

static int least(int one, int other)
{
    return one < other ? one : other;
}

void messages_begin(void)
{
    sends = 0;
    memset(known, 0, sizeof known);
    memset(held_count, 0, sizeof held_count);
}

static int capacity_for(int size)
{
    return size * 3 % MESSAGE_BYTES;
}

int message_model_send(int thread, const struct step *step)
{
    struct sent *sent = &known[thread];

    sends++;
    *sent = (struct sent){ .sending = sends, .size = step->value };
    sent->capacity = capacity_for(step->value);
    memset(sent->reply, UNTOUCHED, sizeof sent->reply);
    thread_in_model(thread)->sending = sends;
    return channel_send(thread, step->object);
}

int message_call_send(int thread, const struct step *step)
{
    for (int i = 0; i < MESSAGE_BYTES; i++) {
        buffers[thread].data[i] = message_byte(known[thread].sending, i);
        buffers[thread].reply[i] = UNTOUCHED;
    }
    buffers[thread].message =
        (struct takt_message){ buffers[thread].data, (size_t)step->value, buffers[thread].reply,
                               (size_t)capacity_for(step->value) };
    return takt_send(channel_in_kernel(step->object), &buffers[thread].message, limit_now(thread));
}

void message_check_send(int thread, const struct step *step)
{
    (void)step;
    must_equal(memcmp(buffers[thread].reply, known[thread].reply, MESSAGE_BYTES), 0,
               "bytes of the reply to thread", thread);
}

void message_received(int server, int client)
{
    brought[server].kind = TAKT_MESSAGE;
    brought[server].client = client;
    brought[server].sending = known[client].sending;
    brought[server].priority = thread_in_model(client)->priority;
    brought[server].size = known[client].size;
}

void pulse_received(int server, int priority, int value)
{
    brought[server].kind = TAKT_PULSE;
    brought[server].priority = (unsigned)priority;
    brought[server].value = value;
}

static bool in_hand(int client, unsigned sending)
{
    const struct model_thread *thread = thread_in_model(client);

    return thread->wait == FOR_REPLY && thread->server != NOBODY && thread->sending == sending;
}

static void hold(int server)
{
    struct held *latest = &held[server][held_count[server] % HELD];

    latest->client = brought[server].client;
    latest->sending = brought[server].sending;
    held_count[server]++;
}

static void receive_on(int server);

static int receive(int server)
{
    const struct step *step = thread_in_world(server)->step;
    int status = channel_receive(server, step->object);

    if (status == TAKT_OK || status == WAITS) {
        thread_in_world(server)->then = receive_on;
    }
    return status;
}

/* The message goes on in pieces; the first was copied as it changed hands. If its client goes
 * before the rest was copied it has never been there. */
static void receive_message(int server, int room)
{
    struct world_thread *self = thread_in_world(server);
    int copied = least(brought[server].size, room);

    if (copied < TAKT_COPY_CHUNK || room <= TAKT_COPY_CHUNK
        || in_hand(brought[server].client, brought[server].sending)) {
        self->result = copied;
        hold(server);
        return;
    }
    if (self->deadline != TAKT_FOREVER && self->deadline <= world.now) {
        self->deadline = TAKT_NO_WAIT;
    }
    self->result = receive(server);
}

static void receive_on(int server)
{
    struct world_thread *self = thread_in_world(server);
    int room = self->step->value;

    if (self->result >= 0 && brought[server].kind == TAKT_MESSAGE) {
        receive_message(server, room);
    }
    if (self->result == TAKT_EAGAIN && self->step->limit > 0) {
        self->result = TAKT_ETIMEDOUT;
    }
}

int message_model_receive(int thread, const struct step *step)
{
    int status = receive(thread);

    (void)step;
    thread_in_world(thread)->result = status;
    return status;
}

int message_call_receive(int thread, const struct step *step)
{
    memset(buffers[thread].buffer, UNTOUCHED, MESSAGE_BYTES);
    return takt_receive(channel_in_kernel(step->object), buffers[thread].buffer,
                        (size_t)step->value, &buffers[thread].received, limit_now(thread));
}

static void check_pulse(int thread)
{
    const struct takt_received *received = &buffers[thread].received;

    must_equal(received->value, brought[thread].value, "value of the pulse to thread", thread);
    must_equal(received->code, brought[thread].value % 1000, "code of the pulse to thread", thread);
}

static void check_message(int thread, int room)
{
    const struct takt_received *received = &buffers[thread].received;
    int copied = least(room, brought[thread].size);

    must_equal(player_of(received->request.client), brought[thread].client,
               "client of the message to thread", thread);
    must_equal((long long)received->size, brought[thread].size, "size of the message to thread",
               thread);
    for (int i = 0; i < copied; i++) {
        must_equal(buffers[thread].buffer[i], message_byte(brought[thread].sending, i),
                   "a byte of the message to thread", thread);
    }
    for (int i = room; i < MESSAGE_BYTES; i++) {
        must_equal(buffers[thread].buffer[i], UNTOUCHED, "a byte behind the room of thread",
                   thread);
    }
    held[thread][(held_count[thread] - 1) % HELD].request = received->request;
}

void message_check_receive(int thread, const struct step *step)
{
    if (thread_in_world(thread)->result < 0) {
        return;
    }
    must_equal(buffers[thread].received.kind, brought[thread].kind, "kind of message to thread",
               thread);
    must_equal(buffers[thread].received.priority, brought[thread].priority,
               "priority of the message to thread", thread);
    if (brought[thread].kind == TAKT_PULSE) {
        check_pulse(thread);
    } else {
        check_message(thread, step->value);
    }
}

bool message_is_held(int thread, const struct step *step)
{
    (void)thread;
    return held_count[step->object] > 0;
}

static struct held *held_by(int server)
{
    return &held[server][(held_count[server] - 1) % HELD];
}

/* Write to the reply, as much as there is room for: how much. */
static int write_reply(struct sent *sent, int offset, int size)
{
    int count = least(size, offset < sent->capacity ? sent->capacity - offset : 0);

    for (int i = offset; i < offset + count; i++) {
        sent->reply[i] = reply_byte(sent->sending, i);
    }
    if (count > 0 && offset + count > sent->written) {
        sent->written = offset + count;
    }
    return count;
}

/* Whoever answers, it is then in the server's hand no more. */
int message_model_reply(int thread, const struct step *step)
{
    const struct held *message = held_by(step->object);

    (void)thread;
    held_count[step->object]--;
    if (!in_hand(message->client, message->sending)) {
        return TAKT_ESTALE;
    }
    (void)write_reply(&known[message->client], 0, step->value);
    world_end(message->client, known[message->client].written);
    return TAKT_OK;
}

/* Replies are made of the bytes of the send that they answer. */
static void fill(unsigned char *bytes, int count, int offset, unsigned sending)
{
    for (int i = 0; i < count; i++) {
        bytes[i] = reply_byte(sending, offset + i);
    }
}

int message_call_reply(int thread, const struct step *step)
{
    const struct held *message = &held[step->object][held_count[step->object] % HELD];

    fill(buffers[thread].buffer, MESSAGE_BYTES, 0, message->sending);
    return takt_reply(message->request, buffers[thread].buffer, (size_t)step->value);
}

int message_model_read(int thread, const struct step *step)
{
    const struct held *message = held_by(step->object);
    int left = known[message->client].size - step->value;

    (void)thread;
    if (!in_hand(message->client, message->sending)) {
        return TAKT_ESTALE;
    }
    return left > 0 ? least(left, PART_BYTES) : 0;
}

int message_call_read(int thread, const struct step *step)
{
    return takt_message_read(held_by(step->object)->request, (size_t)step->value,
                             buffers[thread].part, PART_BYTES);
}

void message_check_read(int thread, const struct step *step)
{
    unsigned sending = held_by(step->object)->sending;

    for (int i = 0; i < thread_in_world(thread)->result; i++) {
        must_equal(buffers[thread].part[i], message_byte(sending, step->value + i),
                   "a byte of the message read by thread", thread);
    }
}

int message_model_write(int thread, const struct step *step)
{
    const struct held *message = held_by(step->object);

    (void)thread;
    if (!in_hand(message->client, message->sending)) {
        return TAKT_ESTALE;
    }
    return write_reply(&known[message->client], step->value, PART_BYTES);
}

int message_call_write(int thread, const struct step *step)
{
    const struct held *message = held_by(step->object);

    fill(buffers[thread].part, PART_BYTES, step->value, message->sending);
    return takt_message_write(message->request, (size_t)step->value, buffers[thread].part,
                              PART_BYTES);
}
