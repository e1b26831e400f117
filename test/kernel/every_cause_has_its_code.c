/* every_cause_has_its_code.c - D23: each reason for which a call can fail gives the code that its
 * header names, and no other reason of that call gives the same by accident.
 */
#include "every_cause.h"

int result_after_ms(struct scene *scene, unsigned ms)
{
    pass_ms(ms);
    return result_of(scene->actor);
}

/* Semaphore. */

static int take_now(struct scene *scene)
{
    return take(scene->actor, scene->semaphore, TAKT_NO_WAIT);
}

static int take_too_long(struct scene *scene)
{
    (void)take(scene->actor, scene->semaphore, takt_ms(1));
    return result_after_ms(scene, 2);
}

static int take_destroyed(struct scene *scene)
{
    takt_semaphore_destroy(scene->semaphore);
    return take(scene->actor, scene->semaphore, TAKT_FOREVER);
}

static int take_while_destroyed(struct scene *scene)
{
    (void)take(scene->actor, scene->semaphore, TAKT_FOREVER);
    takt_semaphore_destroy(scene->semaphore);
    return result_of(scene->actor);
}

static int give_full(struct scene *scene)
{
    takt_semaphore_destroy(scene->semaphore);
    takt_semaphore_init(scene->semaphore, "full", TAKT_SEMAPHORE_MAX);
    return give(scene->actor, scene->semaphore);
}

static int give_destroyed(struct scene *scene)
{
    takt_semaphore_destroy(scene->semaphore);
    return give(scene->actor, scene->semaphore);
}

/* Mutex. */

static int lock_now(struct scene *scene)
{
    (void)lock(scene->partner, scene->mutex);
    return lock_within(scene->actor, scene->mutex, TAKT_NO_WAIT);
}

static int lock_too_long(struct scene *scene)
{
    (void)lock(scene->partner, scene->mutex);
    (void)lock_within(scene->actor, scene->mutex, takt_ms(1));
    return result_after_ms(scene, 2);
}

static int lock_destroyed(struct scene *scene)
{
    takt_mutex_destroy(scene->mutex);
    return lock(scene->actor, scene->mutex);
}

static int lock_while_destroyed(struct scene *scene)
{
    (void)lock(scene->partner, scene->mutex);
    (void)lock(scene->actor, scene->mutex);
    takt_mutex_destroy(scene->mutex);
    return result_of(scene->actor);
}

static int lock_ones_own(struct scene *scene)
{
    (void)lock(scene->actor, scene->mutex);
    return lock(scene->actor, scene->mutex);
}

static int lock_of_the_dead(struct scene *scene)
{
    (void)lock(scene->partner, scene->mutex);
    leave(scene->partner);
    return lock(scene->actor, scene->mutex);
}

static int lock_while_its_owner_dies(struct scene *scene)
{
    (void)lock(scene->partner, scene->mutex);
    (void)lock(scene->actor, scene->mutex);
    leave(scene->partner);
    return result_of(scene->actor);
}

/* Channel. */

static int send_now(struct scene *scene)
{
    return send_within(scene->actor, scene->channel, TAKT_NO_WAIT);
}

static int send_too_long(struct scene *scene)
{
    (void)send_within(scene->actor, scene->channel, takt_ms(1));
    return result_after_ms(scene, 2);
}

static int send_unanswered_too_long(struct scene *scene)
{
    (void)receive(scene->partner, scene->channel);
    (void)send_within(scene->actor, scene->channel, takt_ms(1));
    return result_after_ms(scene, 2);
}

static int send_destroyed(struct scene *scene)
{
    takt_channel_destroy(scene->channel);
    return send(scene->actor, scene->channel);
}

static int send_while_destroyed(struct scene *scene)
{
    (void)send(scene->actor, scene->channel);
    takt_channel_destroy(scene->channel);
    return result_of(scene->actor);
}

static int send_to_who_dies(struct scene *scene)
{
    (void)receive(scene->partner, scene->channel);
    (void)send(scene->actor, scene->channel);
    leave(scene->partner);
    return result_of(scene->actor);
}

static int send_to_oneself(struct scene *scene)
{
    (void)receive_within(scene->actor, scene->channel, TAKT_NO_WAIT);
    return send(scene->actor, scene->channel);
}

static int receive_now(struct scene *scene)
{
    return receive_within(scene->actor, scene->channel, TAKT_NO_WAIT);
}

static int receive_too_long(struct scene *scene)
{
    (void)receive_within(scene->actor, scene->channel, takt_ms(1));
    return result_after_ms(scene, 2);
}

static int receive_destroyed(struct scene *scene)
{
    takt_channel_destroy(scene->channel);
    return receive(scene->actor, scene->channel);
}

static int receive_while_destroyed(struct scene *scene)
{
    (void)receive(scene->actor, scene->channel);
    takt_channel_destroy(scene->channel);
    return result_of(scene->actor);
}

static int reply_twice(struct scene *scene)
{
    (void)receive(scene->actor, scene->channel);
    (void)send(scene->partner, scene->channel);
    (void)reply(scene->actor);
    return reply(scene->actor);
}

static int reply_too_late(struct scene *scene)
{
    (void)receive(scene->actor, scene->channel);
    (void)send_within(scene->partner, scene->channel, takt_ms(1));
    pass_ms(2);
    return reply(scene->actor);
}

static int reply_after_the_end(struct scene *scene)
{
    (void)receive(scene->actor, scene->channel);
    (void)send(scene->partner, scene->channel);
    takt_channel_destroy(scene->channel);
    return reply(scene->actor);
}

static int pulse_without_room(struct scene *scene)
{
    return takt_pulse(scene->channel, 1, 2, 3);
}

static int pulse_destroyed(struct scene *scene)
{
    takt_channel_destroy(scene->channel);
    return takt_pulse(scene->channel, 1, 2, 3);
}

/* Threads and time. */

static int join_now(struct scene *scene)
{
    return join(scene->actor, scene->partner, TAKT_NO_WAIT);
}

static int join_too_long(struct scene *scene)
{
    (void)join(scene->actor, scene->partner, takt_ms(1));
    return result_after_ms(scene, 2);
}

static int join_oneself(struct scene *scene)
{
    return join(scene->actor, scene->actor, TAKT_FOREVER);
}

static int sleep_until_the_past(struct scene *scene)
{
    return order(scene->actor, call_sleep_until, NULL, takt_now());
}

static void never_run(void *unused)
{
    (void)unused;
}

static int create_without_stack(struct scene *scene)
{
    static struct takt_thread thread;
    const struct takt_thread_options options = { .entry = never_run };

    (void)scene;
    return takt_thread_create(&thread, &options);
}

static const struct cause rows[] = {
    { "semaphore_take", take_now, TAKT_EAGAIN, false },
    { "semaphore_take", take_too_long, TAKT_ETIMEDOUT, false },
    { "semaphore_take", take_destroyed, TAKT_ECLOSED, false },
    { "semaphore_take", take_while_destroyed, TAKT_ECLOSED, true },
    { "semaphore_give", give_full, TAKT_EAGAIN, false },
    { "semaphore_give", give_destroyed, TAKT_ECLOSED, false },
    { "mutex_lock", lock_now, TAKT_EAGAIN, false },
    { "mutex_lock", lock_too_long, TAKT_ETIMEDOUT, false },
    { "mutex_lock", lock_destroyed, TAKT_ECLOSED, false },
    { "mutex_lock", lock_while_destroyed, TAKT_ECLOSED, true },
    { "mutex_lock", lock_ones_own, TAKT_EDEADLK, false },
    { "mutex_lock", lock_of_the_dead, TAKT_EOWNERDEAD, false },
    { "mutex_lock", lock_while_its_owner_dies, TAKT_EOWNERDEAD, true },
    { "send", send_now, TAKT_EAGAIN, false },
    { "send", send_too_long, TAKT_ETIMEDOUT, false },
    { "send", send_unanswered_too_long, TAKT_ETIMEDOUT, true },
    { "send", send_destroyed, TAKT_ECLOSED, false },
    { "send", send_while_destroyed, TAKT_ECLOSED, true },
    { "send", send_to_who_dies, TAKT_ECLOSED, true },
    { "send", send_to_oneself, TAKT_EDEADLK, false },
    { "receive", receive_now, TAKT_EAGAIN, false },
    { "receive", receive_too_long, TAKT_ETIMEDOUT, false },
    { "receive", receive_destroyed, TAKT_ECLOSED, false },
    { "receive", receive_while_destroyed, TAKT_ECLOSED, true },
    { "reply", reply_twice, TAKT_ESTALE, false },
    { "reply", reply_too_late, TAKT_ESTALE, true },
    { "reply", reply_after_the_end, TAKT_ESTALE, true },
    { "pulse", pulse_without_room, TAKT_EAGAIN, false },
    { "pulse", pulse_destroyed, TAKT_ECLOSED, false },
    { "thread_join", join_now, TAKT_EAGAIN, false },
    { "thread_join", join_too_long, TAKT_ETIMEDOUT, false },
    { "thread_join", join_oneself, TAKT_EDEADLK, false },
    { "sleep_until", sleep_until_the_past, TAKT_ETIMEDOUT, false },
    { "thread_create", create_without_stack, TAKT_EINVAL, false },
};

static bool equal(const char *left, const char *right)
{
    while (*left != '\0' && *left == *right) {
        left++;
        right++;
    }
    return *left == *right;
}

/* No row of that call before this one has its code, unless it says so. */
static void check_distinct(const struct cause *causes, const struct cause *cause)
{
    bool found = false;

    for (const struct cause *at = causes; at != cause; at++) {
        found |= equal(at->call, cause->call) && at->code == cause->code;
    }
    CHECK_EQUAL(found, cause->same);
}

static void check_cause(const struct cause *cause)
{
    struct scene scene = { actor_make('A', 10), actor_make('P', 10), semaphore_make(0),
                           mutex_make(0), channel_make(0) };
    int code = cause->provoke(&scene);

    if (!CHECK_EQUAL(code, cause->code)) {
        harness_print(cause->call);
        harness_print("\n");
    }
}

void check_causes(const struct cause *causes, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        kernel_test_begin();
        check_cause(&causes[i]);
        check_distinct(causes, &causes[i]);
        kernel_test_end();
    }
}

TEST(every_cause_has_its_code)
{
    check_causes(rows, COUNT_OF(rows));
}
