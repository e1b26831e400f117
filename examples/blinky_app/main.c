/* main.c - an LED that is switched by messages.
 *
 * `led` owns the LED, here a line on the console. `timer` asks it to change, twice a second, and
 * is told how often it has done so.
 */
#include "takt/takt.h"
#include "takt/text.h"

enum { CHANGES = 6, LED_PRIORITY = 10, TIMER_PRIORITY = 5, STACK_BYTES = 1024 };

struct led_request {
    bool on;
};

static struct takt_channel led_channel;
static struct takt_thread led_thread;
static struct takt_thread timer_thread;
static TAKT_STACK(led_stack, STACK_BYTES);
static TAKT_STACK(timer_stack, STACK_BYTES);

static void led_main(void *unused)
{
    struct takt_received received;
    struct led_request request = { false };
    unsigned changes = 0;

    (void)unused;
    for (;;) {
        (void)takt_receive(&led_channel, &request, sizeof request, &received, TAKT_FOREVER);
        takt_print(request.on ? "on\n" : "off\n");
        changes++;
        (void)takt_reply(received.request, &changes, sizeof changes);
    }
}

static unsigned switch_led(bool on)
{
    const struct led_request request = { on };
    unsigned changes = 0;
    const struct takt_message message = { &request, sizeof request, &changes, sizeof changes };

    (void)takt_send(&led_channel, &message, TAKT_FOREVER);
    return changes;
}

static void timer_main(void *unused)
{
    takt_time begin = takt_now();
    unsigned changes = 0;
    char line[64];

    (void)unused;
    while (changes < CHANGES) {
        (void)takt_sleep_until(begin + (changes + 1) * takt_ms(500));
        changes = switch_led(changes % 2 == 0);
    }
    text_format(line, sizeof line, "%u changes in %u ms\n", changes,
                (unsigned)(takt_to_ns(takt_now() - begin) / 1000000));
    takt_print(line);
    takt_halt(0);
}

static void start(struct takt_thread *thread, const struct takt_thread_options *options)
{
    if (takt_thread_create(thread, options) != TAKT_OK) {
        takt_print("a thread could not be made\n");
        takt_halt(1);
    }
}

void takt_main(void)
{
    takt_print(takt_image_name);
    takt_print(" on ");
    takt_print(takt_board_name);
    takt_print("\n");
    takt_channel_init(&led_channel, "led", 0);
    start(&led_thread, &(struct takt_thread_options){ .name = "led",
                                                      .priority = LED_PRIORITY,
                                                      .entry = led_main,
                                                      .stack = led_stack,
                                                      .stack_bytes = sizeof led_stack });
    start(&timer_thread, &(struct takt_thread_options){ .name = "timer",
                                                        .priority = TIMER_PRIORITY,
                                                        .entry = timer_main,
                                                        .stack = timer_stack,
                                                        .stack_bytes = sizeof timer_stack });
}
