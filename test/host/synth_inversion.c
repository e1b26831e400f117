/* synth_inversion.c - the inversion workload as a trace, worked out by hand.
 *
 * Everything that belongs to one step of the schedule has the same time; so latencies are whole
 * milliseconds and halves.
 */
#include "synth.h"
#include "trace.h"

enum { CHANNEL = 1, TICK = 0xFFFF, PERIOD_US = 25000 };

static void state(struct synth *synth, uint32_t thread, enum trace_thread_state to,
                  enum trace_cause cause, uint32_t object)
{
    synth_record(synth, TRACE_THREAD_STATE, thread, trace_pair(to, cause), object);
}

static void run(struct synth *synth, uint32_t previous, uint32_t thread, uint32_t priority)
{
    synth_record(synth, TRACE_THREAD_SWITCH, thread, previous, priority);
}

static void priority(struct synth *synth, uint32_t value, enum trace_reason reason)
{
    synth_record(synth, TRACE_THREAD_PRIORITY, SYNTH_SERVER, trace_pair(value, 10), reason);
}

/* The clock wakes a thread, which then has the CPU. */
static void wake(struct synth *synth, uint32_t previous, uint32_t thread, uint32_t to_priority)
{
    synth_record(synth, TRACE_IRQ_ENTER, previous, TICK, 0);
    state(synth, thread, TRACE_STATE_READY, TRACE_CAUSE_TIMEOUT, 0);
    synth_record(synth, TRACE_IRQ_EXIT, previous, TICK, 0);
    run(synth, previous, thread, to_priority);
}

static void thread(struct synth *synth, uint32_t id, const char *name, const char *group,
                   uint32_t own)
{
    bool idle = id == SYNTH_IDLE;

    synth_record(synth, TRACE_THREAD_CREATE, id, own, trace_pair(0, idle));
    synth_name(synth, TRACE_THREAD_NAME, id, name);
    synth_name(synth, TRACE_THREAD_GROUP, id, group);
    synth_record(synth, TRACE_THREAD_PRIORITY, id, trace_pair(own, own), TRACE_REASON_BASE);
}

static void snapshot(struct synth *synth, bool fixed)
{
    synth_record(synth, TRACE_SNAPSHOT_BEGIN, 0, 0, TRACE_VERSION);
    thread(synth, SYNTH_IDLE, "idle", "kernel", 0);
    state(synth, SYNTH_IDLE, TRACE_STATE_READY, TRACE_CAUSE_SNAPSHOT, 0);
    thread(synth, SYNTH_SERVER, "psrv-rx", "ts_psrv", 10);
    state(synth, SYNTH_SERVER, TRACE_STATE_RECEIVE, TRACE_CAUSE_SNAPSHOT, CHANNEL);
    thread(synth, SYNTH_HOG, "hog", "ts_pload", 20);
    state(synth, SYNTH_HOG, TRACE_STATE_SLEEP, TRACE_CAUSE_SNAPSHOT, 0);
    thread(synth, SYNTH_LO, "lo", "ts_pload", 10);
    state(synth, SYNTH_LO, TRACE_STATE_SLEEP, TRACE_CAUSE_SNAPSHOT, 0);
    thread(synth, SYNTH_HI, "hi", "ts_pload", 30);
    state(synth, SYNTH_HI, TRACE_STATE_SLEEP, TRACE_CAUSE_SNAPSHOT, 0);
    synth_record(synth, TRACE_CHANNEL_CREATE, 0, CHANNEL,
                 fixed ? (uint32_t)TRACE_CHANNEL_FIXED_PRIORITY : 0);
    synth_object_name(synth, CHANNEL, "psrv");
    run(synth, 0, SYNTH_IDLE, 0);
    synth_record(synth, TRACE_SNAPSHOT_END, 0, 0, 0);
}

/* 0 ms: lo sends, the server waits for it. */
static void lo_sends(struct synth *synth, uint32_t exchange, bool drop)
{
    wake(synth, SYNTH_IDLE, SYNTH_LO, 10);
    synth_record(synth, TRACE_MESSAGE_SEND, SYNTH_LO, CHANNEL, exchange);
    synth_record(synth, TRACE_MESSAGE_RECEIVE, SYNTH_SERVER, CHANNEL, exchange);
    if (drop) {
        priority(synth, 10, TRACE_REASON_SERVED);
    }
    state(synth, SYNTH_SERVER, TRACE_STATE_READY, TRACE_CAUSE_GRANTED, CHANNEL);
    state(synth, SYNTH_LO, TRACE_STATE_REPLY, TRACE_CAUSE_CALL, CHANNEL);
    run(synth, SYNTH_LO, SYNTH_SERVER, 10);
}

/* 4 ms: hi sends while hog, or whoever has the CPU, is put aside. */
static void hi_sends(struct synth *synth, uint32_t exchange, bool fixed)
{
    wake(synth, SYNTH_HOG, SYNTH_HI, 30);
    synth_record(synth, TRACE_MESSAGE_SEND, SYNTH_HI, CHANNEL, exchange);
    if (!fixed) {
        priority(synth, 30, TRACE_REASON_QUEUED);
    }
    state(synth, SYNTH_HI, TRACE_STATE_SEND, TRACE_CAUSE_CALL, CHANNEL);
    run(synth, SYNTH_HI, fixed ? SYNTH_HOG : SYNTH_SERVER, fixed ? 20 : 30);
}

/* The server answers lo and takes hi's message. */
static void server_turns_to_hi(struct synth *synth, uint32_t exchange)
{
    synth_record(synth, TRACE_MESSAGE_REPLY, SYNTH_SERVER, exchange, 4);
    state(synth, SYNTH_LO, TRACE_STATE_READY, TRACE_CAUSE_GRANTED, CHANNEL);
    synth_record(synth, TRACE_MESSAGE_RECEIVE, SYNTH_SERVER, CHANNEL, exchange + 1);
    state(synth, SYNTH_HI, TRACE_STATE_REPLY, TRACE_CAUSE_GRANTED, CHANNEL);
}

static void back(struct synth *synth, uint32_t client, uint32_t exchange)
{
    synth_record(synth, TRACE_MESSAGE_RETURN, client, exchange, 0);
    state(synth, client, TRACE_STATE_SLEEP, TRACE_CAUSE_CALL, 0);
}

/* The server answers hi, which at once has the CPU, and waits for the next message when hi sleeps
 * (fixed), or before hi runs (equal priorities). */
static void server_answers_hi(struct synth *synth, uint32_t exchange, bool fixed)
{
    synth_record(synth, TRACE_MESSAGE_REPLY, SYNTH_SERVER, exchange + 1, 4);
    state(synth, SYNTH_HI, TRACE_STATE_READY, TRACE_CAUSE_GRANTED, CHANNEL);
    if (!fixed) {
        state(synth, SYNTH_SERVER, TRACE_STATE_RECEIVE, TRACE_CAUSE_CALL, CHANNEL);
    }
    run(synth, SYNTH_SERVER, SYNTH_HI, 30);
    back(synth, SYNTH_HI, exchange + 1);
    if (fixed) {
        run(synth, SYNTH_HI, SYNTH_SERVER, 10);
        state(synth, SYNTH_SERVER, TRACE_STATE_RECEIVE, TRACE_CAUSE_CALL, CHANNEL);
    }
}

static void hog_sleeps(struct synth *synth, uint32_t next)
{
    state(synth, SYNTH_HOG, TRACE_STATE_SLEEP, TRACE_CAUSE_CALL, 0);
    run(synth, SYNTH_HOG, next, 10);
}

static void lo_sleeps(struct synth *synth, uint32_t exchange)
{
    back(synth, SYNTH_LO, exchange);
    run(synth, SYNTH_LO, SYNTH_IDLE, 0);
}

static void one_period(struct synth *synth, uint64_t start, uint32_t exchange, bool fixed)
{
    synth->us = start;
    lo_sends(synth, exchange, !fixed && exchange > 1);
    synth->us = start + 2000;
    wake(synth, SYNTH_SERVER, SYNTH_HOG, 20);
    synth->us = start + 4000;
    hi_sends(synth, exchange + 1, fixed);
    if (fixed) {
        synth->us = start + 12000;
        hog_sleeps(synth, SYNTH_SERVER);
    }
    synth->us = start + (fixed ? 14000 : 6000);
    server_turns_to_hi(synth, exchange);
    synth->us += 500;
    server_answers_hi(synth, exchange, fixed);
    if (fixed) {
        run(synth, SYNTH_SERVER, SYNTH_LO, 10);
    } else {
        run(synth, SYNTH_HI, SYNTH_HOG, 20);
        synth->us = start + 14500;
        hog_sleeps(synth, SYNTH_LO);
    }
    lo_sleeps(synth, exchange);
}

bool synth_inversion(const char *directory, bool fixed, unsigned periods)
{
    struct synth synth;

    synth_begin(&synth, directory, 1);
    snapshot(&synth, fixed);
    for (unsigned period = 0; period < periods; period++) {
        one_period(&synth, 1000 + (uint64_t)period * PERIOD_US, 2 * period + 1, fixed);
    }
    return synth_finish(&synth);
}
