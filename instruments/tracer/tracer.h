/* tracer.h - records what the kernel tells, and lets it leave the target as a CTF directory.
 *
 * The memory is the user's. It is divided evenly among the CPUs, and into packets, each of which is
 * complete in itself and goes to its CPU's file as it stands. On each CPU by itself, one of two
 * things happens when all are full: stop when full: the rest is counted and not kept; keep newest:
 * the oldest packets are overwritten, but never those with the snapshot that began the trace; a
 * second snapshot ends it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tracer_mode { TRACER_STOP_WHEN_FULL, TRACER_KEEP_NEWEST };

enum { TRACER_PACKET_BYTES = 4096 };

struct tracer_status {
    bool running;
    bool full;            /* and so nothing is kept any more */
    uint32_t packets;     /* that hold something */
    uint32_t packets_max; /* that the memory has room for */
    uint32_t records_lost;
};

/* Begin a trace in `memory` (aligned to 8 bytes), ending and forgetting the one before. TAKT_OK, or
 * TAKT_EINVAL if a CPU's share has not room for the snapshot and two packets, or it would reach
 * beyond all addresses. Threads, or before any runs. */
int tracer_start(void *memory, size_t bytes, enum tracer_mode mode);

/* End it; what was recorded stays until the next start. Any context. */
void tracer_stop(void);

/* Of all CPUs together; `full` if one is. */
struct tracer_status tracer_status(void);

/* A number that is no CPU's stops. */
struct tracer_status tracer_status_on(unsigned cpu);

/* Handlers that have ended on this CPU, as its open packet tells of them. */
struct tracer_handlers {
    unsigned count;
    unsigned longest;        /* the interrupt of the one that ran longest, as in irq_enter */
    uint32_t longest_counts; /* of the clock */
    uint32_t all_counts;
};

/* In those counts from that moment on, the clock's low half, less than 2^31 counts ago. None if no
 * trace is recorded. Of a thread that nobody moves, or an interrupt. */
struct tracer_handlers tracer_handlers_in(uint32_t moment, uint32_t counts);

/* Where a trace goes, file after file. Each returns 0, or -1 when it could not be done. */
struct tracer_sink {
    void *context;
    int (*begin)(void *context, const char *name);
    int (*write)(void *context, const void *data, size_t size);
    int (*end)(void *context);
};

/* Give the files `metadata` and, for each CPU, `stream_0`, `stream_1` ... to a sink. The trace must
 * have been stopped. TAKT_OK, or TAKT_ECLOSED if the sink failed. Threads. */
int tracer_put(const struct tracer_sink *sink);

/* Write the files into a directory that exists on the machine that hosts this one. As tracer_put.
 */
int tracer_save(const char *directory);
