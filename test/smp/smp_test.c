/* smp_test.c - the workers, and waiting for another CPU. */
#include "smp_test.h"

#include "port.h"

struct worker workers[WORKERS];

struct takt_thread *start(unsigned worker, unsigned cpu, unsigned priority,
                          void (*entry)(void *argument), void *argument)
{
    static const char *const names[WORKERS] = { "w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7" };
    const struct takt_thread_options options = {
        .name = names[worker],
        .priority = priority,
        .entry = entry,
        .argument = argument,
        .stack = workers[worker].stack,
        .stack_bytes = sizeof workers[worker].stack,
        .cpu = TAKT_CPU(cpu),
    };

    CHECK_EQUAL(takt_thread_create(&workers[worker].thread, &options), TAKT_OK);
    return &workers[worker].thread;
}

/* The address sanitizer keeps its marks in stacks that were used. */
#ifdef __SANITIZE_ADDRESS__
__attribute__((no_sanitize("address")))
#endif
void wipe(unsigned worker)
{
    volatile unsigned char *memory = (volatile unsigned char *)&workers[worker];

    for (size_t i = 0; i < sizeof workers[worker]; i++) {
        memory[i] = 0xA5;
    }
}

void join(const struct takt_thread *thread)
{
    int status = takt_thread_join((struct takt_thread *)(uintptr_t)thread, takt_ms(1000));

    if (!CHECK_EQUAL(status, TAKT_OK)) {
        takt_halt(1);
    }
}

void pass(takt_time span)
{
    takt_time begin = takt_now();

    do {
        port_relax();
    } while (takt_now() - begin < span);
}

static bool passed(takt_time since, takt_time span)
{
    return takt_now() - since > span;
}

bool wait_for(const uint32_t *word, uint32_t value)
{
    takt_time begin = takt_now();

    while (load(word) != value) {
        if (passed(begin, takt_ms(1000))) {
            return false;
        }
        pass(takt_us(1));
    }
    return true;
}

void count_for_ever(void *word)
{
    uint32_t *count = word;

    for (;;) {
        store(count, load(count) + 1);
        pass(takt_us(1));
    }
}

bool counts(const uint32_t *word)
{
    takt_time begin = takt_now();
    uint32_t before = load(word);

    while (load(word) == before && !passed(begin, takt_ms(1))) {
        pass(takt_us(1));
    }
    return load(word) != before;
}
