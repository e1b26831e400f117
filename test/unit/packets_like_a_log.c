/* packets_like_a_log.c - the tracer's memory against a log that forgets nothing.
 *
 * Records are numbered. What must be there afterwards is a piece from the beginning (all that is
 * kept, or the pinned packets) and, where the newest is kept, a piece from the end; how many are
 * missing between the two must be known exactly.
 */
#include "dice.h"
#include "harness.h"
#include "packets.h"
#include "tracer.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { PACKETS_MAX = 9, IN_PACKET = (TRACER_PACKET_BYTES - 48) / 16, TIME_STEP = 3 };

static _Alignas(8) unsigned char memory[PACKETS_MAX * TRACER_PACKET_BYTES];
static struct tracer_packets packets;
static uint64_t now;
static uint32_t written;

static void begin(unsigned count, bool keep_newest, uint64_t time)
{
    memset(memory, 0xA5, sizeof memory);
    now = time;
    written = 0;
    CHECK(packets_init(&packets, memory, (size_t)count * TRACER_PACKET_BYTES + 8, keep_newest));
}

/* As the tracer does it; `turn`: the packet is too old. */
static void record(bool turn)
{
    now += TIME_STEP;
    written++;
    if (packets.next == packets.limit || turn) {
        packets_close(&packets);
        if (!packets_open(&packets, now)) {
            return;
        }
    }
    *packets.next = (struct trace_record){ .time = (uint32_t)now, .event = 4, .a = written };
    packets.next++;
}

static void record_many(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        record(false);
    }
}

static uint32_t records_in(const struct trace_packet *packet)
{
    return (packet->content_bits / 8 - (uint32_t)sizeof *packet) / 16;
}

static const struct trace_record *records_of(const struct trace_packet *packet)
{
    return (const struct trace_record *)(const void *)(packet + 1);
}

/* A packet tells the truth about itself: times, sizes, and records without a gap. */
static void check_packet(const struct trace_packet *packet, uint64_t origin)
{
    uint32_t count = records_in(packet);
    const struct trace_record *records = records_of(packet);

    CHECK_EQUAL(packet->magic, TRACE_PACKET_MAGIC);
    CHECK_EQUAL(packet->packet_bits, TRACER_PACKET_BYTES * 8);
    if (!CHECK(count > 0 && count <= IN_PACKET)) {
        return;
    }
    CHECK_EQUAL(packet->time_begin, origin + (uint64_t)TIME_STEP * records[0].a);
    CHECK_EQUAL(packet->time_end, packet->time_begin + (uint64_t)TIME_STEP * (count - 1));
    for (uint32_t i = 0; i < count; i++) {
        CHECK_EQUAL(records[i].a, records[0].a + i);
        CHECK_EQUAL(records[i].time, (uint32_t)(origin + (uint64_t)TIME_STEP * records[i].a));
    }
}

/* Returns how many records are kept; `jumped`: at how many places some are missing. */
static uint32_t check_all(uint64_t origin, unsigned *jumped)
{
    uint32_t kept = 0;
    uint32_t last = 0;
    uint32_t sequence = 0;

    *jumped = 0;
    packets_close(&packets);
    for (uint32_t position = 0; position < packets_used(&packets); position++) {
        const struct trace_packet *packet = packets_at(&packets, position);

        check_packet(packet, origin);
        bool jump = records_of(packet)[0].a != last + 1;

        CHECK_EQUAL(jump, packet->sequence != sequence);
        CHECK(packet->sequence >= sequence);
        *jumped += jump;
        kept += records_in(packet);
        last = records_of(packet)[0].a + records_in(packet) - 1;
        sequence = packet->sequence + 1;
    }
    CHECK_EQUAL(kept + packets.lost, written);
    CHECK(!packets.keep_newest || last == written);
    return kept;
}

TEST(packets_stop_when_full)
{
    unsigned jumped;

    for (unsigned count = 3; count <= PACKETS_MAX; count++) {
        uint32_t room = count * IN_PACKET;

        for (uint32_t total = room - 2; total < room + 3; total++) {
            begin(count, false, 0);
            record_many(total);
            CHECK_EQUAL(check_all(0, &jumped), total < room ? total : room);
            CHECK_EQUAL(packets.lost, total < room ? 0 : total - room);
            CHECK_EQUAL(jumped, 0);
        }
    }
}

TEST(packets_keep_the_newest_and_the_pinned)
{
    unsigned jumped;

    for (uint32_t total = 1; total < 40 * IN_PACKET; total += IN_PACKET / 2 + 1) {
        begin(5, true, UINT32_MAX - 1000);
        record_many(IN_PACKET + 7);
        CHECK(packets_pin(&packets));
        CHECK_EQUAL(packets.pinned, 2);
        record_many(total);
        uint32_t kept = check_all(UINT32_MAX - 1000, &jumped);

        CHECK(kept >= IN_PACKET + 7 + (total <= 2 * IN_PACKET ? total : 2 * IN_PACKET + 1));
        CHECK_EQUAL(jumped, total > 3 * IN_PACKET);
        CHECK_EQUAL(records_of(packets_at(&packets, 0))[0].a, 1);
    }
}

/* Packets of every fill, since a packet that gets too old is left as it is. */
static void wrap_randomly(uint32_t seed, bool keep_newest)
{
    struct dice dice = dice_seeded(seed);

    for (unsigned round = 0; round < 60; round++) {
        uint64_t origin = (uint64_t)dice_roll(&dice) << dice_below(&dice, 30);
        uint32_t total = dice_below(&dice, 30 * IN_PACKET);
        unsigned jumped;

        begin(3 + dice_below(&dice, PACKETS_MAX - 2), keep_newest, origin);
        record_many(1 + dice_below(&dice, IN_PACKET));
        if (keep_newest) {
            CHECK(packets_pin(&packets));
        }
        for (uint32_t i = 0; i < total; i++) {
            record(dice_below(&dice, 100) == 0);
        }
        (void)check_all(origin, &jumped);
        CHECK(jumped <= (keep_newest ? 1U : 0U));
    }
}

/* F01: a 32-bit counter scaled to 64 bits wraps. */
TEST(packets_wrap_many_times)
{
    wrap_randomly(31, true);
    wrap_randomly(32, false);
}

TEST(packets_refuse_memory_that_will_not_do)
{
    CHECK(!packets_init(&packets, NULL, sizeof memory, false));
    CHECK(!packets_init(&packets, memory, UINTPTR_MAX - (uintptr_t)memory + 1, false));
    CHECK(!packets_init(&packets, memory + 4, sizeof memory - 8, false));
    CHECK(!packets_init(&packets, memory, (size_t)3 * TRACER_PACKET_BYTES - 1, false));
    CHECK(packets_init(&packets, memory, (size_t)3 * TRACER_PACKET_BYTES, false));
}

/* Two packets at least must be left to turn between, or the newest could not be kept. */
TEST(packets_pin_leaves_two)
{
    for (unsigned pinned = 1; pinned <= 4; pinned++) {
        begin(4, true, 0);
        record_many(pinned * IN_PACKET);
        CHECK_EQUAL(packets_pin(&packets), pinned <= 2);
    }
    begin(4, true, 0);
    record_many(5 * IN_PACKET);
    CHECK(!packets_pin(&packets));
}

/* What happens to be read while a packet is open says that it is empty, not half full. */
TEST(packets_open_one_looks_empty)
{
    begin(3, false, 0);
    record_many(IN_PACKET + 5);
    CHECK_EQUAL(records_in(packets_at(&packets, 0)), IN_PACKET);
    CHECK_EQUAL(records_in(packets_at(&packets, 1)), 0);
    packets_close(&packets);
    CHECK_EQUAL(records_in(packets_at(&packets, 1)), 5);
}
