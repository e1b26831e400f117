/* model_time.c - sleeping and computing: what time does to threads. Instants are whole
 * milliseconds, so that the few nanoseconds that calls take on this port never matter. */
#include "model_kinds.h"
#include "port.h"

static bool ends(int thread, const struct step *step)
{
    (void)thread;
    return step->limit != FOREVER_MS;
}

static int model_sleep(int thread, const struct step *step)
{
    return step->limit == 0 ? TAKT_OK : world_join(thread, FOR_TIME, 0);
}

static int call_sleep(int thread, const struct step *step)
{
    (void)step;
    return takt_sleep(limit_now(thread));
}

/* Value 0 is the past, 1 at most now. */
static int model_sleep_until(int thread, const struct step *step)
{
    takt_time instant = (world.now / MS + (takt_time)step->value - 1) * MS + world_offset(thread);

    thread_in_world(thread)->deadline = instant;
    return instant <= world.now ? TAKT_ETIMEDOUT : world_join(thread, FOR_TIME, 0);
}

static int call_sleep_until(int thread, const struct step *step)
{
    (void)step;
    return takt_sleep_until(thread_in_world(thread)->deadline);
}

static int model_compute(int thread, const struct step *step)
{
    takt_time until = (world.now / MS + (takt_time)step->value + 1) * MS + world_offset(thread);

    thread_in_world(thread)->deadline = until;
    world_advance(until);
    return TAKT_OK;
}

static int call_compute(int thread, const struct step *step)
{
    (void)step;
    host_pass(limit_now(thread));
    return TAKT_OK;
}

static const struct operation operations[] = {
    { .name = "sleep",
      .words = "sleeps%l",
      .weight = 6,
      .limited = true,
      .rests = true,
      .possible = ends,
      .model = model_sleep,
      .call = call_sleep },
    { .name = "sleep_until",
      .words = "sleeps until %v - 1 ms from now",
      .weight = 3,
      .values = 5,
      .blocks = true,
      .model = model_sleep_until,
      .call = call_sleep_until },
    { .name = "compute",
      .words = "computes for %v + 1 ms",
      .weight = 8,
      .values = 3,
      .model = model_compute,
      .call = call_compute },
};

const struct model_kind model_time = { .name = "time", OPERATIONS(operations) };
