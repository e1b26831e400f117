/* perfetto_bundle.c - what one CPU did, many events to a packet. */
#include "perfetto_bundle.h"
#include "perfetto_fields.h"
#include "perfetto_writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FULL = 2048 };

_Static_assert(BUNDLE_COLUMNS == SCHED_WAKING_FLAGS + 1, "columns are found by field number");

uint32_t bundle_nobody(const struct bundle *bundle)
{
    return (uint32_t)bundle->writer->model->threads.count;
}

bool bundle_init(struct bundle *bundle, struct writer *writer)
{
    *bundle = (struct bundle){ .writer = writer, .number = 1 };
    for (unsigned i = 0; i < BUNDLE_COLUMNS; i++) {
        wire_init(&bundle->columns[i], writer->arena);
    }
    wire_init(&bundle->events, writer->arena);
    wire_clear(&writer->fresh);
    bundle->names =
        arena_alloc(writer->arena, writer->model->threads.count + 1, sizeof(*bundle->names));
    return bundle->names != NULL || error_memory(writer->error);
}

void bundle_free(struct bundle *bundle)
{
    for (unsigned i = 0; i < BUNDLE_COLUMNS; i++) {
        wire_free(&bundle->columns[i]);
    }
    wire_free(&bundle->events);
}

void bundle_begin_cpu(struct bundle *bundle, unsigned cpu)
{
    bundle->cpu = cpu;
    bundle->running = 0;
}

/* CPUs whose thread is not known have a thread of their own, with numbers after all others. */
static uint32_t tid_of(const struct bundle *bundle, uint32_t thread)
{
    const struct writer *writer = bundle->writer;

    return thread == bundle_nobody(bundle) ? writer->next_tid + bundle->cpu
                                           : writer->places[thread].tid;
}

/* Index of a thread's name in the names of this bundle. */
static uint32_t name_of(struct bundle *bundle, uint32_t thread)
{
    struct bundle_name *name = &bundle->names[thread];

    if (name->bundle != bundle->number) {
        const char *text = "not known";

        if (thread != bundle_nobody(bundle)) {
            text = model_thread(bundle->writer->model, thread)->name;
        }
        wire_text(&bundle->columns[SCHED_NAMES], SCHED_NAMES, text);
        name->bundle = bundle->number;
        name->index = bundle->name_count++;
    }
    return name->index;
}

static void put(struct bundle *bundle, enum sched_field column, uint64_t value)
{
    wire_element(&bundle->columns[column], value);
}

static void put_switch(struct bundle *bundle, uint64_t time, unsigned previous, uint32_t tid)
{
    put(bundle, SCHED_SWITCH_TIME, time - bundle->last_switch);
    put(bundle, SCHED_SWITCH_PREVIOUS_STATE, previous);
    put(bundle, SCHED_SWITCH_NEXT_PID, tid);
    bundle->last_switch = time;
    bundle->running = tid;
    bundle->items++;
}

void bundle_switch(struct bundle *bundle, uint64_t time, uint32_t thread, uint8_t priority,
                   unsigned previous)
{
    if (!packets_time(&bundle->writer->packets, time)) {
        return;
    }
    put_switch(bundle, time, previous, tid_of(bundle, thread));
    put(bundle, SCHED_SWITCH_NEXT_PRIORITY, priority == PRIORITY_UNKNOWN ? 0 : priority);
    put(bundle, SCHED_SWITCH_NEXT_NAME, name_of(bundle, thread));
    bundle->writer->counts->sched_switch++;
}

void bundle_prime(struct bundle *bundle, uint64_t time)
{
    if (!packets_time(&bundle->writer->packets, time)) {
        return;
    }
    put_switch(bundle, time, LINUX_RUNNABLE, 0);
    put(bundle, SCHED_SWITCH_NEXT_PRIORITY, 0);
    put(bundle, SCHED_SWITCH_NEXT_NAME, bundle->name_count++);
    wire_text(&bundle->columns[SCHED_NAMES], SCHED_NAMES, "idle");
}

void bundle_waking(struct bundle *bundle, uint64_t time, uint32_t thread, bool by_interrupt)
{
    const struct model *model = bundle->writer->model;
    uint8_t priority = model_priority(model, thread, time);

    if (!packets_time(&bundle->writer->packets, time)) {
        return;
    }
    put(bundle, SCHED_WAKING_TIME, time - bundle->last_waking);
    put(bundle, SCHED_WAKING_PID, tid_of(bundle, thread));
    put(bundle, SCHED_WAKING_CPU, model_thread(model, thread)->pinned_cpu);
    put(bundle, SCHED_WAKING_PRIORITY, priority == PRIORITY_UNKNOWN ? 0 : priority);
    put(bundle, SCHED_WAKING_NAME, name_of(bundle, thread));
    put(bundle, SCHED_WAKING_FLAGS, by_interrupt ? WAKING_BY_INTERRUPT : 0);
    bundle->last_waking = time;
    bundle->items++;
    bundle->writer->counts->sched_waking++;
}

static size_t open_event(struct bundle *bundle, uint64_t time)
{
    size_t event = wire_open(&bundle->events, BUNDLE_EVENT);

    (void)packets_time(&bundle->writer->packets, time);
    wire_number(&bundle->events, FTRACE_TIMESTAMP, time);
    wire_number(&bundle->events, FTRACE_PID, bundle->running);
    bundle->items++;
    return event;
}

/* "kick (run, clock)" */
static void put_kick_name(struct wire *wire, uint32_t kicks)
{
    char name[48] = "kick";
    const char *before = " (";

    for (unsigned reason = 0; reason < KICK_REASON_COUNT; reason++) {
        if ((kicks >> reason & 1U) != 0) {
            (void)strncat(name, before, sizeof name - strlen(name) - 1);
            (void)strncat(name, kick_reason_name((enum kick_reason)reason),
                          sizeof name - strlen(name) - 1);
            before = ", ";
        }
    }
    if (before[0] == ',') {
        (void)strncat(name, ")", sizeof name - strlen(name) - 1);
    }
    wire_text(wire, IRQ_NAME, name);
}

static void put_interrupt_name(struct wire *wire, uint32_t number, uint32_t kicks)
{
    char name[24] = "clock";

    if (number == INTERRUPT_KICK) {
        put_kick_name(wire, kicks);
        return;
    }
    if (number != INTERRUPT_CLOCK) {
        (void)snprintf(name, sizeof(name), "irq %" PRIu32, number);
    }
    wire_text(wire, IRQ_NAME, name);
}

void bundle_interrupt_begin(struct bundle *bundle, uint64_t time, uint32_t number, uint32_t kicks)
{
    struct wire *wire = &bundle->events;
    size_t event = open_event(bundle, time);
    size_t message = wire_open(wire, FTRACE_IRQ_ENTRY);

    wire_number(wire, IRQ_NUMBER, number);
    put_interrupt_name(wire, number, kicks);
    bundle->writer->counts->interrupts++;
    wire_close(wire, message);
    wire_close(wire, event);
}

void bundle_interrupt_end(struct bundle *bundle, uint64_t time, uint32_t number)
{
    struct wire *wire = &bundle->events;
    size_t event = open_event(bundle, time);
    size_t message = wire_open(wire, FTRACE_IRQ_EXIT);

    wire_number(wire, IRQ_NUMBER, number);
    wire_number(wire, IRQ_RESULT, 1);
    wire_close(wire, message);
    wire_close(wire, event);
}

void bundle_blocked(struct bundle *bundle, uint64_t time, uint32_t tid, uint32_t text)
{
    struct wire *wire = &bundle->events;
    size_t event = open_event(bundle, time);
    size_t message = wire_open(wire, FTRACE_BLOCKED_REASON);

    wire_number(wire, BLOCKED_PID, tid);
    wire_number(wire, BLOCKED_CALLER, text);
    wire_close(wire, message);
    wire_close(wire, event);
}

/* Numbers of a column are packed into one field; names are fields of their own. */
static void write_columns(struct bundle *bundle, struct wire *wire)
{
    size_t sched = wire_open(wire, BUNDLE_SCHED);

    for (unsigned field = 1; field < BUNDLE_COLUMNS; field++) {
        struct wire *column = &bundle->columns[field];

        if (field == SCHED_NAMES) {
            wire_append(wire, column);
        } else if (column->size > 0) {
            wire_nested(wire, field, column);
        }
        wire_clear(column);
    }
    wire_close(wire, sched);
}

static void start_next(struct bundle *bundle)
{
    wire_clear(&bundle->events);
    wire_clear(&bundle->writer->fresh);
    bundle->last_switch = 0; /* the first of each bundle is the whole time */
    bundle->last_waking = 0;
    bundle->name_count = 0;
    bundle->items = 0;
    bundle->number++;
}

bool bundle_write(struct bundle *bundle)
{
    struct writer *writer = bundle->writer;
    struct wire *wire = &writer->packets.wire;
    size_t content;

    if (bundle->items == 0) {
        return !writer->packets.failed;
    }
    packet_begin(&writer->packets, SEQUENCE_CPUS, FLAG_NEEDS_STATE);
    if (writer->fresh.size > 0) {
        wire_nested(wire, PACKET_INTERNED_DATA, &writer->fresh);
    }
    wire->failed = wire->failed || writer->fresh.failed;
    content = wire_open(wire, PACKET_FTRACE_EVENTS);
    wire_number(wire, BUNDLE_CPU, bundle->cpu);
    write_columns(bundle, wire);
    wire_append(wire, &bundle->events);
    wire_close(wire, content);
    start_next(bundle);
    return packet_end(&writer->packets);
}

bool bundle_write_if_full(struct bundle *bundle)
{
    return bundle->items < FULL ? !bundle->writer->packets.failed : bundle_write(bundle);
}
