/* model_thread.c - threads: made, joined, suspended, given another priority; and yielding. How they
 * end is in model_end.c. */
#include "model_kinds.h"
#include "kernel_view.h"
#include "player.h"
#include "teller.h"

enum { NEW_PRIORITIES = 8 };

/* What comes too late does nothing. */
static bool is_over(int thread)
{
    return !thread_in_world(thread)->alive || thread_in_world(thread)->ending;
}

static int model_yield(int thread, const struct step *step)
{
    (void)step;
    world_make_ready(thread);
    return TAKT_OK;
}

static int call_yield(int thread, const struct step *step)
{
    (void)thread;
    (void)step;
    takt_yield();
    return TAKT_OK;
}

/* Nobody suspends the control, and an interrupt not the thread that it has interrupted. What
 * another CPU runs stops only when that CPU has its turn. */
static bool may_be_suspended(int thread, const struct step *step)
{
    return !world_runs_elsewhere(step->object) && step->object != CONTROL
           && (thread != INTERRUPT || step->object != step->actor);
}

static int model_suspend(int thread, const struct step *step)
{
    (void)thread;
    if (is_over(step->object)) {
        return TAKT_ECLOSED;
    }
    thread_in_world(step->object)->suspended++;
    return TAKT_OK;
}

static int call_suspend(int thread, const struct step *step)
{
    (void)thread;
    return takt_thread_suspend(player_thread(step->object));
}

static int model_resume(int thread, const struct step *step)
{
    struct world_thread *other = thread_in_world(step->object);

    (void)thread;
    if (other->suspended > 0) {
        other->suspended--;
        if (world_ready(step->object)) {
            world_make_ready(step->object);
        }
    }
    return TAKT_OK;
}

static int call_resume(int thread, const struct step *step)
{
    (void)thread;
    takt_thread_resume(player_thread(step->object));
    return TAKT_OK;
}

static bool is_of_others(int thread, const struct step *step)
{
    (void)thread;
    return step->object != CONTROL;
}

static bool may_be_stopped(int thread, const struct step *step)
{
    return is_of_others(thread, step) && !world_runs_elsewhere(step->object);
}

static int model_move(int thread, const struct step *step)
{
    (void)thread;
    if (is_over(step->object)) {
        return TAKT_ECLOSED;
    }
    world_move_thread(step->object, step->value);
    return TAKT_OK;
}

static int call_move(int thread, const struct step *step)
{
    (void)thread;
    return takt_thread_move(player_thread(step->object), (unsigned)step->value);
}

static int model_set_priority(int thread, const struct step *step)
{
    (void)thread;
    if (is_over(step->object)) {
        return TAKT_ECLOSED;
    }
    thread_in_model(step->object)->base = (unsigned)step->value;
    world_settle(step->object);
    return TAKT_OK;
}

static int call_set_priority(int thread, const struct step *step)
{
    (void)thread;
    return takt_thread_set_priority(player_thread(step->object), (unsigned)step->value);
}

/* Without a limit only in one direction, as nobody would end a circle of those who join. */
static bool may_be_joined(int thread, const struct step *step)
{
    return step->object != CONTROL
           && (step->limit != FOREVER_MS || step->object <= thread || thread == CONTROL);
}

static int model_join(int thread, const struct step *step)
{
    if (step->object == thread) {
        return TAKT_EDEADLK;
    }
    return thread_in_world(step->object)->alive ? world_join(thread, FOR_END, step->object)
                                                : TAKT_OK;
}

static int call_join(int thread, const struct step *step)
{
    return takt_thread_join(player_thread(step->object), limit_now(thread));
}

static bool is_no_control(int thread, const struct step *step)
{
    (void)step;
    return thread != CONTROL;
}

static bool may_be_created(int thread, const struct step *step)
{
    (void)thread;
    return step->object != CONTROL && step->object != SERVICE
           && !thread_in_world(step->object)->alive;
}

static bool is_suspended_in(const struct step *step)
{
    return step->value % 2 != 0;
}

static unsigned priority_in(const struct step *step)
{
    return 1 + (unsigned)step->value / 2 % NEW_PRIORITIES;
}

static int slice_in(const struct step *step)
{
    return step->value / 2 / NEW_PRIORITIES;
}

static int model_create(int thread, const struct step *step)
{
    (void)thread;
    world_make_thread(step->object, priority_in(step), player_slice(slice_in(step)),
                      player_cpu(step->object));
    thread_in_world(step->object)->suspended = is_suspended_in(step);
    return TAKT_OK;
}

static int call_create(int thread, const struct step *step)
{
    (void)thread;
    must_equal(takt_thread_join(player_thread(step->object), TAKT_NO_WAIT), TAKT_OK,
               "join of a dead thread", step->object);
    return player_create(step->object, priority_in(step), slice_in(step), is_suspended_in(step));
}

static enum view_state state_in_world(int thread)
{
    if (!thread_in_world(thread)->alive) {
        return VIEW_DEAD;
    }
    if (thread_in_model(thread)->wait != RUNS) {
        return VIEW_BLOCKED;
    }
    if (thread_in_world(thread)->ending) {
        return VIEW_ENDING;
    }
    return thread_in_world(thread)->suspended > 0 ? VIEW_SUSPENDED : VIEW_READY;
}

bool threads_are_alike(void)
{
    for (int i = 0; i < MODEL_THREADS; i++) {
        if (view_state(player_thread(i)) != state_in_world(i)) {
            return false;
        }
    }
    return true;
}

static void compare_thread(int thread)
{
    const struct takt_thread *found = player_thread(thread);

    must_equal(view_state(found), state_in_world(thread), "state of thread", thread);
    if (thread_in_world(thread)->alive) {
        must_equal(found->priority, thread_in_model(thread)->priority, "priority of thread",
                   thread);
        must_wait(&found->joiners, FOR_END, thread, "joiners of thread");
    }
}

static void compare_suspends(int thread)
{
    if (!is_over(thread)) {
        must_equal(view_suspended(player_thread(thread)), thread_in_world(thread)->suspended,
                   "suspends of thread", thread);
    }
}

/* But for the time that calls take. */
static void compare_slice(int thread)
{
    if (!thread_in_world(thread)->alive || thread_in_world(thread)->slice == 0) {
        return;
    }
    takt_time found = view_slice_left(player_thread(thread));
    takt_time wanted = world_slice_left(thread);

    if (world_distance(found, wanted) >= WORLD_NEAR / 2) {
        must_equal((long long)found, (long long)wanted, "what is left of the slice of thread",
                   thread);
    }
}

static void compare(void)
{
    for (int i = 0; i < MODEL_THREADS; i++) {
        compare_thread(i);
        compare_suspends(i);
        compare_slice(i);
    }
}

static const struct operation operations[] = {
    { .name = "yield", .words = "yields", .weight = 6, .model = model_yield, .call = call_yield },
    { .name = "suspend",
      .words = "suspends %t",
      .weight = 2,
      .of_thread = true,
      .any_context = true,
      .possible = may_be_suspended,
      .model = model_suspend,
      .call = call_suspend },
    { .name = "resume",
      .words = "resumes %t",
      .weight = 4,
      .of_thread = true,
      .any_context = true,
      .model = model_resume,
      .call = call_resume },
    { .name = "set_priority",
      .words = "gives %t priority %v",
      .weight = 5,
      .of_thread = true,
      .any_context = true,
      .values = TAKT_PRIORITIES,
      .of_priority = true,
      .possible = is_of_others,
      .model = model_set_priority,
      .call = call_set_priority },
    { .name = "move",
      .words = "moves %t to CPU %v",
      .weight = TAKT_CPUS > 1 ? 5 : 0,
      .of_thread = true,
      .any_context = true,
      .values = TAKT_CPUS,
      .possible = may_be_stopped,
      .model = model_move,
      .call = call_move },
    { .name = "join",
      .words = "joins %t%l",
      .weight = 2,
      .of_thread = true,
      .limited = true,
      .any_context = true,
      .possible = may_be_joined,
      .model = model_join,
      .call = call_join },
    { .name = "exit",
      .words = "exits",
      .weight = 1,
      .blocks = true,
      .possible = is_no_control,
      .model = end_model_exit,
      .call = end_call_exit },
    { .name = "cancel",
      .words = "cancels %t",
      .weight = 3,
      .of_thread = true,
      .possible = may_be_stopped,
      .model = end_model_cancel,
      .call = end_call_cancel },
    { .name = "cancel_between",
      .words = "cancels %t, which is in the middle of a call that others rest on",
      .weight = 40,
      .of_thread = true,
      .possible = end_is_between,
      .model = end_model_cancel,
      .call = end_call_cancel },
    { .name = "create",
      .words = "makes %t again (%v: slice / 16, priority - 1 / 2 mod 8, suspended mod 2)",
      .weight = 4,
      .of_thread = true,
      .values = 2 * NEW_PRIORITIES * PROGRAM_SLICES,
      .possible = may_be_created,
      .model = model_create,
      .call = call_create },
};

const struct model_kind model_threads = { .name = "threads",
                                          .compare = compare,
                                          OPERATIONS(operations) };
