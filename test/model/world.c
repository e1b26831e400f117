/* world.c - the reference: who is ready, who waits, in which order, and what time does. */
#include "world.h"

#include "model_kinds.h"

#include <string.h>

struct world world;

void world_begin(void)
{
    memset(&world, 0, sizeof world);
    model_init(&world.model);
    for (int i = 0; i < MODEL_THREADS; i++) {
        world.threads[i].ends = NOBODY;
    }
    for (int i = 0; i < ALARMS; i++) {
        world.alarms[i].when = TAKT_FOREVER;
    }
    for (int cpu = 0; cpu < TAKT_CPUS; cpu++) {
        world.running[cpu] = NOBODY;
    }
}

long world_next_place(void)
{
    world.last_place++;
    return world.last_place;
}

void world_make_thread(int thread, unsigned priority, takt_time slice, int cpu)
{
    struct world_thread *self = thread_in_world(thread);

    self->alive = true;
    self->cpu = cpu;
    self->result = TAKT_OK;
    self->slice = slice;
    self->slice_left = slice;
    thread_in_model(thread)->base = priority;
    thread_in_model(thread)->priority = priority;
    world_make_ready(thread);
}

bool world_ready(int thread)
{
    const struct world_thread *self = thread_in_world(thread);

    return self->alive && !self->ending && self->suspended == 0
           && thread_in_model(thread)->wait == RUNS;
}

bool world_unordered(enum model_wait wait)
{
    return wait == FOR_REPLY || wait == FOR_TIME || wait == FOR_FLAGS;
}

/* Does `left` come before `right`, who is in the same list? */
static bool before(int left, int right)
{
    const struct model_thread *one = thread_in_model(left);
    const struct model_thread *other = thread_in_model(right);

    if (!world_unordered(one->wait) && one->priority != other->priority) {
        return one->priority > other->priority;
    }
    return thread_in_world(left)->place < thread_in_world(right)->place;
}

static int insert(int count, int list[MODEL_THREADS], int thread)
{
    int at = count;

    while (at > 0 && before(thread, list[at - 1])) {
        list[at] = list[at - 1];
        at--;
    }
    list[at] = thread;
    return count + 1;
}

int world_waiters(enum model_wait wait, int object, int list[MODEL_THREADS])
{
    int count = 0;

    for (int i = 0; i < MODEL_THREADS; i++) {
        if (thread_in_model(i)->wait == wait && thread_in_model(i)->object == object) {
            count = insert(count, list, i);
        }
    }
    return count;
}

int world_first(enum model_wait wait, int object)
{
    int list[MODEL_THREADS];

    return world_waiters(wait, object, list) == 0 ? NOBODY : list[0];
}

static bool is_ready_on(int thread, int cpu)
{
    return world_ready(thread) && thread_in_world(thread)->cpu == cpu;
}

int world_ready_at(int cpu, unsigned priority, int list[MODEL_THREADS])
{
    int count = 0;

    for (int i = 0; i < MODEL_THREADS; i++) {
        if (is_ready_on(i, cpu) && thread_in_model(i)->priority == priority) {
            count = insert(count, list, i);
        }
    }
    return count;
}

static int most_urgent_ready(int cpu)
{
    int first = NOBODY;

    for (int i = 0; i < MODEL_THREADS; i++) {
        if (is_ready_on(i, cpu) && (first == NOBODY || before(i, first))) {
            first = i;
        }
    }
    return first;
}

int world_join(int thread, enum model_wait wait, int object)
{
    struct world_thread *self = thread_in_world(thread);

    if (self->deadline == TAKT_NO_WAIT) {
        return TAKT_EAGAIN;
    }
    if (model_deadlock(&world.model, thread, wait, object)) {
        return TAKT_EDEADLK;
    }
    world_set_alarm(thread, self->deadline);
    self->arrival = world_next_place();
    thread_in_model(thread)->server = NOBODY;
    world_move(thread, wait, object);
    return WAITS;
}

void world_move(int thread, enum model_wait wait, int object)
{
    struct model_thread *self = thread_in_model(thread);
    enum model_wait from = self->wait;
    int from_object = self->object;

    self->wait = wait;
    self->object = object;
    thread_in_world(thread)->place = world_next_place();
    world_settle_wait(wait, object);
    world_settle_wait(from, from_object);
}

void world_go_on(int thread, void (*then)(int thread), void (*rest)(int thread))
{
    thread_in_world(thread)->then = then;
    thread_in_world(thread)->rest = rest;
}

bool world_close(int thread, enum model_wait wait, void (*close_on)(int thread))
{
    int first = world_first(wait, thread_in_world(thread)->step->object);

    if (first != NOBODY) {
        world_go_on(thread, close_on, close_on);
        world_end(first, TAKT_ECLOSED);
    }
    return first != NOBODY;
}

void world_make_ready(int thread)
{
    thread_in_world(thread)->place = world_next_place();
}

void world_end(int thread, int result)
{
    struct model_thread *self = thread_in_model(thread);
    enum model_wait wait = self->wait;

    model_leave_hand(&world.model, thread);
    self->wait = RUNS;
    self->server = NOBODY;
    self->sending = 0;
    world_set_alarm(thread, TAKT_FOREVER);
    thread_in_world(thread)->result = result;
    world_settle_wait(wait, self->object);
    world_make_ready(thread);
}

void world_set_alarm(int alarm, takt_time when)
{
    int cpu = alarm - SLICE_END;

    if (alarm < SLICE_END) {
        cpu = thread_in_world(alarm < MODEL_THREADS ? alarm : SERVICE)->cpu;
    }
    world.alarms[alarm] = (struct world_alarm){ when, world_next_place(), cpu };
}

enum { ANY_CPU = -1 };

/* The one before all others on that CPU, or NOBODY. */
static int first_alarm(int cpu)
{
    int first = NOBODY;

    for (int i = 0; i < ALARMS; i++) {
        const struct world_alarm *alarm = &world.alarms[i];

        if (alarm->when != TAKT_FOREVER && (cpu == ANY_CPU || cpu == alarm->cpu)
            && (first == NOBODY || alarm->when < world.alarms[first].when
                || (alarm->when == world.alarms[first].when
                    && alarm->place < world.alarms[first].place))) {
            first = i;
        }
    }
    return first;
}

static takt_time due_on(int cpu)
{
    return first_alarm(cpu) == NOBODY ? TAKT_FOREVER : world.alarms[first_alarm(cpu)].when;
}

takt_time world_next_due(void)
{
    return due_on(ANY_CPU);
}

static void expire(void)
{
    while (due_on(world.turn) <= world.now) {
        int alarm = first_alarm(world.turn);

        if (alarm >= SLICE_END) {
            world_slice_ends();
        } else if (alarm >= MODEL_THREADS) {
            timer_comes_due(alarm - MODEL_THREADS);
        } else {
            world_end(alarm, thread_in_model(alarm)->wait == FOR_TIME ? TAKT_OK : TAKT_ETIMEDOUT);
        }
    }
}

void world_advance(takt_time to)
{
    world_look_for_ties(to);
    world.now = to;
    expire();
}

static bool has_something_to_do(int cpu)
{
    return most_urgent_ready(cpu) != NOBODY || due_on(cpu) <= world.now;
}

takt_time world_offset(int thread)
{
    return (takt_time)thread_in_world(thread)->cpu * (MS / 8);
}

/* When nobody could run time went straight to the next instant at which something is due. */
static takt_time leapt_to;

/* Whether it has something to do is a question of nanoseconds: a thread has taken its limit along
 * to another CPU. */
static bool is_in_doubt(int cpu)
{
    takt_time due = due_on(cpu);

    return most_urgent_ready(cpu) == NOBODY && due != leapt_to
           && world_distance(due, world.now) < WORLD_NEAR;
}

/* Who is due first has its turn; two must not be so at once. */
static void leap(void)
{
    int first = world.alarms[first_alarm(ANY_CPU)].cpu;

    leapt_to = world_next_due();
    for (int cpu = 0; cpu < TAKT_CPUS; cpu++) {
        if (cpu != first && world_distance(due_on(cpu), leapt_to) < WORLD_NEAR) {
            world.order_is_lost = true;
        }
    }
    world_advance(leapt_to);
}

void world_pass_turn(void)
{
    int cpu = world.turn;

    for (int other = 0; other < TAKT_CPUS; other++) {
        world.order_is_lost = world.order_is_lost || (other != cpu && is_in_doubt(other));
    }
    do {
        cpu = (cpu + 1) % TAKT_CPUS;
    } while (cpu != world.turn && !has_something_to_do(cpu));
    world.turn = cpu;
}

/* Nobody can run on the CPU whose turn it is: another has its turn, or time passes. */
static bool go_elsewhere(void)
{
    int cpu = world.turn;

    world_pass_turn();
    if (world.turn != cpu) {
        return true;
    }
    if (first_alarm(ANY_CPU) != NOBODY) {
        leap();
        return true;
    }
    return false;
}

/* One thing that happens: a call goes on, or, when nobody can run, time does. False: nothing. */
static bool happen(void)
{
    int thread = most_urgent_ready(world.turn);
    void (*then)(int) = thread == NOBODY ? NULL : thread_in_world(thread)->then;

    if (then != NULL) {
        world_go_on(thread, NULL, NULL);
        then(thread);
        return true;
    }
    return thread == NOBODY && go_elsewhere();
}

bool world_runs_elsewhere(int thread)
{
    for (int cpu = 0; cpu < TAKT_CPUS; cpu++) {
        if (cpu != world.turn && world.running[cpu] == thread) {
            return true;
        }
    }
    return false;
}

void world_move_thread(int thread, int cpu)
{
    struct world_thread *self = thread_in_world(thread);

    if (self->cpu == cpu) {
        return;
    }
    self->cpu = cpu;
    world_set_alarm(thread, world.alarms[thread].when);
    if (world_ready(thread)) {
        world_make_ready(thread);
    }
}

int world_run(void)
{
    do {
        expire();
        world_pass_processor(most_urgent_ready(world.turn));
    } while (happen());
    return most_urgent_ready(world.turn);
}
