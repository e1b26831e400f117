/* cooperative.c - five equal threads give way to each other in turn. */
#include "crew.h"

static void give_way(void *member)
{
    struct crew_member *self = member;

    for (;;) {
        takt_yield();
        self->count++;
    }
}

static void begin(void)
{
    for (unsigned i = 0; i < THREADMETRIC_COUNTERS_MAX; i++) {
        crew_add(i, give_way);
    }
}

const struct threadmetric_test threadmetric_cooperative = {
    .name = "cooperative",
    .what = "five equal threads give way to each other",
    .counters = THREADMETRIC_COUNTERS_MAX,
    .summed = true,
    .begin = begin,
};
