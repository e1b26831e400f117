/* tracer.c - records what the kernel tells.
 *
 * trace_record is called with the kernel lock held, and each CPU has its own packets, so it needs
 * no other. Its usual path is one comparison for "packet full", one for "packet too old", and five
 * stores; everything else is turning to the next packet.
 *
 * A record has the low 32 bits of the time. A packet ends before its records can be 2^31 counts
 * apart, so that a reader who knows the packet's first time knows all of them.
 *
 * With several CPUs the lock also gives all records one order. It must be seen in their times, by
 * which alone a reader can merge the streams: who follows another CPU within one count of the clock
 * is a count later. Also, a CPU may be quiet for longer than 32 bits can tell: the whole time is
 * compared.
 */
#include "tracer.h"

#include "extent.h"
#include "packets.h"
#include "takt/takt.h"
#include "trace.h"

enum { SPAN_MAX = 1 << 30 }; /* counts; checked before a record is written, not after */

volatile bool trace_active;

static struct tracer_packets packets[TAKT_CPUS];

/* With several CPUs: the last record of all, and the first of each CPU's open packet. */
static struct {
    uint64_t time;
    unsigned cpu;
} last;
static uint64_t opened[TAKT_CPUS];

static uint64_t time_in_order(unsigned cpu)
{
    uint64_t now = takt_now();
    uint64_t least = last.time + (cpu != last.cpu);

    last.cpu = cpu;
    last.time = now > least ? now : least;
    return last.time;
}

/* Turn to the next packet. False: there is none, and the record is lost. */
static bool turn(unsigned cpu)
{
    uint64_t now = TAKT_CPUS > 1 ? last.time : takt_now();

    if (TAKT_CPUS > 1) {
        opened[cpu] = now;
    }
    packets_close(&packets[cpu]);
    return packets_open(&packets[cpu], now);
}

static inline bool too_old(unsigned cpu, uint32_t now)
{
    return TAKT_CPUS > 1 ? last.time - opened[cpu] > SPAN_MAX
                         : now - packets[cpu].opened > SPAN_MAX;
}

void trace_record(enum trace_event_id event, uint32_t thread, uint32_t a, uint32_t b)
{
    const unsigned cpu = TAKT_CPUS > 1 ? takt_cpu_here() : 0;
    uint32_t now = TAKT_CPUS > 1 ? (uint32_t)time_in_order(cpu) : takt_counter();
    struct tracer_packets *mine = &packets[cpu];

    if (mine->next == mine->limit || too_old(cpu, now)) {
        if (!turn(cpu)) {
            return;
        }
        now = mine->opened;
    }
    struct trace_record *record = mine->next;

    mine->next = record + 1;
    record->time = now;
    record->event = (uint16_t)event;
    record->thread = (uint16_t)thread;
    record->a = a;
    record->b = b;
}

static bool pinned;

/* The lock is held: no record may come while a packet is closed. */
static void begun(void)
{
    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        if (TAKT_CPUS > 1) {
            packets[cpu].joins = cpu != last.cpu;
            packets[cpu].started = last.time;
        }
        if (packets[cpu].keep_newest) {
            pinned = packets_pin(&packets[cpu]) && pinned;
        }
    }
}

/* The memory is divided evenly. */
static bool divide(unsigned char *memory, size_t bytes, bool keep_newest)
{
    if (TAKT_CPUS == 1) {
        return packets_init(&packets[0], memory, bytes, keep_newest);
    }
    size_t share = bytes / TAKT_CPUS / TRACER_PACKET_BYTES * TRACER_PACKET_BYTES;
    bool fits = extent_has_end(memory, bytes);

    for (unsigned cpu = 0; cpu < TAKT_CPUS && fits; cpu++) {
        fits = packets_init(&packets[cpu], memory + cpu * share, share, keep_newest);
    }
    return fits;
}

int tracer_start(void *memory, size_t bytes, enum tracer_mode mode)
{
    const bool keep_newest = mode == TRACER_KEEP_NEWEST;

    tracer_stop();
    if (!divide(memory, bytes, keep_newest)) {
        return TAKT_EINVAL;
    }
    pinned = true;
    takt_trace_begin(keep_newest || TAKT_CPUS > 1 ? begun : NULL);
    if (!pinned) {
        takt_trace_end(false);
        return TAKT_EINVAL;
    }
    return TAKT_OK;
}

void tracer_stop(void)
{
    if (!trace_active) {
        return;
    }
    takt_trace_end(packets[0].keep_newest);
    uint64_t now = takt_now();

    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        packets_close(&packets[cpu]);
        packets[cpu].stopped = TAKT_CPUS > 1 && last.time > now ? last.time : now;
        packets[cpu].breaks_off = TAKT_CPUS > 1 && cpu != last.cpu;
    }
}

struct tracer_status tracer_status_on(unsigned cpu)
{
    TAKT_REQUIRE(cpu < TAKT_CPUS);
    const struct tracer_packets *of = &packets[cpu];

    return (struct tracer_status){
        .running = trace_active,
        .full = !of->keep_newest && of->lost > 0,
        .packets = packets_used(of),
        .packets_max = of->count,
        .records_lost = of->lost,
    };
}

struct tracer_status tracer_status(void)
{
    struct tracer_status all = { .running = trace_active };

    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        const struct tracer_status one = tracer_status_on(cpu);

        all.full = all.full || one.full;
        all.packets += one.packets;
        all.packets_max += one.packets_max;
        all.records_lost += one.records_lost;
    }
    return all;
}

const struct tracer_packets *tracer_packets(unsigned cpu)
{
    return &packets[cpu];
}
