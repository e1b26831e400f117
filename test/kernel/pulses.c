/* pulses.c - messages that ask for nothing back: from threads and interrupts, queued in order of
 * priority, refused when there is no room, and as good as a client for raising servers. */
#include "kernel_test.h"

struct pulse {
    struct takt_channel *channel;
    unsigned priority;
    uint16_t code;
    uint32_t value;
};

static int send_pulse(void *argument)
{
    const struct pulse *pulse = argument;

    return takt_pulse(pulse->channel, pulse->priority, pulse->code, pulse->value);
}

static void check_received(struct actor *server, const struct pulse *pulse)
{
    const struct takt_received *received = received_of(server);

    CHECK_EQUAL(result_of(server), 0);
    CHECK_EQUAL(received->kind, TAKT_PULSE);
    CHECK_EQUAL(received->priority, pulse->priority);
    CHECK_EQUAL(received->code, pulse->code);
    CHECK_EQUAL(received->value, pulse->value);
    CHECK_EQUAL(received->size, 0);
    CHECK(received->request.client == NULL);
}

/* To a server that waits: delivered without any slot, at every priority, from both contexts. */
KERNEL_TEST(pulse_wakes_a_waiting_server)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);

    for (unsigned priority = 0; priority < TAKT_PRIORITIES; priority++) {
        struct pulse pulse = { channel, priority, (uint16_t)(UINT16_MAX - priority), UINT32_MAX };

        CHECK_EQUAL(receive(server, channel), BUSY);
        CHECK_EQUAL(priority % 2 == 0 ? send_pulse(&pulse) : in_interrupt(send_pulse, &pulse),
                    TAKT_OK);
        check_received(server, &pulse);
        CHECK_EQUAL(priority_of(server), priority > 10 ? priority : 10);
    }
}

/* The server wakes when the interrupt ends, before whom it interrupted goes on. */
static int pulse_and_token(void *argument)
{
    int status = send_pulse(argument);

    harness_token('i');
    return status;
}

KERNEL_TEST(pulse_from_an_interrupt_preempts_at_its_end)
{
    struct pulse pulse = { channel_make(0), 5, 1, 2 };
    struct actor *server = actor_make('S', 10);

    (void)order_with_token(server, call_receive, pulse.channel, TAKT_FOREVER);
    CHECK_EQUAL(in_interrupt(pulse_and_token, &pulse), TAKT_OK);
    harness_token('c');
    CHECK_TEXT(harness_tokens(), "iSc");
}

/* D23: no slot: refused, and nothing of it is left; taking one makes room for one. */
KERNEL_TEST(pulse_queue_full)
{
    struct takt_pulse_slot slots[3];
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);

    CHECK_EQUAL(takt_pulse(channel, 20, 1, 1), TAKT_EAGAIN);
    takt_channel_add_pulses(channel, slots, 1);
    takt_channel_add_pulses(channel, slots + 1, 2);
    (void)receive_within(server, channel, TAKT_NO_WAIT);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(takt_pulse(channel, 20, (uint16_t)i, i), TAKT_OK);
    }
    CHECK_EQUAL(takt_pulse(channel, 31, 9, 9), TAKT_EAGAIN);
    CHECK_EQUAL(priority_of(server), 20);
    for (unsigned round = 0; round < 50; round++) {
        struct pulse expected = { channel, 20, (uint16_t)round, round };

        (void)receive(server, channel);
        check_received(server, &expected);
        CHECK_EQUAL(takt_pulse(channel, 20, (uint16_t)(round + 3), round + 3), TAKT_OK);
        CHECK_EQUAL(takt_pulse(channel, 20, 9, 9), TAKT_EAGAIN);
    }
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(receive(server, channel), 0);
    }
    CHECK_EQUAL(receive_within(server, channel, TAKT_NO_WAIT), TAKT_EAGAIN);
}

/* One order of pulses and messages: by priority, a pulse first among equals, then by arrival. */
KERNEL_TEST(pulse_and_message_in_one_order)
{
    struct takt_pulse_slot slots[4];
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *clients[] = { actor_make('a', 15), actor_make('b', 20), actor_make('c', 15) };
    static const uint16_t codes[] = { 2, 0, 1, 0, 0, 3, 4 };
    static const char letters[] = " b ac  ";
    static const unsigned priorities[] = { 25, 20, 15, 15, 15, 12, 0 };

    takt_channel_add_pulses(channel, slots, COUNT_OF(slots));
    for (unsigned i = 0; i < COUNT_OF(clients); i++) {
        (void)send(clients[i], channel);
    }
    (void)takt_pulse(channel, 15, 1, 0);
    (void)takt_pulse(channel, 25, 2, 0);
    (void)takt_pulse(channel, 12, 3, 0);
    (void)takt_pulse(channel, 0, 4, 0);
    for (unsigned i = 0; i < COUNT_OF(codes); i++) {
        (void)receive(server, channel);
        CHECK_EQUAL(received_of(server)->priority, priorities[i]);
        CHECK_EQUAL(received_of(server)->code, codes[i]);
        if (received_of(server)->kind == TAKT_MESSAGE) {
            CHECK_EQUAL(request_text(server)[0], letters[i]);
            (void)reply(server);
        }
    }
}

/* A queued pulse raises the servers, and whoever holds them up, from an interrupt too; taking it
 * puts it in hand, and the next receive drops it. */
KERNEL_TEST(pulse_in_the_queue_raises)
{
    struct takt_pulse_slot slots[2];
    struct pulse pulse = { channel_make(0), 28, 1, 2 };
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *servers[] = { actor_make('1', 10), actor_make('2', 12) };
    struct actor *holder = actor_make('L', 5);

    takt_channel_add_pulses(pulse.channel, slots, COUNT_OF(slots));
    for (unsigned i = 0; i < 2; i++) {
        (void)receive_within(servers[i], pulse.channel, TAKT_NO_WAIT);
    }
    (void)lock(holder, mutex);
    (void)lock(servers[0], mutex);
    CHECK_EQUAL(in_interrupt(send_pulse, &pulse), TAKT_OK);
    CHECK_EQUAL(priority_of(servers[0]), 28);
    CHECK_EQUAL(priority_of(servers[1]), 28);
    CHECK_EQUAL(priority_of(holder), 28);
    CHECK_EQUAL(takt_pulse(pulse.channel, 15, 3, 4), TAKT_OK);
    (void)receive(servers[1], pulse.channel);
    CHECK_EQUAL(priority_of(servers[1]), 28);
    CHECK_EQUAL(priority_of(servers[0]), 15);
    CHECK_EQUAL(priority_of(holder), 15);
    (void)receive(servers[1], pulse.channel);
    CHECK_EQUAL(priority_of(servers[1]), 15);
    CHECK_EQUAL(priority_of(holder), 10);
    (void)receive_within(servers[1], pulse.channel, TAKT_NO_WAIT);
    CHECK_EQUAL(priority_of(servers[1]), 12);
    (void)unlock(holder, mutex);
    (void)unlock(servers[0], mutex);
}

/* C02: pulses from interrupts, before and after the server waits: none is lost, none comes twice.
 */
KERNEL_TEST(pulse_is_never_lost)
{
    struct takt_pulse_slot slots[8];
    struct pulse pulse = { channel_make(0), 20, 7, 0 };
    struct actor *server = actor_make('S', 10);
    unsigned received = 0;

    takt_channel_add_pulses(pulse.channel, slots, COUNT_OF(slots));
    for (unsigned round = 0; round < 200; round++) {
        unsigned before = round % 8;

        for (unsigned i = 0; i < before; i++) {
            CHECK_EQUAL(in_interrupt(send_pulse, &pulse), TAKT_OK);
            pulse.value++;
        }
        for (unsigned i = 0; i < before; i++) {
            CHECK_EQUAL(receive(server, pulse.channel), 0);
            CHECK_EQUAL(received_of(server)->value, received);
            received++;
        }
        CHECK_EQUAL(receive(server, pulse.channel), BUSY);
        CHECK_EQUAL(in_interrupt(send_pulse, &pulse), TAKT_OK);
        pulse.value++;
        CHECK_EQUAL(result_of(server), 0);
        CHECK_EQUAL(received_of(server)->value, received);
        received++;
    }
    CHECK_EQUAL(received, pulse.value);
}
