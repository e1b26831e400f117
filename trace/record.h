/* record.h - how events lie in memory and in the file: the same bytes in both.
 *
 * A stream is a sequence of packets, one stream a CPU. A packet is a header and records of 16
 * bytes. Records carry the low 32 bits of the time, the packet the whole time of its first and
 * last record; a packet never spans more than 2^31 counts, so that the high bits are never in
 * doubt. Everything is little-endian. As a whole this is CTF 1.8 and needs no conversion.
 */
#pragma once

#include <stdint.h>

struct trace_record {
    uint32_t time;   /* counts of the trace clock, low half */
    uint16_t event;  /* enum trace_event_id */
    uint16_t thread; /* whom it is about; 0: no thread */
    uint32_t a;      /* meaning by event: trace/events.h */
    uint32_t b;
};

struct trace_packet {
    uint32_t magic;
    uint32_t stream; /* always 0: there is one class of streams */
    uint64_t time_begin;
    uint64_t time_end;
    uint32_t content_bits; /* header and records */
    uint32_t packet_bits;  /* with the padding after them */
    uint32_t sequence;     /* 0, 1, 2 ... on each CPU; a gap is an overwritten packet */
    uint32_t lost;         /* records lost on this CPU since the start of the trace */
    uint32_t cpu;
    uint32_t reserved;
};

#define TRACE_PACKET_MAGIC 0xC1FC1FC1U

_Static_assert(sizeof(struct trace_record) == 16, "a record is 16 bytes, in memory as in the file");
_Static_assert(sizeof(struct trace_packet) == 48, "a packet header is three records long");
