/* walk.c - what a waiting thread waits for, at one moment.
 *
 * A cursor goes along the chain. It remembers which request it is following, since what a server
 * does is either for that request or in its way, and whether the last link was a mutex.
 */
#include "walk.h"

struct cursor {
    struct view *view;
    uint64_t time;
    uint32_t thread;  /* now looked at */
    uint32_t request; /* that it should work on; NONE on behind a mutex */
    bool for_us;      /* all links up to here belong to the request that was asked about */
    bool is_owner;    /* came here by a mutex */
};

static void until_at_most(struct walk_step *step, uint64_t until)
{
    step->until = until < step->until ? until : step->until;
}

/* A READY thread is explained by an interrupt or a thread that may have its CPU before it. */
static bool explained(const struct walk_step *step)
{
    if (step->cpu.interrupt != NONE) {
        return true;
    }
    return step->cpu.thread != NONE && step->cpu.thread != step->thread
           && step->cpu.priority != PRIORITY_UNKNOWN && step->priority != PRIORITY_UNKNOWN
           && step->cpu.priority >= step->priority;
}

static void look_at_cpu(const struct view *view, const struct span *span, uint64_t time,
                        struct walk_step *step)
{
    step->cpu = view_cpu(view, span->cpu, time);
    until_at_most(step, step->cpu.until);
}

static enum path_kind running_kind(const struct cursor *cursor, const struct walk_step *step)
{
    if (cursor->is_owner) {
        return PATH_MUTEX_RUNNING;
    }
    if (cursor->for_us && (step->replied || step->work == cursor->request)) {
        return PATH_SERVER_RUNNING;
    }
    return PATH_SERVER_BUSY;
}

static enum path_kind ready_kind(const struct cursor *cursor, const struct walk_step *step)
{
    if (!explained(step)) {
        return PATH_UNEXPLAINED_READY;
    }
    return cursor->is_owner ? PATH_MUTEX_PREEMPTED : PATH_SERVER_PREEMPTED;
}

static bool is_unknown(const struct span *span)
{
    return span == NULL || span->state == STATE_UNKNOWN || span->state == STATE_DEAD;
}

/* The thread at the cursor ends the chain: it is not blocked on anything that can be followed. */
static void conclude(const struct cursor *cursor, const struct thread_moment *moment,
                     struct walk_step *step)
{
    if (is_unknown(moment->span)) {
        step->kind = PATH_UNEXPLAINED;
        return;
    }
    if (step->state == STATE_RUNNING) {
        look_at_cpu(cursor->view, moment->span, cursor->time, step);
        step->kind = running_kind(cursor, step);
    } else if (step->state == STATE_READY) {
        look_at_cpu(cursor->view, moment->span, cursor->time, step);
        step->kind = ready_kind(cursor, step);
    } else {
        step->kind = cursor->is_owner ? PATH_MUTEX_BLOCKED : PATH_SERVER_BLOCKED;
    }
}

/* Step from a thread that waits for a mutex to the owner. */
static bool hop_to_owner(struct cursor *cursor, uint32_t mutex, struct walk_step *step)
{
    uint64_t until;

    if (mutex == NONE) {
        return false;
    }
    cursor->thread = view_owner_of(cursor->view, mutex, cursor->time, &until);
    cursor->is_owner = true;
    cursor->request = NONE;
    until_at_most(step, until);
    return true;
}

/* Step from a thread that is itself a client to its server. */
static bool hop_to_server(struct cursor *cursor, struct walk_step *step)
{
    uint32_t request = view_request_of(cursor->view, cursor->thread, cursor->time);

    if (request == NONE) {
        return false;
    }
    cursor->for_us = cursor->for_us && !cursor->is_owner && step->work == cursor->request;
    cursor->is_owner = false;
    cursor->request = request;
    cursor->thread = view_server_of(cursor->view, request);
    return true;
}

static bool hop(struct cursor *cursor, const struct span *span, struct walk_step *step)
{
    const struct walk_hop link = { cursor->thread, span->object, span->state };
    bool followed;

    if (span->state == STATE_MUTEX) {
        followed = hop_to_owner(cursor, span->object, step);
    } else if (span->state == STATE_SEND || span->state == STATE_REPLY) {
        followed = hop_to_server(cursor, step);
    } else {
        followed = false;
    }
    if (followed) {
        step->hops[step->hop_count++] = link;
    }
    return followed;
}

static void follow(struct cursor *cursor, struct walk_step *step)
{
    for (;;) {
        struct thread_moment moment;

        step->thread = cursor->thread;
        if (cursor->thread == NONE) {
            step->kind = PATH_UNEXPLAINED;
            return;
        }
        moment = view_thread(cursor->view, cursor->thread, cursor->time);
        until_at_most(step, moment.until);
        step->state = moment.span == NULL ? STATE_UNKNOWN : moment.span->state;
        step->work = moment.work;
        step->priority = moment.priority;
        step->replied = false;
        if (cursor->request != NONE) {
            const struct exchange *request = model_exchange(cursor->view->model, cursor->request);

            step->replied = (request->seen & SEEN_REPLY) != 0 && cursor->time >= request->reply;
        }
        if (step->hop_count == WALK_HOPS) {
            step->kind = PATH_UNEXPLAINED;
            step->chain_cut = true;
            return;
        }
        if (is_unknown(moment.span) || !hop(cursor, moment.span, step)) {
            conclude(cursor, &moment, step);
            return;
        }
    }
}

/* Nothing is known yet. False: the work that one run may do is used up. */
static bool begin(struct view *view, struct walk_step *step)
{
    step->until = UINT64_MAX;
    step->kind = PATH_UNEXPLAINED;
    step->thread = NONE;
    step->work = NONE;
    step->waiting = STATE_UNKNOWN;
    step->state = STATE_UNKNOWN;
    step->priority = PRIORITY_UNKNOWN;
    step->replied = false;
    step->chain_cut = false;
    step->cpu = (struct cpu_moment){ UINT64_MAX, NONE, NONE, 0, PRIORITY_UNKNOWN };
    step->hop_count = 0; /* hops behind it stay what they were: clearing them costs more */
    if (view->steps_left == 0) {
        step->chain_cut = true;
        return false;
    }
    view->steps_left--;
    return true;
}

/* The client is not blocked by the request: it runs, may run, or something else keeps it. */
static void walk_client(const struct view *view, const struct span *span, uint64_t time,
                        struct walk_step *step)
{
    if (step->state == STATE_RUNNING || step->state == STATE_READY) {
        look_at_cpu(view, span, time, step);
    }
    if (step->state == STATE_RUNNING) {
        step->kind = PATH_CLIENT_RUNNING;
    } else if (step->state == STATE_READY) {
        step->kind = explained(step) ? PATH_CLIENT_READY : PATH_UNEXPLAINED_READY;
    } else {
        step->kind = PATH_CLIENT_BLOCKED;
    }
}

/* The moments at which what is known of the request changes are ends of steps, too. */
static void stop_at_stages(const struct exchange *exchange, uint64_t time, struct walk_step *step)
{
    if (exchange->receive > time) {
        until_at_most(step, exchange->receive);
    }
    if (exchange->reply > time) {
        until_at_most(step, exchange->reply);
    }
}

void walk_request(struct view *view, uint32_t index, uint64_t time, struct walk_step *step)
{
    const struct exchange *exchange = model_exchange(view->model, index);
    struct thread_moment moment;
    struct cursor cursor;

    if (!begin(view, step)) {
        return;
    }
    moment = view_thread(view, exchange->client, time);
    until_at_most(step, moment.until);
    stop_at_stages(exchange, time, step);
    step->thread = exchange->client;
    step->state = moment.span == NULL ? STATE_UNKNOWN : moment.span->state;
    step->waiting = step->state;
    step->priority = moment.priority;
    if (is_unknown(moment.span)) {
        return;
    }
    if (step->state != STATE_SEND && step->state != STATE_REPLY) {
        walk_client(view, moment.span, time, step);
        return;
    }
    cursor = (struct cursor){ .view = view,
                              .time = time,
                              .thread = view_server_of(view, index),
                              .request = index,
                              .for_us = true };
    follow(&cursor, step);
}

void walk_mutex(struct view *view, uint32_t mutex, uint64_t time, struct walk_step *step)
{
    struct cursor cursor = { .view = view, .time = time, .thread = NONE, .request = NONE };

    if (!begin(view, step)) {
        return;
    }
    step->waiting = STATE_MUTEX;
    (void)hop_to_owner(&cursor, mutex, step);
    follow(&cursor, step);
}

const char *path_kind_name(enum path_kind kind)
{
    static const char *const names[PATH_KIND_COUNT] = {
        [PATH_CLIENT_RUNNING] = "client running",
        [PATH_CLIENT_READY] = "client ready",
        [PATH_CLIENT_BLOCKED] = "client blocked",
        [PATH_SERVER_RUNNING] = "server running",
        [PATH_SERVER_BUSY] = "server busy",
        [PATH_SERVER_PREEMPTED] = "server preempted",
        [PATH_SERVER_BLOCKED] = "server blocked",
        [PATH_MUTEX_RUNNING] = "mutex owner running",
        [PATH_MUTEX_PREEMPTED] = "mutex owner preempted",
        [PATH_MUTEX_BLOCKED] = "mutex owner blocked",
        [PATH_UNEXPLAINED_READY] = "unexplained ready",
        [PATH_UNEXPLAINED] = "unexplained",
        [PATH_INTERRUPTS] = "interrupts",
    };

    return names[kind];
}
