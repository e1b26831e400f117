/* ctf_stream.h - one stream of a CTF trace: a file of packets, or one packet without a header. */
#pragma once

#include "ctf.h"

/* The fields of packets and event headers that say where things are; NULL: not there. */
struct ctf_packet_fields {
    const struct ctf_field *magic;
    const struct ctf_field *stream_id;
    const struct ctf_field *time_begin;
    const struct ctf_field *time_end;
    const struct ctf_field *content_size;
    const struct ctf_field *packet_size;
    const struct ctf_field *sequence;
    const struct ctf_field *discarded;
    const struct ctf_field *cpu;
    const struct ctf_field *time; /* of the event header */
    const struct ctf_field *id;
};

struct ctf_packet {
    uint64_t time_begin;
    uint64_t time_end;
    uint64_t sequence;
    uint64_t discarded;
    uint64_t size;    /* bytes, in the file */
    uint64_t content; /* bytes, of which so many mean something */
};

struct ctf_stream {
    FILE *file;
    const char *name;
    uint64_t file_size;
    uint64_t offset; /* of the packet after this one */

    const struct ctf_stream_class *class;
    struct ctf_packet_fields found;
    struct ctf_packet packet;
    uint32_t cpu;
    bool any_packet; /* one has been opened before */

    uint8_t *block; /* a part of the file */
    size_t capacity;
    size_t block_size;
    uint64_t block_offset;

    const uint8_t *buffer; /* the packet, in the block */
    size_t position;       /* of the next event */
    size_t filled;         /* bytes of content that are there */
    uint64_t packet_offset;

    uint64_t time; /* of the last event */
    struct ctf_record next;
    bool has_next;
};

/* Put the next record into stream->next; has_next is false at the end. What is wrong with the
 * stream ends it, and goes to trace->problem. */
void ctf_stream_advance(struct ctf_trace *trace, struct ctf_stream *stream);
