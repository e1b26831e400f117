/* results_are_of_the_last_call.c - B22: after any call that ended badly any other that ends well
 * says so. All pairs: how the first ends, and what the second is. */
#include "every_wait.h"

enum { SOON_US = 500 };

static void run_out_of_time(unsigned way, struct actor *actor)
{
    struct attempt attempt = attempt_begin(way, actor, takt_us(SOON_US));

    pass_ms(1);
    CHECK_EQUAL(result_of(actor), way_timed_out(way));
    attempt_end(&attempt);
}

static void lose_object(unsigned way, struct actor *actor)
{
    struct attempt attempt = attempt_begin(way, actor, TAKT_FOREVER);

    attempt_close(&attempt);
    CHECK_EQUAL(result_of(actor), TAKT_ECLOSED);
    attempt_end(&attempt);
}

static void end_well(unsigned way, struct actor *actor)
{
    bool sleeps = way == WAY_TO_SLEEP;
    struct attempt attempt = attempt_begin(way, actor, sleeps ? takt_us(SOON_US) : TAKT_FOREVER);

    if (sleeps) {
        pass_ms(1);
    } else {
        attempt_grant(&attempt);
    }
    CHECK_EQUAL(result_of(actor), way_well(way));
    attempt_end(&attempt);
}

static void after_each(void (*end_badly)(unsigned way, struct actor *actor), unsigned first_way)
{
    for (unsigned bad = first_way; bad < WAYS_TO_WAIT; bad++) {
        for (unsigned good = 0; good < WAYS_TO_WAIT; good++) {
            kernel_test_begin();
            struct actor *actor = actor_make('A', 10);

            end_badly(bad, actor);
            end_well(good, actor);
            kernel_test_end();
        }
    }
}

TEST(result_of_any_call_after_time_ran_out)
{
    after_each(run_out_of_time, 0);
}

TEST(result_of_any_call_after_an_object_was_destroyed)
{
    after_each(lose_object, WAY_TO_JOIN + 1);
}
