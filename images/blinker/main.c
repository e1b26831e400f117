/* main.c - the smallest program: a thread that says tick twice a second. */
#include "takt/takt.h"

static struct takt_thread blinker;
static TAKT_STACK(blinker_stack, 512);

static void blink(void *unused)
{
    takt_time next = takt_now();

    (void)unused;
    for (;;) {
        next += takt_ms(500);
        (void)takt_sleep_until(next);
        takt_print("tick\n");
    }
}

void takt_main(void)
{
    const struct takt_thread_options options = {
        .name = "blinker",
        .priority = 5,
        .entry = blink,
        .stack = blinker_stack,
        .stack_bytes = sizeof blinker_stack,
    };

    (void)takt_thread_create(&blinker, &options);
}
