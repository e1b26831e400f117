/* proof.h - the evidence for one priority inversion.
 *
 * A record is a time during which one thread was READY, another had its CPU, and both were less
 * urgent than the one that waited: who, at which priorities, in which state the waiter was, and
 * what the READY thread was busy with.
 */
#pragma once

#include "sentence.h"
#include "view.h"
#include "walk.h"

#include <stdbool.h>
#include <stdint.h>

enum { PROOF_RECORDS = 32 };

struct proof_record {
    uint64_t ns;
    uint32_t thread; /* READY */
    uint32_t holder; /* had its CPU */
    uint32_t work;   /* request that the READY thread works on, or NONE */
    uint32_t waiter; /* who waits for it by a mutex, NONE: it was reached by a request */
    uint32_t mutex;  /* that mutex */
    uint16_t cpu;
    uint8_t waiting; /* state of the one who was asked about */
    uint8_t priority;
    uint8_t holder_priority;
    uint8_t limit; /* priority of the one who waits */
};

struct proof {
    uint64_t inverted_ns;
    uint64_t unknown_ns;  /* of the wait, the trace does not show enough to judge */
    uint64_t unlisted_ns; /* of inverted_ns, not in the records because they are full */
    unsigned count;
    struct proof_record records[PROOF_RECORDS];
};

/* Nothing is known yet. */
void proof_begin(struct proof *proof);

/* What this step of `ns` means for someone who waits at `priority`. */
void proof_add(struct proof *proof, const struct walk_step *step, uint8_t priority, uint64_t ns);

/* The records in words: "; for 8125.7 us of it (SEND-blocked 8125.7 us) ts_psrv/psrv-rx ..." */
void proof_text(const struct view *view, struct proof *proof, uint32_t exchange,
                struct sentence *sentence);

void proof_values(const struct view *view, const struct proof *proof, struct report *report,
                  struct value *parent);
