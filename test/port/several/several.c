/* several.c - a helper on another CPU, and waiting for it. */
#include "several.h"

void several_start(void (*entry)(void *argument), void *argument)
{
    const struct takt_thread_options options = {
        .name = "there",
        .priority = HELPER_LESS,
        .entry = entry,
        .argument = argument,
        .stack = helper.stack,
        .stack_bytes = sizeof helper.stack,
        .cpu = TAKT_CPU(THERE),
    };

    CHECK_EQUAL(takt_thread_create(&helper.thread, &options), TAKT_OK);
}

void several_pass(takt_time span)
{
    takt_time begin = takt_now();

    do {
        port_relax();
    } while (takt_now() - begin < span);
}

bool several_wait(const uint32_t *word, uint32_t value)
{
    takt_time begin = takt_now();

    while (load(word) != value) {
        if (takt_now() - begin > takt_ms(1000)) {
            return false;
        }
        port_relax();
    }
    return true;
}
