/* model_end.c - how threads end: by themselves, or by others, wherever they stand. Whoever ends a
 * thread takes one step of that after the other, between which others may run; each looks only at
 * what is left, so that it does not matter who took the steps before. */
#include "model_kinds.h"
#include "player.h"

/* Its call first, where others rest on that; then clients, then mutexes, then the channel. False:
 * nothing was left to do. */
static bool abandon_one(int thread)
{
    void (*rest)(int) = thread_in_world(thread)->rest;

    if (rest != NULL) {
        world_go_on(thread, NULL, NULL);
        rest(thread);
        return true;
    }
    return channels_lose_server_of_client(thread) || mutexes_lose_owner(thread)
           || channels_lose_server(thread);
}

/* Those who are ending the thread have nothing left to do. */
static void dismiss_enders(int thread)
{
    for (int i = 0; i < MODEL_THREADS; i++) {
        if (thread_in_world(i)->ends == thread) {
            thread_in_world(i)->ends = NOBODY;
            world_go_on(i, NULL, NULL);
        }
    }
}

static void die(int thread)
{
    struct world_thread *self = thread_in_world(thread);
    struct model_thread *in_model = thread_in_model(thread);

    for (int i = world_first(FOR_END, thread); i != NOBODY; i = world_first(FOR_END, thread)) {
        world_end(i, TAKT_OK);
    }
    dismiss_enders(thread);
    world_go_on(thread, NULL, NULL);
    self->alive = false;
    self->ending = false;
    self->suspended = 0;
    self->step = NULL;
    in_model->base = 0;
    in_model->priority = 0;
}

static void exit_on(int thread)
{
    if (abandon_one(thread)) {
        world_go_on(thread, exit_on, NULL);
    } else {
        die(thread);
    }
}

int end_model_exit(int thread, const struct step *step)
{
    (void)step;
    world_go_on(thread, exit_on, NULL);
    return WAITS;
}

int end_call_exit(int thread, const struct step *step)
{
    (void)thread;
    (void)step;
    takt_thread_exit();
}

/* From here on the thread does not run any more, and waits for nothing. */
static void stop(int thread)
{
    if (thread_in_model(thread)->wait != RUNS) {
        world_end(thread, TAKT_OK);
    }
    thread_in_world(thread)->ending = true;
    thread_in_world(thread)->then = NULL;
}

/* Who was ending another when it was stopped: that one first, and so on. */
static int first_to_end(int thread)
{
    while (thread_in_world(thread)->ends != NOBODY) {
        thread = thread_in_world(thread)->ends;
    }
    return thread;
}

static void cancel_on(int thread)
{
    int other = first_to_end(thread);

    if (!abandon_one(other)) {
        die(other);
    }
    if (thread_in_world(thread)->ends != NOBODY) {
        world_go_on(thread, cancel_on, NULL);
    }
}

/* A moment that programs would seldom come upon. */
bool end_is_between(int thread, const struct step *step)
{
    const struct world_thread *other = thread_in_world(step->object);
    bool finishes = other->rest != NULL && thread_in_model(step->object)->wait == RUNS;

    return step->object != thread && step->object != CONTROL
           && (finishes || other->ending || other->ends != NOBODY || other->then == exit_on);
}

int end_model_cancel(int thread, const struct step *step)
{
    if (!thread_in_world(step->object)->alive) {
        return TAKT_ECLOSED;
    }
    if (step->object == thread) {
        return end_model_exit(thread, step);
    }
    if (!thread_in_world(step->object)->ending) {
        stop(step->object);
    }
    thread_in_world(thread)->ends = step->object;
    cancel_on(thread);
    return TAKT_OK;
}

int end_call_cancel(int thread, const struct step *step)
{
    (void)thread;
    return takt_thread_cancel(player_thread(step->object));
}
