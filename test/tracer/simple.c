/* simple.c - traces whose content is known record by record: events, marks, sessions. */
#include "modes.h"
#include "port.h"
#include "takt/takt.h"
#include "trace.h"
#include "tracer.h"

/* MARKS fill four packets, of which the snapshot takes a part, more than twice. */
enum { SMALL_BYTES = 4 * TRACER_PACKET_BYTES, MARKS = 2500 };

/* The last are letters, so that texts can be seen too. */
static const uint32_t values[][3] = {
    { 0, 0, 0 },
    { 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF },
    { 0x8000, 0x80007FFF, 0x7FFF8000 },
    { 0x7FFF, 0x00010002, 0x80000000 },
    { 1, 0x64636261, 0x68676665 },
};

static void record_all(const uint32_t *value)
{
    static const enum trace_event_id ids[] = {
#define EVENT_ID(constant, number, name, fields) (number),
        TRACE_EVENTS(EVENT_ID)
#undef EVENT_ID
    };

    for (unsigned i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        unsigned state = port_irq_save();

        trace_record(ids[i], value[0], value[1], value[2]);
        port_irq_restore(state);
    }
}

void mode_events(const char *directory)
{
    (void)tracer_start(mode_memory, MODE_MEMORY_BYTES, TRACER_STOP_WHEN_FULL);
    takt_mark(0, 0);
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        record_all(values[i]);
    }
    tracer_stop();
    mode_save(directory);
}

static void mark_many(uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        takt_mark(7, i);
    }
}

void mode_marks_stop(const char *directory)
{
    (void)tracer_start(mode_memory, SMALL_BYTES, TRACER_STOP_WHEN_FULL);
    mark_many(0, MARKS);
    tracer_stop();
    mode_save(directory);
}

void mode_marks_newest(const char *directory)
{
    (void)tracer_start(mode_memory, SMALL_BYTES, TRACER_KEEP_NEWEST);
    mark_many(0, MARKS);
    tracer_stop();
    mode_save(directory);
}

/* What happens between the two is in neither; stopping twice is stopping once. */
void mode_sessions(const char *first, const char *second)
{
    (void)tracer_start(mode_memory, SMALL_BYTES, TRACER_STOP_WHEN_FULL);
    mark_many(0, 100);
    tracer_stop();
    mark_many(100, 200);
    tracer_stop();
    mode_save(first);
    (void)tracer_start(mode_memory, SMALL_BYTES, TRACER_KEEP_NEWEST);
    mark_many(200, 300);
    tracer_stop();
    mark_many(300, 400);
    mode_save(second);
}
