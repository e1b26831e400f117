/* model_semaphore.c - semaphores. */
#include "model_kinds.h"
#include "player.h"
#include "teller.h"

enum { SEMAPHORES = MODEL_SEMAPHORES, VALUES = 4 };

static struct takt_semaphore semaphores[SEMAPHORES];
static bool open[SEMAPHORES];

static unsigned *count_of(int object)
{
    return &world.model.counts[object];
}

static int model_take(int thread, const struct step *step)
{
    if (!open[step->object]) {
        return TAKT_ECLOSED;
    }
    if (*count_of(step->object) == 0) {
        return world_join(thread, FOR_SEMAPHORE, step->object);
    }
    (*count_of(step->object))--;
    return TAKT_OK;
}

static int call_take(int thread, const struct step *step)
{
    return takt_semaphore_take(&semaphores[step->object], limit_now(thread));
}

/* Whoever still waits while the semaphore is being destroyed may get what is given. */
static int model_give(int thread, const struct step *step)
{
    int first = world_first(FOR_SEMAPHORE, step->object);

    (void)thread;
    if (first != NOBODY) {
        world_end(first, TAKT_OK);
    } else if (!open[step->object]) {
        return TAKT_ECLOSED;
    } else if (*count_of(step->object) == TAKT_SEMAPHORE_MAX) {
        return TAKT_EAGAIN;
    } else {
        (*count_of(step->object))++;
    }
    return TAKT_OK;
}

static int call_give(int thread, const struct step *step)
{
    (void)thread;
    return takt_semaphore_give(&semaphores[step->object]);
}

static void close_on(int thread)
{
    (void)world_close(thread, FOR_SEMAPHORE, close_on);
}

static bool is_open(int thread, const struct step *step)
{
    (void)thread;
    return open[step->object];
}

static int model_destroy(int thread, const struct step *step)
{
    open[step->object] = false;
    close_on(thread);
    return TAKT_OK;
}

static int call_destroy(int thread, const struct step *step)
{
    (void)thread;
    takt_semaphore_destroy(&semaphores[step->object]);
    return TAKT_OK;
}

static bool may_be_made(int thread, const struct step *step)
{
    (void)thread;
    return !open[step->object] && !operation_in_progress(&model_semaphores, step->object);
}

/* The last value is as full as it gets, but for one. */
static unsigned first_count(const struct step *step)
{
    return step->value == VALUES - 1 ? TAKT_SEMAPHORE_MAX - 1 : (unsigned)step->value;
}

static int model_make(int thread, const struct step *step)
{
    (void)thread;
    open[step->object] = true;
    *count_of(step->object) = first_count(step);
    return TAKT_OK;
}

static int call_make(int thread, const struct step *step)
{
    (void)thread;
    takt_semaphore_init(&semaphores[step->object], "semaphore", first_count(step));
    return TAKT_OK;
}

static void begin(void)
{
    for (int i = 0; i < SEMAPHORES; i++) {
        takt_semaphore_init(&semaphores[i], "semaphore", 0);
        open[i] = true;
    }
}

static void compare(void)
{
    for (int i = 0; i < SEMAPHORES; i++) {
        if (open[i]) {
            must_equal(takt_semaphore_count(&semaphores[i]), *count_of(i), "semaphore's counter",
                       i);
        }
        must_wait(&semaphores[i].wait, FOR_SEMAPHORE, i, "semaphore");
    }
}

static const struct operation operations[] = {
    { .name = "take",
      .words = "takes semaphore %o%l",
      .weight = 8,
      .objects = SEMAPHORES,
      .limited = true,
      .any_context = true,
      .model = model_take,
      .call = call_take },
    { .name = "give",
      .words = "gives semaphore %o",
      .weight = 8,
      .objects = SEMAPHORES,
      .any_context = true,
      .model = model_give,
      .call = call_give },
    { .name = "destroy_semaphore",
      .words = "destroys semaphore %o",
      .weight = 1,
      .objects = SEMAPHORES,
      .closes = true,
      .possible = is_open,
      .model = model_destroy,
      .call = call_destroy },
    { .name = "make_semaphore",
      .words = "makes semaphore %o, counter %v",
      .weight = 3,
      .objects = SEMAPHORES,
      .values = VALUES,
      .any_context = true,
      .possible = may_be_made,
      .model = model_make,
      .call = call_make },
};

const struct model_kind model_semaphores = {
    .name = "semaphores", .begin = begin, .compare = compare, OPERATIONS(operations)
};
