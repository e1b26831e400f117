/* boost_moves_the_processor.c - not a number alone: by whatever way a thread is raised above a hog,
 * it runs before the hog, and no longer when the reason has gone.
 */
#include "kernel_test.h"

/* Priorities of L, who is held up; of S and M, who may stand between; of the hog; and of H. */
enum { LOW = 5, SERVER = 8, MIDDLE = 10, HOG = 20, HIGH = 30 };
enum { LIMIT_MS = 2 };

struct cast {
    struct actor *low;
    struct actor *server;
    struct actor *middle;
    struct actor *hog;
    struct actor *high;
    struct takt_mutex *mutex;
    struct takt_mutex *second;
    struct takt_channel *channel;
    struct takt_channel *other;
    struct takt_semaphore *semaphore;
};

/* Ways in which H, who gives up after LIMIT_MS, waits for L. */

static void high_locks(struct cast *cast, struct takt_mutex *mutex)
{
    CHECK_EQUAL(lock_within(cast->high, mutex, takt_ms(LIMIT_MS)), BUSY);
}

static void high_sends(struct cast *cast, struct takt_channel *channel)
{
    CHECK_EQUAL(send_within(cast->high, channel, takt_ms(LIMIT_MS)), BUSY);
}

static void by_mutex(struct cast *cast)
{
    (void)lock(cast->low, cast->mutex);
    high_locks(cast, cast->mutex);
}

/* A02: L is at the end of a chain. */
static void by_chain(struct cast *cast)
{
    (void)lock(cast->low, cast->mutex);
    (void)lock(cast->middle, cast->second);
    (void)lock(cast->middle, cast->mutex);
    high_locks(cast, cast->second);
}

/* A14: the mutex was handed to L. */
static void by_mutex_that_changed_hands(struct cast *cast)
{
    (void)lock(cast->middle, cast->mutex);
    (void)lock(cast->low, cast->mutex);
    (void)unlock(cast->middle, cast->mutex);
    high_locks(cast, cast->mutex);
    CHECK_EQUAL(priority_of(cast->middle), MIDDLE);
}

/* A11: L's own priority is set meanwhile. */
static void by_mutex_whatever_is_set(struct cast *cast)
{
    by_mutex(cast);
    takt_thread_set_priority(thread_of(cast->low), MIDDLE + 2);
    takt_thread_set_priority(thread_of(cast->low), LOW);
}

/* A12: H was less urgent when it began to wait. */
static void by_waiter_that_is_raised(struct cast *cast)
{
    takt_thread_set_priority(thread_of(cast->high), LOW);
    by_mutex(cast);
    takt_thread_set_priority(thread_of(cast->high), HIGH);
}

/* A27: L serves the channel and has something else in hand. */
static void by_message(struct cast *cast)
{
    (void)receive_within(cast->low, cast->channel, TAKT_NO_WAIT);
    high_sends(cast, cast->channel);
}

/* A31: L holds what the server wants. */
static void by_message_to_who_wants_a_mutex(struct cast *cast)
{
    (void)receive_within(cast->server, cast->channel, TAKT_NO_WAIT);
    (void)lock(cast->low, cast->mutex);
    (void)lock(cast->server, cast->mutex);
    high_sends(cast, cast->channel);
}

/* A31: the server waits in L's queue; or L has its message in hand. */
static void by_message_to_who_sends(struct cast *cast)
{
    (void)receive_within(cast->server, cast->channel, TAKT_NO_WAIT);
    (void)receive_within(cast->low, cast->other, TAKT_NO_WAIT);
    (void)send(cast->server, cast->other);
    high_sends(cast, cast->channel);
}

static void by_message_to_who_awaits_a_reply(struct cast *cast)
{
    (void)receive_within(cast->server, cast->channel, TAKT_NO_WAIT);
    (void)receive(cast->low, cast->other);
    (void)send(cast->server, cast->other);
    high_sends(cast, cast->channel);
}

/* A31, all at once: H sends to S, S waits for the reply of M, and M for the mutex of L. */
static void by_everything_in_a_row(struct cast *cast)
{
    (void)receive_within(cast->server, cast->channel, TAKT_NO_WAIT);
    (void)receive(cast->middle, cast->other);
    (void)send(cast->server, cast->other);
    (void)lock(cast->low, cast->mutex);
    (void)lock(cast->middle, cast->mutex);
    high_sends(cast, cast->channel);
    CHECK_EQUAL(priority_of(cast->server), HIGH);
    CHECK_EQUAL(priority_of(cast->middle), HIGH);
}

/* Ways that raise nobody: there is no one who alone could end the wait. */

static void by_semaphore(struct cast *cast)
{
    (void)receive_within(cast->low, cast->channel, TAKT_NO_WAIT);
    (void)take(cast->high, cast->semaphore, takt_ms(LIMIT_MS));
}

static void by_join(struct cast *cast)
{
    (void)join(cast->high, cast->low, takt_ms(LIMIT_MS));
}

/* A33. */
static void by_message_on_a_fixed_channel(struct cast *cast)
{
    takt_channel_destroy(cast->channel);
    takt_channel_init(cast->channel, "fixed", TAKT_CHANNEL_FIXED_PRIORITY);
    by_message(cast);
}

static void assemble(struct cast *cast)
{
    cast->low = actor_make('L', LOW);
    cast->server = actor_make('S', SERVER);
    cast->middle = actor_make('M', MIDDLE);
    cast->hog = actor_make('h', HOG);
    cast->high = actor_make('H', HIGH);
    cast->mutex = mutex_make(0);
    cast->second = mutex_make(0);
    cast->channel = channel_make(0);
    cast->other = channel_make(0);
    cast->semaphore = semaphore_make(0);
}

/* Both are ready, the hog first: who runs first? */
static void compete(struct cast *cast, const char *wanted)
{
    harness_tokens_clear();
    control_holds();
    (void)order(cast->hog, call_token, NULL, 0);
    (void)order(cast->low, call_token, NULL, 0);
    control_lets_go();
    CHECK_TEXT(harness_tokens(), wanted);
}

/* Whoever still waits is let go by the end of what it waits for. */
static void dismiss(struct cast *cast)
{
    takt_mutex_destroy(cast->mutex);
    takt_mutex_destroy(cast->second);
    takt_channel_destroy(cast->channel);
    takt_channel_destroy(cast->other);
    CHECK_EQUAL(priority_of(cast->low), LOW);
    CHECK_EQUAL(priority_of(cast->server), SERVER);
    CHECK_EQUAL(priority_of(cast->middle), MIDDLE);
}

static void boost(void (*way)(struct cast *cast), bool raises)
{
    struct cast cast;

    kernel_test_begin();
    assemble(&cast);
    way(&cast);
    CHECK_EQUAL(priority_of(cast.low), raises ? HIGH : LOW);
    compete(&cast, raises ? "Lh" : "hL");
    pass_ms(LIMIT_MS);
    CHECK_EQUAL(result_of(cast.high), TAKT_ETIMEDOUT);
    compete(&cast, "hL");
    dismiss(&cast);
    kernel_test_end();
}

TEST(boost_by_any_way_moves_the_processor)
{
    static void (*const ways[])(struct cast *) = {
        by_mutex,
        by_chain,
        by_mutex_that_changed_hands,
        by_mutex_whatever_is_set,
        by_waiter_that_is_raised,
        by_message,
        by_message_to_who_wants_a_mutex,
        by_message_to_who_sends,
        by_message_to_who_awaits_a_reply,
        by_everything_in_a_row,
    };

    for (unsigned i = 0; i < COUNT_OF(ways); i++) {
        boost(ways[i], true);
    }
}

TEST(no_boost_by_what_has_no_owner)
{
    static void (*const ways[])(struct cast *) = {
        by_semaphore,
        by_join,
        by_message_on_a_fixed_channel,
    };

    for (unsigned i = 0; i < COUNT_OF(ways); i++) {
        boost(ways[i], false);
    }
}

/* A27: the raise comes with the send, and is seen by who looks at once; a pulse does the same. */

static struct actor *watched;
static unsigned before_send;
static unsigned after_send;

static int call_send_and_look(struct actor *self, void *channel, takt_time unused)
{
    (void)self;
    (void)unused;
    before_send = takt_thread_priority(thread_of(watched));
    int status = takt_pulse(channel, HIGH, 1, 2);

    after_send = takt_thread_priority(thread_of(watched));
    return status;
}

KERNEL_TEST(boost_by_a_pulse_comes_at_once)
{
    static struct takt_pulse_slot slot;
    struct cast cast;

    assemble(&cast);
    watched = cast.low;
    takt_channel_add_pulses(cast.channel, &slot, 1);
    (void)receive_within(cast.low, cast.channel, TAKT_NO_WAIT);
    CHECK_EQUAL(order(cast.high, call_send_and_look, cast.channel, 0), TAKT_OK);
    CHECK_EQUAL(before_send, LOW);
    CHECK_EQUAL(after_send, HIGH);
    compete(&cast, "Lh");
    (void)receive(cast.low, cast.channel);
    compete(&cast, "Lh");
    (void)receive_within(cast.low, cast.channel, TAKT_NO_WAIT);
    compete(&cast, "hL");
}

/* A02: no chain is too long. Link i holds the i-th mutex and waits for that of link i - 1. */

enum { LINKS = 64 };

static struct takt_thread links[LINKS];
static TAKT_STACK(link_stacks[LINKS], 768);
static struct takt_mutex link_mutexes[LINKS];
static unsigned ended;

static void hold_and_wait(void *mutex)
{
    struct takt_mutex *own = mutex;
    bool first = own == link_mutexes;

    CHECK_EQUAL(takt_mutex_lock(own, TAKT_FOREVER), TAKT_OK);
    if (first) {
        takt_thread_suspend(takt_thread_self());
    } else {
        CHECK_EQUAL(takt_mutex_lock(own - 1, TAKT_FOREVER), TAKT_OK);
        takt_mutex_unlock(own - 1);
    }
    CHECK_EQUAL(takt_thread_priority(takt_thread_self()), HIGH);
    CHECK_EQUAL(own - link_mutexes, ended);
    ended++;
    takt_mutex_unlock(own);
}

static void add_link(unsigned index)
{
    const struct takt_thread_options options = {
        .name = "link",
        .priority = 1 + index % HOG,
        .entry = hold_and_wait,
        .argument = &link_mutexes[index],
        .stack = link_stacks[index],
        .stack_bytes = sizeof link_stacks[index],
    };

    takt_mutex_init(&link_mutexes[index], "link", 0);
    CHECK_EQUAL(takt_thread_create(&links[index], &options), TAKT_OK);
}

KERNEL_TEST(mutex_chain_is_never_too_long)
{
    struct actor *high = actor_make('H', HIGH);

    ended = 0;
    for (unsigned i = 0; i < LINKS; i++) {
        add_link(i);
    }
    CHECK_EQUAL(lock(high, &link_mutexes[LINKS - 1]), BUSY);
    for (unsigned i = 0; i < LINKS; i++) {
        CHECK_EQUAL(takt_thread_priority(&links[i]), HIGH);
    }
    takt_thread_resume(&links[0]);
    CHECK_EQUAL(result_of(high), TAKT_OK);
    (void)unlock(high, &link_mutexes[LINKS - 1]);
    for (unsigned i = 0; i < LINKS; i++) {
        CHECK_EQUAL(takt_thread_join(&links[i], TAKT_FOREVER), TAKT_OK);
        takt_mutex_destroy(&link_mutexes[i]);
    }
    CHECK_EQUAL(ended, LINKS);
}
