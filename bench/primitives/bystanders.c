/* bystanders.c - threads that are there while others are measured, ready or waiting. */
#include "primitives.h"

enum { STACK_BYTES = 512, PRIORITIES = 10 };

struct bystander {
    struct takt_thread thread;
    TAKT_STACK(stack, STACK_BYTES);
};

static struct bystander ready[BYSTANDERS_MAX];
static struct bystander waiting[BYSTANDERS_MAX];
static struct takt_semaphore never;
static volatile bool over;
static unsigned number;

/* It runs when those who are measured sleep. */
static void be_ready(void *unused)
{
    (void)unused;
    while (!over) {
    }
}

static void wait_on(void *unused)
{
    (void)unused;
    (void)takt_semaphore_take(&never, TAKT_FOREVER);
}

static void start(struct bystander *one, unsigned priority, void (*entry)(void *unused))
{
    const struct takt_thread_options options = { .name = "bystander",
                                                 .priority = priority,
                                                 .entry = entry,
                                                 .stack = one->stack,
                                                 .stack_bytes = sizeof one->stack };

    if (takt_thread_create(&one->thread, &options) != TAKT_OK) {
        takt_print("primitives: there cannot be so many others\n");
        takt_halt(1);
    }
}

/* Those that wait are more urgent than who starts them, and do so at once. */
void bystanders_start(unsigned count)
{
    number = count;
    over = false;
    takt_semaphore_init(&never, "never", 0);
    for (unsigned i = 0; i < number; i++) {
        start(&waiting[i], ABOVE + i % PRIORITIES, wait_on);
        start(&ready[i], BELOW - 1 - i % PRIORITIES, be_ready);
    }
}

void bystanders_end(void)
{
    over = true;
    takt_semaphore_destroy(&never);
    for (unsigned i = 0; i < number; i++) {
        (void)takt_thread_join(&waiting[i].thread, TAKT_FOREVER);
        (void)takt_thread_join(&ready[i].thread, TAKT_FOREVER);
    }
}
