/* model_condition.c - conditions: to wait is to let a mutex go, and to lock it again. The value of
 * a step that waits is the mutex. */
#include "model_kinds.h"
#include "player.h"
#include "teller.h"

enum { CONDITIONS = 2 };

static struct takt_condition conditions[CONDITIONS];

static struct {
    bool open;
    bool calling; /* by a broadcast: all who wait have been called */
    unsigned broadcasts;
} known[CONDITIONS];

/* Of each thread that waits, or waits again for its mutex. */
static struct {
    takt_time limit;     /* it counts from where its wait begins, behind who is called first */
    unsigned broadcasts; /* when it began */
    int ended;           /* how its wait has */
} waits[MODEL_THREADS];

/* One of those who are called; false: they all are. */
static bool call_one(int object)
{
    int first = known[object].calling ? world_first(FOR_SIGNAL, object) : NOBODY;

    known[object].calling = first != NOBODY;
    if (first != NOBODY) {
        world_end(first, TAKT_OK);
    }
    return first != NOBODY;
}

static void broadcast_on(int thread)
{
    if (call_one(thread_in_world(thread)->step->object)) {
        world_go_on(thread, broadcast_on, broadcast_on);
    }
}

static int model_broadcast(int thread, const struct step *step)
{
    if (!known[step->object].open) {
        return TAKT_ECLOSED;
    }
    known[step->object].broadcasts++;
    known[step->object].calling = true;
    broadcast_on(thread);
    return TAKT_OK;
}

static int call_broadcast(int thread, const struct step *step)
{
    (void)thread;
    return takt_condition_broadcast(&conditions[step->object]);
}

/* Who has been called finds nobody to signal to. */
static int model_signal(int thread, const struct step *step)
{
    int first = known[step->object].calling ? NOBODY : world_first(FOR_SIGNAL, step->object);

    (void)thread;
    if (!known[step->object].open) {
        return TAKT_ECLOSED;
    }
    if (first != NOBODY) {
        world_end(first, TAKT_OK);
    }
    return TAKT_OK;
}

static int call_signal(int thread, const struct step *step)
{
    (void)thread;
    return takt_condition_signal(&conditions[step->object]);
}

/* Waiting. */

static bool holds_mutex(int thread, const struct step *step)
{
    return mutex_model_held_once(thread, step->value);
}

/* It has the mutex, if that is so, as it should be. */
static void have_locked(int thread)
{
    if (thread_in_world(thread)->result == TAKT_OK) {
        thread_in_world(thread)->result = waits[thread].ended;
    }
}

/* Who has been called by a broadcast has been called, however its wait has ended. */
static void lock_again(int thread)
{
    struct world_thread *self = thread_in_world(thread);
    bool called = waits[thread].broadcasts != known[self->step->object].broadcasts;

    waits[thread].ended = called ? TAKT_OK : self->result;
    self->deadline = TAKT_FOREVER;
    int status = mutex_model_lock(thread, self->step->value);

    if (status == WAITS) {
        self->then = have_locked;
        return;
    }
    self->result = status;
    have_locked(thread);
}

static int wait_now(int thread, const struct step *step)
{
    struct world_thread *self = thread_in_world(thread);

    if (!known[step->object].open || !holds_mutex(thread, step)) {
        return TAKT_ECLOSED; /* since it called others first */
    }
    if (step->limit > 0) {
        self->deadline = world.now + waits[thread].limit;
    }
    waits[thread].broadcasts = known[step->object].broadcasts;
    int status = world_join(thread, FOR_SIGNAL, step->object);

    if (status == WAITS) {
        mutex_model_let_go(step->value);
        self->then = lock_again;
    }
    return status;
}

/* Whoever comes during a broadcast calls the others first. */
static void wait_on(int thread)
{
    struct world_thread *self = thread_in_world(thread);

    if (call_one(self->step->object)) {
        world_go_on(thread, wait_on, broadcast_on);
    } else {
        self->result = wait_now(thread, self->step);
    }
}

static int model_wait(int thread, const struct step *step)
{
    (void)step;
    waits[thread].limit = thread_in_world(thread)->deadline - world.now;
    wait_on(thread);
    return thread_in_world(thread)->then == NULL ? thread_in_world(thread)->result : WAITS;
}

static int call_wait(int thread, const struct step *step)
{
    return takt_condition_wait(&conditions[step->object], mutex_in_kernel(step->value),
                               limit_now(thread));
}

static bool waits_with(int thread, int mutex)
{
    const struct step *step = thread_in_world(thread)->step;

    return step != NULL && operation_of(step)->call == call_wait && step->value == mutex;
}

bool condition_needs_mutex(int mutex)
{
    for (int i = 0; i < MODEL_THREADS; i++) {
        if (waits_with(i, mutex)) {
            return true;
        }
    }
    return false;
}

/* The end, and the beginning. */

static void close_on(int thread)
{
    (void)world_close(thread, FOR_SIGNAL, close_on);
}

static bool is_open(int thread, const struct step *step)
{
    (void)thread;
    return known[step->object].open;
}

static int model_destroy(int thread, const struct step *step)
{
    known[step->object].open = false;
    close_on(thread);
    return TAKT_OK;
}

static int call_destroy(int thread, const struct step *step)
{
    (void)thread;
    takt_condition_destroy(&conditions[step->object]);
    return TAKT_OK;
}

static bool may_be_made(int thread, const struct step *step)
{
    (void)thread;
    return !known[step->object].open && !operation_in_progress(&model_conditions, step->object);
}

static int model_make(int thread, const struct step *step)
{
    (void)thread;
    known[step->object].open = true;
    known[step->object].calling = false;
    known[step->object].broadcasts = 0;
    return TAKT_OK;
}

static int call_make(int thread, const struct step *step)
{
    (void)thread;
    takt_condition_init(&conditions[step->object], "condition");
    return TAKT_OK;
}

static void begin(void)
{
    for (int i = 0; i < CONDITIONS; i++) {
        const struct step step = { .object = i };

        (void)model_make(CONTROL, &step);
        (void)call_make(CONTROL, &step);
    }
}

static void compare(void)
{
    for (int i = 0; i < CONDITIONS; i++) {
        must_wait(&conditions[i].wait, FOR_SIGNAL, i, "condition");
    }
}

static const struct operation operations[] = {
    { .name = "wait_condition",
      .late = true,
      .words = "waits for condition %o, letting mutex %v go,%l",
      .weight = 60,
      .objects = CONDITIONS,
      .limited = true,
      .blocks = true,
      .values = WORLD_MUTEXES,
      .of_object = true,
      .possible = holds_mutex,
      .model = model_wait,
      .call = call_wait },
    { .name = "signal",
      .words = "signals condition %o",
      .weight = 8,
      .objects = CONDITIONS,
      .any_context = true,
      .model = model_signal,
      .call = call_signal },
    { .name = "broadcast",
      .words = "broadcasts condition %o",
      .weight = 8,
      .objects = CONDITIONS,
      .model = model_broadcast,
      .call = call_broadcast },
    { .name = "destroy_condition",
      .words = "destroys condition %o",
      .weight = 1,
      .objects = CONDITIONS,
      .closes = true,
      .possible = is_open,
      .model = model_destroy,
      .call = call_destroy },
    { .name = "make_condition",
      .words = "makes condition %o",
      .weight = 4,
      .objects = CONDITIONS,
      .any_context = true,
      .possible = may_be_made,
      .model = model_make,
      .call = call_make },
};

const struct model_kind model_conditions = { .name = "conditions",
                                             .with_the_one_before = true,
                                             .begin = begin,
                                             .compare = compare,
                                             OPERATIONS(operations) };
