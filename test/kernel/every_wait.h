/* every_wait.h - all the ways to wait, numbered: for what must be true of each of them.
 *
 * An attempt makes an object of its own, in such a state that the waiter has to wait for it, and a
 * partner who can end the wait well.
 */
#pragma once

#include "kernel_test.h"

enum { WAYS_TO_WAIT = 12, WAY_TO_SLEEP = 0, WAY_TO_JOIN = 1 };

struct attempt {
    unsigned way;
    struct actor *waiter;
    struct actor *partner;
    void *object;
};

/* The waiter waits. An attempt that is to end by time needs a limit; sleeping always does. */
struct attempt attempt_begin(unsigned way, struct actor *waiter, takt_time limit);

/* End the wait well: with the result way_well. Not of a sleeper. */
void attempt_grant(const struct attempt *attempt);
int way_well(unsigned way);

/* Its time is over: TAKT_ETIMEDOUT. But a sleeper has slept well. */
int way_timed_out(unsigned way);

/* End the wait by destroying the object. Not of sleepers and joiners. */
void attempt_close(const struct attempt *attempt);

/* However it has ended: nobody is busy with it any more. */
void attempt_end(const struct attempt *attempt);
