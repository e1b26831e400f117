/* intervals.c - the sum of intervals, by the clock. */
#include "intervals.h"

#include "takt/takt.h"

/* They begin in one thread or handler and end in another. */
static volatile uint32_t stamp;
static volatile struct intervals sum;

void interval_begin(void)
{
    stamp = takt_counter();
}

void interval_end(void)
{
    sum.counts += takt_counter() - stamp;
    sum.number++;
}

struct intervals intervals_take(void)
{
    struct intervals taken = sum;

    sum.counts = 0;
    sum.number = 0;
    return taken;
}
