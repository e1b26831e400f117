/* world_slice.c - time slices: who has the processor, and for how long yet.
 *
 * The kernel's calls take some nanoseconds, which the reference does not count; for slices they add
 * up. Where the end of a slice comes so near to something else that they might change what happens,
 * the order is nobody's promise. Slices end at quarters of milliseconds, so that this is seldom.
 */
#include "world.h"

static int running(void)
{
    return world.running[world.turn];
}

static takt_time *slice_end(void)
{
    return &world.alarms[SLICE_END + world.turn].when;
}

static void begin_slice(int thread)
{
    const struct world_thread *self = thread_in_world(thread);

    if (self->slice > 0) {
        world_set_alarm(SLICE_END + world.turn, world.now + self->slice_left);
        world.order_is_lost = world.order_is_lost || self->slice_left < WORLD_NEAR;
    }
}

static bool is_first_of_equals(int thread)
{
    int equals[MODEL_THREADS];

    return world_ready(thread)
           && world_ready_at(world.turn, thread_in_model(thread)->priority, equals) > 0
           && equals[0] == thread;
}

/* Who still is the first of its equals was preempted, and keeps what is left. */
static void end_turn(int thread)
{
    bool keeps = is_first_of_equals(thread) && *slice_end() != TAKT_FOREVER;

    thread_in_world(thread)->slice_left =
        keeps ? *slice_end() - world.now : thread_in_world(thread)->slice;
    *slice_end() = TAKT_FOREVER;
}

takt_time world_slice_left(int thread)
{
    for (int cpu = 0; cpu < TAKT_CPUS; cpu++) {
        takt_time end = world.alarms[SLICE_END + cpu].when;

        if (thread == world.running[cpu] && end != TAKT_FOREVER) {
            return end - world.now;
        }
    }
    return thread_in_world(thread)->slice_left;
}

void world_pass_processor(int next)
{
    if (next == running()) {
        return;
    }
    if (running() != NOBODY) {
        end_turn(running());
    }
    world.running[world.turn] = next;
    if (next != NOBODY) {
        begin_slice(next);
    }
}

void world_slice_ends(void)
{
    struct world_thread *self = thread_in_world(running());
    int equals[MODEL_THREADS];

    self->slice_left = self->slice;
    *slice_end() = TAKT_FOREVER;
    if (world_ready_at(world.turn, thread_in_model(running())->priority, equals) > 1) {
        self->place = world_next_place();
    } else {
        begin_slice(running());
    }
}

static bool is_near(takt_time instant)
{
    return world_distance(*slice_end(), instant) < WORLD_NEAR;
}

static bool is_near_another(takt_time to)
{
    bool near = is_near(to);

    for (int i = 0; i < SLICE_END; i++) {
        near = near || (world.alarms[i].when <= to && is_near(world.alarms[i].when));
    }
    return near;
}

/* `to` and whatever falls due until then. */
void world_look_for_ties(takt_time to)
{
    if (*slice_end() != TAKT_FOREVER && is_near_another(to)) {
        world.order_is_lost = true;
    }
}
