/* timeout_next_is_an_instant.c - B09: what the clock is armed for is an instant, or never; it does
 * not become a difference that could be negative, however late anybody looks.
 */
#include "harness.h"
#include "timeout.h"

static struct timeout_queue queue;

static void expire(struct takt_timeout *timeout)
{
    (void)timeout;
}

/* The queue's first entry lies `distance` ahead; `elapsed` counts go by. */
static void look_late(takt_time origin, takt_time distance, takt_time elapsed)
{
    struct takt_timeout timeout;

    timeout_queue_init(&queue);
    timeout_init(&timeout, expire);
    CHECK(timeout_next(&queue) == TAKT_FOREVER);
    timeout.when = origin + distance;
    (void)timeout_add(&queue, &timeout);
    CHECK_EQUAL(timeout_next(&queue), origin + distance);
    CHECK(!timeout_expire(&queue, origin + elapsed, 10));
    CHECK_EQUAL(timeout_armed(&timeout), elapsed < distance);
    CHECK(elapsed < distance || timeout_next(&queue) == TAKT_FOREVER);
    CHECK(elapsed >= distance || timeout_next(&queue) > origin + elapsed);
    timeout_cancel(&queue, &timeout);
}

TEST(timeout_next_is_an_instant_however_late)
{
    static const takt_time origins[] = { 0, 1000, UINT32_MAX - 2, INT64_MAX - 2 };

    for (unsigned i = 0; i < sizeof origins / sizeof origins[0]; i++) {
        for (takt_time elapsed = 0; elapsed <= 10; elapsed++) {
            look_late(origins[i], 5, elapsed);
        }
    }
}

TEST(timeout_next_is_an_instant_however_far)
{
    static const takt_time distances[] = { INT32_MAX,     (takt_time)INT32_MAX + 1,
                                           UINT32_MAX,    (takt_time)UINT32_MAX + 1,
                                           INT64_MAX,     (takt_time)INT64_MAX + 1,
                                           UINT64_MAX / 2 };

    for (unsigned i = 0; i < sizeof distances / sizeof distances[0]; i++) {
        for (takt_time around = 0; around < 3; around++) {
            look_late(1000, distances[i], distances[i] + around - 1);
        }
        look_late(1000, distances[i], 0);
    }
}
