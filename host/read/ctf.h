/* ctf.h - a CTF 1.8 trace, record by record, the streams merged by time. */
#pragma once

#include "ctf_schema.h"
#include "error.h"

#include <stdio.h>

enum ctf_record_kind { CTF_EVENT, CTF_LOSS };

/* An event with its bytes, or a place where events are missing. */
struct ctf_record {
    enum ctf_record_kind kind;
    uint64_t time; /* counts of the clock; of a loss: its end */
    uint32_t cpu;

    /* CTF_EVENT: valid until the next call. */
    const struct ctf_event_class *event;
    size_t event_index; /* in schema.events */
    const struct ctf_stream_class *stream;
    const uint8_t *header;
    const uint8_t *stream_context;
    const uint8_t *event_context;
    const uint8_t *fields;

    /* CTF_LOSS */
    uint64_t lost_from; /* counts */
    uint64_t lost;      /* events; 0: the file does not say how many */
};

struct ctf_stream;

struct ctf_trace {
    struct ctf_schema schema;
    struct arena *arena;
    struct ctf_stream *streams;
    size_t stream_count;
    struct ctf_stream *taken; /* whose record was given out last */
    uint64_t bytes;           /* of all files */
    uint32_t cpus;            /* highest number seen, and one */
    bool partial;             /* something could not be read */
    const char *problem;      /* the first reason, with file and offset */
};

/* Read the metadata and find the streams. False: this is no trace that can be read. */
bool ctf_open(const char *path, struct arena *arena, struct ctf_trace *trace, struct error *error);

/* The next record of all streams, in order of time, a loss where it begins; streams in order of
 * their files' names where times are equal. Valid until the next call. NULL at the end, and after
 * no memory (trace->problem says so). */
const struct ctf_record *ctf_next(struct ctf_trace *trace);

/* Counts to nanoseconds, saturating. */
uint64_t ctf_ns(const struct ctf_trace *trace, uint64_t counts);

/* Something could not be read, printf fashion: the trace is partial, and the first reason is kept.
 */
void ctf_missing(struct ctf_trace *trace, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Also after a failed open. */
void ctf_close(struct ctf_trace *trace);

/* The first `size` bytes of a directory's metadata: how many there were, 0 if there is none. */
size_t ctf_peek(const char *path, char *text, size_t size);
