/* model_mutex.c - mutexes. The last one is recursive. */
#include "model_kinds.h"
#include "kernel_view.h"
#include "player.h"
#include "teller.h"

enum { MUTEXES = WORLD_MUTEXES, RECURSIVE = MUTEXES - 1 };

static struct takt_mutex mutexes[MUTEXES];

static struct {
    bool open;
    bool owner_died;
    unsigned depth;
    long owned_place; /* in the order in which its owner got what it owns */
} known[MUTEXES];

static int *owner_of(int object)
{
    return &world.model.owners[object];
}

static void own(int object, int thread)
{
    *owner_of(object) = thread;
    known[object].depth = 1;
    known[object].owned_place = world_next_place();
    world_settle(thread);
}

static void disown(int object)
{
    int before = *owner_of(object);

    *owner_of(object) = NOBODY;
    if (before != NOBODY) {
        world_settle(before);
    }
}

static int lock_free(int thread, int object)
{
    int status = known[object].owner_died ? TAKT_EOWNERDEAD : TAKT_OK;

    known[object].owner_died = false;
    own(object, thread);
    return status;
}

int mutex_model_lock(int thread, int object)
{
    if (!known[object].open) {
        return TAKT_ECLOSED;
    }
    if (*owner_of(object) == NOBODY) {
        return lock_free(thread, object);
    }
    if (*owner_of(object) != thread) {
        return world_join(thread, FOR_MUTEX, object);
    }
    if (object != RECURSIVE) {
        return TAKT_EDEADLK;
    }
    known[object].depth++;
    return TAKT_OK;
}

static int model_lock(int thread, const struct step *step)
{
    return mutex_model_lock(thread, step->object);
}

static int call_lock(int thread, const struct step *step)
{
    return takt_mutex_lock(&mutexes[step->object], limit_now(thread));
}

struct takt_mutex *mutex_in_kernel(int object)
{
    return &mutexes[object];
}

static bool is_owner(int thread, const struct step *step)
{
    return *owner_of(step->object) == thread;
}

/* The first who waits has it at once. */
static void release(int object, int result)
{
    int next = world_first(FOR_MUTEX, object);

    disown(object);
    if (next != NOBODY) {
        world_end(next, result);
        own(object, next);
    }
}

bool mutex_model_held_once(int thread, int object)
{
    return *owner_of(object) == thread && known[object].depth == 1;
}

void mutex_model_let_go(int object)
{
    release(object, TAKT_OK);
}

static int model_unlock(int thread, const struct step *step)
{
    (void)thread;
    known[step->object].depth--;
    if (known[step->object].depth == 0) {
        release(step->object, TAKT_OK);
    }
    return TAKT_OK;
}

static int call_unlock(int thread, const struct step *step)
{
    (void)thread;
    takt_mutex_unlock(&mutexes[step->object]);
    return TAKT_OK;
}

/* The one that the dying thread got last. */
bool mutexes_lose_owner(int thread)
{
    int last = NOBODY;

    for (int i = 0; i < MUTEXES; i++) {
        if (*owner_of(i) == thread
            && (last == NOBODY || known[i].owned_place > known[last].owned_place)) {
            last = i;
        }
    }
    if (last == NOBODY) {
        return false;
    }
    known[last].owner_died = world_first(FOR_MUTEX, last) == NOBODY;
    release(last, TAKT_EOWNERDEAD);
    return true;
}

static void close_on(int thread)
{
    (void)world_close(thread, FOR_MUTEX, close_on);
}

static bool is_open(int thread, const struct step *step)
{
    (void)thread;
    return known[step->object].open;
}

static int model_destroy(int thread, const struct step *step)
{
    known[step->object].open = false;
    disown(step->object);
    close_on(thread);
    return TAKT_OK;
}

static int call_destroy(int thread, const struct step *step)
{
    (void)thread;
    takt_mutex_destroy(&mutexes[step->object]);
    return TAKT_OK;
}

static bool may_be_made(int thread, const struct step *step)
{
    (void)thread;
    return !known[step->object].open && !operation_in_progress(&model_mutexes, step->object)
           && !condition_needs_mutex(step->object);
}

static int model_make(int thread, const struct step *step)
{
    (void)thread;
    known[step->object].open = true;
    known[step->object].owner_died = false;
    return TAKT_OK;
}

static int call_make(int thread, const struct step *step)
{
    (void)thread;
    takt_mutex_init(&mutexes[step->object], "mutex",
                    step->object == RECURSIVE ? TAKT_MUTEX_RECURSIVE : 0);
    return TAKT_OK;
}

static void begin(void)
{
    for (int i = 0; i < MUTEXES; i++) {
        const struct step step = { .object = i };

        (void)model_make(CONTROL, &step);
        (void)call_make(CONTROL, &step);
    }
}

static void compare(void)
{
    for (int i = 0; i < MUTEXES; i++) {
        const struct takt_thread *owner = view_owner(&mutexes[i].wait);

        must_equal(player_of(owner), *owner_of(i), "mutex's owner", i);
        must_wait(&mutexes[i].wait, FOR_MUTEX, i, "mutex");
    }
}

static const struct operation operations[] = {
    { .name = "lock",
      .words = "locks mutex %o%l",
      .weight = 18,
      .objects = MUTEXES,
      .limited = true,
      .blocks = true,
      .model = model_lock,
      .call = call_lock },
    { .name = "unlock",
      .words = "unlocks mutex %o",
      .weight = 36,
      .objects = MUTEXES,
      .possible = is_owner,
      .model = model_unlock,
      .call = call_unlock },
    { .name = "destroy_mutex",
      .words = "destroys mutex %o",
      .weight = 1,
      .objects = MUTEXES,
      .closes = true,
      .possible = is_open,
      .model = model_destroy,
      .call = call_destroy },
    { .name = "make_mutex",
      .words = "makes mutex %o",
      .weight = 4,
      .objects = MUTEXES,
      .any_context = true,
      .possible = may_be_made,
      .model = model_make,
      .call = call_make },
};

const struct model_kind model_mutexes = {
    .name = "mutexes", .begin = begin, .compare = compare, OPERATIONS(operations)
};
