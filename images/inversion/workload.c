/* workload.c - the server ts_psrv and the clients of ts_pload. */
#include "workload.h"

enum { PERIOD_US = 25000, LEAD_US = 10000 };
enum { HOG_PRIORITY = 20, HOG_OFFSET_US = 2000, HOG_WORK_US = 10000 };
enum { SERVER_PRIORITY = 10, STACK_BYTES = 1024 };
enum { PULSE_QUIT = 1 };

struct work_request {
    uint32_t work_us;
};

struct work_reply {
    takt_time receive;
    takt_time reply;
};

struct client lo = { .name = "lo", .priority = 10, .offset_us = 0, .work_us = 4000 };
struct client hi = { .name = "hi", .priority = 30, .offset_us = 4000, .work_us = 500 };

static struct takt_thread server;
static struct takt_thread hog;
static TAKT_STACK(server_stack, STACK_BYTES);
static TAKT_STACK(hog_stack, STACK_BYTES);
static TAKT_STACK(lo_stack, STACK_BYTES);
static TAKT_STACK(hi_stack, STACK_BYTES);

static struct takt_channel channel;
static struct takt_pulse_slot pulse_slots[1];
static takt_time first_period;
static unsigned period_count;

static void serve(const struct takt_received *received, const struct work_request *request)
{
    struct work_reply reply = { .receive = takt_now() };

    takt_burn(takt_us(request->work_us));
    reply.reply = takt_now();
    (void)takt_reply(received->request, &reply, sizeof reply);
}

static void server_main(void *unused)
{
    struct takt_received received;
    struct work_request request = { 0 };

    (void)unused;
    for (;;) {
        (void)takt_receive(&channel, &request, sizeof request, &received, TAKT_FOREVER);
        if (received.kind == TAKT_PULSE && received.code == PULSE_QUIT) {
            return;
        }
        serve(&received, &request);
    }
}

static void wait_for(unsigned period, uint32_t offset_us)
{
    (void)takt_sleep_until(first_period + period * takt_us(PERIOD_US) + takt_us(offset_us));
}

static void ask(const struct client *client, struct request_log *log)
{
    const struct work_request request = { .work_us = client->work_us };
    struct work_reply reply = { 0 };
    const struct takt_message message = { &request, sizeof request, &reply, sizeof reply };

    log->send = takt_now();
    log->result = takt_send(&channel, &message, TAKT_FOREVER);
    log->end = takt_now();
    log->receive = reply.receive;
    log->reply = reply.reply;
}

static void client_main(void *argument)
{
    struct client *client = argument;

    for (unsigned period = 0; period < period_count; period++) {
        wait_for(period, client->offset_us);
        ask(client, &client->log[period]);
    }
}

static void hog_main(void *unused)
{
    (void)unused;
    for (unsigned period = 0; period < period_count; period++) {
        wait_for(period, HOG_OFFSET_US);
        takt_burn(takt_us(HOG_WORK_US));
    }
}

static void start(struct takt_thread *thread, const struct takt_thread_options *options)
{
    int status = takt_thread_create(thread, options);

    TAKT_REQUIRE(status == TAKT_OK);
}

static void start_client(struct client *client, void *stack, size_t stack_bytes)
{
    start(&client->thread, &(struct takt_thread_options){ .name = client->name,
                                                          .group = "ts_pload",
                                                          .priority = client->priority,
                                                          .entry = client_main,
                                                          .argument = client,
                                                          .stack = stack,
                                                          .stack_bytes = stack_bytes });
}

static void start_all(void)
{
    start(&server, &(struct takt_thread_options){ .name = "psrv-rx",
                                                  .group = "ts_psrv",
                                                  .priority = SERVER_PRIORITY,
                                                  .entry = server_main,
                                                  .stack = server_stack,
                                                  .stack_bytes = sizeof server_stack });
    start(&hog, &(struct takt_thread_options){ .name = "hog",
                                               .group = "ts_pload",
                                               .priority = HOG_PRIORITY,
                                               .entry = hog_main,
                                               .stack = hog_stack,
                                               .stack_bytes = sizeof hog_stack });
    start_client(&lo, lo_stack, sizeof lo_stack);
    start_client(&hi, hi_stack, sizeof hi_stack);
}

void workload_run(unsigned channel_flags, unsigned periods)
{
    period_count = periods;
    first_period = takt_now() + takt_us(LEAD_US);
    takt_channel_init(&channel, "psrv", channel_flags);
    takt_channel_add_pulses(&channel, pulse_slots, 1);
    start_all();
    (void)takt_thread_join(&lo.thread, TAKT_FOREVER);
    (void)takt_thread_join(&hog, TAKT_FOREVER);
    (void)takt_thread_join(&hi.thread, TAKT_FOREVER);
    (void)takt_pulse(&channel, SERVER_PRIORITY, PULSE_QUIT, 0);
    (void)takt_thread_join(&server, TAKT_FOREVER);
    takt_channel_destroy(&channel);
}
