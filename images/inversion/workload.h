/* workload.h - the workload: who does what, and what was seen.
 *
 * Every 25 ms: at 0 ms `lo` (10) asks the server for 4 ms of work; at 2 ms `hog` (20) computes for
 * 10 ms and sends nothing; at 4 ms `hi` (30) asks for 0.5 ms, with a deadline of 5 ms. The server
 * (10) is one thread and works on one request at a time. Work is CPU time: a server that is
 * preempted takes longer, it does not end early.
 */
#pragma once

#include "takt/takt.h"

enum { PERIODS_MAX = 200, DEADLINE_US = 5000 };

/* One request, as client and server saw it. */
struct request_log {
    takt_time send;
    takt_time receive;
    takt_time reply;
    takt_time end;
    int result; /* of takt_send */
};

struct client {
    struct takt_thread thread;
    const char *name;
    unsigned priority;
    uint32_t offset_us; /* in each period */
    uint32_t work_us;
    struct request_log log[PERIODS_MAX];
};

extern struct client lo;
extern struct client hi;

/* Run `periods` periods on a channel with those flags; returns when all is done. Threads. */
void workload_run(unsigned channel_flags, unsigned periods);
