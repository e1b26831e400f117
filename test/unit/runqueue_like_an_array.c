/* runqueue_like_an_array.c - the ready queue against one array in which everybody is moved. */
#include "dice.h"
#include "harness.h"
#include "runqueue.h"

#include <string.h>

enum { THREADS = 40, STEPS = 20000 };

static struct runqueue queue;
static struct takt_thread threads[THREADS];
static struct takt_thread idle;

/* In the order in which they must run, whatever their priority. */
static struct takt_thread *order[THREADS];
static unsigned count;

static void model_insert(unsigned at, struct takt_thread *thread)
{
    memmove(&order[at + 1], &order[at], (count - at) * sizeof order[0]);
    order[at] = thread;
    count++;
}

static unsigned model_find(const struct takt_thread *thread)
{
    unsigned at = 0;

    while (at < count && order[at] != thread) {
        at++;
    }
    return at;
}

static void model_remove(unsigned at)
{
    count--;
    memmove(&order[at], &order[at + 1], (count - at) * sizeof order[0]);
}

/* The number of threads that come before the first, or behind the last, of that priority. */
static unsigned model_place(unsigned priority, bool behind)
{
    unsigned at = 0;

    while (at < count
           && (order[at]->priority > priority || (behind && order[at]->priority == priority))) {
        at++;
    }
    return at;
}

static void add(struct takt_thread *thread, unsigned priority, bool behind)
{
    thread->priority = (uint8_t)priority;
    model_insert(model_place(priority, behind), thread);
    if (behind) {
        runqueue_add_last(&queue, thread);
    } else {
        runqueue_add_first(&queue, thread);
    }
}

static void rotate(unsigned priority)
{
    unsigned first = model_place(priority, false);

    if (first == count || order[first]->priority != priority) {
        return;
    }
    struct takt_thread *thread = order[first];

    model_remove(first);
    model_insert(model_place(priority, true), thread);
    if (!list_alone(&thread->node)) {
        runqueue_rotate(thread);
    }
}

static void step(struct dice *dice)
{
    struct takt_thread *thread = &threads[dice_below(dice, THREADS)];
    unsigned at = model_find(thread);

    if (dice_below(dice, 4) == 0) {
        rotate(dice_below(dice, TAKT_PRIORITIES));
    } else if (at < count) {
        model_remove(at);
        runqueue_remove(&queue, thread);
    } else {
        add(thread, dice_below(dice, TAKT_PRIORITIES), dice_below(dice, 2) != 0);
    }
}

static void begin(void)
{
    runqueue_init(&queue, &idle);
    count = 0;
    for (unsigned i = 0; i < THREADS; i++) {
        list_init(&threads[i].node);
    }
}

TEST(runqueue_like_an_array)
{
    struct dice dice = dice_seeded(11);

    begin();
    for (unsigned i = 0; i < STEPS; i++) {
        step(&dice);
        if (!CHECK(runqueue_first(&queue) == (count == 0 ? &idle : order[0]))) {
            return;
        }
    }
    while (count > 0) {
        CHECK(runqueue_first(&queue) == order[0]);
        runqueue_remove(&queue, order[0]);
        model_remove(0);
    }
    CHECK(runqueue_first(&queue) == &idle);
    CHECK_EQUAL(queue.occupied, 0);
}

TEST(runqueue_knows_every_priority)
{
    begin();
    for (unsigned priority = 0; priority < TAKT_PRIORITIES; priority++) {
        add(&threads[priority], priority, true);
        CHECK(runqueue_first(&queue) == &threads[priority]);
    }
    for (unsigned left = TAKT_PRIORITIES; left > 0; left--) {
        CHECK(runqueue_first(&queue) == &threads[left - 1]);
        runqueue_remove(&queue, &threads[left - 1]);
    }
    CHECK(runqueue_first(&queue) == &idle);
}
