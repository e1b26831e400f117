/* main.c - traces of two CPUs, whose story is known.
 *
 *     traces_cpus MODE DIRECTORY
 *
 *   story   the thread `control` (20, CPU 0) asks `server` (10, CPU 1) three times, waits for the
 *           mutex "shared" that `holder` (5, CPU 1) has while it sleeps, and fetches `wanderer` (4)
 *           from CPU 1 to CPU 0. Between marks 1 and 2 nothing happens on CPU 1, between 3 and 4 it
 *           is woken by a message.
 *   full    CPU 1 alone has more to tell than fits; the memory is full there and nowhere else.
 *           Then nothing happens on either CPU between marks 1 and 2.
 *   newest  the same, and the newest is kept.
 */
#include "takt/takt.h"
#include "tracer.h"

#include <string.h>

enum { STACK_BYTES = 4096, WORD_BYTES = 100, SMALL_BYTES = 8 * TRACER_PACKET_BYTES, MARKS = 2000 };
enum { STATUS_ERROR = 2, QUIET_BEGINS = 1, QUIET_ENDS = 2, WOKEN_BEGINS = 3, WOKEN_ENDS = 4 };

static _Alignas(8) unsigned char memory[64 * TRACER_PACKET_BYTES];

struct actor {
    struct takt_thread thread;
    TAKT_STACK(stack, STACK_BYTES);
};

static struct actor control;
static struct actor server;
static struct actor holder;
static struct actor wanderer;
static struct takt_channel channel;
static struct takt_mutex shared;
static struct takt_semaphore go;
static struct takt_semaphore held;

static void start(struct actor *actor, const char *name, unsigned priority, unsigned cpu,
                  void (*entry)(void *))
{
    const struct takt_thread_options options = { .name = name,
                                                 .priority = priority,
                                                 .cpu = TAKT_CPU(cpu),
                                                 .entry = entry,
                                                 .stack = actor->stack,
                                                 .stack_bytes = sizeof actor->stack };

    (void)takt_thread_create(&actor->thread, &options);
}

static void serve(void *unused)
{
    struct takt_received received;
    uint32_t number;

    (void)unused;
    for (;;) {
        (void)takt_receive(&channel, &number, sizeof number, &received, TAKT_FOREVER);
        takt_burn(takt_us(50));
        (void)takt_reply(received.request, &number, sizeof number);
    }
}

static void hold(void *unused)
{
    (void)unused;
    (void)takt_semaphore_take(&go, TAKT_FOREVER);
    (void)takt_mutex_lock(&shared, TAKT_FOREVER);
    (void)takt_semaphore_give(&held);
    (void)takt_sleep(takt_us(300));
    takt_mutex_unlock(&shared);
}

static void wander(void *unused)
{
    (void)unused;
    (void)takt_semaphore_take(&go, TAKT_FOREVER);
    while (takt_thread_cpu(takt_thread_self()) != 0) {
        takt_burn(takt_us(20));
    }
}

static void ask(void)
{
    uint32_t number = 5;
    const struct takt_message message = {
        .data = &number, .size = sizeof number, .reply = &number, .reply_capacity = sizeof number
    };

    (void)takt_send(&channel, &message, TAKT_FOREVER);
}

static void run_story(void)
{
    (void)takt_sleep(takt_ms(1));
    (void)tracer_start(memory, sizeof memory, TRACER_STOP_WHEN_FULL);
    takt_mark(QUIET_BEGINS, 0);
    takt_burn(takt_ms(1));
    takt_mark(QUIET_ENDS, 0);
    takt_mark(WOKEN_BEGINS, 0);
    ask();
    takt_mark(WOKEN_ENDS, 0);
    ask();
    ask();
    (void)takt_semaphore_give(&go);
    (void)takt_semaphore_take(&held, TAKT_FOREVER);
    (void)takt_mutex_lock(&shared, TAKT_FOREVER);
    takt_mutex_unlock(&shared);
    (void)takt_semaphore_give(&go);
    (void)takt_sleep(takt_us(200));
    (void)takt_thread_move(&wanderer.thread, 0);
    (void)takt_thread_join(&wanderer.thread, TAKT_FOREVER);
    tracer_stop();
}

static void mark_many(void *unused)
{
    (void)unused;
    for (uint32_t i = 0; i < MARKS; i++) {
        takt_mark(7, i);
    }
}

static void run_marks(enum tracer_mode mode)
{
    static struct actor teller;

    (void)tracer_start(memory, SMALL_BYTES, mode);
    start(&teller, "teller", 9, 1, mark_many);
    (void)takt_thread_join(&teller.thread, TAKT_FOREVER);
    takt_mark(QUIET_BEGINS, 0);
    takt_burn(takt_ms(1));
    takt_mark(QUIET_ENDS, 0);
    tracer_stop();
}

static void run(void *unused)
{
    char mode[WORD_BYTES] = "";
    char directory[WORD_BYTES] = "";

    (void)unused;
    (void)takt_argument(1, mode, sizeof mode);
    (void)takt_argument(2, directory, sizeof directory);
    takt_channel_init(&channel, "ask", 0);
    takt_mutex_init(&shared, "shared", 0);
    takt_semaphore_init(&go, "go", 0);
    takt_semaphore_init(&held, "held", 0);
    start(&server, "server", 10, 1, serve);
    start(&holder, "holder", 5, 1, hold);
    start(&wanderer, "wanderer", 4, 1, wander);
    if (strcmp(mode, "story") == 0) {
        run_story();
    } else {
        run_marks(strcmp(mode, "full") == 0 ? TRACER_STOP_WHEN_FULL : TRACER_KEEP_NEWEST);
    }
    takt_halt(tracer_save(directory) == TAKT_OK ? 0 : STATUS_ERROR);
}

void takt_main(void)
{
    start(&control, "control", 20, 0, run);
}
