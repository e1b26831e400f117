/* cancel_at_random.c - threads that use everything are cancelled at moments of the clock's choice,
 * by each other too, and made again in the same memory. On boards that audit, every structure is
 * looked at after each call; here: that nothing hangs, and that nothing is left at the end. */
#include "dice.h"
#include "kernel_test.h"
#include "thread_state.h"

#include <string.h>

enum { WORKERS = 6, ROUNDS = 1500, OBJECTS = 3, STACK_BYTES = 1536 };

static struct worker {
    struct takt_thread thread;
    struct dice dice;
} workers[WORKERS];

static TAKT_STACK(stacks[WORKERS], STACK_BYTES);
static struct takt_mutex *mutexes[OBJECTS];
static struct takt_semaphore *semaphores[OBJECTS];
static struct takt_channel *channels[OBJECTS];
static struct dice dice;

static takt_time some_time(struct dice *own)
{
    return takt_us(10 + dice_below(own, 300));
}

static void use_mutex(struct dice *own)
{
    struct takt_mutex *mutex = mutexes[dice_below(own, OBJECTS)];
    int status = takt_mutex_lock(mutex, some_time(own));

    if (status == TAKT_OK || status == TAKT_EOWNERDEAD) {
        takt_burn(takt_us(dice_below(own, 20)));
        (void)takt_sleep(takt_us(dice_below(own, 50)));
        takt_mutex_unlock(mutex);
    }
}

static void use_semaphore(struct dice *own)
{
    struct takt_semaphore *semaphore = semaphores[dice_below(own, OBJECTS)];

    if (dice_below(own, 2) == 0) {
        (void)takt_semaphore_give(semaphore);
    } else {
        (void)takt_semaphore_take(semaphore, some_time(own));
    }
}

static void serve(struct dice *own)
{
    struct takt_channel *channel = channels[dice_below(own, OBJECTS)];
    struct takt_received received = { .size = 0 };
    char text[200];

    if (takt_receive(channel, text, sizeof text, &received, some_time(own)) >= 0) {
        use_mutex(own);
        (void)takt_reply(received.request, text, sizeof text);
    }
}

static void ask(struct dice *own)
{
    char text[200] = "";
    char answer[150];
    const struct takt_message message = { text, sizeof text, answer, sizeof answer };

    (void)takt_send(channels[dice_below(own, OBJECTS)], &message, some_time(own));
}

/* One that is not above it, lest everybody is cancelled before having done anything. */
static void cancel_other(const struct worker *self, struct dice *own)
{
    struct worker *other = &workers[dice_below(own, WORKERS)];

    if (other != self && other->thread.base <= self->thread.base && dice_below(own, 4) == 0) {
        (void)takt_thread_cancel(&other->thread);
    }
}

static void work(void *argument)
{
    struct worker *self = argument;
    struct dice own = self->dice;

    for (;;) {
        switch (dice_below(&own, 10)) {
        case 0:
            (void)takt_sleep(some_time(&own));
            break;
        case 1:
            cancel_other(self, &own);
            break;
        case 2:
        case 3:
            use_semaphore(&own);
            break;
        case 4:
        case 5:
            serve(&own);
            break;
        case 6:
        case 7:
            ask(&own);
            break;
        case 8:
            use_mutex(&own);
            break;
        default:
            takt_thread_set_priority(&self->thread, 5 + dice_below(&own, 10));
            break;
        }
    }
}

static void worker_start(unsigned index)
{
    struct worker *worker = &workers[index];
    const struct takt_thread_options options = {
        .name = "worker",
        .priority = 5 + dice_below(&dice, 10),
        .entry = work,
        .argument = worker,
        .stack = stacks[index],
        .stack_bytes = sizeof stacks[index],
    };

    memset(&worker->thread, 0xA5, sizeof worker->thread);
    worker->dice.state = dice_roll(&dice);
    CHECK_EQUAL(takt_thread_create(&worker->thread, &options), TAKT_OK);
}

/* The state is read once, by one who can be interrupted: dead is what a dead thread stays. */
static bool is_dead(unsigned index)
{
    return takt_thread_join(&workers[index].thread, TAKT_NO_WAIT) == TAKT_OK;
}

KERNEL_TEST(cancel_at_random)
{
    unsigned cancelled = 0;

    dice = dice_seeded(23);
    for (unsigned i = 0; i < OBJECTS; i++) {
        mutexes[i] = mutex_make(i == 0 ? TAKT_MUTEX_RECURSIVE : 0);
        semaphores[i] = semaphore_make(0);
        channels[i] = channel_make(i == 0 ? TAKT_CHANNEL_FIXED_PRIORITY : 0);
    }
    control_holds();
    for (unsigned i = 0; i < WORKERS; i++) {
        worker_start(i);
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned index = dice_below(&dice, WORKERS);

        (void)takt_sleep(takt_us(dice_below(&dice, 400)));
        if (!is_dead(index)) {
            CHECK_EQUAL(takt_thread_cancel(&workers[index].thread), TAKT_OK);
            cancelled++;
        }
        worker_start(index);
    }
    for (unsigned i = 0; i < WORKERS; i++) {
        (void)takt_thread_cancel(&workers[i].thread);
        CHECK(is_dead(i));
    }
    for (unsigned i = 0; i < OBJECTS; i++) {
        CHECK(mutexes[i]->wait.owner == NULL && list_empty(&mutexes[i]->wait.waiters));
        CHECK(list_empty(&semaphores[i]->wait.waiters));
        CHECK(list_empty(&channels[i]->senders.waiters)
              && list_empty(&channels[i]->senders.servers));
        CHECK(list_empty(&channels[i]->replying.waiters));
        CHECK(list_empty(&channels[i]->receivers.waiters));
    }
    CHECK(cancelled > ROUNDS / 2 && cancelled < ROUNDS);
    control_lets_go();
}
