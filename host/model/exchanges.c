/* exchanges.c - requests: send, receive, reply, return, put together by their number.
 *
 * The stages may come in any order and any of them may be missing: the trace began in the middle,
 * lost records, or its CPUs' clocks disagree. Each stage fills its place; at the end one function
 * decides which exchanges can be trusted.
 *
 * A server can have received several requests. They lie on a pile, the last on top, and the top is
 * what it works on; each change of the top is a work_step.
 */
#include "build.h"

static struct exchange *exchange_at(const struct model *model, uint32_t index)
{
    return array_at(&model->exchanges, index);
}

static struct exchange_track *track_at(const struct model *model, uint32_t index)
{
    return array_at(&model->builder->exchanges, index);
}

static bool work_now(struct model *model, uint32_t server, uint32_t top, uint64_t time)
{
    struct thread *thread = array_at(&model->threads, server);
    struct work_step *step = NULL;

    build_thread_track(model, server)->work_top = top;
    if (thread->work.count > 0) {
        step = array_at(&thread->work, thread->work.count - 1);
        time = time > step->time ? time : step->time;
    }
    if (step == NULL || step->time != time) {
        step = array_add(&thread->work);
        if (step == NULL) {
            return false;
        }
    }
    step->time = time;
    step->exchange = top;
    return true;
}

static bool pile_add(struct model *model, uint32_t server, uint32_t index, uint64_t time)
{
    struct exchange_track *track = track_at(model, index);
    uint32_t top = build_thread_track(model, server)->work_top;

    track->below = top;
    track->above = NONE;
    track->piled = true;
    if (top != NONE) {
        track_at(model, top)->above = index;
    }
    return work_now(model, server, index, time);
}

static bool pile_remove(struct model *model, uint32_t index, uint64_t time)
{
    struct exchange_track *track = track_at(model, index);
    uint32_t server = exchange_at(model, index)->server;

    if (!track->piled) {
        return true;
    }
    track->piled = false;
    if (track->below != NONE) {
        track_at(model, track->below)->above = track->above;
    }
    if (track->above != NONE) {
        track_at(model, track->above)->below = track->below;
        return true;
    }
    return work_now(model, server, track->below, time);
}

/* After a loss, or its end: what the server had in hand is not known any more. */
bool build_work_forget(struct model *model, uint32_t server, uint64_t time)
{
    uint32_t index = build_thread_track(model, server)->work_top;

    if (index == NONE) {
        return true;
    }
    while (index != NONE) {
        track_at(model, index)->piled = false;
        index = track_at(model, index)->below;
    }
    return work_now(model, server, NONE, time);
}

static bool exchange_add(struct model *model, const struct event *event, uint32_t *index)
{
    struct exchange *exchange = array_add(&model->exchanges);
    struct exchange_track *track = array_add(&model->builder->exchanges);

    if (exchange == NULL || track == NULL || model->exchanges.count >= NONE) {
        return false;
    }
    *index = (uint32_t)(model->exchanges.count - 1);
    exchange->number = event->exchange;
    exchange->end = event->time;
    exchange->client = NONE;
    exchange->server = NONE;
    exchange->replier = NONE;
    exchange->channel = NONE;
    exchange->client_priority = PRIORITY_UNKNOWN;
    exchange->outcome = OUTCOME_OPEN;
    return map_set(&model->builder->exchange_numbers, event->exchange, *index);
}

/* The exchange that a stage belongs to: the open one of that number which does not have that
 * stage yet, or a new one. */
static bool exchange_find(struct model *model, const struct event *event, unsigned stage,
                          uint32_t *index)
{
    uint32_t known = map_get(&model->builder->exchange_numbers, event->exchange);

    if (known != MAP_MISSING) {
        struct exchange *exchange = exchange_at(model, known);

        *index = known;
        if ((exchange->seen & (stage | SEEN_RETURN)) == 0) {
            exchange->end = event->time > exchange->end ? event->time : exchange->end;
            exchange->seen = (uint8_t)(exchange->seen | stage);
            return true;
        }
        track_at(model, known)->reused = true;
    }
    if (!exchange_add(model, event, index)) {
        return false;
    }
    track_at(model, *index)->reused = known != MAP_MISSING;
    exchange_at(model, *index)->seen = (uint8_t)stage;
    return true;
}

static bool set_channel(struct model *model, uint32_t index, const struct event *event)
{
    uint32_t channel = NONE;

    if (event->object != 0
        && !build_object_find(model, event->object, OBJECT_CHANNEL, event->time, &channel)) {
        return false;
    }
    exchange_at(model, index)->channel = channel;
    return true;
}

bool build_send(struct model *model, const struct event *event)
{
    struct thread_track *track;
    struct exchange *exchange;
    uint32_t client;
    uint32_t index;

    if (!build_thread_find(model, event->thread, event->time, &client)
        || !build_acts(model, client, event) || !exchange_find(model, event, SEEN_SEND, &index)
        || !set_channel(model, index, event)) {
        return false;
    }
    exchange = exchange_at(model, index);
    exchange->send = event->time;
    exchange->client = client;
    if (client == NONE) {
        return true;
    }
    track = build_thread_track(model, client);
    exchange->client_priority = track->priority;
    if (track->exchange != NONE) {
        model->repairs++; /* it asks again: it has come back from the request before */
    }
    track->exchange = index;
    return true;
}

bool build_receive(struct model *model, const struct event *event)
{
    struct exchange *exchange;
    uint32_t server;
    uint32_t index;

    if (!build_thread_find(model, event->thread, event->time, &server)
        || !exchange_find(model, event, SEEN_RECEIVE, &index)) {
        return false;
    }
    exchange = exchange_at(model, index);
    exchange->receive = event->time;
    exchange->server = server;
    if (exchange->channel == NONE && !set_channel(model, index, event)) {
        return false;
    }
    return server == NONE || pile_add(model, server, index, event->time);
}

bool build_reply(struct model *model, const struct event *event)
{
    struct exchange *exchange;
    uint32_t replier;
    uint32_t index;

    if (!build_thread_find(model, event->thread, event->time, &replier)
        || !build_acts(model, replier, event) || !exchange_find(model, event, SEEN_REPLY, &index)) {
        return false;
    }
    exchange = exchange_at(model, index);
    exchange->reply = event->time;
    exchange->replier = replier;
    exchange->outcome = exchange->outcome == OUTCOME_FAILED ? OUTCOME_FAILED : OUTCOME_REPLIED;
    return pile_remove(model, index, event->time);
}

static bool set_client(struct model *model, uint32_t index, const struct event *event)
{
    struct exchange *exchange = exchange_at(model, index);

    return exchange->client != NONE
           || build_thread_find(model, event->thread, event->time, &exchange->client);
}

/* A request whose client has gone is no request any more: the server no longer works on it. */
bool build_error(struct model *model, const struct event *event)
{
    uint32_t index;

    if (!exchange_find(model, event, SEEN_ERROR, &index) || !set_client(model, index, event)) {
        return false;
    }
    exchange_at(model, index)->status = (int32_t)event->a;
    exchange_at(model, index)->outcome = OUTCOME_FAILED;
    return pile_remove(model, index, event->time);
}

bool build_return(struct model *model, const struct event *event)
{
    struct exchange *exchange;
    uint32_t client;
    uint32_t index;

    if (!build_thread_find(model, event->thread, event->time, &client)
        || !build_acts(model, client, event) || !exchange_find(model, event, SEEN_RETURN, &index)
        || !set_client(model, index, event)) {
        return false;
    }
    exchange = exchange_at(model, index);
    exchange->end = event->time;
    if (client != NONE) {
        struct thread_track *track = build_thread_track(model, client);

        if (track->exchange == index) {
            track->exchange = NONE;
        }
    }
    return pile_remove(model, index, event->time);
}

static bool has(const struct exchange *exchange, unsigned stages)
{
    return (exchange->seen & stages) == stages;
}

/* How far the later stage lies before the earlier one; 0 if one is missing or all is well. */
static uint64_t step_back(const struct exchange *exchange, unsigned stages, uint64_t earlier,
                          uint64_t later)
{
    return has(exchange, stages) && later < earlier ? earlier - later : 0;
}

static bool runs_backward(struct model *model, const struct exchange *exchange)
{
    uint64_t steps[] = {
        step_back(exchange, SEEN_SEND | SEEN_RECEIVE, exchange->send, exchange->receive),
        step_back(exchange, SEEN_RECEIVE | SEEN_REPLY, exchange->receive, exchange->reply),
        step_back(exchange, SEEN_REPLY | SEEN_RETURN, exchange->reply, exchange->end),
        step_back(exchange, SEEN_SEND | SEEN_RETURN, exchange->send, exchange->end),
    };
    bool backward = false;

    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        model->backward += steps[i] > 0;
        model->backward_max = steps[i] > model->backward_max ? steps[i] : model->backward_max;
        backward = backward || steps[i] > 0;
    }
    return backward;
}

static bool ambiguous(const struct model *model, uint32_t thread)
{
    return thread != NONE && model_thread(model, thread)->ambiguous;
}

/* A request that ends with the last record before a loss, or begins with the first after it, does
 * not cross it. */
static bool crosses_loss(const struct model *model, const struct exchange *exchange)
{
    uint64_t start = has(exchange, SEEN_SEND) ? exchange->send : exchange->receive;

    return exchange->end > start && model_loss_between(model, start + 1, exchange->end - 1);
}

/* Why an exchange is not to be trusted; NULL: it is. */
static const char *doubt(struct model *model, uint32_t index)
{
    const struct exchange *exchange = exchange_at(model, index);

    if (runs_backward(model, exchange)) {
        return "the clocks of its CPUs disagree";
    }
    if (track_at(model, index)->reused) {
        return "its number was used twice";
    }
    if (crosses_loss(model, exchange)) {
        return "records were lost while it was open";
    }
    if (!has(exchange, SEEN_SEND)) {
        return "its beginning is not in the trace";
    }
    if (!has(exchange, SEEN_RETURN)) {
        return "its end is not in the trace";
    }
    if (has(exchange, SEEN_ERROR | SEEN_REPLY)) {
        return "it was answered and failed";
    }
    if (!has(exchange, SEEN_ERROR) && !has(exchange, SEEN_RECEIVE | SEEN_REPLY)) {
        return "a part of it is not in the trace";
    }
    if (ambiguous(model, exchange->client) || ambiguous(model, exchange->server)
        || ambiguous(model, exchange->replier)) {
        return "a thread id was used again";
    }
    return NULL;
}

void build_exchanges_finish(struct model *model)
{
    for (uint32_t i = 0; i < model->exchanges.count; i++) {
        struct exchange *exchange = exchange_at(model, i);
        bool complete = has(exchange, SEEN_SEND | SEEN_RETURN)
                        && (has(exchange, SEEN_ERROR) || has(exchange, SEEN_RECEIVE | SEEN_REPLY));

        exchange->warning = doubt(model, i);
        exchange->trustworthy = exchange->warning == NULL;
        if (has(exchange, SEEN_SEND | SEEN_RETURN) && !complete && !crosses_loss(model, exchange)) {
            model->repairs++; /* a stage in the middle is missing for no reason */
        }
    }
    array_trim(&model->exchanges);
}
