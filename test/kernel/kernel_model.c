/* kernel_model.c - the reference: the rule of docs/messages.md and docs/scheduling.md, literally.
 */
#include "kernel_model.h"

void model_init(struct model *model)
{
    for (int i = 0; i < MODEL_THREADS; i++) {
        model->threads[i] = (struct model_thread){ .serves = NOBODY, .server = NOBODY };
    }
    for (int i = 0; i < MODEL_MUTEXES; i++) {
        model->owners[i] = NOBODY;
    }
    for (int i = 0; i < MODEL_SEMAPHORES; i++) {
        model->counts[i] = 0;
    }
    for (int i = 0; i < MODEL_CHANNELS; i++) {
        model->lends[i] = true;
        for (int slot = 0; slot < MODEL_PULSES; slot++) {
            model->pulses[i][slot] = NOBODY;
        }
    }
}

static bool waits(const struct model_thread *thread, enum model_wait wait, int object)
{
    return thread->wait == wait && thread->object == object;
}

int model_pulse(const struct model *model, int channel)
{
    int highest = NOBODY;

    for (int slot = 0; slot < MODEL_PULSES; slot++) {
        if (model->pulses[channel][slot] > highest) {
            highest = model->pulses[channel][slot];
        }
    }
    return highest;
}

/* Does `from` lend to `to`? */
static bool lends(const struct model *model, const struct model_thread *from, int to)
{
    if (from->wait == FOR_MUTEX) {
        return model->owners[from->object] == to;
    }
    if (from->wait == FOR_REPLY) {
        return from->rose && from->server == to;
    }
    return from->wait == FOR_RECEIVER && model->lends[from->object] && from != &model->threads[to]
           && model->threads[to].serves == from->object;
}

unsigned model_due(const struct model *model, int index)
{
    const struct model_thread *thread = &model->threads[index];
    unsigned priority = thread->base > thread->served ? thread->base : thread->served;

    if (thread->serves != NOBODY && model->lends[thread->serves]
        && model_pulse(model, thread->serves) > (int)priority) {
        priority = (unsigned)model_pulse(model, thread->serves);
    }
    for (int i = 0; i < MODEL_THREADS; i++) {
        const struct model_thread *other = &model->threads[i];

        if (other->priority > priority && lends(model, other, index)) {
            priority = other->priority;
        }
    }
    return priority;
}

/* The least solution: from nothing upwards until it does not change. */
static void solve(struct model *model)
{
    bool changed = true;

    for (int i = 0; i < MODEL_THREADS; i++) {
        model->threads[i].priority = model->threads[i].base;
    }
    while (changed) {
        changed = false;
        for (int i = 0; i < MODEL_THREADS; i++) {
            unsigned priority = model_due(model, i);

            changed = changed || priority != model->threads[i].priority;
            model->threads[i].priority = priority;
        }
    }
}

/* A client that has risen while its message is in hand lends what it has to its server. */
static bool note_risen(struct model *model, const unsigned *before)
{
    bool more = false;

    for (int i = 0; i < MODEL_THREADS; i++) {
        struct model_thread *client = &model->threads[i];

        if (client->wait == FOR_REPLY && model->lends[client->object] && !client->rose
            && client->priority > before[i]) {
            client->rose = true;
            more = true;
        }
    }
    return more;
}

void model_settle(struct model *model)
{
    unsigned before[MODEL_THREADS];

    for (int i = 0; i < MODEL_THREADS; i++) {
        before[i] = model->threads[i].priority;
    }
    do {
        solve(model);
    } while (note_risen(model, before));
}

void model_leave_hand(struct model *model, int client)
{
    struct model_thread *thread = &model->threads[client];

    if (thread->wait == FOR_REPLY && thread->server != NOBODY) {
        struct model_thread *server = &model->threads[thread->server];

        if (thread->rose && thread->priority > server->served) {
            server->served = thread->priority;
        }
    }
    thread->rose = false;
}

static void serve(struct model *model, int server, int channel, unsigned served)
{
    model->threads[server].serves = channel;
    model->threads[server].served = served;
    for (int i = 0; i < MODEL_THREADS; i++) {
        if (model->threads[i].wait == FOR_REPLY && model->threads[i].server == server) {
            model->threads[i].rose = false;
        }
    }
}

void model_receive(struct model *model, int server, int channel, unsigned priority)
{
    serve(model, server, channel, model->lends[channel] ? priority : 0);
}

void model_dismiss(struct model *model, int server)
{
    serve(model, server, NOBODY, 0);
}

unsigned model_holders(const struct model *model, enum model_wait wait, int object, int server)
{
    unsigned holders = 0;

    if (wait == FOR_MUTEX && model->owners[object] != NOBODY) {
        holders = 1U << model->owners[object];
    } else if (wait == FOR_REPLY && server != NOBODY) {
        holders = 1U << server;
    } else if (wait == FOR_RECEIVER) {
        for (int i = 0; i < MODEL_THREADS; i++) {
            holders |= model->threads[i].serves == object ? 1U << i : 0;
        }
    }
    return holders;
}

/* One round of reaching: the holders of all who are reached so far. */
static unsigned reach_on(const struct model *model, int joiner, unsigned reached, bool *free)
{
    unsigned more = reached;

    for (int i = 0; i < MODEL_THREADS; i++) {
        const struct model_thread *thread = &model->threads[i];

        if ((reached >> i & 1) != 0 && i != joiner) {
            unsigned next = model_holders(model, thread->wait, thread->object, thread->server);

            more |= next;
            *free = *free || next == 0;
        }
    }
    return more;
}

/* Everybody who is reached from there. `*free`: one of them may run, or be helped by anybody. The
 * joiner counts as stuck. */
static unsigned reach(const struct model *model, int joiner, unsigned from, bool *free)
{
    unsigned reached = from;

    *free = from == 0;
    for (int round = 0; round < MODEL_THREADS; round++) {
        reached = reach_on(model, joiner, reached, free);
    }
    return reached;
}

bool model_deadlock(const struct model *model, int joiner, enum model_wait wait, int object)
{
    bool free;

    (void)reach(model, joiner, model_holders(model, wait, object, NOBODY), &free);
    return !free;
}

unsigned model_stuck(const struct model *model, int channel)
{
    bool free;
    unsigned holders = model_holders(model, FOR_RECEIVER, channel, NOBODY);
    unsigned reached = reach(model, NOBODY, holders, &free);
    unsigned stuck = 0;

    for (int i = 0; i < MODEL_THREADS && !free; i++) {
        stuck |= waits(&model->threads[i], FOR_RECEIVER, channel) ? reached & 1U << i : 0;
    }
    return stuck;
}

unsigned model_most_urgent(const struct model *model, enum model_wait wait, int object)
{
    unsigned highest = 0;
    unsigned set = 0;

    for (int i = 0; i < MODEL_THREADS; i++) {
        const struct model_thread *thread = &model->threads[i];

        if (!waits(thread, wait, object) || thread->priority < highest) {
            continue;
        }
        set = thread->priority > highest ? 1U << i : set | 1U << i;
        highest = thread->priority;
    }
    return set;
}
