/* program_roll.c - random programs: each has its own number of threads, its own kinds of objects
 * and few of them, and its own range of priorities, so that some have many equal ones. */
#include "dice.h"
#include "model_kinds.h"

#include <assert.h>
#include <string.h>

enum { STEPS_LEAST = 20, STEPS_MOST = 260, MS_MOST = 6, ALWAYS_KINDS = 2 };

static struct {
    struct dice dice;
    int threads;    /* the control, and some from the first on */
    unsigned kinds; /* a set */
    int objects;    /* of each kind, at most; beginning with the first */
    int first_object;
    int priorities; /* 1 ... */
    int interrupts; /* one in so many steps */
    bool sliced;    /* some of the threads */
} roll;

static int below(int sides)
{
    return (int)dice_below(&roll.dice, (uint32_t)sides);
}

/* The control as often as any two of the others. */
static int roll_actor(void)
{
    int actor = below(roll.threads + 2);

    if (actor > roll.threads) {
        return CONTROL;
    }
    return actor == roll.threads ? SERVICE : actor;
}

static bool is_chosen(int number)
{
    for (int kind = 0; kind < model_kind_count; kind++) {
        if (number < model_kinds[kind]->count) {
            return (roll.kinds >> kind & 1) != 0;
        }
        number -= model_kinds[kind]->count;
    }
    return false;
}

/* The control must be there when all others wait. */
static bool may_be_of(int number, int actor)
{
    return is_chosen(number) && (actor != CONTROL || !operation_at(number)->blocks);
}

static int roll_operation(int actor)
{
    unsigned sum = 0;
    int number = 0;

    for (int i = 0; operation_at(i) != NULL; i++) {
        sum += may_be_of(i, actor) ? operation_at(i)->weight : 0;
    }
    assert(sum > 0);
    unsigned rest = dice_below(&roll.dice, sum);

    while (!may_be_of(number, actor) || rest >= operation_at(number)->weight) {
        rest -= may_be_of(number, actor) ? operation_at(number)->weight : 0;
        number++;
    }
    return number;
}

static int roll_limit(void)
{
    int what = below(20);

    if (what < 3) {
        return 0;
    }
    if (what < 10) {
        return FOREVER_MS;
    }
    return what < 19 ? 1 + below(MS_MOST) : 1000 + below(9000);
}

/* One of the few objects of each kind. */
static int roll_one_of(int objects)
{
    int range = roll.objects < objects ? roll.objects : objects;

    return (roll.first_object + below(range)) % objects;
}

static int roll_object(const struct operation *operation, int actor)
{
    if (operation->of_thread) {
        return below(3) == 0 ? actor : roll_actor();
    }
    return operation->objects == 0 ? 0 : roll_one_of(operation->objects);
}

static int roll_value(const struct operation *operation)
{
    if (operation->of_priority) {
        return 1 + below(roll.priorities);
    }
    if (operation->of_object) {
        return roll_one_of(operation->values);
    }
    return operation->values > 0 ? below(operation->values) : 0;
}

static struct step roll_step(void)
{
    int actor = roll_actor();
    struct step step = { .actor = actor, .operation = roll_operation(actor) };
    const struct operation *operation = operation_of(&step);

    step.object = roll_object(operation, actor);
    step.value = roll_value(operation);
    step.limit = operation->limited ? roll_limit() : 0;
    if (actor == CONTROL && !operation->rests) {
        step.limit = 0;
    }
    if (operation->any_context && below(roll.interrupts) == 0) {
        step.in_interrupt = true;
        step.limit = 0;
    }
    return step;
}

static unsigned roll_kinds(void)
{
    unsigned kinds = dice_roll(&roll.dice) | ((1U << ALWAYS_KINDS) - 1);

    for (int kind = 1; kind < model_kind_count; kind++) {
        if ((kinds >> kind & 1) != 0 && model_kinds[kind]->with_the_one_before) {
            kinds |= 1U << (kind - 1);
        }
    }
    return kinds;
}

void program_roll(struct program *program, uint32_t seed)
{
    static const int ranges[] = { 2, 4, 8, TAKT_PRIORITIES - 1 };

    roll.dice = dice_seeded(seed);
    roll.dice.state *= 2654435761U; /* seeds that are near each other roll far apart */
    roll.kinds = roll_kinds();
    roll.objects = 1 + below(3);
    roll.first_object = below(8);
    roll.priorities = ranges[below(4)];
    roll.interrupts = 2 + below(20);
    roll.threads = 3 + below(SERVICE - 2);
    roll.sliced = below(3) == 0;
    roll.priorities = roll.sliced ? 1 + below(3) : roll.priorities;
    memset(program, 0, sizeof *program);
    program->count = STEPS_LEAST + below(STEPS_MOST);
    program->priorities[SERVICE] = 1 + (unsigned)below(roll.priorities);
    for (int i = 1; i < roll.threads; i++) {
        program->priorities[i] = 1 + (unsigned)below(roll.priorities);
        program->slices[i] = roll.sliced ? below(PROGRAM_SLICES) : 0;
    }
    for (int i = 0; i < program->count; i++) {
        program->steps[i] = roll_step();
    }
    for (int i = 1; TAKT_CPUS > 1 && i < MODEL_THREADS; i++) {
        program->cpus[i] = below(TAKT_CPUS);
    }
}
