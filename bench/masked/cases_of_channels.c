/* cases_of_channels.c - messages and pulses. */
#include "scene.h"

enum { LONG_BYTES = 1000 };

static struct takt_received taken;
static struct takt_pulse_slot spare_slot;

/* Clients. */

static void with_senders(unsigned count)
{
    takt_channel_init(&channel, "channel", 0);
    scene_start(count, scene_send);
}

static void send_before_others(unsigned count)
{
    const struct takt_message message = { "?", 1, NULL, 0 };

    (void)count;
    (void)takt_send(&channel, &message, takt_us(200));
}

static void receive_one(unsigned count)
{
    (void)count;
    (void)takt_receive(&channel, NULL, 0, &taken, TAKT_NO_WAIT);
}

static void destroy(unsigned count)
{
    (void)count;
    takt_channel_destroy(&channel);
}

static void destroy_and_end(unsigned count)
{
    takt_channel_destroy(&channel);
    scene_end(count);
}

static void with_one_received(unsigned count)
{
    with_senders(count);
    receive_one(count);
}

static void reply_one(unsigned count)
{
    (void)count;
    (void)takt_reply(taken.request, "yes", 3);
}

/* Servers. */

static void serve_one(void *unused)
{
    struct takt_received received;

    (void)unused;
    if (takt_receive(&channel, NULL, 0, &received, TAKT_FOREVER) >= 0) {
        (void)takt_reply(received.request, NULL, 0);
    }
}

static void with_receivers(unsigned count)
{
    takt_channel_init(&channel, "channel", 0);
    scene_start(count, serve_one);
}

static void receive_before_others(unsigned count)
{
    (void)count;
    (void)takt_receive(&channel, NULL, 0, &taken, takt_us(200));
}

/* Has received from the channel last, and is busy elsewhere. */
static void serve_and_wait(void *unused)
{
    struct takt_received received;

    (void)unused;
    (void)takt_receive(&channel, NULL, 0, &received, takt_ms(1));
    (void)takt_semaphore_take(&gate, TAKT_FOREVER);
}

static void with_busy_servers(unsigned count)
{
    takt_semaphore_init(&gate, "gate", 0);
    takt_channel_init(&channel, "channel", 0);
    scene_start(count, serve_and_wait);
}

static void end_busy_servers(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        (void)takt_semaphore_give(&gate);
    }
    scene_end(count);
    if (channel.open) {
        takt_channel_destroy(&channel);
    }
    takt_semaphore_destroy(&gate);
}

/* A server with every message in hand, which ends. */
static void end_dead_server(unsigned count)
{
    scene_end_extra();
    scene_end(count);
    takt_channel_destroy(&channel);
    takt_semaphore_destroy(&gate);
}

/* Pulses. */

static void with_pulses(unsigned count)
{
    takt_channel_init(&channel, "channel", 0);
    takt_channel_add_pulses(&channel, &spare_slot, 1);
    for (unsigned i = 0; i < count; i++) {
        takt_channel_add_pulses(&channel, &helpers[i].slot, 1);
        (void)takt_pulse(&channel, 5, 0, 0);
    }
}

static void pulse_before_others(unsigned count)
{
    (void)count;
    (void)takt_pulse(&channel, 20, 0, 0);
}

static void add_pulses(unsigned count)
{
    static struct takt_pulse_slot slots[HELPERS_MAX];

    takt_channel_add_pulses(&channel, slots, count);
}

/* Long messages. */

static void serve_long(void *unused)
{
    static char buffer[LONG_BYTES];
    struct takt_received received;

    (void)unused;
    (void)takt_receive(&channel, buffer, sizeof buffer, &received, TAKT_FOREVER);
    (void)takt_reply(received.request, buffer, sizeof buffer);
}

static void with_long_server(unsigned count)
{
    (void)count;
    takt_channel_init(&channel, "channel", 0);
    scene_start_extra(serve_long);
    scene_settle();
}

static void send_long(unsigned count)
{
    static char text[LONG_BYTES];
    static char reply[LONG_BYTES];
    const struct takt_message message = { text, sizeof text, reply, sizeof reply };

    (void)count;
    (void)takt_send(&channel, &message, TAKT_FOREVER);
}

static void end_long_server(unsigned count)
{
    (void)count;
    scene_end_extra();
    takt_channel_destroy(&channel);
}

const struct bench_case cases_of_channels[] = {
    { "send before N senders", with_senders, send_before_others, destroy_and_end, LINEAR },
    { "send, N servers wait", with_receivers, send_before_others, destroy_and_end, FLAT },
    { "send, N servers busy elsewhere", with_busy_servers, send_before_others, end_busy_servers,
      SQUARE },
    { "receive, N senders", with_senders, receive_one, destroy_and_end, FLAT },
    { "receive before N servers", with_receivers, receive_before_others, destroy_and_end, LINEAR },
    { "reply, N senders", with_one_received, reply_one, destroy_and_end, FLAT },
    { "send and reply of 1000 bytes", with_long_server, send_long, end_long_server, ONCE },
    { "pulse before N pulses", with_pulses, pulse_before_others, destroy, LINEAR },
    { "channel_add_pulses, N slots", with_pulses, add_pulses, destroy, FLAT },
    { "channel_destroy, N senders", with_senders, destroy, scene_end, FLAT },
    { "channel_destroy, N busy servers", with_busy_servers, destroy, end_busy_servers, FLAT },
    { "thread_exit, N clients without a reply", scene_debtor, scene_open_gate, end_dead_server,
      FLAT },
    { NULL, NULL, NULL, NULL, ONCE },
};
