/* flags.h - 32 event flags in one word: threads wait for any or for all of some.
 *
 * Waiters are served in order of priority, equal ones in the order in which they came; each gets
 * what those before have left set. Serving is one step for all who use the flags: interrupts come
 * in between, but whoever then calls finishes first what has begun.
 */
#pragma once

#include "clock.h"
#include "wait.h"

#include <stdint.h>

enum takt_flags_options {
    TAKT_FLAGS_ANY = 0,
    TAKT_FLAGS_ALL = 1,  /* wait until all of them are set */
    TAKT_FLAGS_CLEAR = 2 /* clear those that are reported, in the same step */
};

struct takt_flags {
    struct takt_wait wait;
    uint32_t set;
    bool serving;       /* there may be waiters who have what they want and do not know */
    bool open;          /* not destroyed */
    uint32_t sets;      /* calls that have set some */
    struct list wishes; /* of waiters, in the order in which they came */
};

/* Prepare flags, with `set` set at first. `name` is shown in traces. Any context. */
void takt_flags_init(struct takt_flags *flags, const char *name, uint32_t set);

/* Wait at most `timeout` for any (or all) of `wanted`; `options` are of takt_flags_options. A
 * `wanted` of 0 stops, and so do other options. `got` (NULL: not wanted) is told those of `wanted`
 * that were set. TAKT_OK, TAKT_EAGAIN, TAKT_ETIMEDOUT, TAKT_ECLOSED; then `got` is told 0. Threads
 * only; any context with TAKT_NO_WAIT. */
int takt_flags_wait(struct takt_flags *flags, uint32_t wanted, unsigned options, uint32_t *got,
                    takt_time timeout);

/* Set some. Everybody whose wait that ends is served before the call returns. TAKT_OK,
 * TAKT_ECLOSED. Any context. */
int takt_flags_set(struct takt_flags *flags, uint32_t set);

/* Clear some. TAKT_OK, TAKT_ECLOSED. Any context. */
int takt_flags_clear(struct takt_flags *flags, uint32_t cleared);

/* Those that are set at this moment. Any context. */
uint32_t takt_flags_get(const struct takt_flags *flags);

/* End of the flags: waiters wake with TAKT_ECLOSED. A second time stops. Its memory may be used
 * again when all others are back from their calls. Threads only. */
void takt_flags_destroy(struct takt_flags *flags);
