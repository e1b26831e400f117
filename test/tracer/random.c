/* random.c - threads and interrupts that do anything at random, until the memory is nearly full.
 *
 * Every wait has a limit and every suspend a resume, so that the thing cannot stop of itself.
 */
#include "dice.h"
#include "modes.h"
#include "takt/takt.h"
#include "tracer.h"

#include <stdbool.h>

enum { WORKERS = 6, STACK_BYTES = 1536, PULSES = 3, IRQ_GIVE = 4, IRQ_PULSE = 5, IRQ_RAISE = 6 };

static struct takt_thread workers[WORKERS];
static TAKT_STACK(worker_stacks[WORKERS], STACK_BYTES);
static struct takt_thread child;
static TAKT_STACK(child_stack, STACK_BYTES);
static struct takt_mutex child_mutex; /* one child at a time */

static struct takt_mutex mutexes[2];
static struct takt_semaphore semaphore;
static struct takt_channel channel;
static struct takt_pulse_slot slots[PULSES];
static struct dice dice;
static volatile bool stop;

static takt_time short_time(void)
{
    return takt_us(1 + dice_below(&dice, 200));
}

static void lock_both(void)
{
    unsigned first = dice_below(&dice, 2);

    if (takt_mutex_lock(&mutexes[first], short_time()) < 0) {
        return;
    }
    takt_burn(takt_us(dice_below(&dice, 20)));
    if (takt_mutex_lock(&mutexes[1 - first], short_time()) == TAKT_OK) {
        takt_burn(takt_us(dice_below(&dice, 20)));
        takt_mutex_unlock(&mutexes[1 - first]);
    }
    takt_mutex_unlock(&mutexes[first]);
}

static void ask(void)
{
    const struct takt_message message = { .data = "?", .size = 1 };

    (void)takt_send(&channel, &message, short_time());
}

static void serve(void)
{
    struct takt_received received;

    if (takt_receive(&channel, NULL, 0, &received, short_time()) >= 0
        && received.kind == TAKT_MESSAGE) {
        takt_burn(takt_us(dice_below(&dice, 30)));
        (void)takt_reply(received.request, NULL, 0);
    }
}

static void disturb(struct takt_thread *victim)
{
    takt_thread_suspend(victim);
    takt_burn(takt_us(dice_below(&dice, 20)));
    takt_thread_resume(victim);
}

static void be_born(void *unused)
{
    (void)unused;
    takt_burn(takt_us(dice_below(&dice, 20)));
}

static void give_birth(void)
{
    const struct takt_thread_options options = { .name = "a child of someone",
                                                 .priority = 12 + dice_below(&dice, 4),
                                                 .entry = be_born,
                                                 .stack = child_stack,
                                                 .stack_bytes = sizeof child_stack };

    if (takt_mutex_lock(&child_mutex, TAKT_NO_WAIT) == TAKT_OK) {
        (void)takt_thread_create(&child, &options);
        (void)takt_thread_join(&child, TAKT_FOREVER);
        takt_mutex_unlock(&child_mutex);
    }
}

static void act(void)
{
    struct takt_thread *victim = &workers[dice_below(&dice, WORKERS)];

    switch (dice_below(&dice, 10)) {
    case 0:
        (void)takt_sleep(short_time());
        break;
    case 1:
        lock_both();
        break;
    case 2:
        (void)takt_semaphore_take(&semaphore, short_time());
        break;
    case 3:
        ask();
        break;
    case 4:
        serve();
        break;
    case 5:
        takt_irq_raise(IRQ_GIVE + dice_below(&dice, 3));
        break;
    case 6:
        takt_thread_set_priority(victim, 5 + dice_below(&dice, 8));
        break;
    case 7:
        if (victim != takt_thread_self()) {
            disturb(victim);
        }
        break;
    case 8:
        give_birth();
        break;
    default:
        takt_yield();
        break;
    }
}

static void work(void *unused)
{
    (void)unused;
    while (!stop) {
        act();
    }
}

static void give(void *unused)
{
    (void)unused;
    (void)takt_semaphore_give(&semaphore);
}

static void pulse(void *unused)
{
    (void)unused;
    (void)takt_pulse(&channel, dice_below(&dice, TAKT_PRIORITIES), 9, 0);
}

/* An interrupt that raises the others. */
static void raise_both(void *unused)
{
    (void)unused;
    takt_irq_raise(IRQ_GIVE);
    takt_irq_raise(IRQ_PULSE);
    takt_mark(1, 2);
}

static void make_objects(void)
{
    takt_mutex_init(&mutexes[0], "left", 0);
    takt_mutex_init(&mutexes[1], "right", 0);
    takt_mutex_init(&child_mutex, "child", 0);
    takt_semaphore_init(&semaphore, "units", 0);
    takt_channel_init(&channel, "requests", 0);
    takt_channel_add_pulses(&channel, slots, PULSES);
    takt_irq_attach(IRQ_GIVE, give, NULL);
    takt_irq_attach(IRQ_PULSE, pulse, NULL);
    takt_irq_attach(IRQ_RAISE, raise_both, NULL);
}

static void make_workers(void)
{
    static const char *const names[WORKERS] = { "w0", "w1", "w2", "w3", "worker4", "worker 5" };

    for (unsigned i = 0; i < WORKERS; i++) {
        const struct takt_thread_options options = { .name = names[i],
                                                     .group = i % 2 == 0 ? "even" : "odd",
                                                     .priority = 5 + i,
                                                     .entry = work,
                                                     .stack = worker_stacks[i],
                                                     .stack_bytes = sizeof worker_stacks[i] };

        (void)takt_thread_create(&workers[i], &options);
    }
}

void mode_random(const char *directory)
{
    dice = dice_seeded(41);
    make_objects();
    make_workers();
    (void)tracer_start(mode_memory, MODE_MEMORY_BYTES, TRACER_STOP_WHEN_FULL);
    while (tracer_status().packets + 4 < tracer_status().packets_max) {
        (void)takt_sleep(takt_us(200));
    }
    tracer_stop();
    stop = true;
    mode_save(directory);
}
