/* packets.h - the tracer's memory: packets in a row, or, to keep the newest, in a ring behind the
 * pinned ones. Pure: knows no kernel and no clock. */
#pragma once

#include "record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tracer_packets {
    /* Read at every record. */
    struct trace_record *next;  /* where the next record goes */
    struct trace_record *limit; /* the end of the packet */
    uint32_t opened;            /* low half of the packet's first time */

    unsigned char *memory;
    uint32_t count;    /* packets that there is room for */
    uint32_t pinned;   /* that are never overwritten */
    uint32_t current;  /* index of the open one; count: none */
    uint32_t sequence; /* of the next to be opened */
    uint32_t lost;     /* records overwritten or not kept */
    bool keep_newest;
    uint64_t stopped; /* when the trace ended */

    /* With several CPUs. */
    bool joins;       /* what began the trace is in another CPU's packets */
    bool breaks_off;  /* what ended it, if anything did, is in another CPU's packets */
    uint64_t started; /* when all was told that began the trace */
};

/* False if the memory is too small for a trace. */
bool packets_init(struct tracer_packets *packets, void *memory, size_t bytes, bool keep_newest);

/* Open the next packet, whose first record will have time `now`. False if there is none: the
 * record that is waiting counts as lost. */
bool packets_open(struct tracer_packets *packets, uint64_t now);

/* The first record of the open packet; NULL: none is open. */
const struct trace_record *packets_first_record(const struct tracer_packets *packets);

/* Fill in the header of the open packet, if one is open. */
void packets_close(struct tracer_packets *packets);

/* What has been written stays; the next record begins a packet. False if that leaves less than
 * two packets. */
bool packets_pin(struct tracer_packets *packets);

/* Packets that hold something. */
uint32_t packets_used(const struct tracer_packets *packets);

/* The packet that is `position`th in order of time. */
struct trace_packet *packets_at(const struct tracer_packets *packets, uint32_t position);

/* Its number in the stream: one more than in memory where the stream begins with a packet that is
 * not there. */
uint32_t packets_number(const struct tracer_packets *packets, uint32_t position);

/* The tracer's own, of that CPU. */
const struct tracer_packets *tracer_packets(unsigned cpu);
