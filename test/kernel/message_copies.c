/* message_copies.c - what is sent arrives, whole or in parts, of any length, and nothing beside. */
#include "kernel_test.h"

#include <string.h>

enum { LONG = 3 * TAKT_COPY_CHUNK + 5, MARGIN = 8 };

/* D01: the reply's buffer is not the request's: whether the server waits already or comes later,
 * and where the two are apart, touch, overlap by any number of bytes, or are the same memory. */

enum { REQUEST_OFFSET = 5, LAST_OFFSET = 10 };

static void exchange_in_buffers(bool server_waits, size_t reply_offset)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *client = actor_make('C', 20);
    char memory[] = "ZZZZZAAAAZZZZZ";

    *message_of(client) =
        (struct takt_message){ memory + REQUEST_OFFSET, 4, memory + reply_offset, 4 };
    if (server_waits) {
        (void)receive(server, channel);
        (void)send(client, channel);
    } else {
        (void)send(client, channel);
        (void)receive(server, channel);
    }
    CHECK_EQUAL(result_of(server), 4);
    CHECK_TEXT(request_text(server), "AAAA");
    CHECK_EQUAL(received_of(server)->size, 4);
    (void)reply_to(server, &received_of(server)->request, "BBBB");
    CHECK_EQUAL(result_of(client), 4);
    CHECK_EQUAL(memcmp(memory + reply_offset, "BBBB", 4), 0);
}

TEST(message_request_survives_any_reply_buffer)
{
    for (size_t offset = 0; offset <= LAST_OFFSET; offset++) {
        kernel_test_begin();
        exchange_in_buffers(false, offset);
        kernel_test_end();
        kernel_test_begin();
        exchange_in_buffers(true, offset);
        kernel_test_end();
    }
}

/* Lengths around every chunk's end: request and room, reply and room. */

static const unsigned short lengths[] = {
    0, 1, TAKT_COPY_CHUNK - 1, TAKT_COPY_CHUNK, TAKT_COPY_CHUNK + 1, 2 * TAKT_COPY_CHUNK, LONG,
};

struct job {
    struct takt_channel *channel;
    size_t room;       /* for the request */
    size_t reply_size; /* of what is answered */
    struct actor *next;
    unsigned char request[LONG + MARGIN];
    unsigned char reply[LONG];
};

static int call_serve_job(struct actor *self, void *argument, takt_time unused)
{
    struct job *job = argument;
    struct takt_received *received = received_of(self);

    (void)unused;
    int size = takt_receive(job->channel, job->request, job->room, received, TAKT_FOREVER);

    (void)takt_reply(received->request, job->reply, job->reply_size);
    return size;
}

static bool all_are(const unsigned char *bytes, size_t count, unsigned char value)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] != value) {
            return false;
        }
    }
    return true;
}

static size_t smaller(size_t left, size_t right)
{
    return left < right ? left : right;
}

static void copy(struct job *job, struct actor *server, struct actor *client,
                 const struct takt_message *message)
{
    static unsigned char answer[LONG + MARGIN];
    size_t brought = smaller(message->reply_capacity, job->reply_size);
    size_t received = smaller(message->size, job->room);

    memset(job->request, '-', sizeof job->request);
    memset(answer, '-', sizeof answer);
    *message_of(client) = *message;
    message_of(client)->reply = answer;
    CHECK_EQUAL(order(server, call_serve_job, job, 0), BUSY);
    CHECK_EQUAL(send(client, job->channel), brought);
    CHECK_EQUAL(result_of(server), received);
    CHECK_EQUAL(received_of(server)->size, message->size);
    CHECK(memcmp(job->request, message->data, received) == 0);
    CHECK(all_are(job->request + received, sizeof job->request - received, '-'));
    CHECK(memcmp(answer, job->reply, brought) == 0);
    CHECK(all_are(answer + brought, sizeof answer - brought, '-'));
}

static void fill(unsigned char *bytes, size_t count, unsigned char first)
{
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (unsigned char)(first + i % 61);
    }
}

KERNEL_TEST(message_of_any_length_into_any_room)
{
    static struct job job;
    static unsigned char request[LONG];
    struct actor *server = actor_make('S', 20);
    struct actor *client = actor_make('C', 10);

    job.channel = channel_make(0);
    fill(request, sizeof request, '0');
    fill(job.reply, sizeof job.reply, 'A');
    for (unsigned i = 0; i < COUNT_OF(lengths); i++) {
        for (unsigned j = 0; j < COUNT_OF(lengths); j++) {
            struct takt_message message = { request, lengths[i], NULL, lengths[j] };

            job.room = lengths[j];
            job.reply_size = lengths[i];
            copy(&job, server, client, &message);
            job.room = lengths[i];
            job.reply_size = lengths[j];
            copy(&job, server, client, &message);
        }
    }
}

/* Reading and writing in parts. The order's object is a part: where, how much, and what came. */
struct part {
    struct takt_request request;
    size_t offset;
    size_t size;
    char bytes[LONG + MARGIN];
};

static int call_read(struct actor *self, void *argument, takt_time unused)
{
    struct part *part = argument;

    (void)self;
    (void)unused;
    return takt_message_read(part->request, part->offset, part->bytes, part->size);
}

static int call_write(struct actor *self, void *argument, takt_time unused)
{
    struct part *part = argument;

    (void)self;
    (void)unused;
    return takt_message_write(part->request, part->offset, part->bytes, part->size);
}

KERNEL_TEST(message_parts_are_read_anywhere)
{
    static char request[LONG];
    static struct part part;
    static const size_t offsets[] = { 0, 1, TAKT_COPY_CHUNK, LONG - 1, LONG, LONG + 1, SIZE_MAX };
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 20);
    struct actor *client = actor_make('C', 10);

    fill((unsigned char *)request, sizeof request, '0');
    *message_of(client) = (struct takt_message){ request, sizeof request, NULL, 0 };
    (void)receive(server, channel);
    (void)send(client, channel);
    part.request = received_of(server)->request;
    for (unsigned i = 0; i < COUNT_OF(offsets); i++) {
        for (unsigned j = 0; j < COUNT_OF(lengths); j++) {
            size_t there = offsets[i] < LONG ? LONG - offsets[i] : 0;
            size_t wanted = smaller(there, lengths[j]);

            part.offset = offsets[i];
            part.size = lengths[j];
            memset(part.bytes, '-', sizeof part.bytes);
            CHECK_EQUAL(order(server, call_read, &part, 0), wanted);
            CHECK(wanted == 0 || memcmp(part.bytes, request + offsets[i], wanted) == 0);
            CHECK_EQUAL(part.bytes[wanted], '-');
        }
    }
    (void)reply(server);
    CHECK_EQUAL(order(server, call_read, &part, 0), TAKT_ESTALE);
}

/* Written back to front, then answered with less: what was written stays, and counts. */
KERNEL_TEST(message_reply_is_written_in_parts)
{
    static char answer[LONG + MARGIN];
    static struct part part;
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 20);
    struct actor *client = actor_make('C', 10);

    memset(answer, '-', sizeof answer);
    *message_of(client) = (struct takt_message){ NULL, 0, answer, LONG };
    (void)receive(server, channel);
    (void)send(client, channel);
    part.request = received_of(server)->request;
    memset(part.bytes, 'a', sizeof part.bytes);
    part.size = LONG;
    part.offset = TAKT_COPY_CHUNK;
    CHECK_EQUAL(order(server, call_write, &part, 0), LONG - TAKT_COPY_CHUNK);
    memset(part.bytes, 'b', sizeof part.bytes);
    part.size = TAKT_COPY_CHUNK;
    part.offset = 0;
    CHECK_EQUAL(order(server, call_write, &part, 0), TAKT_COPY_CHUNK);
    part.offset = LONG;
    CHECK_EQUAL(order(server, call_write, &part, 0), 0);
    CHECK_EQUAL(result_of(client), BUSY);
    CHECK_EQUAL(reply_to(server, &part.request, "cc"), TAKT_OK);
    CHECK_EQUAL(result_of(client), LONG);
    CHECK_EQUAL(memcmp(answer, "ccbb", 4), 0);
    CHECK(all_are((unsigned char *)answer + 2, TAKT_COPY_CHUNK - 2, 'b'));
    CHECK(all_are((unsigned char *)answer + TAKT_COPY_CHUNK, LONG - TAKT_COPY_CHUNK, 'a'));
    CHECK(all_are((unsigned char *)answer + LONG, MARGIN, '-'));
    CHECK_EQUAL(order(server, call_write, &part, 0), TAKT_ESTALE);
}

/* What one send wrote is not counted for the next. */
KERNEL_TEST(message_reply_begins_empty)
{
    static struct part part = { .size = 4, .bytes = "wxyz" };
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 20);
    struct actor *client = actor_make('C', 10);

    (void)receive(server, channel);
    CHECK_EQUAL(send_within(client, channel, takt_ms(1)), BUSY);
    part.request = received_of(server)->request;
    CHECK_EQUAL(order(server, call_write, &part, 0), 4);
    pass_ms(2);
    CHECK_EQUAL(result_of(client), TAKT_ETIMEDOUT);
    (void)receive(server, channel);
    (void)send(client, channel);
    (void)reply(server);
    CHECK_EQUAL(result_of(client), 2);
}

/* The client's time runs out at whatever instant: before the server has begun to copy, between
 * two chunks, or after. Either the server has the whole message, or it never was there and the
 * server gets the next. */

static int call_receive_long(struct actor *self, void *argument, takt_time limit)
{
    struct job *job = argument;

    return takt_receive(job->channel, job->request, job->room, received_of(self), limit);
}

static bool receive_or_not(struct job *job, struct actor *server, struct actor *client,
                           takt_time limit)
{
    struct actor *next = job->next;

    CHECK_EQUAL(order(server, call_receive_long, job, TAKT_FOREVER), BUSY);
    (void)send_within(client, job->channel, limit);
    pass_ms(1);
    CHECK_EQUAL(result_of(client), TAKT_ETIMEDOUT);
    if (result_of(server) == BUSY) {
        CHECK_EQUAL(send(next, job->channel), BUSY);
        CHECK_EQUAL(result_of(server), 4);
        CHECK_EQUAL(job->request[0], letter_of(next));
        CHECK_EQUAL(reply(server), TAKT_OK);
        return false;
    }
    CHECK_EQUAL(result_of(server), LONG);
    CHECK(memcmp(job->request, message_of(client)->data, LONG) == 0);
    CHECK_EQUAL(reply(server), TAKT_ESTALE);
    return true;
}

KERNEL_TEST(message_whose_time_runs_out_is_whole_or_was_never_there)
{
    static struct job job = { .room = LONG };
    static unsigned char request[LONG];
    struct actor *server = actor_make('S', 20);
    struct actor *client = actor_make('C', 10);
    unsigned whole = 0;
    unsigned runs = 0;

    job.channel = channel_make(0);
    job.next = actor_make('N', 10);
    fill(request, sizeof request, '0');
    *message_of(client) = (struct takt_message){ request, LONG, NULL, 0 };
    for (takt_time limit = 1; limit < takt_us(500); limit += 1 + limit / 16) {
        whole += receive_or_not(&job, server, client, limit);
        runs++;
    }
    CHECK(whole > 0 && whole < runs);
}

/* The server comes later, having returned something else before: every small number of bytes is
 * its own. */
KERNEL_TEST(message_that_waited_is_as_long_as_it_is)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *client = actor_make('C', 20);

    for (size_t size = 0; size <= 4; size++) {
        (void)sleep_for(server, takt_us(1));
        pass_ms(1);
        message_of(client)->size = size;
        (void)send(client, channel);
        CHECK_EQUAL(receive(server, channel), (int)size);
        (void)reply(server);
    }
}
