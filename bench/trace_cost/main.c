/* main.c - what one record costs, in instructions.
 *
 * The clock counts at 25 MHz and an instruction takes 64 ns of QEMU's virtual time: 1.6 counts.
 * So a thousand repetitions tell the cost to a thousandth; the loop is measured empty too and
 * taken off.
 */
#include "packets.h"
#include "port.h"
#include "takt/takt.h"
#include "text.h"
#include "trace.h"
#include "tracer.h"

enum { TIMES = 1000, PACKETS = 16, STACK_BYTES = 2048, IN_PACKET = 253 };

static struct takt_thread thread;
static TAKT_STACK(stack, STACK_BYTES);
static _Alignas(8) unsigned char memory[PACKETS * TRACER_PACKET_BYTES];

static uint32_t counts_of_loop(unsigned times)
{
    uint32_t before = takt_counter();

    for (unsigned i = 0; i < times; i++) {
        __asm__ volatile("" ::: "memory");
    }
    return takt_counter() - before;
}

/* As the kernel does it: masked, values in registers. */
static uint32_t counts_of_events(unsigned times)
{
    uint32_t before = takt_counter();

    for (unsigned i = 0; i < times; i++) {
        trace_event(TRACE_MARK, 1, 2, 3);
        __asm__ volatile("" ::: "memory");
    }
    return takt_counter() - before;
}

static uint32_t counts_of_marks(unsigned times)
{
    uint32_t before = takt_counter();

    for (unsigned i = 0; i < times; i++) {
        takt_mark(1, i);
        __asm__ volatile("" ::: "memory");
    }
    return takt_counter() - before;
}

/* Counts to instructions: 40 ns to 64 ns. Printed with hundredths. */
static void print_cost(const char *what, uint32_t counts, unsigned times)
{
    char line[96];
    uint32_t hundredths = (uint32_t)((uint64_t)counts * 100 * 40 / 64 / times);

    text_format(line, sizeof line, "%-48s %4u.%02u\n", what, (unsigned)(hundredths / 100),
                (unsigned)(hundredths % 100));
    takt_print(line);
}

static uint32_t masked(uint32_t (*counts)(unsigned times), unsigned times)
{
    unsigned state = port_irq_save();
    uint32_t result = counts(times) - counts_of_loop(times);

    port_irq_restore(state);
    return result;
}

static void start(enum tracer_mode mode)
{
    int status = tracer_start(memory, sizeof memory, mode);

    TAKT_REQUIRE(status == TAKT_OK);
}

/* In the rest of a packet that has just been opened no packet is turned. */
static void measure_within_packet(void)
{
    start(TRACER_KEEP_NEWEST);
    trace_event(TRACE_MARK, 0, 0, 0);
    print_cost("trace_event, recording, within a packet", masked(counts_of_events, 200), 200);
    tracer_stop();
}

static void measure_all(void *unused)
{
    (void)unused;
    takt_print("instructions per call\n");
    print_cost("trace_event, not recording", masked(counts_of_events, TIMES), TIMES);
    measure_within_packet();
    start(TRACER_KEEP_NEWEST);
    print_cost("trace_event, recording, packets turned", masked(counts_of_events, 4 * IN_PACKET),
               4 * IN_PACKET);
    tracer_stop();
    start(TRACER_STOP_WHEN_FULL);
    (void)masked(counts_of_events, PACKETS * IN_PACKET);
    print_cost("trace_event, recording, memory full", masked(counts_of_events, TIMES), TIMES);
    tracer_stop();
    print_cost("takt_mark, not recording", counts_of_marks(TIMES) - counts_of_loop(TIMES), TIMES);
    start(TRACER_KEEP_NEWEST);
    print_cost("takt_mark, recording, packets turned",
               counts_of_marks(TIMES) - counts_of_loop(TIMES), TIMES);
    tracer_stop();
    takt_halt(0);
}

void takt_main(void)
{
    const struct takt_thread_options options = {
        .name = "bench",
        .priority = 30,
        .entry = measure_all,
        .stack = stack,
        .stack_bytes = sizeof stack,
    };

    (void)takt_thread_create(&thread, &options);
}
