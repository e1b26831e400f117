/* programs.c - what the kernel itself does with random calls, told step by step for the model.
 *
 *     spin_programs FILTER COUNT SEED
 *
 * A line a step: "step", the call with its four numbers, then the result of each thread's last
 * call, each thread's effective priority, and who is in each queue, in order. The numbers are
 * those of test/spin/state.pml and step.pml; follow.pml takes the same steps and must come to the
 * same. Every limited wait ends at an instant of its own, so that each step of time ends one.
 */
#include "dice.h"
#include "kernel_test.h"

#include "thread_state.h"

enum {
    USERS = 5,
    MUTEXES_USED = 3,
    CHANNELS_USED = 3,
    PULSES_EACH = 2,
    PRIORITIES_USED = 8,
    STEPS = 150
};
enum { FIRST_LIMIT_MS = 1000, APART_MS = 10, NOBODY = -1 };

/* As in step.pml and state.pml. */
enum call {
    PROGRAM,
    LOCK,
    UNLOCK,
    SEND,
    RECEIVE,
    REPLY,
    PULSE_SENT,
    TIME_OVER,
    NEW_PRIORITY,
    END,
    BEGIN,
    DESTROY,
    CLOSE,
    CREATE,
    CANCEL
};
enum limit { AT_ONCE, WITH_TIME, FOR_EVER };
enum outcome {
    WAITS,
    OK,
    GOT_PULSE,
    EAGAIN,
    ETIMEDOUT,
    EDEADLK,
    ECLOSED,
    EOWNERDEAD,
    ESTALE,
    IS_CANCELLED
};
enum { NOW, BEFORE };

struct user {
    struct actor *actor;
    enum call last;
    takt_time until; /* of a limited wait; 0: for ever */
    bool dead;
    bool named; /* somebody has had a message of its */
    struct takt_request request;
};

static struct {
    struct user users[USERS];
    struct takt_mutex *mutexes[MUTEXES_USED];
    struct takt_channel *channels[CHANNELS_USED];
    struct takt_pulse_slot slots[CHANNELS_USED][PULSES_EACH];
    struct dice dice;
    unsigned limits;
    unsigned pulse_outcome;
} program;

/* The step that is taken: what the model is told. */
static struct {
    enum call call;
    int me;
    int what;
    int how;
} step;

static int roll(int sides)
{
    return (int)dice_below(&program.dice, (uint32_t)sides);
}

static struct user *user_of(int thread)
{
    return &program.users[thread];
}

static bool runs(int thread)
{
    return !user_of(thread)->dead && !actor_busy(user_of(thread)->actor);
}

static enum outcome outcome_of_status(int status)
{
    static const enum outcome outcomes[] = { OK,      EAGAIN,     ETIMEDOUT, ECLOSED,
                                             EDEADLK, EOWNERDEAD, ESTALE };

    return status >= 0 ? OK : outcomes[-status];
}

static enum outcome outcome_of(const struct user *user)
{
    int result = result_of(user->actor);

    if (user->dead) {
        return IS_CANCELLED;
    }
    if (result == BUSY) {
        return WAITS;
    }
    if (user->last == RECEIVE && result >= 0 && received_of(user->actor)->kind == TAKT_PULSE) {
        return GOT_PULSE;
    }
    return outcome_of_status(result);
}

/* Telling. */

static void tell_number(unsigned number)
{
    char text[16];

    text_format(text, sizeof text, " %u", number);
    harness_print(text);
}

static int number_of(const struct takt_thread *thread)
{
    for (int i = 0; i < USERS; i++) {
        if (thread == thread_of(user_of(i)->actor)) {
            return i;
        }
    }
    return NOBODY;
}

/* Threads are digits, from 1 on. */
static void tell_queue(const struct takt_wait *wait)
{
    unsigned digits = 0;

    for (const struct list *at = wait->waiters.next; at != &wait->waiters; at = at->next) {
        digits = digits * 10 + (unsigned)number_of(LIST_ENTRY(at, struct takt_thread, node)) + 1;
    }
    tell_number(digits);
}

static void tell_queues(void)
{
    for (int i = 0; i < MUTEXES_USED; i++) {
        tell_queue(&program.mutexes[i]->wait);
    }
    for (int i = 0; i < CHANNELS_USED; i++) {
        tell_queue(&program.channels[i]->senders);
    }
    for (int i = 0; i < CHANNELS_USED; i++) {
        tell_queue(&program.channels[i]->receivers);
    }
}

static void tell(void)
{
    harness_print("step");
    tell_number(step.call);
    tell_number((unsigned)step.me);
    tell_number((unsigned)step.what);
    tell_number((unsigned)step.how);
    tell_number(step.call == PULSE_SENT ? program.pulse_outcome : OK);
    for (int i = 0; i < USERS; i++) {
        tell_number(outcome_of(user_of(i)));
    }
    for (int i = 0; i < USERS; i++) {
        tell_number(priority_of(user_of(i)->actor));
    }
    tell_queues();
    harness_print("\n");
}

/* Steps. Each returns false if what was rolled cannot be. */

static takt_time roll_limit(struct user *user)
{
    const takt_time limits[] = { TAKT_NO_WAIT, takt_ms(FIRST_LIMIT_MS + APART_MS * program.limits),
                                 TAKT_FOREVER };

    step.how = roll(3);
    program.limits += step.how == WITH_TIME;
    user->until = step.how == WITH_TIME ? takt_now() + limits[WITH_TIME] : 0;
    return limits[step.how];
}

static bool step_lock(int thread)
{
    struct user *user = user_of(thread);

    step.what = roll(MUTEXES_USED);
    (void)lock_within(user->actor, program.mutexes[step.what], roll_limit(user));
    return true;
}

static bool step_unlock(int thread)
{
    struct user *user = user_of(thread);

    step.what = roll(MUTEXES_USED);
    if (program.mutexes[step.what]->wait.owner != thread_of(user->actor)) {
        return false;
    }
    (void)unlock(user->actor, program.mutexes[step.what]);
    return true;
}

static bool step_send(int thread)
{
    struct user *user = user_of(thread);

    step.what = roll(CHANNELS_USED);
    (void)send_within(user->actor, program.channels[step.what], roll_limit(user));
    return true;
}

static bool step_receive(int thread)
{
    struct user *user = user_of(thread);

    step.what = roll(CHANNELS_USED);
    (void)receive_within(user->actor, program.channels[step.what], roll_limit(user));
    return true;
}

/* To anybody whose message somebody has had, in this send of his or an earlier one. */
static bool step_reply(int thread)
{
    step.what = roll(USERS);
    const struct user *client = user_of(step.what);

    if (!client->named) {
        return false;
    }
    step.how = client->request.exchange == thread_of(client->actor)->exchange ? NOW : BEFORE;
    (void)reply_to(user_of(thread)->actor, &client->request, "ok");
    return true;
}

static int call_destroy_mutex(struct actor *self, void *mutex, takt_time unused)
{
    (void)self;
    (void)unused;
    takt_mutex_destroy(mutex);
    return TAKT_OK;
}

static int call_destroy_channel(struct actor *self, void *channel, takt_time unused)
{
    (void)self;
    (void)unused;
    takt_channel_destroy(channel);
    return TAKT_OK;
}

static bool step_destroy(int thread)
{
    struct actor *actor = user_of(thread)->actor;

    step.what = roll(MUTEXES_USED + CHANNELS_USED);
    if (step.what < MUTEXES_USED && program.mutexes[step.what]->open) {
        (void)order(actor, call_destroy_mutex, program.mutexes[step.what], 0);
        return true;
    }
    if (step.what >= MUTEXES_USED && program.channels[step.what - MUTEXES_USED]->open) {
        (void)order(actor, call_destroy_channel, program.channels[step.what - MUTEXES_USED], 0);
        return true;
    }
    return false;
}

static bool step_end(int thread)
{
    leave(user_of(thread)->actor);
    user_of(thread)->dead = true;
    return true;
}

static int call_cancel_thread(struct actor *self, void *thread, takt_time unused)
{
    (void)self;
    (void)unused;
    return takt_thread_cancel(thread);
}

static bool step_cancel(int thread)
{
    step.what = roll(USERS);
    struct user *victim = user_of(step.what);

    if (step.what == thread || victim->dead) {
        return false;
    }
    (void)order(user_of(thread)->actor, call_cancel_thread, thread_of(victim->actor), 0);
    actor_gone(victim->actor);
    victim->dead = true;
    return true;
}

/* By the test's own thread. */
static bool step_pulse(int unused)
{
    (void)unused;
    step.me = 0;
    step.what = roll(CHANNELS_USED);
    step.how = roll(PRIORITIES_USED);
    program.pulse_outcome =
        outcome_of_status(takt_pulse(program.channels[step.what], (unsigned)step.how + 1, 1, 2));
    return true;
}

static bool step_priority(int unused)
{
    (void)unused;
    step.me = roll(USERS);
    step.how = roll(PRIORITIES_USED);
    if (user_of(step.me)->dead) {
        return false;
    }
    takt_thread_set_priority(thread_of(user_of(step.me)->actor), (unsigned)step.how + 1);
    return true;
}

static bool ends_before(const struct user *one, const struct user *other)
{
    return other == NULL || one->until < other->until;
}

/* Until the first limit has passed, and no other. */
static bool step_time(int unused)
{
    const struct user *first = NULL;

    (void)unused;
    for (int i = 0; i < USERS; i++) {
        const struct user *user = user_of(i);

        if (!user->dead && actor_busy(user->actor) && user->until != 0
            && ends_before(user, first)) {
            first = user;
            step.me = i;
        }
    }
    if (first == NULL) {
        return false;
    }
    (void)takt_sleep_until(first->until + takt_ms(1));
    return true;
}

static const struct {
    enum call call;
    int often;
    bool by_one_who_runs;
    bool (*take)(int thread);
} kinds[] = {
    { LOCK, 12, true, step_lock },      { UNLOCK, 12, true, step_unlock },
    { SEND, 14, true, step_send },      { RECEIVE, 14, true, step_receive },
    { REPLY, 12, true, step_reply },    { PULSE_SENT, 4, false, step_pulse },
    { TIME_OVER, 6, false, step_time }, { NEW_PRIORITY, 8, false, step_priority },
    { END, 1, true, step_end },         { CANCEL, 1, true, step_cancel },
    { DESTROY, 1, true, step_destroy },
};

static unsigned roll_kind(void)
{
    int all = 0;
    unsigned kind = 0;

    for (unsigned i = 0; i < COUNT_OF(kinds); i++) {
        all += kinds[i].often;
    }
    int left = roll(all);

    while (left >= kinds[kind].often) {
        left -= kinds[kind].often;
        kind++;
    }
    return kind;
}

/* Whose messages were received: they can be replied to from now on. */
static void note_requests(void)
{
    for (int i = 0; i < USERS; i++) {
        struct user *server = user_of(i);
        const struct takt_received *received = received_of(server->actor);

        if (server->dead || server->last != RECEIVE || outcome_of(server) != OK) {
            continue;
        }
        struct user *client = user_of(number_of(received->request.client));

        server->last = PROGRAM;
        client->named = true;
        client->request = received->request;
    }
}

static void take_step(void)
{
    unsigned kind = roll_kind();
    int thread = roll(USERS);

    step.call = kinds[kind].call;
    step.me = thread;
    step.what = 0;
    step.how = 0;
    if (kinds[kind].by_one_who_runs && !runs(thread)) {
        return;
    }
    if (!kinds[kind].take(thread)) {
        return;
    }
    if (kinds[kind].by_one_who_runs) {
        user_of(thread)->last = step.call;
    }
    note_requests();
    tell();
}

static void set_up(uint32_t seed)
{
    program.dice = dice_seeded(seed);
    program.limits = 0;
    for (int i = 0; i < USERS; i++) {
        *user_of(i) = (struct user){
            .actor = actor_make((char)('a' + i), 1 + (unsigned)roll(PRIORITIES_USED)),
        };
    }
    for (int i = 0; i < MUTEXES_USED; i++) {
        program.mutexes[i] = mutex_make(0);
    }
    for (int i = 0; i < CHANNELS_USED; i++) {
        program.channels[i] = channel_make(i == 0 ? TAKT_CHANNEL_FIXED_PRIORITY : 0);
        takt_channel_add_pulses(program.channels[i], program.slots[i], PULSES_EACH);
    }
    step.call = PROGRAM;
    tell();
}

/* Whoever still waits: it ends with the objects. */
static void tear_down(void)
{
    for (int i = 0; i < CHANNELS_USED; i++) {
        if (program.channels[i]->open) {
            takt_channel_destroy(program.channels[i]);
        }
    }
    for (int i = 0; i < MUTEXES_USED; i++) {
        if (program.mutexes[i]->open) {
            takt_mutex_destroy(program.mutexes[i]);
        }
    }
}

static uint32_t argument(unsigned index, uint32_t otherwise)
{
    char text[16];
    uint32_t number = 0;

    if (takt_argument(index, text, sizeof text) <= 0) {
        return otherwise;
    }
    for (const char *at = text; *at >= '0' && *at <= '9'; at++) {
        number = number * 10 + (uint32_t)(*at - '0');
    }
    return number;
}

TEST(programs_are_told)
{
    uint32_t count = argument(2, 10);
    uint32_t first = argument(3, 1);

    for (uint32_t seed = first; seed < first + count; seed++) {
        kernel_test_begin();
        set_up(seed * 2654435761U);
        for (int i = 0; i < STEPS; i++) {
            take_step();
        }
        tear_down();
        kernel_test_end();
    }
}
