/* tracing.c - a library that is no image and uses Takt. */
#include "tracing.h"

#include <takt/takt.h>
#include <takt/tracer.h>

enum { MARKS = 5000 };

static _Alignas(8) unsigned char memory[8 * TRACER_PACKET_BYTES];

/* More marks than there is room for: where the kernel tells of them, some are lost. */
const char *tracing(void)
{
    int status = tracer_start(memory, sizeof memory, TRACER_STOP_WHEN_FULL);

    for (uint32_t mark = 0; mark < MARKS; mark++) {
        takt_mark(mark, 0);
    }
    tracer_stop();
    return status == TAKT_OK && tracer_status().records_lost > 0 ? "on" : "off";
}
