/* timer.c - functions that a thread calls at a time.
 *
 * The clock's interrupt only puts a timer at the end of its service's list of due ones and wakes
 * the service. The service takes the first out of the list, arms a periodic one for its next
 * instant, lets go of the lock and calls. So each window deals with one timer; a period too short
 * for its service takes time from less urgent threads only; and stopping a timer, at any moment
 * before it is called, is no more than taking it out of where it stands.
 *
 * Once a call has begun the service knows nothing of the timer any more: it may be gone.
 */
#include "takt/timer.h"

#include "clock.h"
#include "entry.h"
#include "steps.h"
#include "thread_create.h"
#include "thread_state.h"
#include "trace.h"
#include "wait.h"

static struct takt_timer *timer_due_first(const struct takt_timer_service *service)
{
    return LIST_ENTRY(service->due.next, struct takt_timer, due_node);
}

static void describe(const struct takt_wait *object)
{
    const struct takt_timer *timer = LIST_ENTRY(object, struct takt_timer, object);

    trace_event(TRACE_TIMER_CREATE, 0, object->id, timer->service->thread.id);
    wait_trace_name(object);
}

static const struct takt_wait_kind timer_kind = { .describe = describe };
static const struct takt_wait_kind idle_kind = { .state = TRACE_STATE_TIMER };

/* In the clock's interrupt. */
static void come_due(struct takt_timeout *timeout)
{
    struct takt_timer *timer = LIST_ENTRY(timeout, struct takt_timer, timeout);
    struct takt_timer_service *service = timer->service;

    list_add_last(&service->due, &timer->due_node);
    trace_event(TRACE_TIMER_EXPIRE, service->thread.id, timer->object.id, timer->missed);
    if (wait_first(&service->idle) != NULL) {
        wait_leave(wait_first(&service->idle), TAKT_OK);
    }
}

static void arm(struct takt_timer *timer, takt_time when)
{
    if (when != TAKT_FOREVER) {
        clock_add(cpu_of(&timer->service->thread), &timer->timeout, when);
    }
}

static bool settle_step(void *object)
{
    struct takt_timer *timer = object;

    clock_go_on(&timer->timeout);
    return timer->timeout.early;
}

/* Many are due before it and behind it: it goes to its place in windows of its own, so that timers
 * of one instant are called in the order in which they were started. Whoever stops or destroys it
 * in between ends the steps. Interrupts of devices do not come in between those of another. */
static void settle(struct takt_timer *timer)
{
    if (timer->timeout.early) {
        timer->timeout.carrier = port_in_isr() ? NULL : cpu_here()->current;
        steps_run(settle_step, timer);
    }
}

/* Whole periods from an instant until now. Seldom one: then nothing is divided. */
static takt_time periods_passed(takt_time since, takt_time now, takt_time period)
{
    return now <= since || now - since < period ? 0 : (now - since) / period;
}

static void arm_next(struct takt_timer *timer)
{
    takt_time now = port_clock_now();
    takt_time passed = periods_passed(timer->timeout.when, now, timer->period);
    takt_time last = timer->timeout.when + passed * timer->period;

    timer->missed =
        passed < UINT32_MAX - timer->missed ? timer->missed + (uint32_t)passed : UINT32_MAX;
    arm(timer, clock_after(last, timer->period));
}

static struct takt_timer *take_due(const struct takt_timer_service *service)
{
    struct takt_timer *timer = timer_due_first(service);

    list_remove(&timer->due_node);
    if (timer->period > 0) {
        arm_next(timer);
    }
    trace_event(TRACE_TIMER_CALL, service->thread.id, timer->object.id, 0);
    return timer;
}

static void trace_return(const struct takt_timer_service *service, uint32_t id)
{
    kernel_enter();

    trace_event(TRACE_TIMER_RETURN, service->thread.id, id, 0);
    kernel_leave();
}

/* Called without the lock: wait for a timer, or call the first. */
static void serve_one(struct takt_timer_service *service)
{
    kernel_enter();
    if (list_empty(&service->due)) {
        (void)wait_join(&service->idle, TAKT_FOREVER);
        kernel_leave();
        return;
    }
    struct takt_timer *timer = take_due(service);
    takt_timer_callback callback = timer->callback;
    void *argument = timer->argument;
    uint32_t id = timer->object.id;

    settle(timer);
    kernel_leave();
    callback(timer, argument);
    if (TAKT_TRACE && trace_active) {
        trace_return(service, id);
    }
}

static void serve(void *service)
{
    for (;;) {
        serve_one(service);
    }
}

int takt_timer_service_start(struct takt_timer_service *service,
                             const struct takt_thread_options *options)
{
    TAKT_REQUIRE(service != NULL && options != NULL);
    struct takt_thread_options completed = *options;

    completed.entry = serve;
    completed.argument = service;
    completed.suspended = true;
    int status = thread_create(&service->thread, &completed, true);

    if (status == TAKT_OK) {
        wait_init(&service->idle, &idle_kind);
        list_init(&service->due);
        if (!options->suspended) {
            (void)takt_thread_resume(&service->thread);
        }
    }
    return status;
}

void takt_timer_init(struct takt_timer *timer, const char *name, struct takt_timer_service *service,
                     takt_timer_callback callback, void *argument)
{
    TAKT_REQUIRE(service != NULL && callback != NULL);
    kernel_enter();

    wait_init(&timer->object, &timer_kind);
    timeout_init(&timer->timeout, come_due);
    list_init(&timer->due_node);
    timer->service = service;
    timer->period = 0;
    timer->missed = 0;
    timer->open = true;
    timer->callback = callback;
    timer->argument = argument;
    wait_register(&timer->object, name);
    kernel_leave();
}

static bool running(const struct takt_timer *timer)
{
    return timeout_armed(&timer->timeout) || !list_empty(&timer->due_node);
}

/* It is in one of the two, or in none. */
static void take_out(struct takt_timer *timer)
{
    clock_cancel(&timer->timeout);
    list_remove(&timer->due_node);
}

static int start(struct takt_timer *timer, takt_time when, takt_time period)
{
    if (!timer->open) {
        return TAKT_ECLOSED;
    }
    TAKT_REQUIRE(timer->service->thread.entry == serve);
    if (timer->service->thread.state == THREAD_DEAD) {
        return TAKT_ECLOSED;
    }
    take_out(timer);
    timer->period = period;
    timer->missed = 0;
    trace_event(TRACE_TIMER_START, cpu_here()->current->id, timer->object.id, (uint32_t)period);
    arm(timer, when);
    settle(timer);
    return TAKT_OK;
}

int takt_timer_start(struct takt_timer *timer, takt_time after, takt_time period)
{
    kernel_enter();
    int status = start(timer, clock_after(port_clock_now(), after), period);

    kernel_leave();
    return status;
}

int takt_timer_start_at(struct takt_timer *timer, takt_time instant, takt_time period)
{
    kernel_enter();
    takt_time now = port_clock_now();
    takt_time passed = period == 0 ? 0 : periods_passed(instant, now, period);
    int status = start(timer, instant + passed * period, period);

    kernel_leave();
    return status;
}

bool takt_timer_stop(struct takt_timer *timer)
{
    kernel_enter();
    bool stopped = timer->open && running(timer);

    if (stopped) {
        take_out(timer);
        trace_event(TRACE_TIMER_STOP, cpu_here()->current->id, timer->object.id, 0);
    }
    kernel_leave();
    return stopped;
}

bool takt_timer_running(const struct takt_timer *timer)
{
    kernel_enter();
    bool runs = timer->open && running(timer);

    kernel_leave();
    return runs;
}

uint32_t takt_timer_missed(const struct takt_timer *timer)
{
    return timer->missed;
}

void takt_timer_destroy(struct takt_timer *timer)
{
    kernel_enter();

    TAKT_REQUIRE(timer->open);
    take_out(timer);
    timer->open = false;
    wait_unregister(&timer->object);
    trace_event(TRACE_TIMER_DESTROY, cpu_here()->current->id, timer->object.id, 0);
    kernel_leave();
}
