/* clock.c - the port's clock: time, and the alarm. */
#include "helper.h"
#include "port.h"
#include "traced.h"

enum { LOOKS = 5000 };

static takt_time now_masked(void)
{
    unsigned state = port_irq_save();
    takt_time now = port_clock_now();

    port_irq_restore(state);
    return now;
}

static void arm(takt_time when)
{
    unsigned state = port_irq_save();

    port_clock_arm(when);
    port_irq_restore(state);
}

static unsigned alarms(void)
{
    return traced_count(TRACE_IRQ_ENTER, TRACE_IRQ_CLOCK);
}

static volatile bool enough;

static void look_often(void *unused)
{
    takt_time last = now_masked();

    (void)unused;
    for (unsigned i = 0; i < LOOKS; i++) {
        takt_time now = now_masked();

        CHECK(now >= last);
        last = now;
        if (i % 100 == 0) {
            (void)takt_sleep(takt_us(10));
        }
    }
    enough = true;
}

/* Two threads look, one of them preempting the other. */
TEST(port_clock_never_goes_back)
{
    takt_time last = now_masked();

    enough = false;
    helper_start(&helper, HELPER_MORE_URGENT, look_often, NULL);
    while (!enough) {
        takt_time now = now_masked();

        CHECK(now > last);
        last = now;
    }
    helper_join(&helper);
}

/* The mask closes at every moment around the ends of what the clock counts in hardware. */
TEST(port_clock_never_goes_back_behind_the_mask)
{
    takt_time last = now_masked();
    takt_time end = last + takt_ms(30);

    for (unsigned i = 0; last < end; i++) {
        unsigned state = port_irq_save();

        for (unsigned looks = i % 16; looks > 0; looks--) {
            takt_time now = port_clock_now();

            CHECK(now >= last && now < last + takt_us(20));
            last = now;
        }
        port_irq_restore(state);
        last = i % 16 == 0 ? takt_now() : last;
    }
}

TEST(port_clock_is_in_counts_of_its_frequency)
{
    CHECK_EQUAL(port_clock_hz(), TAKT_CLOCK_HZ);
    CHECK_EQUAL(takt_ms(1000), port_clock_hz());
}

/* The alarm and the time, which may be two pieces of hardware, agree about how long a second is;
 * by a hundredth, and some instructions until the sleeper runs. */
TEST(port_clock_and_alarm_agree)
{
    for (unsigned ms = 1; ms <= 1000; ms *= 10) {
        takt_time before = now_masked();

        (void)takt_sleep(takt_ms(ms));
        takt_time took = now_masked() - before;

        CHECK(took >= takt_ms(ms));
        CHECK(took <= takt_ms(ms) + takt_ms(ms) / 100 + takt_us(50) + TICK);
    }
}

TEST(port_cycles_are_the_low_half_of_the_clock)
{
    for (unsigned i = 0; i < 100; i++) {
        unsigned state = port_irq_save();
        uint32_t before = port_cycles();
        uint32_t now = (uint32_t)port_clock_now();
        uint32_t after = port_cycles();

        port_irq_restore(state);
        CHECK(now - before <= after - before);
    }
}

/* Where counts are nanoseconds this passes the end of the low half. */
TEST(port_clock_keeps_its_high_half)
{
    takt_time before = now_masked();

    (void)takt_sleep(takt_ms(5000));
    takt_time after = now_masked();

    CHECK(after - before >= takt_ms(5000));
    CHECK(after - before < takt_ms(5001) + TICK);
}

/* At least once: one more, for nothing, does no harm. */
TEST(port_alarm_in_the_past_comes_at_once)
{
    const takt_time passed[] = { 0, 1, now_masked() / 2, now_masked() };

    for (unsigned i = 0; i < sizeof passed / sizeof passed[0]; i++) {
        traced_begin();
        arm(passed[i]);
        takt_burn(takt_us(20));
        traced_end();
        CHECK(alarms() >= 1);
    }
}

/* And no more once it has been answered, however few counts it was ahead. */
TEST(port_alarm_comes_once)
{
    for (takt_time distance = 50; distance < 2000; distance = distance * 3 / 2) {
        traced_begin();
        (void)takt_sleep(distance);
        traced_end();
        CHECK_EQUAL(alarms(), 1);
    }
}

TEST(port_alarm_comes_when_it_is_due)
{
    traced_begin();
    arm(now_masked() + takt_us(500));
    takt_burn(takt_us(400));
    traced_end();
    CHECK_EQUAL(alarms(), 0);
    traced_begin();
    takt_burn(takt_us(200) + TICK);
    traced_end();
    CHECK_EQUAL(alarms(), 1);
}

TEST(port_alarm_far_away_does_not_come_soon)
{
    const takt_time far[] = { now_masked() + takt_ms(100),
                              now_masked() + (UINT64_C(1) << 24),
                              now_masked() + (UINT64_C(1) << 32),
                              now_masked() + (UINT64_C(1) << 60),
                              UINT64_MAX - 1,
                              UINT64_MAX };

    for (unsigned i = 0; i < sizeof far / sizeof far[0]; i++) {
        traced_begin();
        arm(far[i]);
        takt_burn(takt_ms(5));
        traced_end();
        CHECK_EQUAL(alarms(), 0);
    }
}

/* What is armed last counts, be it later or earlier than what was armed before. */
TEST(port_alarm_forgets_the_one_before)
{
    traced_begin();
    arm(now_masked() + takt_us(50));
    arm(now_masked() + takt_us(1000));
    takt_burn(takt_us(500));
    arm(UINT64_MAX);
    takt_burn(takt_us(1000));
    arm(now_masked() + takt_us(1000));
    arm(now_masked() + takt_us(50));
    traced_end();
    CHECK_EQUAL(alarms(), 0);
    traced_begin();
    takt_burn(takt_us(100) + TICK);
    traced_end();
    CHECK_EQUAL(alarms(), 1);
}

/* Masked, the alarm ends the processor's sleep and comes when the mask is lifted. A tick may end it
 * before. */
TEST(port_idle_wakes_for_the_alarm)
{
    traced_begin();
    unsigned state = port_irq_save();
    takt_time when = port_clock_now() + takt_us(200);

    port_clock_arm(when);
    while (port_clock_now() < when) {
        port_idle();
        CHECK_EQUAL(alarms(), 0);
        port_irq_restore(state);
        (void)port_irq_save();
    }
    port_irq_restore(state);
    takt_burn(takt_us(5) + TICK);
    traced_end();
    CHECK_EQUAL(alarms(), 1);
}
