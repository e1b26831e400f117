/* main.c - an application that shows which options the kernel was built with: it prints what the
 * headers say, and what the kernel does. */
#include "tracing.h"

#include <list.h>
#include <takt/takt.h>
#include <takt/text.h>

enum { STATUS_UNNOTICED = 3, STACK_BYTES = 4096, FLAG_UNKNOWN = 0x80 };

static struct takt_thread thread;
static struct takt_mutex mutex;
static TAKT_STACK(stack, STACK_BYTES);

/* A parameter that nobody uses: Takt's own code is compiled with a warning against that. */
static void consume(void *parameter)
{
    char line[LINE_BYTES];

    text_format(line, sizeof line, "check %d, trace %s, copies of %d bytes\n", TAKT_CHECK,
                tracing(), TAKT_COPY_CHUNK);
    takt_print(line);
    takt_mutex_init(&mutex, "unknown flag", FLAG_UNKNOWN);
    takt_print("nobody noticed\n");
    takt_halt(STATUS_UNNOTICED);
}

void takt_main(void)
{
    const struct takt_thread_options options = {
        .name = "consumer",
        .priority = 1,
        .entry = consume,
        .stack = stack,
        .stack_bytes = sizeof stack,
    };

    (void)takt_thread_create(&thread, &options);
}
