/* player.c - plays a program: in the kernel, and in step with it in the reference.
 *
 * Each actor is a thread that takes its own steps, one after the other, as fast as it is let. Just
 * before each call the reference does the same; when the call is over, whoever is back looks
 * whether the reference thinks so too, with the same result and everything else alike. Since only
 * one thread runs at a time, and between its calls nothing of the kernel's happens, the two worlds
 * stay in step through every switch, or show where they part.
 *
 * The control is the least urgent thread: when all others wait it takes its own steps, and when
 * there are no more it lets time pass, destroys all objects, and waits for everybody's end.
 */
#include "player.h"

#include "kernel_view.h"
#include "model_kinds.h"
#include "port.h"
#include "teller.h"
#include "turns.h"

#include <string.h>

enum { STACK_BYTES = 4096, TEST_IRQ = 5, LONG_MS = 1000, RESTS = 200 };

static struct takt_thread records[MODEL_THREADS];
static TAKT_STACK(stacks[MODEL_THREADS], STACK_BYTES);
static struct takt_thread *control;

static const struct program *program;
static struct player_figures *figures;
static int cursors[MODEL_THREADS];
static takt_time long_limits;
static bool given_up;

struct takt_thread *player_thread(int thread)
{
    if (thread == SERVICE) {
        return timer_service();
    }
    return thread == CONTROL ? control : &records[thread];
}

int player_of(const struct takt_thread *thread)
{
    for (int i = 0; i < MODEL_THREADS; i++) {
        if (thread == player_thread(i)) {
            return i;
        }
    }
    return NOBODY;
}

/* From here on the reference stands still, and all go home unwatched. If the order was of no
 * importance until now, the priorities are still compared. */
static void give_up(bool alike)
{
    teller_note("boosts go in a circle, or several ways at once, or a slice ends together with "
                "something else: the order is not predicted from here on");
    if (alike) {
        player_compare_priorities();
    }
    figures->cut++;
    given_up = true;
    world.closing = true;
}

/* `actor` is back from its call. */
static void look_around(int actor)
{
    int running = given_up ? NOBODY : world_run();

    if (world.order_is_lost && !given_up) {
        give_up(running == actor && threads_are_alike());
    }
    if (given_up) {
        return;
    }
    must_equal(actor, running, "the thread that runs, after a step of thread", actor);
    must_equal((int)takt_cpu_here(), world.turn, "the CPU of thread", actor);
    must_equal(world_distance(port_clock_now(), world.now) < WORLD_NEAR / 2, true,
               "time, seen by thread", actor);
    player_compare();
}

/* Taking steps. */

static struct {
    const struct step *step;
    int expected;
} interrupt;

static void handle(void *unused)
{
    const struct step *step = interrupt.step;

    (void)unused;
    const struct operation *operation = operation_of(step);
    int result = operation->call(INTERRUPT, step);

    must_equal(result, interrupt.expected, "result in an interrupt of thread", step->actor);
    if (operation->check != NULL) {
        operation->check(INTERRUPT, step);
    }
}

static void play_in_interrupt(int actor, const struct step *step)
{
    thread_in_world(INTERRUPT)->deadline = TAKT_NO_WAIT;
    interrupt.step = step;
    interrupt.expected = operation_of(step)->model(INTERRUPT, step);
    thread_in_world(INTERRUPT)->result = interrupt.expected;
    (void)takt_irq_route(TEST_IRQ, takt_cpu_here());
    takt_irq_raise(TEST_IRQ);
    look_around(actor);
}

static void play_in_thread(int actor, const struct step *step)
{
    struct world_thread *self = thread_in_world(actor);
    const struct operation *operation = operation_of(step);

    self->step = step;
    int status = operation->model(actor, step);

    if (status != WAITS) {
        self->result = status;
    }
    int result = operation->call(actor, step);

    look_around(actor);
    if (given_up) {
        self->step = NULL;
        return;
    }
    must_equal(result, self->result, "result of thread", actor);
    if (operation->check != NULL) {
        operation->check(actor, step);
    }
    self->step = NULL;
    teller_result(actor, result);
}

/* Instants are whole milliseconds. Long limits end in the middle, each at its own instant: of
 * entries further away than the kernel's list reaches, those of one instant may pass each other. */
static takt_time deadline_of(const struct step *step)
{
    if (step->limit == 0 || step->limit == FOREVER_MS) {
        return step->limit == 0 ? TAKT_NO_WAIT : TAKT_FOREVER;
    }
    takt_time deadline = (world.now / MS + (takt_time)step->limit) * MS + world_offset(step->actor);

    if (step->limit >= LONG_MS || operation_of(step)->late) {
        long_limits++;
        deadline += MS / 2 + long_limits % 128 * 1000;
    }
    return deadline;
}

static bool may_take(int actor, const struct step *step)
{
    const struct operation *operation = operation_of(step);

    return operation->possible == NULL
           || operation->possible(step->in_interrupt ? INTERRUPT : actor, step);
}

static void play(int actor, const struct step *step)
{
    if (given_up || !may_take(actor, step)) {
        return;
    }
    thread_in_world(actor)->deadline = deadline_of(step);
    figures->steps++;
    teller_step(step);
    if (step->in_interrupt) {
        play_in_interrupt(actor, step);
    } else {
        play_in_thread(actor, step);
    }
}

static const struct step *next_step(int actor)
{
    while (cursors[actor] < program->count && !world.closing) {
        const struct step *step = &program->steps[cursors[actor]];

        cursors[actor]++;
        if (step->actor == actor) {
            return step;
        }
    }
    return NULL;
}

/* With several CPUs another has its turn after each step. */
static void pass_turn(int actor)
{
    if (TAKT_CPUS > 1 && !given_up) {
        world_pass_turn();
        turns_pass();
        look_around(actor);
    }
}

static void take_steps(int actor)
{
    for (const struct step *step = next_step(actor); step != NULL; step = next_step(actor)) {
        play(actor, step);
        pass_turn(actor);
    }
}

static struct step step_of(int actor, const char *name, int object, int limit)
{
    return (struct step){
        .actor = actor, .operation = operation_named(name), .object = object, .limit = limit
    };
}

static void end_in_world(int actor)
{
    const struct step leave = step_of(actor, "exit", 0, 0);

    if (!given_up) {
        (void)operation_of(&leave)->model(actor, &leave);
    }
}

/* It ends as by takt_thread_exit, which is a step that programs have. */
static void act(void *argument)
{
    int actor = (int)(intptr_t)argument;

    look_around(actor);
    take_steps(actor);
    end_in_world(actor);
}

/* Each call of a timer takes one step of the service. */
void player_is_called(int timer)
{
    look_around(SERVICE);
    if (!given_up) {
        must_equal(timer, timer_being_called(), "the timer that is called", timer);
        teller_called(timer);
    }
    const struct step *step = next_step(SERVICE);

    if (step != NULL) {
        play(SERVICE, step);
    }
    if (world.closing) {
        end_in_world(SERVICE);
        takt_thread_exit();
    }
    if (!given_up) {
        timer_called();
    }
}

takt_time player_slice(int slice)
{
    return slice == 0 ? 0 : (takt_time)(slice - 1) * MS + MS / 4;
}

int player_cpu(int thread)
{
    return program->cpus[thread];
}

int player_create(int thread, unsigned priority, int slice, bool suspended)
{
    const struct takt_thread_options options = {
        .name = actor_name(thread),
        .priority = priority,
        .entry = act,
        .argument = (void *)(intptr_t)thread, // NOLINT(performance-no-int-to-ptr): only a number
        .stack = stacks[thread],
        .stack_bytes = sizeof stacks[thread],
        .suspended = suspended,
        .slice = player_slice(slice),
        .cpu = TAKT_CPU((unsigned)player_cpu(thread)),
    };

    return takt_thread_create(&records[thread], &options);
}

/* Beginning and ending. */

static void begin_thread(int actor)
{
    unsigned priority = program->priorities[actor];
    int slice = program->slices[actor];

    world_make_thread(actor, priority, player_slice(slice), program->cpus[actor]);
    must_equal(player_create(actor, priority, slice, false), TAKT_OK, "create", actor);
}

static void begin_threads(void)
{
    unsigned of_service = program->priorities[SERVICE];

    of_service = of_service > 0 ? of_service : 1;
    world_make_thread(CONTROL, 0, 0, 0);
    takt_thread_set_priority(control, TAKT_PRIORITIES - 1);
    for (int i = 1; i < SERVICE; i++) {
        if (program->priorities[i] > 0) {
            begin_thread(i);
        }
    }
    world_make_thread(SERVICE, of_service, 0, program->cpus[SERVICE]);
    timer_service_begin(of_service, (unsigned)program->cpus[SERVICE]);
}

/* At a whole millisecond, where no thread has anything to do yet; not at the first: there are steps
 * that go back a little. */
static void begin_time(void)
{
    world.now = (takt_now() / MS + 4) * MS;
    (void)takt_sleep_until(world.now);
}

static void begin(void)
{
    control = takt_thread_self();
    memset(cursors, 0, sizeof cursors);
    memset(records, 0, sizeof records);
    long_limits = 0;
    given_up = false;
    world_begin();
    takt_irq_attach(TEST_IRQ, handle, NULL);
    begin_time();
    for (int i = 0; i < model_kind_count; i++) {
        if (model_kinds[i]->begin != NULL) {
            model_kinds[i]->begin();
        }
    }
    begin_threads();
    takt_thread_set_priority(control, 0);
    look_around(CONTROL);
}

/* Nothing but time can help now. It is over when nothing is due; timers are for ever. What was due
 * while another CPU computed has not come to its own yet. */
static void let_time_pass(void)
{
    for (int i = 0; i < RESTS && world_next_due() != TAKT_FOREVER && !world.closing; i++) {
        takt_time left = world_next_due() > world.now ? world_next_due() - world.now : 0;
        const struct step rest = step_of(CONTROL, "sleep", 0, (int)(left / MS) + 1);

        play(CONTROL, &rest);
    }
}

/* A step of the end, which must be taken even when nobody watches any more. */
static void take_last(const struct step *step)
{
    if (given_up) {
        thread_in_world(CONTROL)->deadline = deadline_of(step);
        (void)operation_of(step)->call(CONTROL, step);
    } else {
        play(CONTROL, step);
    }
}

static void close_objects(const struct operation *operation, int number)
{
    for (int object = 0; object < operation->objects; object++) {
        const struct step step = { .actor = CONTROL, .operation = number, .object = object };

        if (may_take(CONTROL, &step)) {
            take_last(&step);
        }
    }
}

/* Whoever is suspended may be in the middle of what others wait for. */
static void free_all(void)
{
    for (int i = 1; i < MODEL_THREADS; i++) {
        const struct step resume = step_of(CONTROL, "resume", i, 0);

        for (unsigned left = thread_in_world(i)->suspended; left > 0; left--) {
            take_last(&resume);
        }
    }
}

static void join(int actor)
{
    const struct step join = step_of(CONTROL, "join", actor, FOREVER_MS);

    take_last(&join);
}

/* A service ends when a timer tells it to. */
static void end_service(void)
{
    const struct step make = step_of(CONTROL, "make_timer", 0, 0);
    const struct step start = step_of(CONTROL, "start_timer", 0, 0);
    const struct step destroy = step_of(CONTROL, "destroy_timer", 0, 0);

    take_last(&make);
    take_last(&start);
    join(SERVICE);
    take_last(&destroy);
}

static void end(void)
{
    world.closing = true;
    for (int number = 0; operation_at(number) != NULL; number++) {
        if (operation_at(number)->closes) {
            close_objects(operation_at(number), number);
        }
    }
    free_all();
    for (int i = 1; i < SERVICE; i++) {
        join(i);
    }
    end_service();
}

static void look_for_remains(int threads_before)
{
    must_equal(view_threads(), threads_before, "threads left over", 0);
    must_equal(view_objects(), 0, "objects left over", 0);
    must_equal(view_timeouts(), 0, "timeouts left over", 0);
}

void player_play(const struct program *to_play, bool aloud, struct player_figures *to_fill)
{
    int threads_before = view_threads();

    program = to_play;
    figures = to_fill;
    figures->programs++;
    teller_begin(aloud);
    begin();
    take_steps(CONTROL);
    let_time_pass();
    end();
    look_for_remains(threads_before);
}
