/* interrupts_use_the_kernel.c - what may be called in an interrupt works there, and what it wakes
 * runs when the interrupt ends. */
#include "kernel_test.h"

/* C01: nothing but idle runs; the least urgent thread there can be is woken by an interrupt. The
 * test's own thread, which raises it, sleeps; so the clock's interrupt does it, and the thread
 * woken by that raises the other. */

static struct takt_semaphore *woken;

static int give_woken(void *unused)
{
    (void)unused;
    harness_token('i');
    return takt_semaphore_give(woken);
}

static void wait_to_be_woken(void *unused)
{
    (void)unused;
    (void)takt_semaphore_take(woken, TAKT_FOREVER);
    harness_token('L');
}

static void raise_later(void *unused)
{
    (void)unused;
    (void)takt_sleep(takt_ms(2));
    (void)in_interrupt(give_woken, NULL);
    harness_token('R');
}

KERNEL_TEST(interrupt_wakes_the_least_urgent_from_idle)
{
    woken = semaphore_make(0);
    (void)thread_start('L', 0, wait_to_be_woken, NULL);
    (void)thread_start('R', 0, raise_later, NULL);
    pass_ms(5);
    CHECK_TEXT(harness_tokens(), "iRL");
}

/* An interrupt that wakes three: they run by priority after it, and then whom it interrupted. */
struct three {
    struct actor *actors[3];
    struct takt_semaphore *semaphores[3];
};

static int wake_three(void *argument)
{
    struct three *three = argument;

    for (unsigned i = 0; i < 3; i++) {
        (void)takt_semaphore_give(three->semaphores[i]);
    }
    harness_token('i');
    return 0;
}

KERNEL_TEST(interrupt_wakes_several)
{
    static const unsigned priorities[] = { 5, 30, 12 };
    struct three three;

    for (unsigned i = 0; i < 3; i++) {
        three.actors[i] = actor_make((char)('a' + i), priorities[i]);
        three.semaphores[i] = semaphore_make(0);
        (void)order_with_token(three.actors[i], call_take, three.semaphores[i], TAKT_FOREVER);
    }
    (void)in_interrupt(wake_three, &three);
    harness_token('t');
    CHECK_TEXT(harness_tokens(), "ibcat");
}

/* C13: every public function that the headers allow in an interrupt, called in one. What they do
 * there is looked at from outside. Those that are not allowed stop the run, and are tested where
 * stops are. */

struct scene {
    struct takt_mutex mutex;
    struct takt_semaphore semaphore;
    struct takt_channel channel;
    struct takt_pulse_slot slots[2];
    struct actor *suspended;
    struct actor *dead;
    struct actor *sleeping;
    struct takt_thread *interrupted;
    takt_time before;
};

static void call_objects(struct scene *scene)
{
    takt_mutex_init(&scene->mutex, "made in an interrupt", TAKT_MUTEX_RECURSIVE);
    takt_semaphore_init(&scene->semaphore, "made in an interrupt", 1);
    takt_channel_init(&scene->channel, "made in an interrupt", 0);
    takt_channel_add_pulses(&scene->channel, scene->slots, 2);
    CHECK_EQUAL(takt_semaphore_take(&scene->semaphore, TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(takt_semaphore_take(&scene->semaphore, TAKT_NO_WAIT), TAKT_EAGAIN);
    CHECK_EQUAL(takt_semaphore_give(&scene->semaphore), TAKT_OK);
    CHECK_EQUAL(takt_pulse(&scene->channel, 12, 1, 2), TAKT_OK);
}

static void call_threads(struct scene *scene)
{
    CHECK_EQUAL(takt_thread_join(thread_of(scene->dead), TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(takt_thread_join(thread_of(scene->sleeping), TAKT_NO_WAIT), TAKT_EAGAIN);
    takt_thread_resume(thread_of(scene->suspended));
    takt_thread_suspend(thread_of(scene->sleeping));
    takt_thread_set_priority(thread_of(scene->sleeping), 25);
    CHECK(takt_thread_self() == scene->interrupted);
    CHECK_EQUAL(takt_thread_priority(thread_of(scene->sleeping)), 25);
    CHECK_TEXT(takt_thread_name(thread_of(scene->dead)), "D");
    CHECK_EQUAL(takt_thread_move(thread_of(scene->sleeping), takt_cpu_here()), TAKT_OK);
    CHECK_EQUAL(takt_thread_move(thread_of(scene->sleeping), TAKT_CPUS), TAKT_EINVAL);
    CHECK_EQUAL(takt_thread_cpu(thread_of(scene->sleeping)), takt_cpu_here());
}

static int call_everything(void *argument)
{
    struct scene *scene = argument;

    CHECK(takt_in_irq());
    CHECK(takt_now() >= scene->before);
    CHECK((uint32_t)(takt_counter() - (uint32_t)scene->before) < takt_ms(100));
    call_objects(scene);
    call_threads(scene);
    takt_mark(1, 2);
    takt_print("");
    takt_irq_detach(TEST_IRQ - 1);
    return 1;
}

KERNEL_TEST(interrupt_calls_all_that_is_allowed)
{
    static struct scene scene;
    struct actor *server = actor_make('S', 10);

    scene.interrupted = takt_thread_self();
    scene.suspended = actor_make('U', 10);
    scene.dead = actor_make('D', 10);
    scene.sleeping = actor_make('Z', 10);
    leave(scene.dead);
    takt_thread_suspend(thread_of(scene.suspended));
    (void)order_with_token(scene.suspended, call_yield, NULL, 0);
    CHECK_EQUAL(sleep_for(scene.sleeping, takt_ms(1)), BUSY);
    CHECK(!takt_in_irq());
    scene.before = takt_now();
    CHECK_EQUAL(in_interrupt(call_everything, &scene), 1);
    CHECK_TEXT(harness_tokens(), "U");
    pass_ms(3);
    CHECK_EQUAL(result_of(scene.sleeping), BUSY);
    takt_thread_resume(thread_of(scene.sleeping));
    CHECK_EQUAL(result_of(scene.sleeping), TAKT_OK);
    CHECK_EQUAL(receive(server, &scene.channel), 0);
    CHECK_EQUAL(received_of(server)->value, 2);
    CHECK_EQUAL(lock(server, &scene.mutex), TAKT_OK);
    takt_channel_destroy(&scene.channel);
    takt_semaphore_destroy(&scene.semaphore);
    takt_mutex_destroy(&scene.mutex);
}

/* Attached, detached and attached again: it comes while it is attached; what was raised meanwhile
 * comes then. */

static unsigned handled;

static void count_handled(void *argument)
{
    (void)argument;
    __atomic_fetch_add(&handled, 1, __ATOMIC_SEQ_CST);
}

KERNEL_TEST(interrupt_comes_only_while_attached)
{
    handled = 0;
    takt_irq_attach(TEST_IRQ, count_handled, NULL);
    takt_irq_raise(TEST_IRQ);
    takt_irq_raise(TEST_IRQ);
    CHECK_EQUAL(__atomic_load_n(&handled, __ATOMIC_SEQ_CST), 2);
    takt_irq_detach(TEST_IRQ);
    takt_irq_raise(TEST_IRQ);
    pass_ms(1);
    CHECK_EQUAL(__atomic_load_n(&handled, __ATOMIC_SEQ_CST), 2);
    takt_irq_attach(TEST_IRQ, count_handled, NULL);
    pass_ms(1);
    CHECK_EQUAL(__atomic_load_n(&handled, __ATOMIC_SEQ_CST), 3);
    takt_irq_detach(TEST_IRQ);
}
