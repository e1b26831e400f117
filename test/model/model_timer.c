/* model_timer.c - timers, all of one service. Its thread is an actor, too: each call of a timer
 * takes one of its steps. */
#include "model_kinds.h"
#include "player.h"
#include "teller.h"

enum { PERIODS = 4, INSTANTS = 5 };

static struct takt_timer_service service;
static struct takt_timer timers[WORLD_TIMERS];
static TAKT_STACK(stack, 4096);

static struct {
    bool open;
    bool due;       /* it has come, and was not called yet */
    long due_place; /* among those that are due */
    takt_time when; /* the last instant that it was set to */
    takt_time period;
    uint32_t missed;
} known[WORLD_TIMERS];

static int called;

static takt_time *alarm_of(int timer)
{
    return &world.alarms[MODEL_THREADS + timer].when;
}

static void set(int timer, takt_time when)
{
    known[timer].when = when;
    world_set_alarm(MODEL_THREADS + timer, when);
}

void timer_comes_due(int timer)
{
    *alarm_of(timer) = TAKT_FOREVER;
    known[timer].due = true;
    known[timer].due_place = world_next_place();
    if (world_first(FOR_TIMER, 0) != NOBODY) {
        world_end(SERVICE, TAKT_OK);
    }
}

int timer_being_called(void)
{
    return called;
}

static int first_due(void)
{
    int first = NOBODY;

    for (int i = 0; i < WORLD_TIMERS; i++) {
        if (known[i].due && (first == NOBODY || known[i].due_place < known[first].due_place)) {
            first = i;
        }
    }
    return first;
}

/* The next of its instants that is not over. */
static void set_next(int timer)
{
    takt_time period = known[timer].period;
    takt_time passed = (world.now - known[timer].when) / period;

    known[timer].missed += (uint32_t)passed;
    set(timer, known[timer].when + (passed + 1) * period);
}

static void serve_on(int thread)
{
    int timer = first_due();

    if (timer == NOBODY) {
        thread_in_world(thread)->deadline = TAKT_FOREVER;
        thread_in_world(thread)->then = serve_on;
        (void)world_join(thread, FOR_TIMER, 0);
        return;
    }
    known[timer].due = false;
    if (known[timer].period > 0) {
        set_next(timer);
    }
    called = timer;
}

void timer_called(void)
{
    thread_in_world(SERVICE)->then = serve_on;
}

struct takt_thread *timer_service(void)
{
    return &service.thread;
}

void timer_service_begin(unsigned priority, unsigned cpu)
{
    const struct takt_thread_options options = {
        .name = "service",
        .priority = priority,
        .stack = stack,
        .stack_bytes = sizeof stack,
        .cpu = TAKT_CPU(cpu),
    };

    thread_in_world(SERVICE)->then = serve_on;
    must_equal(takt_timer_service_start(&service, &options), TAKT_OK, "start of the service", 0);
}

static int index_of(const struct takt_timer *timer)
{
    return (int)(timer - timers);
}

static void call_back(struct takt_timer *timer, void *argument)
{
    player_is_called(argument == timer ? index_of(timer) : NOBODY);
}

static takt_time period_of(const struct step *step)
{
    return (takt_time)(step->value % PERIODS) * MS;
}

/* What starts at once is not between two milliseconds only if it does so once. */
static bool may_be_started(int thread, const struct step *step)
{
    (void)thread;
    return step->limit != 0 || period_of(step) == 0;
}

static int start(int timer, takt_time when, takt_time period)
{
    if (!known[timer].open || !thread_in_world(SERVICE)->alive) {
        return TAKT_ECLOSED;
    }
    known[timer].due = false;
    known[timer].missed = 0;
    known[timer].period = period;
    set(timer, when);
    return TAKT_OK;
}

static int model_start(int thread, const struct step *step)
{
    takt_time *deadline = &thread_in_world(thread)->deadline;

    if (*deadline == TAKT_NO_WAIT) {
        return start(step->object, world.now, period_of(step));
    }
    if (*deadline != TAKT_FOREVER) {
        *deadline += world_offset(SERVICE) - world_offset(step->actor);
    }
    return start(step->object, *deadline, period_of(step));
}

static int call_start(int thread, const struct step *step)
{
    return takt_timer_start(&timers[step->object], limit_now(thread), period_of(step));
}

/* Up to two milliseconds ago, or from now. */
static takt_time instant_of(const struct step *step)
{
    return (world.now / MS + (takt_time)(step->value / PERIODS) - 2) * MS + world_offset(SERVICE);
}

static int model_start_at(int thread, const struct step *step)
{
    takt_time instant = instant_of(step);
    takt_time period = period_of(step);

    thread_in_world(thread)->deadline = instant;
    if (period > 0 && instant <= world.now) {
        instant += (world.now - instant) / period * period;
    }
    return start(step->object, instant, period);
}

static int call_start_at(int thread, const struct step *step)
{
    return takt_timer_start_at(&timers[step->object], thread_in_world(thread)->deadline,
                               period_of(step));
}

static bool running(int timer)
{
    return known[timer].due || *alarm_of(timer) != TAKT_FOREVER;
}

static int model_stop(int thread, const struct step *step)
{
    int result = running(step->object);

    (void)thread;
    known[step->object].due = false;
    *alarm_of(step->object) = TAKT_FOREVER;
    return result;
}

static int call_stop(int thread, const struct step *step)
{
    (void)thread;
    return takt_timer_stop(&timers[step->object]);
}

static int model_running(int thread, const struct step *step)
{
    (void)thread;
    return running(step->object);
}

static int call_running(int thread, const struct step *step)
{
    (void)thread;
    return takt_timer_running(&timers[step->object]);
}

static bool is_open(int thread, const struct step *step)
{
    (void)thread;
    return known[step->object].open;
}

static int model_destroy(int thread, const struct step *step)
{
    (void)model_stop(thread, step);
    known[step->object].open = false;
    return TAKT_OK;
}

static int call_destroy(int thread, const struct step *step)
{
    (void)thread;
    takt_timer_destroy(&timers[step->object]);
    return TAKT_OK;
}

static bool may_be_made(int thread, const struct step *step)
{
    (void)thread;
    return !known[step->object].open && !operation_in_progress(&model_timers, step->object);
}

static int model_make(int thread, const struct step *step)
{
    (void)thread;
    known[step->object].open = true;
    known[step->object].due = false;
    known[step->object].missed = 0;
    *alarm_of(step->object) = TAKT_FOREVER;
    return TAKT_OK;
}

static int call_make(int thread, const struct step *step)
{
    struct takt_timer *timer = &timers[step->object];

    (void)thread;
    takt_timer_init(timer, "timer", &service, call_back, timer);
    return TAKT_OK;
}

static void begin(void)
{
    called = NOBODY;
    for (int i = 0; i < WORLD_TIMERS; i++) {
        const struct step step = { .object = i };

        (void)model_make(CONTROL, &step);
        (void)call_make(CONTROL, &step);
    }
}

static void compare(void)
{
    must_wait(&service.idle, FOR_TIMER, 0, "service");
    for (int i = 0; i < WORLD_TIMERS; i++) {
        if (known[i].open) {
            must_equal(takt_timer_missed(&timers[i]), known[i].missed, "missed calls of timer", i);
        }
    }
}

static const struct operation operations[] = {
    { .name = "start_timer",
      .words = "starts timer %o%l, period %v mod 4 ms",
      .weight = 8,
      .objects = WORLD_TIMERS,
      .limited = true,
      .rests = true,
      .any_context = true,
      .values = PERIODS,
      .possible = may_be_started,
      .model = model_start,
      .call = call_start },
    { .name = "start_timer_at",
      .words = "starts timer %o at %v / 4 - 2 ms from now, period %v mod 4 ms",
      .weight = 6,
      .objects = WORLD_TIMERS,
      .any_context = true,
      .values = PERIODS * INSTANTS,
      .model = model_start_at,
      .call = call_start_at },
    { .name = "stop_timer",
      .words = "stops timer %o",
      .weight = 4,
      .objects = WORLD_TIMERS,
      .any_context = true,
      .model = model_stop,
      .call = call_stop },
    { .name = "timer_running",
      .words = "asks whether timer %o runs",
      .weight = 3,
      .objects = WORLD_TIMERS,
      .any_context = true,
      .model = model_running,
      .call = call_running },
    { .name = "destroy_timer",
      .words = "destroys timer %o",
      .weight = 2,
      .objects = WORLD_TIMERS,
      .any_context = true,
      .closes = true,
      .possible = is_open,
      .model = model_destroy,
      .call = call_destroy },
    { .name = "make_timer",
      .words = "makes timer %o",
      .weight = 3,
      .objects = WORLD_TIMERS,
      .any_context = true,
      .possible = may_be_made,
      .model = model_make,
      .call = call_make },
};

const struct model_kind model_timers = {
    .name = "timers", .begin = begin, .compare = compare, OPERATIONS(operations)
};
