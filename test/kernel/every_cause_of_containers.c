/* every_cause_of_containers.c - D23: the same for flags, queues, pools, timers, conditions, and for
 * threads that have ended.
 */
#include "condition_test.h"
#include "every_cause.h"
#include "timer_test.h"

enum { LIMIT_MS = 1, LATER_MS = 2 };

/* Flags. */

static int await_now(struct scene *scene)
{
    return await_within(scene->actor, flags_make(2), 1, TAKT_FLAGS_ANY, TAKT_NO_WAIT);
}

static int await_too_long(struct scene *scene)
{
    (void)await_within(scene->actor, flags_make(2), 3, TAKT_FLAGS_ALL, takt_ms(LIMIT_MS));
    return result_after_ms(scene, LATER_MS);
}

static int await_destroyed(struct scene *scene)
{
    struct takt_flags *flags = flags_make(1);

    takt_flags_destroy(flags);
    return await(scene->actor, flags, 1, TAKT_FLAGS_ANY);
}

static int await_while_destroyed(struct scene *scene)
{
    struct takt_flags *flags = flags_make(0);

    (void)await(scene->actor, flags, 1, TAKT_FLAGS_ANY);
    takt_flags_destroy(flags);
    return result_of(scene->actor);
}

static int set_destroyed(struct scene *scene)
{
    struct takt_flags *flags = flags_make(0);

    (void)scene;
    takt_flags_destroy(flags);
    return takt_flags_set(flags, 1);
}

static int clear_destroyed(struct scene *scene)
{
    struct takt_flags *flags = flags_make(0);

    (void)scene;
    takt_flags_destroy(flags);
    return takt_flags_clear(flags, 1);
}

/* Queues. */

static struct takt_queue *full_queue(struct scene *scene)
{
    struct takt_queue *queue = queue_make(sizeof(uint32_t), 1);

    CHECK_EQUAL(post(scene->partner, queue, 1), TAKT_OK);
    return queue;
}

static struct takt_queue *no_queue(void)
{
    struct takt_queue *queue = queue_make(sizeof(uint32_t), 1);

    takt_queue_destroy(queue);
    return queue;
}

static int post_now(struct scene *scene)
{
    return post_within(scene->actor, full_queue(scene), 2, TAKT_NO_WAIT);
}

static int post_too_long(struct scene *scene)
{
    (void)post_within(scene->actor, full_queue(scene), 2, takt_ms(LIMIT_MS));
    return result_after_ms(scene, LATER_MS);
}

static int post_destroyed(struct scene *scene)
{
    return post(scene->actor, no_queue(), 2);
}

static int post_while_destroyed(struct scene *scene)
{
    struct takt_queue *queue = full_queue(scene);

    (void)post(scene->actor, queue, 2);
    takt_queue_destroy(queue);
    return result_of(scene->actor);
}

static int fetch_now(struct scene *scene)
{
    return fetch_within(scene->actor, queue_make(sizeof(uint32_t), 1), TAKT_NO_WAIT);
}

static int fetch_too_long(struct scene *scene)
{
    (void)fetch_within(scene->actor, queue_make(sizeof(uint32_t), 1), takt_ms(LIMIT_MS));
    return result_after_ms(scene, LATER_MS);
}

static int fetch_destroyed(struct scene *scene)
{
    return fetch(scene->actor, no_queue());
}

static int fetch_while_destroyed(struct scene *scene)
{
    struct takt_queue *queue = queue_make(sizeof(uint32_t), 1);

    (void)fetch(scene->actor, queue);
    takt_queue_destroy(queue);
    return result_of(scene->actor);
}

static int peek_empty(struct scene *scene)
{
    uint32_t item;

    (void)scene;
    return takt_queue_peek(queue_make(sizeof item, 1), &item);
}

static int peek_destroyed(struct scene *scene)
{
    uint32_t item;

    (void)scene;
    return takt_queue_peek(no_queue(), &item);
}

static int purge_destroyed(struct scene *scene)
{
    (void)scene;
    return takt_queue_purge(no_queue());
}

static int queue_of_nothing(struct scene *scene)
{
    static struct takt_queue queue;
    static uint32_t item;

    (void)scene;
    return takt_queue_init(&queue, "nothing", &item, sizeof item, sizeof item, 2);
}

/* Pools. */

static struct takt_pool *empty_pool(struct scene *scene)
{
    struct takt_pool *pool = pool_make(16, 1);

    CHECK_EQUAL(borrow(scene->partner, pool), TAKT_OK);
    return pool;
}

static int borrow_now(struct scene *scene)
{
    return borrow_within(scene->actor, empty_pool(scene), TAKT_NO_WAIT);
}

static int borrow_too_long(struct scene *scene)
{
    (void)borrow_within(scene->actor, empty_pool(scene), takt_ms(LIMIT_MS));
    return result_after_ms(scene, LATER_MS);
}

static int borrow_destroyed(struct scene *scene)
{
    struct takt_pool *pool = pool_make(16, 1);

    takt_pool_destroy(pool);
    return borrow(scene->actor, pool);
}

static int borrow_while_destroyed(struct scene *scene)
{
    struct takt_pool *pool = empty_pool(scene);

    (void)borrow(scene->actor, pool);
    takt_pool_destroy(pool);
    return result_of(scene->actor);
}

static int give_back_destroyed(struct scene *scene)
{
    struct takt_pool *pool = empty_pool(scene);

    takt_pool_destroy(pool);
    return hand_back(scene->partner, pool);
}

static int pool_of_nothing(struct scene *scene)
{
    static struct takt_pool pool;
    static uint32_t item;

    (void)scene;
    return takt_pool_init(&pool, "nothing", &item, sizeof item, sizeof item, 2);
}

/* Timers. */

static int start_destroyed(struct scene *scene)
{
    (void)scene;
    timer_test_begin();
    struct takt_timer *timer = timer_make(service_make(10), 't', NULL);

    takt_timer_destroy(timer);
    int code = takt_timer_start(timer, 1, 0);

    timer_test_end();
    return code;
}

/* Conditions: each cause has one of its own. */

static int and_end(int code)
{
    condition_test_end();
    return code;
}

static int wait_now(struct scene *scene)
{
    condition_test_begin();
    return and_end(wait_with(scene->actor, scene->mutex, TAKT_NO_WAIT));
}

static int wait_too_long(struct scene *scene)
{
    condition_test_begin();
    (void)wait_with(scene->actor, scene->mutex, takt_ms(LIMIT_MS));
    return and_end(result_after_ms(scene, LATER_MS));
}

static int wait_destroyed(struct scene *scene)
{
    condition_test_begin();
    takt_condition_destroy(condition());
    return and_end(wait_with(scene->actor, scene->mutex, TAKT_FOREVER));
}

static int wait_while_destroyed(struct scene *scene)
{
    condition_test_begin();
    (void)wait_with(scene->actor, scene->mutex, TAKT_FOREVER);
    takt_condition_destroy(condition());
    return and_end(result_of(scene->actor));
}

static int wait_while_the_owner_dies(struct scene *scene)
{
    condition_test_begin();
    (void)wait_with(scene->actor, scene->mutex, TAKT_FOREVER);
    (void)lock(scene->partner, scene->mutex);
    (void)takt_condition_signal(condition());
    leave(scene->partner);
    return and_end(result_of(scene->actor));
}

static int signal_destroyed(struct scene *scene)
{
    (void)scene;
    condition_test_begin();
    takt_condition_destroy(condition());
    return and_end(takt_condition_signal(condition()));
}

static int broadcast_destroyed(struct scene *scene)
{
    (void)scene;
    condition_test_begin();
    takt_condition_destroy(condition());
    return and_end(takt_condition_broadcast(condition()));
}

/* Threads. */

static struct takt_thread *dead(struct scene *scene)
{
    leave(scene->partner);
    return thread_of(scene->partner);
}

static int suspend_the_dead(struct scene *scene)
{
    return takt_thread_suspend(dead(scene));
}

static int set_priority_of_the_dead(struct scene *scene)
{
    return takt_thread_set_priority(dead(scene), 3);
}

static int cancel_the_dead(struct scene *scene)
{
    return takt_thread_cancel(dead(scene));
}

static const struct cause causes[] = {
    { "flags_wait", await_now, TAKT_EAGAIN, false },
    { "flags_wait", await_too_long, TAKT_ETIMEDOUT, false },
    { "flags_wait", await_destroyed, TAKT_ECLOSED, false },
    { "flags_wait", await_while_destroyed, TAKT_ECLOSED, true },
    { "flags_set", set_destroyed, TAKT_ECLOSED, false },
    { "flags_clear", clear_destroyed, TAKT_ECLOSED, false },
    { "queue_send", post_now, TAKT_EAGAIN, false },
    { "queue_send", post_too_long, TAKT_ETIMEDOUT, false },
    { "queue_send", post_destroyed, TAKT_ECLOSED, false },
    { "queue_send", post_while_destroyed, TAKT_ECLOSED, true },
    { "queue_receive", fetch_now, TAKT_EAGAIN, false },
    { "queue_receive", fetch_too_long, TAKT_ETIMEDOUT, false },
    { "queue_receive", fetch_destroyed, TAKT_ECLOSED, false },
    { "queue_receive", fetch_while_destroyed, TAKT_ECLOSED, true },
    { "queue_peek", peek_empty, TAKT_EAGAIN, false },
    { "queue_peek", peek_destroyed, TAKT_ECLOSED, false },
    { "queue_purge", purge_destroyed, TAKT_ECLOSED, false },
    { "queue_init", queue_of_nothing, TAKT_EINVAL, false },
    { "pool_take", borrow_now, TAKT_EAGAIN, false },
    { "pool_take", borrow_too_long, TAKT_ETIMEDOUT, false },
    { "pool_take", borrow_destroyed, TAKT_ECLOSED, false },
    { "pool_take", borrow_while_destroyed, TAKT_ECLOSED, true },
    { "pool_give", give_back_destroyed, TAKT_ECLOSED, false },
    { "pool_init", pool_of_nothing, TAKT_EINVAL, false },
    { "timer_start", start_destroyed, TAKT_ECLOSED, false },
    { "thread_suspend", suspend_the_dead, TAKT_ECLOSED, false },
    { "thread_set_priority", set_priority_of_the_dead, TAKT_ECLOSED, false },
    { "thread_cancel", cancel_the_dead, TAKT_ECLOSED, false },
    { "condition_wait", wait_now, TAKT_EAGAIN, false },
    { "condition_wait", wait_too_long, TAKT_ETIMEDOUT, false },
    { "condition_wait", wait_destroyed, TAKT_ECLOSED, false },
    { "condition_wait", wait_while_destroyed, TAKT_ECLOSED, true },
    { "condition_wait", wait_while_the_owner_dies, TAKT_EOWNERDEAD, false },
    { "condition_signal", signal_destroyed, TAKT_ECLOSED, false },
    { "condition_broadcast", broadcast_destroyed, TAKT_ECLOSED, false },
};

TEST(every_cause_of_containers_has_its_code)
{
    check_causes(causes, COUNT_OF(causes));
}
