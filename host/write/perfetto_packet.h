/* perfetto_packet.h - packets, one after the other, into a file.
 *
 * A packet belongs to a sequence; what is interned is known within its sequence, and the times of
 * a sequence never go back. Packets about tracks give their time as the difference to the one
 * before, which keeps them small.
 *
 * The first failure is remembered and is in `error`; from then on nothing is written.
 */
#pragma once

#include "error.h"
#include "perfetto_wire.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum sequence {
    SEQUENCE_TRACKS = 1, /* everything that lies on tracks */
    SEQUENCE_CPUS = 2,   /* switches, wake-ups, interrupts */
    SEQUENCE_LOSSES = 3  /* apart, since a gap makes what is interned on its sequence void */
};

struct packets {
    struct wire wire;
    FILE *file;
    struct error *error;
    uint64_t clock; /* ns: time of SEQUENCE_TRACKS */
    size_t opened;
    bool failed;
};

void packets_init(struct packets *packets, FILE *file, struct arena *arena, struct error *error);
void packets_free(struct packets *packets);

/* Begin a packet; its other fields go to packets->wire. `flags`: FLAG_... or 0. */
void packet_begin(struct packets *packets, enum sequence sequence, unsigned flags);

/* A packet of SEQUENCE_TRACKS at a time, which must not lie before the last one's. */
void packet_begin_at(struct packets *packets, uint64_t time, unsigned flags);

/* False: this or an earlier packet could not be written. */
bool packet_end(struct packets *packets);

/* All that has been kept back goes to the file. */
bool packets_flush(struct packets *packets);

/* A time that the format can hold: viewers count in signed numbers. False, and a failure: not. */
bool packets_time(struct packets *packets, uint64_t time);
