/* latency.c - measures how late the clock's interrupt and the threads that it wakes are.
 *
 * Each column belongs to one writer: the handler has the interrupt's histogram and everybody's
 * errors, a thread has its own histogram. A thread is handed an instant only when it is done with
 * the one before (`pending`), so that nothing has to be locked.
 */
#include "latency.h"

#include <stddef.h>

_Static_assert(TAKT_CLOCK_HZ % 1000000 == 0, "rows are whole microseconds in counts of the clock");

enum { COUNTS_OF_US = TAKT_CLOCK_HZ / 1000000 };
enum { STACK_BYTES = 1536, QUIET_PRIORITY = 1 };
enum { SPAN = 1000 }; /* cycles after which it is asked whether everybody keeps up */

struct measuring_thread {
    struct takt_thread thread;
    struct takt_semaphore wake;
    takt_time instant;
    uint64_t cycle;        /* whose it is, from 1 on */
    volatile bool pending; /* `instant` is to be measured */
    struct latency_measure measure;
    uint64_t rows[LATENCY_ROWS];
};

static struct latency_options now_measured;
static volatile enum latency_end state = LATENCY_STOPPED;
static volatile bool over; /* nothing new is handed out */
static bool exceeded_once;
static bool threads_exist; /* they have not been joined */

static struct takt_clock_callback source;
static takt_time interval;
static takt_time instant; /* that the source is armed for */
static takt_time threshold;
static uint64_t cycles;
static unsigned left_of_span;
static unsigned failed_in_span;

static struct latency_measure irq;
static uint64_t irq_rows[LATENCY_ROWS];

static struct measuring_thread threads[LATENCY_THREADS_MAX];
static TAKT_STACK(stacks[LATENCY_THREADS_MAX], STACK_BYTES);
static unsigned threads_left;

static uint32_t lateness(takt_time now, takt_time of)
{
    takt_time late = now - of;

    return late < UINT32_MAX ? (uint32_t)late : UINT32_MAX;
}

/* The first who ends it says why. Any context. */
static void end(enum latency_end why)
{
    if (__atomic_exchange_n(&over, true, __ATOMIC_SEQ_CST)) {
        return;
    }
    state = why;
    (void)takt_clock_callback_cancel(&source);
    for (unsigned i = 0; i < now_measured.threads; i++) {
        (void)takt_semaphore_give(&threads[i].wake);
    }
}

/* Hand the instant to each thread; false if one has not yet measured the last. */
static bool hand_out(void)
{
    bool all = true;

    for (unsigned i = 0; i < now_measured.threads; i++) {
        struct measuring_thread *thread = &threads[i];

        if (thread->pending) {
            thread->measure.errors++;
            all = false;
        } else {
            thread->instant = instant;
            thread->cycle = cycles + 1;
            thread->pending = true;
            (void)takt_semaphore_give(&thread->wake);
        }
    }
    return all;
}

/* Go on to the next instant that has not passed; true if that is the next one of all. */
static bool advance(takt_time now)
{
    instant += interval;
    if (instant > now) {
        return true;
    }
    const uint64_t passed = (now - instant) / interval + 1;

    irq.errors += passed;
    instant += passed * interval;
    return false;
}

static bool keeps_up(bool in_time)
{
    bool keeps = true;

    failed_in_span += in_time ? 0 : 1;
    if (--left_of_span == 0) {
        keeps = failed_in_span <= SPAN / 2;
        left_of_span = SPAN;
        failed_in_span = 0;
    }
    return keeps;
}

/* In the clock's interrupt. */
static void come(struct takt_clock_callback *callback, void *unused)
{
    const takt_time now = takt_now();

    (void)unused;
    if (over) {
        return;
    }
    const bool handed_out = hand_out();

    histogram_add(&irq.histogram, lateness(now, instant));
    cycles++;
    const bool in_time = advance(now) && handed_out;

    if (cycles == now_measured.loops) {
        end(LATENCY_LOOPED);
    } else if (!keeps_up(in_time)) {
        end(LATENCY_OVERRUN);
    } else {
        takt_clock_callback_arm(callback, instant);
    }
}

/* The first who is too late ends the measurement, before what follows delays others; he also does
 * when the loops are done and it was in the last of them. */
static void exceed(const struct measuring_thread *self, uint32_t late)
{
    const uint64_t ns = takt_to_ns(late);

    if (state == LATENCY_STOPPED || __atomic_exchange_n(&exceeded_once, true, __ATOMIC_SEQ_CST)) {
        return;
    }
    end(LATENCY_EXCEEDED);
    state = LATENCY_EXCEEDED;
    if (now_measured.exceeded != NULL) {
        now_measured.exceeded(ns < UINT32_MAX ? (uint32_t)ns : UINT32_MAX, self->cycle);
    }
}

/* The last one to go tells, at a priority at which nobody minds. */
static void go(void)
{
    if (__atomic_sub_fetch(&threads_left, 1, __ATOMIC_SEQ_CST) == 0 && state != LATENCY_STOPPED
        && now_measured.ended != NULL) {
        takt_thread_set_priority(takt_thread_self(), QUIET_PRIORITY);
        now_measured.ended(state);
    }
}

static void note(struct measuring_thread *self, takt_time now)
{
    uint32_t late = lateness(now, self->instant);

    histogram_add(&self->measure.histogram, late);
    if (threshold > 0 && late > threshold) {
        exceed(self, late);
    }
    self->pending = false;
}

static void measure(void *argument)
{
    struct measuring_thread *self = argument;

    while (!over || self->pending) {
        (void)takt_semaphore_take(&self->wake, TAKT_FOREVER);
        takt_time now = takt_now();

        if (self->pending) {
            note(self, now);
        }
    }
    go();
}

static void measure_init(struct latency_measure *measure, uint64_t *rows)
{
    histogram_init(&measure->histogram, rows, LATENCY_ROWS, now_measured.row_us * COUNTS_OF_US);
    measure->errors = 0;
}

static void start_thread(unsigned index)
{
    static const char *const names[LATENCY_THREADS_MAX] = { "zyclic0", "zyclic1", "zyclic2",
                                                            "zyclic3" };
    struct measuring_thread *thread = &threads[index];
    const struct takt_thread_options options = { .name = names[index],
                                                 .priority = now_measured.priority - index,
                                                 .entry = measure,
                                                 .argument = thread,
                                                 .stack = stacks[index],
                                                 .stack_bytes = sizeof stacks[index] };

    measure_init(&thread->measure, thread->rows);
    thread->pending = false;
    takt_semaphore_init(&thread->wake, "wake", 0);
    (void)takt_thread_create(&thread->thread, &options);
}

/* Those of a measurement that has ended. */
static void bury_threads(void)
{
    for (unsigned i = 0; threads_exist && i < now_measured.threads; i++) {
        (void)takt_thread_join(&threads[i].thread, TAKT_FOREVER);
        takt_semaphore_destroy(&threads[i].wake);
    }
    threads_exist = false;
}

static void prepare(const struct latency_options *options)
{
    now_measured = *options;
    interval = takt_us(options->interval_us);
    threshold = takt_us(options->threshold_us);
    exceeded_once = false;
    cycles = 0;
    left_of_span = SPAN;
    failed_in_span = 0;
    measure_init(&irq, irq_rows);
    takt_clock_callback_init(&source, come, NULL);
}

static void start_threads(void)
{
    threads_left = now_measured.threads;
    threads_exist = true;
    for (unsigned i = 0; i < now_measured.threads; i++) {
        start_thread(i);
    }
}

/* A whole millisecond, whenever it is started: so instants lie alike in the steps of the clock and,
 * in an emulator, between its instructions. */
static takt_time first_instant(void)
{
    const takt_time ms = takt_ms(1);

    return (takt_now() + interval + ms - 1) / ms * ms;
}

bool latency_start(const struct latency_options *options)
{
    TAKT_REQUIRE(options->threads >= 1 && options->threads <= LATENCY_THREADS_MAX);
    TAKT_REQUIRE(options->priority >= options->threads && options->priority < TAKT_PRIORITIES);
    TAKT_REQUIRE(options->interval_us >= LATENCY_INTERVAL_LEAST_US && options->row_us > 0);
    if (state == LATENCY_RUNNING) {
        return false;
    }
    bury_threads();
    prepare(options);
    over = false;
    state = LATENCY_RUNNING;
    start_threads();
    instant = first_instant();
    takt_clock_callback_arm(&source, instant);
    return true;
}

void latency_stop(void)
{
    if (state == LATENCY_RUNNING) {
        end(LATENCY_STOPPED);
    }
    bury_threads();
}

struct latency_status latency_status(void)
{
    struct latency_status status = {
        .state = state, .cycles = cycles, .options = now_measured, .irq = &irq
    };

    for (unsigned i = 0; i < now_measured.threads; i++) {
        status.threads[i] = &threads[i].measure;
    }
    return status;
}
