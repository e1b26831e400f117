/* timeout_like_a_sorted_array.c - the queue of timeouts against an array that is searched.
 *
 * The model knows no places and no walks: of what is armed, the earliest must expire, and of equals
 * the one that was armed first. Only for what was left on its way to its place the order among
 * equals is left open.
 */
#include "dice.h"
#include "harness.h"
#include "timeout.h"

#include <stdbool.h>
#include <stdint.h>

enum { ENTRIES = 100, STEPS = 4000 };

struct entry {
    struct takt_timeout timeout;
    takt_time when;
    uint32_t number; /* in the order of arming; 0: not armed */
    bool left;       /* on its way */
};

static struct timeout_queue queue;
static struct entry entries[ENTRIES];
static takt_time now;
static uint32_t last_number;
static unsigned expired_count;

static struct entry *entry_of(struct takt_timeout *timeout)
{
    return LIST_ENTRY(timeout, struct entry, timeout);
}

static const struct entry *earliest(void)
{
    const struct entry *found = NULL;

    for (unsigned i = 0; i < ENTRIES; i++) {
        const struct entry *entry = &entries[i];

        if (entry->number != 0
            && (found == NULL || entry->when < found->when
                || (entry->when == found->when && entry->number < found->number))) {
            found = entry;
        }
    }
    return found;
}

static bool any_left(void)
{
    bool found = false;

    for (unsigned i = 0; i < ENTRIES; i++) {
        found |= entries[i].number != 0 && entries[i].left;
    }
    return found;
}

static void expire(struct takt_timeout *timeout)
{
    struct entry *entry = entry_of(timeout);
    const struct entry *wanted = earliest();

    CHECK(entry->number != 0);
    if (wanted != NULL) {
        CHECK_EQUAL(entry->when, wanted->when);
        CHECK(entry == wanted || entry->left || wanted->left);
    }
    CHECK(entry->when <= now);
    CHECK(!timeout_armed(timeout));
    CHECK(!timeout->early);
    CHECK_EQUAL(timeout_when(timeout), entry->when);
    entry->number = 0;
    expired_count++;
}

static void begin(takt_time origin)
{
    now = origin;
    last_number = 0;
    timeout_queue_init(&queue);
    for (unsigned i = 0; i < ENTRIES; i++) {
        entries[i] = (struct entry){ 0 };
        timeout_init(&entries[i].timeout, expire);
    }
}

/* Mostly near, so that many are equal; sometimes as far as nobody ever waits. */
static takt_time some_distance(struct dice *dice)
{
    switch (dice_below(dice, 8)) {
    case 0:
        return (takt_time)dice_roll(dice) << dice_below(dice, 12);
    case 1:
        return UINT32_MAX - 1 + dice_below(dice, 4);
    case 2:
        return dice_roll(dice);
    default:
        return dice_below(dice, 8);
    }
}

static void arm_at(struct entry *entry, takt_time when)
{
    bool first = when < timeout_next(&queue);

    last_number++;
    entry->when = when;
    entry->number = last_number;
    entry->timeout.when = when;
    CHECK_EQUAL(timeout_add(&queue, &entry->timeout), first);
    entry->left = entry->timeout.early;
}

static void arm(struct dice *dice, struct entry *entry)
{
    takt_time distance = some_distance(dice);
    const struct entry *first = earliest();
    bool is_first = !any_left() && (first == NULL || now + distance < first->when);

    arm_at(entry, now + distance);
    CHECK(timeout_next(&queue) == entry->when || !is_first);
    while (entry->timeout.early && dice_below(dice, 8) != 0) {
        timeout_go_on(&queue, &entry->timeout);
    }
    entry->left = entry->timeout.early;
    CHECK_EQUAL(timeout_when(&entry->timeout), entry->when);
    CHECK(timeout_armed(&entry->timeout));
}

static void cancel(struct entry *entry)
{
    timeout_cancel(&queue, &entry->timeout);
    CHECK(!timeout_armed(&entry->timeout));
    entry->number = 0;
}

static void arm_or_cancel(struct dice *dice)
{
    struct entry *entry = &entries[dice_below(dice, ENTRIES)];

    if (entry->number != 0) {
        cancel(entry);
    } else {
        arm(dice, entry);
    }
}

/* Now and then far too late, so that several are due at once. */
static void pass(struct dice *dice)
{
    unsigned limit = dice_below(dice, 4);

    now += some_distance(dice);
    expired_count = 0;
    bool more = timeout_expire(&queue, now, limit);

    CHECK(expired_count <= limit);
    CHECK_EQUAL(more, timeout_next(&queue) <= now);
    const struct entry *first = earliest();

    CHECK(more || first == NULL || first->when > now);
}

/* The earliest; where something is far away perhaps earlier, and what is overdue is due now. */
static void check_next(void)
{
    const struct entry *first = earliest();

    if (first == NULL) {
        CHECK(timeout_next(&queue) == TAKT_FOREVER);
    } else if (!any_left()) {
        CHECK_EQUAL(timeout_next(&queue), first->when);
    } else {
        CHECK(timeout_next(&queue) <= (first->when > now ? first->when : now));
    }
}

static void walk_randomly(uint32_t seed, takt_time origin)
{
    struct dice dice = dice_seeded(seed);

    begin(origin);
    for (unsigned step = 0; step < STEPS; step++) {
        if (dice_below(&dice, 4) == 0) {
            pass(&dice);
        } else {
            arm_or_cancel(&dice);
        }
        check_next();
    }
}

TEST(timeout_like_a_sorted_array)
{
    walk_randomly(1, 0);
    walk_randomly(2, 1000);
}

TEST(timeout_like_a_sorted_array_where_words_end)
{
    walk_randomly(3, UINT32_MAX - 100);
    walk_randomly(4, (takt_time)INT64_MAX - 100);
    walk_randomly(5, ((takt_time)INT64_MAX << 1) - ((takt_time)1 << 60));
}

static void settle_at(unsigned index, takt_time when)
{
    struct entry *entry = &entries[index];

    arm_at(entry, when);
    while (entry->timeout.early) {
        timeout_go_on(&queue, &entry->timeout);
    }
    entry->left = false;
}

static unsigned pass_to(takt_time instant, unsigned limit)
{
    now = instant;
    expired_count = 0;
    (void)timeout_expire(&queue, now, limit);
    return expired_count;
}

/* B15: after a long sleep part of the time is lost. */
TEST(timeout_late_expiry_of_several)
{
    begin(0);
    settle_at(0, 5);
    settle_at(1, 5);
    settle_at(2, 7);
    settle_at(3, 20);
    CHECK_EQUAL(pass_to(12, ENTRIES), 3);
    CHECK_EQUAL(timeout_next(&queue), 20);
    CHECK_EQUAL(pass_to(12, ENTRIES), 0);
    settle_at(4, now + 3);
    CHECK_EQUAL(timeout_next(&queue), 15);
    CHECK_EQUAL(pass_to(14, ENTRIES), 0);
    CHECK_EQUAL(pass_to(15, ENTRIES), 1);
    for (unsigned i = 4; i < ENTRIES; i++) {
        settle_at(i, now + i % 3);
    }
    CHECK_EQUAL(pass_to(1015, ENTRIES), ENTRIES - 3);
}

TEST(timeout_for_an_instant_that_has_passed_is_due_at_once)
{
    begin(1000);
    settle_at(0, 2000);
    settle_at(1, 10);
    CHECK_EQUAL(timeout_next(&queue), 10);
    CHECK_EQUAL(pass_to(1000, ENTRIES), 1);
    CHECK_EQUAL(timeout_next(&queue), 2000);
}

TEST(timeout_expires_not_more_than_allowed)
{
    begin(0);
    for (unsigned i = 0; i < ENTRIES; i++) {
        settle_at(i, 10 + i / 4);
    }
    CHECK_EQUAL(pass_to(50, 0), 0);
    CHECK_EQUAL(pass_to(50, 5), 5);
    CHECK_EQUAL(pass_to(50, ENTRIES), ENTRIES - 5);
    CHECK(timeout_next(&queue) == TAKT_FOREVER);
}

static bool go_nowhere(void *unused)
{
    (void)unused;
    return false;
}

/* A crowd before and a crowd behind, so that nobody between them is in place at once. */
enum { CROWD = 20, EARLIER = 5, LATER = 1000, BETWEEN = ENTRIES - 2 * CROWD };

static struct entry *between(unsigned index)
{
    return &entries[2 * CROWD + index];
}

static void begin_with_crowds(void)
{
    begin(0);
    for (unsigned i = 0; i < CROWD; i++) {
        settle_at(i, EARLIER);
        settle_at(CROWD + i, LATER);
    }
}

/* From 10 on, a step apart. */
static void arm_between_and_leave(takt_time step)
{
    for (unsigned i = 0; i < BETWEEN; i++) {
        arm_at(between(i), 10 + i * step);
        CHECK(between(i)->timeout.early);
    }
}

/* Everything that is due at that instant, however many calls it takes. How many were they? */
static unsigned drain(takt_time instant)
{
    unsigned expired = pass_to(instant, 4);

    for (unsigned calls = 0; timeout_next(&queue) <= instant; calls++) {
        if (!CHECK(calls < ENTRIES * ENTRIES)) {
            return 0;
        }
        expired += pass_to(instant, 4);
    }
    return expired;
}

/* They were left on their way, and none may expire as if it still were: it would be taken out once
 * more. They must not pass each other for ever, either. */
TEST(timeout_of_one_instant_gets_there_from_its_way)
{
    begin_with_crowds();
    arm_between_and_leave(0);
    CHECK_EQUAL(drain(9), CROWD);
    CHECK_EQUAL(drain(10), BETWEEN);
    CHECK_EQUAL(drain(LATER), CROWD);
}

/* The same of many instants: each at its own, though all stand at one place. */
TEST(timeout_left_on_its_way_expires_at_its_own_instant)
{
    begin_with_crowds();
    arm_between_and_leave(5);
    CHECK_EQUAL(drain(9), CROWD);
    for (unsigned i = 0; i < BETWEEN; i++) {
        CHECK_EQUAL(drain(9 + i * 5), 0);
        CHECK_EQUAL(drain(10 + i * 5), 1);
    }
    CHECK_EQUAL(drain(LATER), CROWD);
}

/* Whoever is carried on may be taken out, or get there by himself, between two steps; then nobody
 * carries him any more. */
TEST(timeout_carried_may_be_cancelled_and_settled)
{
    static struct takt_thread carrier;

    for (unsigned cancels = 0; cancels < 2; cancels++) {
        unsigned expired = 0;

        begin_with_crowds();
        arm_between_and_leave(0);
        while (queue.carried == NULL) {
            expired += pass_to(9, 4);
        }
        struct takt_timeout *carried = queue.carried;

        carrier.step_object = carried;
        carrier.step = go_nowhere;
        carried->carrier = &carrier;
        if (cancels == 1) {
            cancel(entry_of(carried));
        }
        while (carried->early) {
            timeout_go_on(&queue, carried);
        }
        CHECK(queue.carried == NULL && carried->carrier == NULL && carrier.step == NULL);
        CHECK_EQUAL(expired + drain(LATER), ENTRIES - cancels);
    }
}

/* An entry that lies on its way, earlier than it is due, must not overtake when time jumps. */
TEST(timeout_on_its_way_keeps_its_turn_when_time_jumps)
{
    begin_with_crowds();
    arm_at(between(0), 30);
    CHECK(between(0)->timeout.early);
    settle_at(2 * CROWD + 1, 20);
    CHECK_EQUAL(drain(40), CROWD + 2);
}

/* In place at once: before all, behind all, and where few are due later. */
TEST(timeout_near_either_end_is_not_early)
{
    begin_with_crowds();
    arm_at(between(0), EARLIER - 1);
    arm_at(between(1), LATER);
    arm_at(between(2), LATER - 1);
    CHECK(!between(0)->timeout.early && !between(1)->timeout.early);
    CHECK(between(2)->timeout.early);
    CHECK_EQUAL(drain(EARLIER - 1), 1);
    CHECK_EQUAL(drain(EARLIER), CROWD);
    arm_at(between(3), EARLIER + 1);
    CHECK(!between(3)->timeout.early);
}

static unsigned again_count;

static void arm_again(struct takt_timeout *timeout)
{
    again_count++;
    if (again_count < 3) {
        timeout->when += 10;
        (void)timeout_add(&queue, timeout);
    }
}

TEST(timeout_may_be_armed_again_as_it_expires)
{
    struct takt_timeout timeout;

    begin(0);
    again_count = 0;
    timeout_init(&timeout, arm_again);
    timeout.when = 10;
    (void)timeout_add(&queue, &timeout);
    (void)pass_to(10, ENTRIES);
    CHECK_EQUAL(again_count, 1);
    CHECK_EQUAL(timeout_next(&queue), 20);
    (void)pass_to(100, ENTRIES);
    CHECK_EQUAL(again_count, 3);
}

TEST(timeout_cancel_leaves_the_others_where_they_are)
{
    for (unsigned victim = 0; victim < 4; victim++) {
        begin(100);
        for (unsigned i = 0; i < 4; i++) {
            settle_at(i, 110 + 10 * i);
        }
        cancel(&entries[victim]);
        cancel(&entries[victim]);
        for (unsigned i = 0; i < 4; i++) {
            CHECK_EQUAL(pass_to(110 + 10 * i, ENTRIES), i != victim);
        }
    }
}
