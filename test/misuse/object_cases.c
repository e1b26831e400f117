/* object_cases.c - what a caller can do wrong with timers and conditions. */
#include "cases.h"
#include "takt/takt.h"

enum { STACK_BYTES = 1024 };

static struct takt_mutex mutex;
static struct takt_condition condition;
static struct takt_timer_service service; /* never started */
static struct takt_timer timer;
static const struct takt_thread_options *no_options; /* NULL, which the checkers are not told */
static TAKT_STACK(stack, STACK_BYTES);

void misuse_prepare_objects(void)
{
    takt_mutex_init(&mutex, "mutex", 0);
}

/* Timers. */

static void call(struct takt_timer *unused, void *unused_too)
{
    (void)unused;
    (void)unused_too;
}

static void start_service(void)
{
    const struct takt_thread_options options = {
        .name = "service", .priority = 1, .stack = stack, .stack_bytes = sizeof stack
    };

    (void)takt_timer_service_start(&service, &options);
}

static void start_service_without_options(void)
{
    (void)takt_timer_service_start(&service, no_options);
}

static void start_service_without_record(void)
{
    const struct takt_thread_options options = {
        .name = "service", .priority = 1, .stack = stack, .stack_bytes = sizeof stack
    };

    (void)takt_timer_service_start(NULL, &options);
}

static void timer_without_service(void)
{
    takt_timer_init(&timer, "timer", NULL, call, NULL);
}

static void timer_without_callback(void)
{
    takt_timer_init(&timer, "timer", &service, NULL, NULL);
}

static void callback_without_function(void)
{
    static struct takt_clock_callback callback;

    takt_clock_callback_init(&callback, NULL, NULL);
}

static void start_timer_before_service(void)
{
    takt_timer_init(&timer, "timer", &service, call, NULL);
    (void)takt_timer_start(&timer, 0, 0);
}

static void destroy_timer_twice(void)
{
    takt_timer_init(&timer, "timer", &service, call, NULL);
    takt_timer_destroy(&timer);
    takt_timer_destroy(&timer);
}

/* Conditions. */

static void wait_without_mutex(void)
{
    takt_condition_init(&condition, "condition");
    (void)takt_condition_wait(&condition, &mutex, TAKT_FOREVER);
}

static void wait_with_mutex_held_twice(void)
{
    takt_condition_init(&condition, "condition");
    takt_mutex_init(&mutex, "mutex", TAKT_MUTEX_RECURSIVE);
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
    (void)takt_condition_wait(&condition, &mutex, TAKT_FOREVER);
}

static void broadcast(void)
{
    takt_condition_init(&condition, "condition");
    (void)takt_condition_broadcast(&condition);
}

static void destroy_condition(void)
{
    takt_condition_init(&condition, "condition");
    takt_condition_destroy(&condition);
}

static void destroy_condition_twice(void)
{
    destroy_condition();
    takt_condition_destroy(&condition);
}

/* I20: objects on a stack that is left. Noticed where the kernel audits itself. */
#if TAKT_CHECK >= 2

static void leave_semaphore_behind(void)
{
    struct takt_semaphore passing;

    takt_semaphore_init(&passing, "passing", 0);
}

static void leave_semaphore_and_go_on(void)
{
    leave_semaphore_behind();
    takt_yield();
}

static void leave_timer_behind(void)
{
    struct takt_timer passing;

    takt_timer_init(&passing, "passing", &service, call, NULL);
}

static void leave_timer_and_go_on(void)
{
    leave_timer_behind();
    takt_yield();
}

static void end_with_mutex_on_stack(void)
{
    struct takt_mutex passing;

    takt_mutex_init(&passing, "passing", 0);
    takt_thread_exit();
}
#endif

const struct misuse_case misuse_object_cases[] = {
#if TAKT_CHECK >= 2
    { "leave_semaphore_behind", IN_THREAD, leave_semaphore_and_go_on },
    { "leave_timer_behind", IN_THREAD, leave_timer_and_go_on },
    { "end_with_mutex_on_stack", IN_THREAD, end_with_mutex_on_stack },
#endif
    { "start_service_in_interrupt", IN_INTERRUPT, start_service },
    { "start_service_without_options", IN_THREAD, start_service_without_options },
    { "start_service_without_record", IN_THREAD, start_service_without_record },
    { "timer_without_service", IN_THREAD, timer_without_service },
    { "timer_without_callback", IN_THREAD, timer_without_callback },
    { "callback_without_function", IN_THREAD, callback_without_function },
    { "start_timer_before_service", IN_THREAD, start_timer_before_service },
    { "destroy_timer_twice", IN_THREAD, destroy_timer_twice },
    { "wait_with_condition_in_interrupt", IN_INTERRUPT, wait_without_mutex },
    { "wait_with_condition_in_main", IN_MAIN, wait_without_mutex },
    { "wait_without_mutex", IN_THREAD, wait_without_mutex },
    { "wait_with_mutex_held_twice", IN_THREAD, wait_with_mutex_held_twice },
    { "broadcast_in_interrupt", IN_INTERRUPT, broadcast },
    { "destroy_condition_in_interrupt", IN_INTERRUPT, destroy_condition },
    { "destroy_condition_twice", IN_THREAD, destroy_condition_twice },
    { NULL, IN_THREAD, NULL },
};
