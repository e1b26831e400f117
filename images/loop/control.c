/* control.c - the control loop. */
#include "control.h"

#include "takt/takt.h"

enum { STACK_BYTES = 1024, QUEUE_ITEMS = 4 };
enum { CONTROL_US = 120, DRIVE_US = 200, PLANNER_US = 300, PLANNER_PERIOD_MS = 7 };

struct sample {
    takt_time taken;
    int32_t value;
};

static struct takt_clock_callback sampler;
static takt_time next_sample;

static struct takt_queue samples;
static struct takt_queue outputs;
static struct sample sample_memory[QUEUE_ITEMS];
static struct sample output_memory[QUEUE_ITEMS];

static struct takt_mutex set_points;
static int32_t set_point; /* under set_points */

static struct takt_thread control;
static struct takt_thread drive;
static struct takt_thread planner;
static TAKT_STACK(control_stack, STACK_BYTES);
static TAKT_STACK(drive_stack, STACK_BYTES);
static TAKT_STACK(planner_stack, STACK_BYTES);

static struct control_counts counts;

/* In the clock's interrupt, in place of a converter's. */
static void take_sample(struct takt_clock_callback *callback, void *unused)
{
    const struct sample sample = { .taken = next_sample, .value = (int32_t)counts.samples % 100 };

    (void)unused;
    if (takt_queue_send(&samples, &sample, TAKT_NO_WAIT) == TAKT_OK) {
        counts.samples++;
    } else {
        counts.lost++;
    }
    next_sample += takt_us(SAMPLE_US);
    takt_clock_callback_arm(callback, next_sample);
}

static void control_main(void *unused)
{
    struct sample sample;

    (void)unused;
    for (;;) {
        (void)takt_queue_receive(&samples, &sample, TAKT_FOREVER);
        (void)takt_mutex_lock(&set_points, TAKT_FOREVER);
        sample.value = set_point - sample.value;
        takt_burn(takt_us(CONTROL_US));
        takt_mutex_unlock(&set_points);
        (void)takt_queue_send(&outputs, &sample, TAKT_FOREVER);
    }
}

static void note_output(const struct sample *output)
{
    uint32_t us = (uint32_t)(takt_to_ns(takt_now() - output->taken) / 1000);

    counts.outputs++;
    counts.late += us > SAMPLE_US ? 1 : 0;
    counts.worst_us = us > counts.worst_us ? us : counts.worst_us;
}

static void drive_main(void *unused)
{
    struct sample output;

    (void)unused;
    for (;;) {
        (void)takt_queue_receive(&outputs, &output, TAKT_FOREVER);
        takt_burn(takt_us(DRIVE_US));
        note_output(&output);
    }
}

static void planner_main(void *unused)
{
    (void)unused;
    for (;;) {
        (void)takt_sleep(takt_ms(PLANNER_PERIOD_MS));
        (void)takt_mutex_lock(&set_points, TAKT_FOREVER);
        set_point++;
        takt_burn(takt_us(PLANNER_US));
        takt_mutex_unlock(&set_points);
        counts.plans++;
    }
}

static void start_thread(struct takt_thread *thread, const char *name, unsigned priority,
                         void (*entry)(void *), void *stack)
{
    const struct takt_thread_options options = { .name = name,
                                                 .priority = priority,
                                                 .entry = entry,
                                                 .stack = stack,
                                                 .stack_bytes = sizeof control_stack };

    (void)takt_thread_create(thread, &options);
}

void control_start(void)
{
    (void)takt_queue_init(&samples, "samples", sample_memory, sizeof sample_memory,
                          sizeof sample_memory[0], QUEUE_ITEMS);
    (void)takt_queue_init(&outputs, "outputs", output_memory, sizeof output_memory,
                          sizeof output_memory[0], QUEUE_ITEMS);
    takt_mutex_init(&set_points, "set_points", 0);
    start_thread(&control, "control", CONTROL_PRIORITY, control_main, control_stack);
    start_thread(&drive, "drive", DRIVE_PRIORITY, drive_main, drive_stack);
    start_thread(&planner, "planner", PLANNER_PRIORITY, planner_main, planner_stack);
    takt_clock_callback_init(&sampler, take_sample, NULL);
    next_sample = takt_now() + takt_us(SAMPLE_US);
    takt_clock_callback_arm(&sampler, next_sample);
}

struct control_counts control_counts(void)
{
    return counts;
}
