/* cancel_in_the_middle.c - a thread is cancelled while it, or somebody else, is taking something
 * apart: between two lock windows. A more urgent thread that each step wakes gets there. */
#include "cancel_test.h"
#include "thread_state.h"

static struct takt_channel *channel;
static struct actor *killer;
static bool spoils;

/* The victim has received from three clients, more urgent than all others, and sleeps or ends. */

static bool ends_then;

static void receives_three(void *unused)
{
    struct takt_received received;

    (void)unused;
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(takt_receive(channel, NULL, 0, &received, TAKT_FOREVER), 0);
    }
    if (!ends_then) {
        (void)takt_sleep(TAKT_FOREVER);
        CHECK(false);
    }
}

static void victim_receives_three(bool ends)
{
    channel = channel_make(0);
    ends_then = ends;
    victim_start(10, receives_three, NULL);
    takt_yield();
}

/* Each client, when it is told that its server dies, cancels the victim, or the killer. */

static int send_and_cancel(void *thread)
{
    const struct takt_message message = { NULL, 0, NULL, 0 };

    CHECK_EQUAL(takt_send(channel, &message, TAKT_FOREVER), TAKT_ECLOSED);
    return takt_thread_cancel(thread);
}

static int call_cancel_victim(struct actor *self, void *unused, takt_time unused_too)
{
    (void)unused;
    (void)unused_too;
    int result = send_and_cancel(victim());

    harness_token(letter_of(self));
    if (spoils) {
        spoils = false;
        victim_spoil();
    }
    return result;
}

static int call_cancel_killer(struct actor *self, void *unused, takt_time unused_too)
{
    (void)unused;
    (void)unused_too;
    int result = send_and_cancel(thread_of(killer));

    harness_token(letter_of(self));
    return result;
}

/* K wakes a, who cancels too and wakes b, who cancels too and wakes c, who cancels too and gets to
 * the end. The others are told so, and do not look at the victim any more: its memory is
 * overwritten by then. */
KERNEL_TEST(cancel_by_several_at_once)
{
    struct actor *clients[] = { actor_make('a', 24), actor_make('b', 25), actor_make('c', 26) };

    killer = actor_make('K', 20);
    for (unsigned round = 0; round < 2; round++) {
        spoils = round == 1;
        harness_tokens_clear();
        victim_receives_three(false);
        for (unsigned i = 0; i < 3; i++) {
            CHECK_EQUAL(order(clients[i], call_cancel_victim, NULL, 0), BUSY);
        }
        CHECK_EQUAL(order_with_token(killer, call_cancel, victim(), 0), TAKT_OK);
        CHECK_TEXT(harness_tokens(), "cbaK");
        for (unsigned i = 0; i < 3; i++) {
            CHECK_EQUAL(result_of(clients[i]), TAKT_OK);
        }
        CHECK(!spoils);
    }
}

/* One that is about to end by itself is cancelled: it does not run any more. */
KERNEL_TEST(cancel_of_one_who_is_exiting)
{
    struct actor *clients[] = { actor_make('a', 26), actor_make('b', 25), actor_make('c', 24) };
    struct actor *joiner = actor_make('J', 5);

    spoils = false;
    victim_receives_three(true);
    CHECK_EQUAL(order(joiner, call_join, victim(), TAKT_FOREVER), BUSY);
    takt_thread_suspend(victim());
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(order(clients[i], call_cancel_victim, NULL, 0), BUSY);
    }
    takt_thread_resume(victim());
    takt_yield();
    CHECK_TEXT(harness_tokens(), "abc");
    CHECK_EQUAL(result_of(clients[0]), TAKT_OK);
    CHECK_EQUAL(result_of(joiner), TAKT_OK);
    victim_is_born_again();
}

/* One that is exiting is suspended in the middle, and cancelled then. */
static int call_suspend_victim(struct actor *self, void *unused, takt_time unused_too)
{
    const struct takt_message message = { NULL, 0, NULL, 0 };

    (void)self;
    (void)unused;
    (void)unused_too;
    CHECK_EQUAL(takt_send(channel, &message, TAKT_FOREVER), TAKT_ECLOSED);
    takt_thread_suspend(victim());
    return TAKT_OK;
}

KERNEL_TEST(cancel_of_one_who_was_suspended_while_exiting)
{
    struct actor *suspender = actor_make('a', 26);
    struct actor *others[] = { actor_make('b', 25), actor_make('c', 24) };

    victim_receives_three(true);
    takt_thread_suspend(victim());
    CHECK_EQUAL(order(suspender, call_suspend_victim, NULL, 0), BUSY);
    CHECK_EQUAL(send(others[0], channel), BUSY);
    CHECK_EQUAL(send(others[1], channel), BUSY);
    takt_thread_resume(victim());
    takt_yield();
    CHECK_EQUAL(result_of(suspender), TAKT_OK);
    CHECK_EQUAL(result_of(others[1]), BUSY);
    CHECK_EQUAL(takt_thread_cancel(victim()), TAKT_OK);
    CHECK_EQUAL(result_of(others[0]), TAKT_ECLOSED);
    CHECK_EQUAL(result_of(others[1]), TAKT_ECLOSED);
    victim_is_born_again();
}

/* Who was cancelling another has that one ended first. */
KERNEL_TEST(cancel_of_one_who_is_cancelling)
{
    struct actor *first = actor_make('a', 26);
    struct actor *others[] = { actor_make('b', 25), actor_make('c', 24) };

    killer = actor_make('K', 20);
    victim_receives_three(false);
    CHECK_EQUAL(order(first, call_cancel_killer, NULL, 0), BUSY);
    CHECK_EQUAL(send(others[0], channel), BUSY);
    CHECK_EQUAL(send(others[1], channel), BUSY);
    CHECK_EQUAL(order(killer, call_cancel, victim(), 0), BUSY);
    CHECK_TEXT(harness_tokens(), "a");
    CHECK_EQUAL(result_of(first), TAKT_OK);
    CHECK_EQUAL(result_of(others[0]), TAKT_ECLOSED);
    CHECK_EQUAL(result_of(others[1]), TAKT_ECLOSED);
    CHECK_EQUAL(thread_of(killer)->state, THREAD_DEAD);
    actor_gone(killer);
    victim_is_born_again();
}

/* Calls about a thread that is being cancelled come too late. */
static int call_too_late(struct actor *self, void *unused, takt_time unused_too)
{
    const struct takt_message message = { NULL, 0, NULL, 0 };

    (void)self;
    (void)unused;
    (void)unused_too;
    CHECK_EQUAL(takt_send(channel, &message, TAKT_FOREVER), TAKT_ECLOSED);
    CHECK_EQUAL(takt_thread_suspend(victim()), TAKT_ECLOSED);
    CHECK_EQUAL(takt_thread_set_priority(victim(), 30), TAKT_ECLOSED);
    takt_thread_resume(victim());
    CHECK_EQUAL(takt_thread_join(victim(), TAKT_NO_WAIT), TAKT_EAGAIN);
    return takt_thread_join(victim(), TAKT_FOREVER);
}

KERNEL_TEST(cancel_makes_other_calls_come_too_late)
{
    struct actor *first = actor_make('a', 26);
    struct actor *others[] = { actor_make('b', 5), actor_make('c', 5) };

    killer = actor_make('K', 20);
    victim_receives_three(false);
    CHECK_EQUAL(order(first, call_too_late, NULL, 0), BUSY);
    CHECK_EQUAL(send(others[0], channel), BUSY);
    CHECK_EQUAL(send(others[1], channel), BUSY);
    CHECK_EQUAL(order(killer, call_cancel, victim(), 0), TAKT_OK);
    CHECK_EQUAL(result_of(first), TAKT_OK);
    victim_is_born_again();
}

/* Through three: a cancels V, b cancels a, c cancels b; each in the middle of the last. */

static int cancel_next(struct actor *self, void *thread, takt_time unused)
{
    const struct takt_message message = { NULL, 0, NULL, 0 };

    (void)self;
    (void)unused;
    CHECK_EQUAL(takt_send(channel, &message, TAKT_FOREVER), TAKT_ECLOSED);
    return takt_thread_cancel(thread);
}

KERNEL_TEST(cancel_of_a_chain_of_cancellers)
{
    struct actor *chain[] = { actor_make('a', 20), actor_make('b', 22), actor_make('c', 24) };
    struct actor *last = actor_make('z', 5);

    victim_receives_three(false);
    CHECK_EQUAL(order(chain[1], cancel_next, thread_of(chain[0]), 0), BUSY);
    CHECK_EQUAL(order(chain[2], cancel_next, thread_of(chain[1]), 0), BUSY);
    CHECK_EQUAL(send(last, channel), BUSY);
    CHECK_EQUAL(order(chain[0], call_cancel, victim(), 0), BUSY);
    CHECK_EQUAL(result_of(chain[2]), TAKT_OK);
    CHECK_EQUAL(result_of(last), TAKT_ECLOSED);
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQUAL(thread_of(chain[i])->state, THREAD_DEAD);
        actor_gone(chain[i]);
    }
    victim_is_born_again();
}
