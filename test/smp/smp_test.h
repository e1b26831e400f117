/* smp_test.h - tests of the kernel on several CPUs.
 *
 * The tests' thread runs on CPU 0 at priority 16. The workers are threads of any CPU; all have
 * ended when a test ends. What one CPU writes and another reads goes through load and store, or
 * lies between two calls of the kernel.
 */
#pragma once

#include "harness.h"
#include "takt/takt.h"

#include <stdint.h>

enum { HERE = 0, THERE = 1, LAST_CPU = TAKT_CPUS - 1, WORKERS = 8, STACK_BYTES = 2048 };

struct worker {
    struct takt_thread thread;
    TAKT_STACK(stack, STACK_BYTES);
};

extern struct worker workers[WORKERS];

/* Make that worker, on that CPU. */
struct takt_thread *start(unsigned worker, unsigned cpu, unsigned priority,
                          void (*entry)(void *argument), void *argument);

/* Its thread has ended: its record and its stack are overwritten. */
void wipe(unsigned worker);

void join(const struct takt_thread *thread);

static inline uint32_t load(const uint32_t *word)
{
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the builtin stores there */
static inline void store(uint32_t *word, uint32_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/* Let time pass without giving up the processor. Where an emulator runs the CPUs in turn, the
 * others have theirs meanwhile. */
void pass(takt_time span);

/* Wait, without giving up the processor, until the word is that; false after a long time. */
bool wait_for(const uint32_t *word, uint32_t value);

/* For threads: counts up the word for ever, without a call of the kernel that could stop it. */
void count_for_ever(void *word);

/* True if the word changes within some time. */
bool counts(const uint32_t *word);
