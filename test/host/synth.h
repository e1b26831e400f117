/* synth.h - traces of Takt as the target would write them, from records that a test chooses.
 *
 * So that the host's tests need no target: the metadata comes from the same list of events, the
 * packets have the same layout. Times are in microseconds; the clock counts 25 of them.
 */
#pragma once

#include "events.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { SYNTH_CPUS = 4, SYNTH_COUNTS_PER_US = 25, SYNTH_PACKET_RECORDS = 32 };

struct synth_cpu {
    FILE *file;
    unsigned char records[SYNTH_PACKET_RECORDS * 16];
    uint32_t count;
    uint64_t first;
    uint64_t last;
    uint32_t sequence;
    uint32_t lost;
};

struct synth {
    const char *directory;
    unsigned cpus;
    unsigned cpu; /* that records now */
    uint64_t us;  /* now */
    bool failed;
    struct synth_cpu on[SYNTH_CPUS];
};

/* Make the directory and begin. */
void synth_begin(struct synth *synth, const char *directory, unsigned cpus);

/* One record of the CPU and time that the fields of `synth` name. */
void synth_record(struct synth *synth, enum trace_event_id event, uint32_t thread, uint32_t a,
                  uint32_t b);

/* Names are told in pieces. */
void synth_name(struct synth *synth, enum trace_event_id event, uint32_t thread, const char *name);
void synth_object_name(struct synth *synth, uint32_t object, const char *name);

/* Records of this CPU are missing from here on until the next one. */
void synth_lose(struct synth *synth, uint32_t records);

/* Write the rest. False if anything could not be written. */
bool synth_finish(struct synth *synth);

/* The inversion workload, worked out by hand: a period is 25 ms; lo (10) sends 4 ms of work at
 * 0 ms, hog (20) burns 10 ms from 2 ms on, hi (30) sends 0.5 ms of work at 4 ms. Changes of thread
 * take no time. hi's request takes 10.5 ms on a channel of fixed priority (2 to 4 ms pass in the
 * server's work for lo, hog has the CPU until 12 ms, lo's work ends at 14 ms, hi's at 14.5 ms),
 * and 2.5 ms with inheritance (lo's work ends at 6 ms, hi's at 6.5 ms). */
bool synth_inversion(const char *directory, bool fixed, unsigned periods);

/* Names of what it makes; numbers are the trace's ids. */
enum { SYNTH_IDLE = 1, SYNTH_SERVER = 2, SYNTH_HOG = 3, SYNTH_LO = 4, SYNTH_HI = 5 };
