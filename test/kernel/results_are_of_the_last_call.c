/* results_are_of_the_last_call.c - B22: after any call that ended badly any other that ends well
 * says so. All pairs: how the first ends, and what the second is. */
#include "kernel_test.h"

struct scene {
    struct takt_semaphore *semaphore;
    struct takt_mutex *mutex;
    struct takt_channel *channel;
    struct takt_channel *own; /* where the actor is the server */
    struct actor *actor;
    struct actor *partner; /* holds the mutex, serves the channel */
    struct actor *mortal;
};

enum { ENDINGS = 9, CALLS = 6 };

enum { SOON_US = 500 };

/* Make the actor wait, and end the wait badly. */
static void end_badly(struct scene *scene, unsigned ending)
{
    static const order_call calls[ENDINGS] = { call_take,    call_lock, call_send,
                                               call_receive, call_join, call_sleep,
                                               call_take,    call_lock, call_send };
    void *objects[] = { scene->semaphore,         scene->mutex, scene->channel, scene->own,
                        thread_of(scene->mortal), NULL };
    void *object = objects[ending % 6];
    bool closes = ending >= 6;

    (void)order(scene->actor, calls[ending], object, closes ? TAKT_FOREVER : takt_us(SOON_US));
    if (ending == 6) {
        takt_semaphore_destroy(scene->semaphore);
        takt_semaphore_init(scene->semaphore, "again", 0);
    } else if (ending == 7) {
        takt_mutex_destroy(scene->mutex);
        takt_mutex_init(scene->mutex, "again", 0);
        (void)lock(scene->partner, scene->mutex);
    } else if (ending == 8) {
        takt_channel_destroy(scene->channel);
        takt_channel_init(scene->channel, "again", 0);
    }
    pass_ms(1);
    CHECK_EQUAL(result_of(scene->actor), closes        ? TAKT_ECLOSED
                                         : ending == 5 ? TAKT_OK
                                                       : TAKT_ETIMEDOUT);
}

/* Make it wait again, and end that well. */
static void end_well(struct scene *scene, unsigned call)
{
    static const order_call calls[CALLS] = { call_take,    call_lock, call_send,
                                             call_receive, call_join, call_sleep };
    static const int good[CALLS] = { TAKT_OK, TAKT_OK, 2, 4, TAKT_OK, TAKT_OK };
    void *objects[] = { scene->semaphore,         scene->mutex, scene->channel, scene->own,
                        thread_of(scene->mortal), NULL };

    CHECK_EQUAL(order(scene->actor, calls[call], objects[call],
                      call == 5 ? takt_us(SOON_US) : TAKT_FOREVER),
                BUSY);
    switch (call) {
    case 0:
        (void)takt_semaphore_give(scene->semaphore);
        break;
    case 1:
        (void)unlock(scene->partner, scene->mutex);
        break;
    case 2:
        (void)receive(scene->partner, scene->channel);
        (void)reply(scene->partner);
        break;
    case 3:
        (void)send(scene->partner, scene->own);
        break;
    case 4:
        leave(scene->mortal);
        break;
    default:
        pass_ms(1);
    }
    CHECK_EQUAL(result_of(scene->actor), good[call]);
}

static void finish(struct scene *scene, unsigned call)
{
    if (call == 1) {
        (void)unlock(scene->actor, scene->mutex);
    } else {
        if (call == 3) {
            (void)reply(scene->actor);
        }
        (void)unlock(scene->partner, scene->mutex);
    }
}

static void pair(unsigned ending, unsigned call)
{
    struct scene scene = { semaphore_make(0),  mutex_make(0),       channel_make(0),
                           channel_make(0),    actor_make('A', 10), actor_make('P', 12),
                           actor_make('M', 10) };

    (void)lock(scene.partner, scene.mutex);
    end_badly(&scene, ending);
    end_well(&scene, call);
    finish(&scene, call);
}

TEST(result_of_any_call_after_any_bad_end)
{
    for (unsigned ending = 0; ending < ENDINGS; ending++) {
        for (unsigned call = 0; call < CALLS; call++) {
            kernel_test_begin();
            pair(ending, call);
            kernel_test_end();
        }
    }
}
