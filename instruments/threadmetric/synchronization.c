/* synchronization.c - a thread takes a semaphore and gives it back. */
#include "crew.h"
#include "takt/semaphore.h"

static struct takt_semaphore semaphore;

static void take_and_give(void *member)
{
    struct crew_member *self = member;

    while (takt_semaphore_take(&semaphore, TAKT_NO_WAIT) == TAKT_OK
           && takt_semaphore_give(&semaphore) == TAKT_OK) {
        self->count++;
    }
    crew_failed();
}

static void begin(void)
{
    takt_semaphore_init(&semaphore, "threadmetric", 1);
    crew_add(0, take_and_give);
}

/* The one is there, or in the hand of the thread. */
static uint32_t check(void)
{
    return takt_semaphore_count(&semaphore) > 1;
}

static void end(void)
{
    takt_semaphore_destroy(&semaphore);
}

const struct threadmetric_test threadmetric_synchronization = {
    .name = "synchronization",
    .what = "a semaphore is taken and given back",
    .counters = 1,
    .begin = begin,
    .check = check,
    .end = end,
};
