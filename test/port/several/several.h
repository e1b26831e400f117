/* several.h - for tests of a port with several CPUs: the tests' thread is on CPU 0, `helper` may be
 * on another. What one CPU writes and another reads goes through load and store. */
#pragma once

#include "helper.h"

enum { THERE = 1 };

/* Let `helper` begin on CPU THERE, less urgent than the tests. */
void several_start(void (*entry)(void *argument), void *argument);

/* Wait, and let the other CPUs have their turn, until the word is that; false after a long time. */
bool several_wait(const uint32_t *word, uint32_t value);

/* Let time pass, and the other CPUs have their turn. */
void several_pass(takt_time span);

static inline uint32_t load(const uint32_t *word)
{
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the builtin stores there */
static inline void store(uint32_t *word, uint32_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
