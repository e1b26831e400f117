/* world_order.c - when priorities change: who moves, in which order, to which place.
 *
 * The priorities themselves are kernel_model's least solution, computed from nothing. The way that
 * a change takes is followed only for the order among equals: it begins where something has
 * changed, goes to those who are nearest first, and moves each when what it is due has changed.
 */
#include "world.h"

int world_sort(int count, int list[MODEL_THREADS], long (*place_of)(int thread))
{
    for (int i = 1; i < count; i++) {
        for (int at = i; at > 0 && place_of(list[at]) < place_of(list[at - 1]); at--) {
            int other = list[at];

            list[at] = list[at - 1];
            list[at - 1] = other;
        }
    }
    return count;
}

static long serves_place_of(int thread)
{
    return thread_in_world(thread)->serves_place;
}

static int set_to_list(unsigned set, int list[MODEL_THREADS])
{
    int count = 0;

    for (int i = 0; i < MODEL_THREADS; i++) {
        if ((set >> i & 1) != 0) {
            list[count] = i;
            count++;
        }
    }
    return count;
}

int world_holders(enum model_wait wait, int object, int list[MODEL_THREADS])
{
    unsigned holders = model_holders(&world.model, wait, object, NOBODY);

    return world_sort(set_to_list(holders, list), list, serves_place_of);
}

/* A line of threads to look at; nobody is in it twice at a time. */
struct line {
    int threads[MODEL_THREADS];
    int count;
};

static void line_add(struct line *line, int thread)
{
    for (int i = 0; i < line->count; i++) {
        if (line->threads[i] == thread) {
            return;
        }
    }
    line->threads[line->count] = thread;
    line->count++;
}

static int line_take(struct line *line)
{
    int first = line->threads[0];

    line->count--;
    for (int i = 0; i < line->count; i++) {
        line->threads[i] = line->threads[i + 1];
    }
    return first;
}

static void line_add_holders(struct line *line, enum model_wait wait, int object)
{
    int holders[MODEL_THREADS];
    int count = world_holders(wait, object, holders);

    for (int i = 0; i < count; i++) {
        line_add(line, holders[i]);
    }
}

/* Whoever waits goes behind its equals, where they have an order. Of the ready, who is raised goes
 * behind them and who is lowered before them. */
static void change(int thread, unsigned priority)
{
    struct model_thread *self = thread_in_model(thread);
    bool raised = priority > self->priority;

    self->priority = priority;
    if (world_unordered(self->wait)) {
        return;
    }
    if (self->wait != RUNS || raised) {
        thread_in_world(thread)->place = world_next_place();
    } else {
        world.first_place--;
        thread_in_world(thread)->place = world.first_place;
    }
}

/* A client who rises while its message is in hand lends to that server from then on. */
static void change_goes_on(struct line *line, int thread, bool raised)
{
    struct model_thread *self = thread_in_model(thread);

    line_add_holders(line, self->wait, self->object);
    if (self->wait == FOR_REPLY && self->server != NOBODY && world.model.lends[self->object]) {
        self->rose = self->rose || raised;
        line_add(line, self->server);
    }
}

/* Follow the change. Somebody may be reached before all that it rests on has changed, where a
 * channel has several servers; or some boosts rest on nothing but each other at the end. The
 * priorities are what the solution says all the same, but the order that this leaves is nobody's
 * promise. */
static void follow(struct line *line, const struct model *solution)
{
    while (line->count > 0) {
        int thread = line_take(line);
        unsigned before = thread_in_model(thread)->priority;
        unsigned due = model_due(&world.model, thread);

        if (due != before) {
            change(thread, due);
            change_goes_on(line, thread, due > before);
        } else if (due != solution->threads[thread].priority) {
            world.order_is_lost = true;
        }
    }
}

static void settle(struct line *line)
{
    struct model solution = world.model;

    model_settle(&solution);
    follow(line, &solution);
    for (int i = 0; i < MODEL_THREADS; i++) {
        if (thread_in_model(i)->priority != solution.threads[i].priority) {
            world.order_is_lost = true;
            thread_in_model(i)->priority = solution.threads[i].priority;
        }
    }
}

void world_settle(int thread)
{
    struct line line = { .count = 0 };

    line_add(&line, thread);
    settle(&line);
}

void world_settle_wait(enum model_wait wait, int object)
{
    struct line line = { .count = 0 };

    line_add_holders(&line, wait, object);
    if (line.count > 0) {
        settle(&line);
    }
}
