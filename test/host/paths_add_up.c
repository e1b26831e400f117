/* paths_add_up.c - whatever threads do, the segments of every request follow each other without
 * gap and add up to its latency to the nanosecond, and say of the client what its states say.
 *
 * Threads take random steps that a kernel could take: clients ask, servers receive and reply, also
 * as clients of others and several at a time, mutexes are locked across requests, interrupts
 * come, priorities change, on two CPUs.
 */
#include "critical_path.h"
#include "dice.h"
#include "harness.h"
#include "picture.h"
#include "story.h"

#include <string.h>

enum { THREADS = 8, SERVERS = 3, CPUS = 2, MUTEXES = 2, STEPS = 12000, HELD_MAX = 4 };
enum { CHANNEL_ID = 100, MUTEX_ID = 200, NOBODY = 0 };

struct actor {
    enum thread_state state;
    unsigned cpu;
    uint32_t request;  /* that it asked and has no answer for */
    uint32_t answered; /* that it has to return from */
    unsigned channel;  /* where it asked */
    unsigned held;     /* requests it works on */
    uint32_t work[HELD_MAX];
    uint32_t clients[HELD_MAX];
    bool locks;
};

struct world {
    struct picture picture;
    struct dice dice;
    uint64_t time;
    uint32_t exchanges;
    uint32_t running[CPUS]; /* thread or NOBODY */
    uint32_t owner[MUTEXES];
    bool in_irq[CPUS];
    struct actor actors[THREADS + 1]; /* from 1 on; the first SERVERS serve */
};

static void say(struct world *world, struct event event)
{
    world->time += dice_below(&world->dice, 3) == 0 ? 0 : 1 + dice_below(&world->dice, 400);
    event.time = world->time;
    tell(&world->picture, &event);
}

static void blocks(struct world *world, uint32_t thread, enum thread_state state, uint32_t object)
{
    struct actor *actor = &world->actors[thread];

    say(world, (struct event){ .kind = EVENT_STATE,
                               .thread = thread,
                               .cpu = (uint16_t)actor->cpu,
                               .detail = (uint8_t)state,
                               .object = object });
    if (world->running[actor->cpu] == thread) {
        world->running[actor->cpu] = NOBODY;
    }
    actor->state = state;
}

static void wakes(struct world *world, uint32_t thread, unsigned cpu)
{
    say(world, (struct event){ .kind = EVENT_STATE,
                               .thread = thread,
                               .cpu = (uint16_t)cpu,
                               .detail = STATE_READY,
                               .a = CAUSE_GRANTED });
    world->actors[thread].state = STATE_READY;
}

static void runs(struct world *world, uint32_t thread)
{
    struct actor *actor = &world->actors[thread];

    say(world,
        (struct event){
            .kind = EVENT_SWITCH, .thread = thread, .cpu = (uint16_t)actor->cpu, .a = 5 + thread });
    if (world->running[actor->cpu] != NOBODY) {
        world->actors[world->running[actor->cpu]].state = STATE_READY;
    }
    world->running[actor->cpu] = thread;
    actor->state = STATE_RUNNING;
    if (actor->answered != 0) {
        say(world, (struct event){ .kind = EVENT_RETURN,
                                   .thread = thread,
                                   .cpu = (uint16_t)actor->cpu,
                                   .exchange = actor->answered });
        actor->answered = 0;
    }
}

/* Servers ask only servers of a higher number, and nobody asks with a lock: no circles. */
static void asks(struct world *world, uint32_t thread)
{
    struct actor *actor = &world->actors[thread];
    unsigned first = thread <= SERVERS ? thread + 1 : 1;

    if (first > SERVERS || actor->locks) {
        return;
    }
    actor->channel = first + dice_below(&world->dice, SERVERS - first + 1);
    actor->request = ++world->exchanges;
    say(world, (struct event){ .kind = EVENT_SEND,
                               .thread = thread,
                               .cpu = (uint16_t)actor->cpu,
                               .object = CHANNEL_ID + actor->channel,
                               .exchange = actor->request });
    blocks(world, thread, STATE_SEND, CHANNEL_ID + actor->channel);
    if (world->actors[actor->channel].state == STATE_RECEIVE) {
        wakes(world, actor->channel, actor->cpu);
    }
}

static void receives(struct world *world, uint32_t server)
{
    struct actor *actor = &world->actors[server];

    for (uint32_t i = 1; i <= THREADS; i++) {
        struct actor *client = &world->actors[i];

        if (client->state == STATE_SEND && client->channel == server && actor->held < HELD_MAX) {
            say(world, (struct event){ .kind = EVENT_RECEIVE,
                                       .thread = server,
                                       .cpu = (uint16_t)actor->cpu,
                                       .object = CHANNEL_ID + server,
                                       .exchange = client->request });
            blocks(world, i, STATE_REPLY, CHANNEL_ID + server);
            actor->work[actor->held] = client->request;
            actor->clients[actor->held] = i;
            actor->held++;
            return;
        }
    }
    if (actor->held == 0 && !actor->locks) {
        blocks(world, server, STATE_RECEIVE, CHANNEL_ID + server);
    }
}

static void replies(struct world *world, uint32_t server)
{
    struct actor *actor = &world->actors[server];
    struct actor *client;

    if (actor->held == 0) {
        return;
    }
    actor->held--;
    say(world, (struct event){ .kind = EVENT_REPLY,
                               .thread = server,
                               .cpu = (uint16_t)actor->cpu,
                               .exchange = actor->work[actor->held] });
    client = &world->actors[actor->clients[actor->held]];
    client->answered = client->request;
    client->request = 0;
    wakes(world, actor->clients[actor->held], actor->cpu);
}

static void locks(struct world *world, uint32_t thread)
{
    unsigned mutex = dice_below(&world->dice, MUTEXES);
    struct actor *actor = &world->actors[thread];
    struct event event = { .thread = thread,
                           .cpu = (uint16_t)actor->cpu,
                           .object = MUTEX_ID + mutex };

    if (actor->locks) {
        return; /* one at a time: no circles */
    }
    if (world->owner[mutex] == NOBODY) {
        event.kind = EVENT_LOCK;
        world->owner[mutex] = thread;
        actor->locks = true;
        say(world, event);
    } else {
        event.kind = EVENT_LOCK_WAIT;
        event.b = world->owner[mutex];
        say(world, event);
        actor->channel = mutex;
        blocks(world, thread, STATE_MUTEX, MUTEX_ID + mutex);
    }
}

static void unlocks(struct world *world, uint32_t thread)
{
    struct actor *actor = &world->actors[thread];
    struct event event = { .kind = EVENT_UNLOCK, .thread = thread, .cpu = (uint16_t)actor->cpu };
    unsigned mutex = world->owner[0] == thread ? 0 : 1;

    if (!actor->locks) {
        return;
    }
    for (uint32_t i = 1; i <= THREADS && event.b == NOBODY; i++) {
        bool waits = world->actors[i].state == STATE_MUTEX && world->actors[i].channel == mutex;

        event.b = waits ? i : NOBODY;
    }
    event.object = MUTEX_ID + mutex;
    actor->locks = false;
    world->owner[mutex] = event.b;
    say(world, event);
    if (event.b != NOBODY) {
        event.kind = EVENT_LOCK;
        event.thread = event.b;
        event.b = 0;
        world->actors[event.thread].locks = true;
        say(world, event);
        wakes(world, event.thread, actor->cpu);
    }
}

static void interrupts(struct world *world, unsigned cpu)
{
    say(world, (struct event){ .kind = world->in_irq[cpu] ? EVENT_IRQ_EXIT : EVENT_IRQ_ENTER,
                               .cpu = (uint16_t)cpu,
                               .a = 4 });
    world->in_irq[cpu] = !world->in_irq[cpu];
}

static void changes_priority(struct world *world)
{
    uint32_t thread = 1 + dice_below(&world->dice, THREADS);

    say(world,
        (struct event){
            .kind = EVENT_PRIORITY, .thread = thread, .a = dice_below(&world->dice, 32), .b = 5 });
}

static void acts(struct world *world, uint32_t thread)
{
    switch (dice_below(&world->dice, 8)) {
    case 0:
    case 1:
        asks(world, thread);
        break;
    case 2:
        locks(world, thread);
        break;
    case 3:
        unlocks(world, thread);
        break;
    case 6:
        blocks(world, thread, STATE_SLEEP, 0);
        break;
    case 4:
        if (thread <= SERVERS) {
            receives(world, thread);
        }
        break;
    default:
        replies(world, thread);
        break;
    }
}

static void step(struct world *world)
{
    unsigned cpu = dice_below(&world->dice, CPUS);
    uint32_t thread = 1 + dice_below(&world->dice, THREADS);

    if (world->in_irq[cpu] || dice_below(&world->dice, 20) == 0) {
        interrupts(world, cpu);
    } else if (dice_below(&world->dice, 20) == 0) {
        changes_priority(world);
    } else if (world->actors[thread].state == STATE_SLEEP) {
        wakes(world, thread, cpu);
    } else if (world->actors[thread].state == STATE_READY
               && !world->in_irq[world->actors[thread].cpu]) {
        runs(world, thread);
    } else if (world->running[cpu] != NOBODY) {
        acts(world, world->running[cpu]);
    }
}

static void create(struct world *world, uint32_t seed)
{
    *world = (struct world){ .dice = dice_seeded(seed) };
    picture_begin(&world->picture);
    for (uint32_t i = 1; i <= SERVERS; i++) {
        say(world, (struct event){ .kind = EVENT_OBJECT, .object = CHANNEL_ID + i });
    }
    for (uint32_t i = 0; i < MUTEXES; i++) {
        say(world,
            (struct event){ .kind = EVENT_OBJECT, .object = MUTEX_ID + i, .detail = OBJECT_MUTEX });
    }
    for (uint32_t i = 1; i <= THREADS; i++) {
        world->actors[i].cpu = i % CPUS;
        say(world, (struct event){ .kind = EVENT_THREAD, .thread = i, .a = 5 + i, .b = i % CPUS });
        wakes(world, i, i % CPUS);
    }
}

static void tell_random_trace(struct world *world, uint32_t seed)
{
    create(world, seed);
    for (unsigned i = 0; i < STEPS; i++) {
        step(world);
    }
    picture_finish(&world->picture, CPUS);
    CHECK(!world->picture.failed);
}

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* What a segment says must agree with the client's own states through all of it. */
static bool agrees(const struct model *model, const struct report_mark *mark)
{
    uint32_t at = model_span_at(model, mark->thread, mark->start);
    const struct span *span = array_at(&model_thread(model, mark->thread)->spans, at);

    switch ((enum thread_state)span->state) {
    case STATE_RUNNING:
        return strcmp(mark->kind, "client running") == 0 && mark->end <= span->end;
    case STATE_READY:
        return (strcmp(mark->kind, "client ready") == 0
                || strcmp(mark->kind, "unexplained ready") == 0)
               && mark->end <= span->end && mark->held_by != NULL;
    case STATE_SEND:
    case STATE_REPLY:
        return starts_with(mark->kind, "server ") || starts_with(mark->kind, "mutex owner ")
               || starts_with(mark->kind, "unexplained");
    case STATE_UNKNOWN:
    case STATE_SUSPENDED:
    case STATE_SLEEP:
    case STATE_RECEIVE:
    case STATE_MUTEX:
    case STATE_SEMAPHORE:
    case STATE_FLAGS:
    case STATE_QUEUE_SEND:
    case STATE_QUEUE_RECEIVE:
    case STATE_POOL:
    case STATE_CONDITION:
    case STATE_TIMER:
    case STATE_JOIN:
    case STATE_DEAD:
    case STATE_COUNT:
        break;
    }
    return false;
}

/* The exchange's marks, which follow each other in the list. Returns the one after them. */
static const struct report_mark *check_exchange(const struct model *model,
                                                const struct report_mark *mark)
{
    const struct exchange *exchange = model_exchange(model, mark->exchange);
    uint32_t index = mark->exchange;
    uint64_t time = exchange->send;

    for (; mark != NULL && mark->exchange == index; mark = mark->next) {
        CHECK_EQUAL(mark->start, time);
        CHECK(mark->end > mark->start);
        CHECK_EQUAL(mark->thread, exchange->client);
        CHECK(agrees(model, mark));
        time = mark->end;
    }
    CHECK_EQUAL(time, exchange->end);
    return mark;
}

static uint64_t count_answered(const struct model *model)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < model->exchanges.count; i++) {
        const struct exchange *exchange = model_exchange(model, i);

        count += exchange->trustworthy && exchange->outcome == OUTCOME_REPLIED
                         && exchange->end > exchange->send
                     ? 1
                     : 0;
    }
    return count;
}

static uint64_t check_marks(struct world *world)
{
    const struct model *model = &world->picture.model;
    struct report report;
    uint64_t checked = 0;

    report_init(&report, &world->picture.arena);
    critical_path_marks(model, &report);
    CHECK(!report.failed);
    for (const struct report_mark *mark = report.marks; mark != NULL; checked++) {
        mark = check_exchange(model, mark);
    }
    CHECK_EQUAL(checked, count_answered(model));
    return checked;
}

TEST(paths_add_up_for_every_request)
{
    uint64_t checked = 0;

    for (uint32_t seed = 1; seed <= 12; seed++) {
        struct world world;

        tell_random_trace(&world, seed);
        CHECK(picture_broken_rule(&world.picture) == NULL);
        checked += check_marks(&world);
        picture_free(&world.picture);
    }
    CHECK(checked > 1000);
}

/* The totals by kind, and the times of segments, as they are given to programs. */

static uint64_t sum_members(const struct value *map)
{
    uint64_t sum = 0;

    for (const struct value *value = map->first; value != NULL; value = value->next) {
        sum += (uint64_t)value->number;
    }
    return sum;
}

static const struct value *member(const struct value *map, const char *name)
{
    const struct value *value = map->first;

    while (value != NULL && strcmp(value->name, name) != 0) {
        value = value->next;
    }
    CHECK(value != NULL);
    return value;
}

static uint64_t sum_us(const struct value *list)
{
    uint64_t sum = 0;

    for (const struct value *one = list->first; one != NULL; one = one->next) {
        sum += (uint64_t)member(one, "us")->number;
    }
    return sum;
}

/* Those who had the CPU had it for all of the segment. */
static void check_holders(const struct value *segment)
{
    const struct value *value = segment->first;

    while (value != NULL && strcmp(value->name, "cpu_held_by") != 0) {
        value = value->next;
    }
    if (value != NULL) {
        CHECK_EQUAL(sum_us(value), member(segment, "us")->number);
    }
}

TEST(path_totals_by_kind_and_by_holder_are_exact)
{
    const struct analyze_options options = { .top = 1, .slowest = 1000, .threshold_ns = 1000 };
    struct world world;
    struct report report;
    struct error error;
    const struct section *section;

    tell_random_trace(&world, 77);
    report_init(&report, &world.picture.arena);
    CHECK(analyze_all(&world.picture.model, &options, &report, &error));
    for (section = report.sections; strcmp(section->name, "critical_paths") != 0;) {
        section = section->next;
    }
    for (const struct value *path = section->values.first; path != NULL; path = path->next) {
        uint64_t latency = (uint64_t)member(path, "latency_us")->number;

        for (const struct value *one = member(path, "segments")->first; one != NULL;
             one = one->next) {
            check_holders(one);
        }
        CHECK_EQUAL(sum_us(member(path, "segments")), latency);
        CHECK_EQUAL(sum_members(member(path, "by_kind")), latency);
    }
    picture_free(&world.picture);
}
