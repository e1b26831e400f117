/* traced.c - remembers of each event its kind and its first word. */
#include "traced.h"

#include "harness.h"
#include "takt/trace.h"
#include "trace.h"

#include <stddef.h>

enum { EVENTS = 48 };

volatile bool trace_active;

static struct {
    enum trace_event_id event;
    uint32_t a;
} events[EVENTS];

static unsigned count;
static bool listening;

void trace_record(enum trace_event_id event, uint32_t thread, uint32_t a, uint32_t b)
{
    (void)thread;
    (void)b;
    if (!listening) {
        return;
    }
    if (count < EVENTS) {
        events[count].event = event;
        events[count].a = a;
    }
    count++;
}

/* What exists already has been told: from now on it is what happens. */
static void begin_to_listen(void)
{
    count = 0;
    listening = true;
}

void traced_begin(void)
{
    takt_trace_begin(begin_to_listen);
}

void traced_end(void)
{
    takt_trace_end(false);
    listening = false;
    CHECK(count <= EVENTS);
}

unsigned traced_count(enum trace_event_id event, int64_t a)
{
    unsigned found = 0;

    for (unsigned i = 0; i < count && i < EVENTS; i++) {
        found += events[i].event == event && (a == TRACED_ANY || events[i].a == a);
    }
    return found;
}
