/* proof.c - the evidence for one priority inversion. */
#include "proof.h"

#include <stdlib.h>

static struct proof_record record_of(const struct walk_step *step, uint8_t limit)
{
    struct proof_record record = {
        .thread = step->thread,
        .holder = step->cpu.thread,
        .work = step->work,
        .waiter = NONE,
        .mutex = NONE,
        .cpu = step->cpu.cpu,
        .waiting = step->waiting,
        .priority = step->priority,
        .holder_priority = step->cpu.priority,
        .limit = limit,
    };

    if (step->hop_count > 0 && step->hops[step->hop_count - 1].state == STATE_MUTEX) {
        record.waiter = step->hops[step->hop_count - 1].thread;
        record.mutex = step->hops[step->hop_count - 1].object;
    }
    return record;
}

/* The same thread READY at the same priority under the same circumstances: one sentence. */
static bool same_victim(const struct proof_record *left, const struct proof_record *right)
{
    return left->thread == right->thread && left->priority == right->priority
           && left->cpu == right->cpu && left->limit == right->limit
           && left->waiter == right->waiter && left->mutex == right->mutex
           && left->work == right->work;
}

static bool same(const struct proof_record *left, const struct proof_record *right)
{
    return same_victim(left, right) && left->holder == right->holder
           && left->holder_priority == right->holder_priority && left->waiting == right->waiting;
}

static void add_record(struct proof *proof, const struct proof_record *record, uint64_t ns)
{
    proof->inverted_ns += ns;
    for (unsigned i = 0; i < proof->count; i++) {
        if (same(&proof->records[i], record)) {
            proof->records[i].ns += ns;
            return;
        }
    }
    if (proof->count == PROOF_RECORDS) {
        proof->unlisted_ns += ns;
        return;
    }
    proof->records[proof->count] = *record;
    proof->records[proof->count].ns = ns;
    proof->count++;
}

void proof_begin(struct proof *proof)
{
    proof->inverted_ns = 0;
    proof->unknown_ns = 0;
    proof->unlisted_ns = 0;
    proof->count = 0;
}

void proof_add(struct proof *proof, const struct walk_step *step, uint8_t priority, uint64_t ns)
{
    struct proof_record record;

    if (step->kind == PATH_UNEXPLAINED) {
        proof->unknown_ns += ns;
        return;
    }
    if (step->state != STATE_READY || step->cpu.interrupt != NONE
        || step->kind == PATH_CLIENT_READY) {
        return;
    }
    if (step->cpu.thread == NONE || step->cpu.priority == PRIORITY_UNKNOWN
        || step->priority == PRIORITY_UNKNOWN || priority == PRIORITY_UNKNOWN) {
        proof->unknown_ns += ns;
        return;
    }
    if (step->cpu.priority > step->priority && step->cpu.priority < priority) {
        record = record_of(step, priority);
        add_record(proof, &record, ns);
    }
}

static int longer_first(const void *left_item, const void *right_item)
{
    const struct proof_record *left = left_item;
    const struct proof_record *right = right_item;

    if (left->ns != right->ns) {
        return left->ns < right->ns ? 1 : -1;
    }
    return (left->thread > right->thread) - (left->thread < right->thread);
}

/* "(SEND-blocked 8125.7 us, REPLY-blocked 3.0 us)" for all records like `victim`. */
static void add_states(const struct proof *proof, const struct proof_record *victim,
                       struct sentence *sentence)
{
    const char *separator = "(";

    for (unsigned state = STATE_SEND; state <= STATE_MUTEX; state++) {
        uint64_t ns = 0;

        for (unsigned i = 0; i < proof->count; i++) {
            bool counts =
                proof->records[i].waiting == state && same_victim(&proof->records[i], victim);

            ns += counts ? proof->records[i].ns : 0;
        }
        if (ns > 0) {
            sentence_add(sentence, "%s%s ", separator, state_name((enum thread_state)state));
            sentence_us(sentence, ns);
            sentence_add(sentence, " us");
            separator = ", ";
        }
    }
    sentence_add(sentence, ")");
}

/* "; most of the time ts_pload/hog (prio 20) on CPU 0, 8125.7 us" */
static void add_holder(const struct view *view, const struct proof *proof,
                       const struct proof_record *victim, struct sentence *sentence)
{
    uint64_t ns = 0;

    for (unsigned i = 0; i < proof->count; i++) {
        bool counts = proof->records[i].holder == victim->holder
                      && proof->records[i].holder_priority == victim->holder_priority
                      && same_victim(&proof->records[i], victim);

        ns += counts ? proof->records[i].ns : 0;
    }
    sentence_add(sentence, "; most of the time %s ", view_role(view, victim->holder));
    sentence_prio(sentence, victim->holder_priority);
    sentence_add(sentence, " on CPU %u, ", victim->cpu);
    sentence_us(sentence, ns);
    sentence_add(sentence, " us");
}

static void add_work(const struct view *view, const struct proof_record *victim, uint32_t exchange,
                     struct sentence *sentence)
{
    bool is_server = victim->waiter == NONE && exchange != NONE;
    const char *who = is_server ? "the server" : "the owner";

    if (victim->work == NONE) {
        if (is_server) {
            sentence_add(sentence, "; %s was not in a request", who);
        }
    } else if (victim->work == exchange) {
        sentence_add(sentence, "; %s was busy with this request", who);
    } else {
        const struct exchange *work = model_exchange(view->model, victim->work);

        sentence_add(sentence, "; %s was busy with %s's request (txn %llu)", who,
                     view_role(view, work->client), (unsigned long long)work->number);
    }
}

static void add_victim(const struct view *view, const struct proof *proof,
                       const struct proof_record *victim, uint32_t exchange,
                       struct sentence *sentence)
{
    uint64_t ns = 0;

    for (unsigned i = 0; i < proof->count; i++) {
        ns += same_victim(&proof->records[i], victim) ? proof->records[i].ns : 0;
    }
    sentence_add(sentence, "; for ");
    sentence_us(sentence, ns);
    sentence_add(sentence, " us of it ");
    add_states(proof, victim, sentence);
    if (victim->waiter != NONE) {
        sentence_add(sentence, " %s waited for mutex %s, whose owner",
                     view_role(view, victim->waiter),
                     model_object(view->model, victim->mutex)->name);
    }
    sentence_add(sentence,
                 " %s was READY at prio %u while the CPU it is pinned to (CPU %u) ran a thread"
                 " above prio %u and below the %s's %u",
                 view_role(view, victim->thread), victim->priority, victim->cpu, victim->priority,
                 exchange == NONE ? "waiter" : "client", victim->limit);
    add_holder(view, proof, victim, sentence);
    add_work(view, victim, exchange, sentence);
}

static bool told_before(const struct proof *proof, unsigned index)
{
    for (unsigned i = 0; i < index; i++) {
        if (same_victim(&proof->records[i], &proof->records[index])) {
            return true;
        }
    }
    return false;
}

void proof_text(const struct view *view, struct proof *proof, uint32_t exchange,
                struct sentence *sentence)
{
    qsort(proof->records, proof->count, sizeof proof->records[0], longer_first);
    for (unsigned i = 0; i < proof->count; i++) {
        if (!told_before(proof, i)) {
            add_victim(view, proof, &proof->records[i], exchange, sentence);
        }
    }
    if (proof->unlisted_ns > 0) {
        sentence_add(sentence, "; likewise in further combinations ");
        sentence_us(sentence, proof->unlisted_ns);
        sentence_add(sentence, " us");
    }
    sentence_add(sentence, ".");
}

void proof_values(const struct view *view, const struct proof *proof, struct report *report,
                  struct value *parent)
{
    struct value *list = value_add(report, parent, "proof", VALUE_LIST);

    for (unsigned i = 0; i < proof->count; i++) {
        const struct proof_record *record = &proof->records[i];
        struct value *map = value_add(report, list, NULL, VALUE_MAP);

        value_us(report, map, "us", record->ns);
        value_text(report, map, "waiting", state_name((enum thread_state)record->waiting));
        value_text(report, map, "ready", view_role(view, record->thread));
        value_int(report, map, "ready_priority", record->priority);
        value_int(report, map, "cpu", record->cpu);
        value_text(report, map, "held_by", view_role(view, record->holder));
        value_int(report, map, "held_by_priority", record->holder_priority);
        if (record->work != NONE) {
            const struct exchange *work = model_exchange(view->model, record->work);

            value_int(report, map, "busy_with_txn", (int64_t)work->number);
            value_text(report, map, "busy_with", view_role(view, work->client));
        }
        if (record->mutex != NONE) {
            value_text(report, map, "mutex", model_object(view->model, record->mutex)->name);
        }
    }
}
