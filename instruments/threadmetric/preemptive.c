/* preemptive.c - five threads, each more urgent than the one before, which resumes it and is
 * preempted at once; the last suspends itself, and so does each that then goes on, down to the
 * first.
 */
#include "crew.h"

enum { LAST = THREADMETRIC_COUNTERS_MAX - 1 };

static void lowest(void *member)
{
    struct crew_member *self = member;

    for (;;) {
        takt_thread_resume(&self[1].thread);
        self->count++;
    }
}

static void between(void *member)
{
    struct crew_member *self = member;

    for (;;) {
        takt_thread_resume(&self[1].thread);
        self->count++;
        (void)takt_thread_suspend(&self->thread);
    }
}

static void highest(void *member)
{
    struct crew_member *self = member;

    for (;;) {
        self->count++;
        (void)takt_thread_suspend(&self->thread);
    }
}

static void begin(void)
{
    crew_add(0, lowest);
    for (unsigned i = 1; i < LAST; i++) {
        crew_add_above(i, between);
    }
    crew_add_above(LAST, highest);
}

const struct threadmetric_test threadmetric_preemptive = {
    .name = "preemptive",
    .what = "five threads, each resumes a more urgent one",
    .counters = THREADMETRIC_COUNTERS_MAX,
    .summed = true,
    .begin = begin,
};
