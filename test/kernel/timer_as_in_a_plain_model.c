/* timer_as_in_a_plain_model.c - random steps with timers, threads' and interrupts': the calls that
 * come are those of a list of instants that is searched from end to end. */
#include "dice.h"
#include "timer_test.h"

enum { ROUNDS = 700, CALLS = 3, MODELLED = 6 };

/* In whole milliseconds since the test's base; the steps are made in between. */
struct modelled {
    unsigned due;
    unsigned period;
    unsigned started; /* of two that are due at one time the one started first comes first */
    bool runs;
};

static struct takt_timer *timers[MODELLED];
static struct modelled model[MODELLED];
static takt_time base;
static unsigned now;
static unsigned starts;
static char expected[128];
static unsigned expected_count;

static bool comes_before(const struct modelled *one, const struct modelled *other)
{
    return one->due < other->due || (one->due == other->due && one->started < other->started);
}

/* The modelled timer that comes due next, not later than `until`. */
static struct modelled *next_until(unsigned until)
{
    struct modelled *next = NULL;

    for (unsigned i = 0; i < MODELLED; i++) {
        if (model[i].runs && model[i].due <= until
            && (next == NULL || comes_before(&model[i], next))) {
            next = &model[i];
        }
    }
    return next;
}

static void model_advance(unsigned until)
{
    struct modelled *next;

    while ((next = next_until(until)) != NULL) {
        expected[expected_count++] = (char)('a' + (next - model));
        next->runs = next->period > 0;
        next->due += next->period;
        next->started = starts++;
    }
    expected[expected_count] = '\0';
    now = until;
}

static int start_it(void *timer)
{
    const struct modelled *it = &model[(struct takt_timer **)timer - timers];

    return takt_timer_start_at(*(struct takt_timer **)timer, base + takt_ms(it->due),
                               takt_ms(it->period));
}

static int stop_it(void *timer)
{
    return takt_timer_stop(*(struct takt_timer **)timer);
}

static int call_somewhere(struct dice *dice, int (*call)(void *), unsigned index)
{
    return dice_below(dice, 2) == 0 ? call(&timers[index]) : in_interrupt(call, &timers[index]);
}

static void start_one(struct dice *dice, unsigned index)
{
    model[index] = (struct modelled){ .due = now + 1 + dice_below(dice, 5),
                                      .period = dice_below(dice, 2) * dice_below(dice, 6),
                                      .started = starts++,
                                      .runs = true };
    CHECK_EQUAL(call_somewhere(dice, start_it, index), TAKT_OK);
}

static void stop_one(struct dice *dice, unsigned index)
{
    CHECK_EQUAL(call_somewhere(dice, stop_it, index), model[index].runs);
    model[index].runs = false;
}

static void pass(struct dice *dice)
{
    expected_count = 0;
    harness_tokens_clear();
    model_advance(now + 1 + dice_below(dice, 4));
    (void)takt_sleep_until(base + takt_ms(now) + takt_us(500));
    CHECK_TEXT(harness_tokens(), expected);
}

TIMER_TEST(timer_as_in_a_plain_model)
{
    struct dice dice = dice_seeded(20260101);
    struct takt_timer_service *service = service_make(10);

    for (unsigned i = 0; i < MODELLED; i++) {
        timers[i] = timer_make(service, (char)('a' + i), NULL);
        model[i].runs = false;
    }
    now = 0;
    base = next_whole_ms();
    (void)takt_sleep_until(base + takt_us(500));
    for (unsigned call = 0; call < ROUNDS * CALLS; call++) {
        unsigned index = dice_below(&dice, MODELLED);

        if (dice_below(&dice, 3) == 0) {
            stop_one(&dice, index);
        } else {
            start_one(&dice, index);
        }
        CHECK_EQUAL(takt_timer_running(timers[index]), model[index].runs);
        if (call % CALLS == CALLS - 1) {
            pass(&dice);
        }
    }
}
