/* random_programs.c - programs of random steps, in the kernel and in a plain model of it. After
 * every step everybody's state, result and effective priority are compared; on boards that audit,
 * the kernel has by then checked its own structures many times. */
#include "dice.h"
#include "kernel_model.h"
#include "kernel_test.h"

enum { HELD = 4, LIMIT_MS = 150, STEPS_UNTIL_TIME_IS_UP = 40 };

/* A request that a server holds, answered or not. */
struct held {
    struct takt_request request;
    int client;
    unsigned sending;
};

static struct {
    struct model model;
    struct actor *actors[MODEL_THREADS];
    struct takt_mutex *mutexes[MODEL_MUTEXES];
    struct takt_semaphore *semaphores[MODEL_SEMAPHORES];
    struct takt_channel *channels[MODEL_CHANNELS];
    struct takt_pulse_slot slots[MODEL_CHANNELS][MODEL_PULSES];
    struct held held[MODEL_THREADS][HELD];
    unsigned held_count[MODEL_THREADS];
    int results[MODEL_THREADS];
    unsigned sends;
    unsigned waits;
    struct dice dice;
} program;

static int roll(int sides)
{
    return (int)dice_below(&program.dice, (uint32_t)sides);
}

static struct model_thread *modelled(int thread)
{
    return &program.model.threads[thread];
}

/* The model's thread waits, or is done with that result. */
static int wait_in_model(int thread, enum model_wait wait, int object, takt_time limit)
{
    modelled(thread)->wait = wait;
    modelled(thread)->object = object;
    modelled(thread)->limited = limit != TAKT_FOREVER;
    program.waits++;
    modelled(thread)->since = program.waits;
    return BUSY;
}

static void end_in_model(int thread, int result)
{
    model_leave_hand(&program.model, thread);
    modelled(thread)->wait = RUNS;
    modelled(thread)->sending = 0;
    program.results[thread] = result;
}

/* Of a set of candidates the one that the kernel has chosen: whose order is finished. */
static int chosen_of(unsigned candidates)
{
    int chosen = NOBODY;

    for (int i = 0; i < MODEL_THREADS; i++) {
        if ((candidates >> i & 1) != 0 && !actor_busy(program.actors[i])) {
            CHECK(chosen == NOBODY);
            chosen = i;
        }
    }
    CHECK(chosen != NOBODY || candidates == 0);
    return chosen;
}

static takt_time roll_limit(void)
{
    const takt_time limits[] = { TAKT_NO_WAIT, takt_ms(LIMIT_MS), TAKT_FOREVER, TAKT_FOREVER };

    return limits[roll(COUNT_OF(limits))];
}

/* What a wait with an owner or servers would come to; RUNS: do not try it. */
static int join_in_model(int thread, enum model_wait wait, int object, takt_time limit)
{
    if (limit == TAKT_NO_WAIT) {
        return TAKT_EAGAIN;
    }
    if (model_deadlock(&program.model, thread, wait, object)) {
        return TAKT_EDEADLK;
    }
    return wait_in_model(thread, wait, object, limit);
}

static void step_lock(int thread)
{
    int mutex = roll(MODEL_MUTEXES);
    takt_time limit = roll_limit();
    int *owner = &program.model.owners[mutex];

    if (*owner == NOBODY) {
        *owner = thread;
        program.results[thread] = TAKT_OK;
    } else if (*owner == thread) {
        program.results[thread] = TAKT_EDEADLK;
    } else {
        program.results[thread] = join_in_model(thread, FOR_MUTEX, mutex, limit);
    }
    (void)lock_within(program.actors[thread], program.mutexes[mutex], limit);
}

static void step_unlock(int thread)
{
    int mutex = roll(MODEL_MUTEXES);
    unsigned next = model_most_urgent(&program.model, FOR_MUTEX, mutex);

    if (program.model.owners[mutex] != thread) {
        return;
    }
    program.results[thread] = unlock(program.actors[thread], program.mutexes[mutex]);
    program.model.owners[mutex] = chosen_of(next);
    if (next != 0) {
        end_in_model(program.model.owners[mutex], TAKT_OK);
    }
}

static void step_take(int thread)
{
    int semaphore = roll(MODEL_SEMAPHORES);
    takt_time limit = roll_limit();

    if (program.model.counts[semaphore] > 0) {
        program.model.counts[semaphore]--;
        program.results[thread] = TAKT_OK;
    } else {
        program.results[thread] = join_in_model(thread, FOR_SEMAPHORE, semaphore, limit);
    }
    (void)take(program.actors[thread], program.semaphores[semaphore], limit);
}

static void step_give(int thread)
{
    int semaphore = roll(MODEL_SEMAPHORES);
    unsigned next = model_most_urgent(&program.model, FOR_SEMAPHORE, semaphore);

    program.results[thread] = TAKT_OK;
    (void)give(program.actors[thread], program.semaphores[semaphore]);
    if (next != 0) {
        end_in_model(chosen_of(next), TAKT_OK);
    } else {
        program.model.counts[semaphore]++;
    }
}

/* `server` has received what is this urgent. */
static void serve_in_model(int server, int channel, unsigned priority)
{
    model_receive(&program.model, server, channel, priority);
}

static void hand_over_in_model(int server, int client)
{
    struct held *held = &program.held[server][program.held_count[server] % HELD];

    serve_in_model(server, modelled(client)->object, modelled(client)->priority);
    modelled(client)->wait = FOR_REPLY;
    modelled(client)->server = server;
    program.held_count[server]++;
    *held = (struct held){ received_of(program.actors[server])->request, client,
                           modelled(client)->sending };
    CHECK(held->request.client == thread_of(program.actors[client]));
}

static void step_send(int thread)
{
    int channel = roll(MODEL_CHANNELS);
    takt_time limit = roll_limit();
    unsigned servers = model_most_urgent(&program.model, FOR_MESSAGE, channel);

    program.sends++;
    modelled(thread)->sending = program.sends;
    if (servers == 0) {
        program.results[thread] = join_in_model(thread, FOR_RECEIVER, channel, limit);
        (void)send_within(program.actors[thread], program.channels[channel], limit);
        return;
    }
    (void)send_within(program.actors[thread], program.channels[channel], limit);
    program.results[thread] = TAKT_EAGAIN;
    if (limit != TAKT_NO_WAIT) {
        int server = chosen_of(servers);

        program.results[thread] = wait_in_model(thread, FOR_RECEIVER, channel, limit);
        end_in_model(server, 4);
        hand_over_in_model(server, thread);
    }
}

static void take_pulse_in_model(int server, int channel, int priority)
{
    int slot = 0;

    while (program.model.pulses[channel][slot] != priority) {
        slot++;
    }
    program.model.pulses[channel][slot] = NOBODY;
    serve_in_model(server, channel, (unsigned)priority);
    program.results[server] = 0;
    CHECK_EQUAL(received_of(program.actors[server])->kind, TAKT_PULSE);
    CHECK_EQUAL(received_of(program.actors[server])->priority, priority);
}

static int client_received(int server, unsigned candidates)
{
    const struct takt_received *received = received_of(program.actors[server]);

    for (int i = 0; i < MODEL_THREADS; i++) {
        if ((candidates >> i & 1) != 0
            && received->request.client == thread_of(program.actors[i])) {
            return i;
        }
    }
    return NOBODY;
}

/* One of several servers has turned away: if the others are stuck now, one is told. */
static void lose_server_in_model(int channel)
{
    unsigned stuck = channel == NOBODY ? 0 : model_stuck(&program.model, channel);

    if (stuck != 0) {
        end_in_model(chosen_of(stuck), TAKT_EDEADLK);
    }
}

static void step_receive(int thread)
{
    int before = modelled(thread)->serves;
    int channel = roll(MODEL_CHANNELS);
    takt_time limit = roll_limit();
    unsigned clients = model_most_urgent(&program.model, FOR_RECEIVER, channel);
    int pulse = model_pulse(&program.model, channel);
    unsigned client_priority = clients == 0 ? 0 : modelled(__builtin_ctz(clients))->priority;

    (void)receive_within(program.actors[thread], program.channels[channel], limit);
    if (pulse != NOBODY && (clients == 0 || pulse >= (int)client_priority)) {
        take_pulse_in_model(thread, channel, pulse);
    } else if (clients != 0) {
        int client = client_received(thread, clients);

        program.results[thread] = 4;
        if (CHECK(client != NOBODY)) {
            hand_over_in_model(thread, client);
        }
    } else {
        serve_in_model(thread, channel, 0);
        program.results[thread] = join_in_model(thread, FOR_MESSAGE, channel, limit);
    }
    lose_server_in_model(before == channel ? NOBODY : before);
}

static void step_reply(int thread)
{
    if (program.held_count[thread] == 0) {
        return;
    }
    program.held_count[thread]--;
    const struct held *held = &program.held[thread][program.held_count[thread] % HELD];
    struct model_thread *client = modelled(held->client);
    bool still = client->wait == FOR_REPLY && client->sending == held->sending;

    program.results[thread] = still ? TAKT_OK : TAKT_ESTALE;
    if (still) {
        end_in_model(held->client, 2);
    }
    (void)reply_to(program.actors[thread], &held->request, "ok");
}

/* By the test's own thread. */
static void step_pulse(void)
{
    int channel = roll(MODEL_CHANNELS);
    int priority = roll(TAKT_PRIORITIES);
    unsigned servers = model_most_urgent(&program.model, FOR_MESSAGE, channel);
    int status = takt_pulse(program.channels[channel], (unsigned)priority, 1, 2);
    int *slots = program.model.pulses[channel];

    if (servers != 0) {
        int server = chosen_of(servers);

        CHECK_EQUAL(status, TAKT_OK);
        end_in_model(server, 0);
        serve_in_model(server, channel, (unsigned)priority);
        return;
    }
    CHECK_EQUAL(status, slots[0] == NOBODY || slots[1] == NOBODY ? TAKT_OK : TAKT_EAGAIN);
    if (status == TAKT_OK) {
        slots[slots[0] == NOBODY ? 0 : 1] = priority;
    }
}

static void step_priority(int thread)
{
    modelled(thread)->base = 1 + (unsigned)roll(MOST_URGENT);
    takt_thread_set_priority(thread_of(program.actors[thread]), modelled(thread)->base);
}

/* Whose limit runs out first, or NOBODY. */
static int first_limited(void)
{
    int first = NOBODY;

    for (int i = 0; i < MODEL_THREADS; i++) {
        if (modelled(i)->wait != RUNS && modelled(i)->limited
            && (first == NOBODY || modelled(i)->since < modelled(first)->since)) {
            first = i;
        }
    }
    return first;
}

/* One after the other, as each changes what the next one lends. */
static void time_is_up(void)
{
    pass_ms(LIMIT_MS + 1);
    for (int i = first_limited(); i != NOBODY; i = first_limited()) {
        end_in_model(i, TAKT_ETIMEDOUT);
        model_settle(&program.model);
    }
}

static bool compare(unsigned step)
{
    bool same = true;

    model_settle(&program.model);
    for (int i = 0; i < MODEL_THREADS; i++) {
        int wanted = modelled(i)->wait == RUNS ? program.results[i] : BUSY;

        same = CHECK_EQUAL(result_of(program.actors[i]), wanted) && same;
        same = CHECK_EQUAL(priority_of(program.actors[i]), modelled(i)->priority) && same;
    }
    for (int i = 0; i < MODEL_MUTEXES; i++) {
        const struct takt_thread *owner = program.mutexes[i]->wait.owner;
        int wanted = program.model.owners[i];

        same =
            CHECK(owner == (wanted == NOBODY ? NULL : thread_of(program.actors[wanted]))) && same;
    }
    return CHECK_EQUAL(same ? step : 0, step);
}

static void take_step(void)
{
    static void (*const steps[])(int) = { step_lock,    step_lock,    step_unlock, step_unlock,
                                          step_take,    step_give,    step_send,   step_send,
                                          step_receive, step_receive, step_reply,  step_reply };
    int thread = roll(MODEL_THREADS);
    int what = roll(COUNT_OF(steps) + 3);

    if (what == COUNT_OF(steps)) {
        step_pulse();
    } else if (what > (int)COUNT_OF(steps)) {
        step_priority(thread);
    } else if (modelled(thread)->wait == RUNS) {
        steps[what](thread);
    }
}

static void set_up(uint32_t seed)
{
    program.dice = dice_seeded(seed);
    program.sends = 0;
    model_init(&program.model);
    program.model.lends[0] = false;
    for (int i = 0; i < MODEL_THREADS; i++) {
        modelled(i)->base = 1 + (unsigned)roll(MOST_URGENT);
        program.actors[i] = actor_make((char)('a' + i), modelled(i)->base);
        program.results[i] = TAKT_OK;
        program.held_count[i] = 0;
    }
    for (int i = 0; i < MODEL_MUTEXES; i++) {
        program.mutexes[i] = mutex_make(0);
    }
    for (int i = 0; i < MODEL_SEMAPHORES; i++) {
        program.semaphores[i] = semaphore_make(0);
    }
    for (int i = 0; i < MODEL_CHANNELS; i++) {
        program.channels[i] = channel_make(i == 0 ? TAKT_CHANNEL_FIXED_PRIORITY : 0);
        takt_channel_add_pulses(program.channels[i], program.slots[i], MODEL_PULSES);
    }
}

/* Whoever still waits: it ends with the objects. What is checked at the end of each test then
 * finds nobody left. */
static void tear_down(void)
{
    for (int i = 0; i < MODEL_CHANNELS; i++) {
        takt_channel_destroy(program.channels[i]);
    }
    for (int i = 0; i < MODEL_SEMAPHORES; i++) {
        takt_semaphore_destroy(program.semaphores[i]);
    }
    for (int i = 0; i < MODEL_MUTEXES; i++) {
        takt_mutex_destroy(program.mutexes[i]);
    }
}

static void run_program(uint32_t seed, unsigned steps)
{
    unsigned since = 0;

    kernel_test_begin();
    set_up(seed);
    for (unsigned step = 1; step <= steps; step++) {
        since++;
        if (since > STEPS_UNTIL_TIME_IS_UP || roll(40) == 0) {
            time_is_up();
            since = 0;
        } else {
            take_step();
        }
        if (!compare(step)) {
            break;
        }
    }
    tear_down();
    kernel_test_end();
}

/* More of them where the kernel audits itself; an emulated board takes longer, too. */
TEST(random_programs_run_as_in_the_model)
{
    const uint32_t programs = TAKT_CHECK >= 2 ? 200 : 8;

    for (uint32_t seed = 1; seed <= programs; seed++) {
        run_program(seed * 2654435761U, 300);
    }
}
