/* channel.h - messages: send, receive, reply, after QNX.
 *
 * A client sends and is SEND-blocked until a server receives, then REPLY-blocked until it replies.
 * Messages queue by priority. A server runs at the priority of the message that it works on, is
 * raised at the moment when a more urgent client sends, before it receives, and drops only when
 * it next receives. docs/messages.md has the whole rule and its reasons.
 */
#pragma once

#include "clock.h"
#include "list.h"
#include "wait.h"

#include <stddef.h>
#include <stdint.h>

enum takt_channel_flags {
    TAKT_CHANNEL_FIXED_PRIORITY = 1 /* servers keep their own priority */
};

/* A message that asks for nothing back: a slot of the channel's queue of them. */
struct takt_pulse_slot {
    struct list node;
    uint32_t value;
    uint16_t code;
    uint8_t priority;
};

struct takt_channel {
    struct takt_wait senders;   /* SEND-blocked clients; servers are listed here */
    struct takt_wait replying;  /* REPLY-blocked clients */
    struct takt_wait receivers; /* RECEIVE-blocked servers */
    struct list pulses;         /* queued, most urgent first */
    struct list free_pulses;
    uint8_t flags;
    bool busy;   /* messages or pulses may be queued, or it is closed: who receives looks closer */
    bool open;   /* not destroyed */
    bool closed; /* takes nothing: destroyed, or its last server died and nobody received since */
};

/* What a client sends and where it wants the reply. The two may overlap: the request is fetched
 * before the reply is written, unless the server reads or writes in parts. */
struct takt_message {
    const void *data;
    size_t size;
    void *reply;
    size_t reply_capacity;
};

/* Names one send of one client. Using it after that send has ended is refused, even if the client
 * sends again; the client's record must still be a thread's. */
struct takt_request {
    struct takt_thread *client;
    uint32_t exchange;
};

enum takt_received_kind { TAKT_MESSAGE, TAKT_PULSE };

struct takt_received {
    enum takt_received_kind kind;
    uint8_t priority;            /* of the sender, of the pulse */
    struct takt_request request; /* message: to reply to. Pulse: no client's; its use stops */
    size_t size;                 /* message: its whole size, which may be more than was copied */
    uint16_t code;               /* pulse */
    uint32_t value;
};

/* Prepare a channel. `name` is shown in traces, `flags` are of takt_channel_flags; others stop. Any
 * context. */
void takt_channel_init(struct takt_channel *channel, const char *name, unsigned flags);

/* Give the channel `count` more slots for pulses, which are its own until it is destroyed. Without
 * a free slot a pulse is taken only if a server waits. Any context. */
void takt_channel_add_pulses(struct takt_channel *channel, struct takt_pulse_slot *slots,
                             size_t count);

/* Send and wait for the reply. `timeout` covers both waits. Returns the bytes of the reply, or
 * TAKT_EAGAIN (with TAKT_NO_WAIT, always), TAKT_ETIMEDOUT, TAKT_ECLOSED (no such channel any more,
 * or its last server died, or the one with the message), TAKT_EDEADLK (nobody who could
 * reply will ever be free to: at once, or when a server turns away from the channel). After an
 * error the reply buffer may be partly written. A `size` or `reply_capacity` of 2^31 or more stops.
 * Threads only. */
int takt_send(struct takt_channel *channel, const struct takt_message *message, takt_time timeout);

/* Receive the most urgent message or pulse, a pulse first among equals. Returns the bytes copied
 * to `buffer` (0 for a pulse); what did not fit can be read with takt_message_read. Or
 * TAKT_EAGAIN, TAKT_ETIMEDOUT, TAKT_ECLOSED. From now until it receives elsewhere or ends, the
 * thread is one of the channel's servers. Threads only. */
int takt_receive(struct takt_channel *channel, void *buffer, size_t capacity,
                 struct takt_received *received, takt_time timeout);

/* Answer: the client goes on with `size` bytes, or as many as it has room for. TAKT_OK, or
 * TAKT_ESTALE if the client has gone. Any thread may answer. Threads only. */
int takt_reply(struct takt_request request, const void *data, size_t size);

/* Read from the client's message, `offset` bytes into it. Returns the bytes read, 0 at the end,
 * or TAKT_ESTALE. Threads only. */
int takt_message_read(struct takt_request request, size_t offset, void *buffer, size_t size);

/* Write to the client's reply, `offset` bytes into it; the reply that follows never shortens it.
 * Returns the bytes written, 0 beyond the end, or TAKT_ESTALE. Threads only. */
int takt_message_write(struct takt_request request, size_t offset, const void *data, size_t size);

/* Send a pulse: no waiting, no answer. TAKT_OK, TAKT_EAGAIN (no slot), TAKT_ECLOSED. A priority
 * above 31 stops. Any context. */
int takt_pulse(struct takt_channel *channel, unsigned priority, uint16_t code, uint32_t value);

/* End of the channel: everybody who waits at it, for a reply too, wakes with TAKT_ECLOSED; what it
 * lent goes, and so do pulses that wait. A second time stops. Its memory, and that of its slots,
 * may be used again when all others are back from their calls; requests may still be used, and are
 * stale. Threads only. */
void takt_channel_destroy(struct takt_channel *channel);
