/* basic.c - one thread computes and the kernel has nothing to do: what the others are measured
 * against.
 *
 * In each pass word number i grows by i + 1, so that every word tells how many passes it has seen.
 */
#include "crew.h"

enum { WORDS = 1024 };

static uint32_t words[WORDS];

static void compute(void *member)
{
    struct crew_member *self = member;

    for (;;) {
        for (uint32_t i = 0; i < WORDS; i++) {
            words[i] += i + 1;
        }
        self->count++;
        /* On the host port time passes only where it is looked at. */
        (void)takt_counter();
    }
}

static void begin(void)
{
    for (uint32_t i = 0; i < WORDS; i++) {
        words[i] = 0;
    }
    crew_add(0, compute);
}

/* The words up to one of them have seen one pass more than the counter says, the others have not.
 */
static uint32_t check(void)
{
    uint32_t passes = crew[0].count;
    uint32_t i = 0;

    while (i < WORDS && words[i] == (passes + 1) * (i + 1)) {
        i++;
    }
    while (i < WORDS && words[i] == passes * (i + 1)) {
        i++;
    }
    return i < WORDS;
}

const struct threadmetric_test threadmetric_basic = {
    .name = "basic",
    .what = "one thread computes",
    .counters = 1,
    .begin = begin,
    .check = check,
};
