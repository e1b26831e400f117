/* cases.c - everything that a caller can do wrong, one function each.
 *
 * None returns if the kernel does what it says. What each must be answered with is in cases.txt.
 */
#include "cases.h"

#include "port.h"
#include "takt/takt.h"
#include "tracer.h"

enum { STACK_BYTES = 1024, IRQ = 3 };

static struct takt_mutex mutex;
static struct takt_semaphore semaphore;
static struct takt_channel channel;
static struct takt_thread other; /* exists, is ready, never runs */
static struct takt_thread another;
static struct takt_thread *boot; /* what runs takt_main */
static TAKT_STACK(other_stack, STACK_BYTES);
static TAKT_STACK(another_stack, STACK_BYTES);

static void entry(void *unused)
{
    (void)unused;
}

static void hold_mutex(void *unused)
{
    (void)unused;
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
    (void)takt_sleep(TAKT_FOREVER);
}

static struct takt_thread_options options_of(void (*function)(void *), unsigned priority)
{
    return (struct takt_thread_options){ .name = "helper",
                                         .priority = priority,
                                         .entry = function,
                                         .stack = another_stack,
                                         .stack_bytes = sizeof another_stack };
}

static void create(struct takt_thread *thread, void (*function)(void *), unsigned priority)
{
    const struct takt_thread_options options = options_of(function, priority);

    (void)takt_thread_create(thread, &options);
}

void misuse_prepare(void)
{
    struct takt_thread_options options = options_of(entry, 1);

    boot = takt_thread_self();
    options.stack = other_stack;
    (void)takt_thread_create(&other, &options);
    takt_mutex_init(&mutex, "mutex", 0);
    takt_semaphore_init(&semaphore, "semaphore", 0);
    takt_channel_init(&channel, "channel", 0);
    misuse_prepare_objects();
    misuse_prepare_containers();
}

/* Waiting and ending, where there is no thread that could. */

static void try_sleep(void)
{
    (void)takt_sleep(1000);
}

static void try_sleep_until(void)
{
    (void)takt_sleep_until(takt_now() + 1000000);
}

static void try_sleep_for_nothing(void)
{
    (void)takt_sleep(0);
}

static void try_sleep_until_the_past(void)
{
    (void)takt_sleep_until(0);
}

static void try_statistics(void)
{
    struct takt_thread_statistics statistics;

    takt_thread_statistics(&other, &statistics);
}

static void try_lock(void)
{
    (void)takt_mutex_lock(&mutex, TAKT_NO_WAIT);
}

static void try_unlock(void)
{
    takt_mutex_unlock(&mutex);
}

static void try_take(void)
{
    (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
}

static void try_send(void)
{
    const struct takt_message message = { 0 };

    (void)takt_send(&channel, &message, TAKT_NO_WAIT);
}

static void try_receive(void)
{
    struct takt_received received;

    (void)takt_receive(&channel, NULL, 0, &received, TAKT_NO_WAIT);
}

static void try_reply(void)
{
    (void)takt_reply((struct takt_request){ &other, 1 }, NULL, 0);
}

static void try_message_read(void)
{
    (void)takt_message_read((struct takt_request){ &other, 1 }, 0, NULL, 0);
}

static void try_message_write(void)
{
    (void)takt_message_write((struct takt_request){ &other, 1 }, 0, NULL, 0);
}

static void try_join(void)
{
    (void)takt_thread_join(&other, TAKT_FOREVER);
}

static void try_burn(void)
{
    takt_burn(1);
}

static void try_set_local(void)
{
    takt_thread_set_local(&other);
}

static void try_end(void)
{
    takt_thread_exit();
}

static void try_cancel(void)
{
    (void)takt_thread_cancel(&other);
}

static void create_one(void)
{
    create(&another, entry, 1);
}

static void suspend_self(void)
{
    takt_thread_suspend(takt_thread_self());
}

static void try_attach(void)
{
    takt_irq_attach(IRQ, entry, NULL);
}

static void listener(int character)
{
    (void)character;
}

static void try_listen(void)
{
    takt_console_listen(listener);
}

static void listen_to_nothing(void)
{
    takt_console_listen(NULL);
}

static void walk_threads(void)
{
    struct takt_thread_walk walk = { 0 };
    struct takt_thread_info info;

    (void)takt_thread_next(&walk, &info);
}

static void destroy_channel(void)
{
    takt_channel_destroy(&channel);
}

static void destroy_mutex(void)
{
    takt_mutex_destroy(&mutex);
}

static void destroy_semaphore(void)
{
    takt_semaphore_destroy(&semaphore);
}

/* I11: done twice, or by the wrong one. */

static void destroy_channel_twice(void)
{
    destroy_channel();
    takt_channel_destroy(&channel);
}

static void destroy_mutex_twice(void)
{
    destroy_mutex();
    takt_mutex_destroy(&mutex);
}

static void destroy_semaphore_twice(void)
{
    destroy_semaphore();
    takt_semaphore_destroy(&semaphore);
}

static void unlock_others(void)
{
    create(&another, hold_mutex, 20);
    takt_mutex_unlock(&mutex);
}

static void unlock_twice(void)
{
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
    takt_mutex_unlock(&mutex);
    takt_mutex_unlock(&mutex);
}

/* What runs takt_main is no thread that could be suspended, given a priority or ended. */

static void suspend_boot(void)
{
    (void)takt_thread_suspend(boot);
}

static void set_priority_boot(void)
{
    (void)takt_thread_set_priority(boot, 1);
}

static void try_set_upkeep(void)
{
    (void)takt_cpu_set_upkeep(0, 0);
}

static void try_isolate(void)
{
    (void)takt_cpu_isolate(0);
}

static void try_include(void)
{
    (void)takt_cpu_include(0);
}

static void try_route(void)
{
    (void)takt_irq_route(0, 0);
}

static void move_boot(void)
{
    (void)takt_thread_move(boot, 0);
}

static void cancel_boot(void)
{
    (void)takt_thread_cancel(boot);
}

static void stack_used_boot(void)
{
    (void)takt_thread_stack_used(boot);
}

static void statistics_boot(void)
{
    struct takt_thread_statistics statistics;

    takt_thread_statistics(boot, &statistics);
}

static void suspend_too_often(void)
{
    for (;;) {
        takt_thread_suspend(&other);
    }
}

/* Arguments that cannot be. */

static void create_without_record(void)
{
    create(NULL, entry, 1);
}

static void create_without_options(void)
{
    (void)takt_thread_create(&another, NULL);
}

static void create_without_entry(void)
{
    create(&another, NULL, 1);
}

static void channel_with_unknown_flags(void)
{
    takt_channel_init(&channel, "channel", 2);
}

static void mutex_with_unknown_flags(void)
{
    takt_mutex_init(&mutex, "mutex", 2);
}

static void send_too_much(void)
{
    const struct takt_message message = { .size = (size_t)INT32_MAX + 1 };

    (void)takt_send(&channel, &message, TAKT_NO_WAIT);
}

static void reply_to_nobody(void)
{
    (void)takt_reply((struct takt_request){ NULL, 0 }, NULL, 0);
}

static void read_from_nobody(void)
{
    (void)takt_message_read((struct takt_request){ NULL, 0 }, 0, NULL, 0);
}

static void write_to_nobody(void)
{
    (void)takt_message_write((struct takt_request){ NULL, 0 }, 0, "x", 1);
}

static void attach_nothing(void)
{
    takt_irq_attach(IRQ, NULL, NULL);
}

static void save_running_trace(void)
{
    static _Alignas(8) unsigned char memory[4 * TRACER_PACKET_BYTES];

    (void)tracer_start(memory, sizeof memory, TRACER_STOP_WHEN_FULL);
    (void)tracer_save(".");
}

/* C12: with interrupts masked. */

static void sleep_masked(void)
{
    (void)port_irq_save();
    (void)takt_sleep(1000);
}

static void give_masked(void)
{
    (void)port_irq_save();
    (void)takt_semaphore_give(&semaphore);
}

static void yield_masked(void)
{
    (void)port_irq_save();
    takt_yield();
}

const struct misuse_case misuse_cases[] = {
    { "sleep_in_interrupt", IN_INTERRUPT, try_sleep },
    { "sleep_until_in_interrupt", IN_INTERRUPT, try_sleep_until },
    { "sleep_for_nothing_in_interrupt", IN_INTERRUPT, try_sleep_for_nothing },
    { "sleep_until_the_past_in_interrupt", IN_INTERRUPT, try_sleep_until_the_past },
    { "statistics_in_interrupt", IN_INTERRUPT, try_statistics },
    { "lock_in_interrupt", IN_INTERRUPT, try_lock },
    { "unlock_in_interrupt", IN_INTERRUPT, try_unlock },
    { "take_in_interrupt", IN_INTERRUPT, try_take },
    { "send_in_interrupt", IN_INTERRUPT, try_send },
    { "receive_in_interrupt", IN_INTERRUPT, try_receive },
    { "reply_in_interrupt", IN_INTERRUPT, try_reply },
    { "message_read_in_interrupt", IN_INTERRUPT, try_message_read },
    { "message_write_in_interrupt", IN_INTERRUPT, try_message_write },
    { "join_in_interrupt", IN_INTERRUPT, try_join },
    { "yield_in_interrupt", IN_INTERRUPT, takt_yield },
    { "exit_in_interrupt", IN_INTERRUPT, try_end },
    { "cancel_in_interrupt", IN_INTERRUPT, try_cancel },
    { "create_in_interrupt", IN_INTERRUPT, create_one },
    { "suspend_self_in_interrupt", IN_INTERRUPT, suspend_self },
    { "set_upkeep_in_interrupt", IN_INTERRUPT, try_set_upkeep },
    { "isolate_in_interrupt", IN_INTERRUPT, try_isolate },
    { "include_in_interrupt", IN_INTERRUPT, try_include },
    { "route_in_interrupt", IN_INTERRUPT, try_route },
    { "attach_in_interrupt", IN_INTERRUPT, try_attach },
    { "listen_in_interrupt", IN_INTERRUPT, try_listen },
    { "walk_threads_in_interrupt", IN_INTERRUPT, walk_threads },
    { "destroy_channel_in_interrupt", IN_INTERRUPT, destroy_channel },
    { "destroy_mutex_in_interrupt", IN_INTERRUPT, destroy_mutex },
    { "destroy_semaphore_in_interrupt", IN_INTERRUPT, destroy_semaphore },
    { "burn_in_interrupt", IN_INTERRUPT, try_burn },
    { "set_local_in_interrupt", IN_INTERRUPT, try_set_local },
    { "burn_in_main", IN_MAIN, try_burn },
    { "set_local_in_main", IN_MAIN, try_set_local },
    { "sleep_in_main", IN_MAIN, try_sleep },
    { "lock_in_main", IN_MAIN, try_lock },
    { "take_in_main", IN_MAIN, try_take },
    { "send_in_main", IN_MAIN, try_send },
    { "receive_in_main", IN_MAIN, try_receive },
    { "yield_in_main", IN_MAIN, takt_yield },
    { "exit_in_main", IN_MAIN, try_end },
    { "cancel_in_main", IN_MAIN, try_cancel },
    { "join_in_main", IN_MAIN, try_join },
    { "sleep_until_in_main", IN_MAIN, try_sleep_until },
    { "unlock_in_main", IN_MAIN, try_unlock },
    { "reply_in_main", IN_MAIN, try_reply },
    { "message_read_in_main", IN_MAIN, try_message_read },
    { "message_write_in_main", IN_MAIN, try_message_write },
    { "destroy_channel_in_main", IN_MAIN, destroy_channel },
    { "destroy_mutex_in_main", IN_MAIN, destroy_mutex },
    { "destroy_channel_twice", IN_THREAD, destroy_channel_twice },
    { "destroy_mutex_twice", IN_THREAD, destroy_mutex_twice },
    { "destroy_semaphore_twice", IN_THREAD, destroy_semaphore_twice },
    { "unlock_others", IN_THREAD, unlock_others },
    { "unlock_unlocked", IN_THREAD, try_unlock },
    { "unlock_twice", IN_THREAD, unlock_twice },
    { "suspend_self_in_main", IN_MAIN, suspend_boot },
    { "suspend_boot", IN_THREAD, suspend_boot },
    { "suspend_too_often", IN_THREAD, suspend_too_often },
    { "set_priority_self_in_main", IN_MAIN, set_priority_boot },
    { "set_priority_boot", IN_THREAD, set_priority_boot },
    { "move_boot", IN_THREAD, move_boot },
    { "cancel_boot", IN_THREAD, cancel_boot },
    { "stack_used_boot", IN_THREAD, stack_used_boot },
    { "statistics_boot", IN_THREAD, statistics_boot },
    { "create_without_record", IN_THREAD, create_without_record },
    { "create_without_options", IN_THREAD, create_without_options },
    { "create_without_entry", IN_THREAD, create_without_entry },
    { "channel_with_unknown_flags", IN_THREAD, channel_with_unknown_flags },
    { "mutex_with_unknown_flags", IN_THREAD, mutex_with_unknown_flags },
    { "send_too_much", IN_THREAD, send_too_much },
    { "reply_to_nobody", IN_THREAD, reply_to_nobody },
    { "read_from_nobody", IN_THREAD, read_from_nobody },
    { "write_to_nobody", IN_THREAD, write_to_nobody },
    { "attach_nothing", IN_THREAD, attach_nothing },
    { "listen_to_nothing", IN_THREAD, listen_to_nothing },
    { "save_running_trace", IN_THREAD, save_running_trace },
    { "sleep_masked", IN_THREAD, sleep_masked },
    { "give_masked", IN_THREAD, give_masked },
    { "yield_masked", IN_THREAD, yield_masked },
    { NULL, IN_THREAD, NULL },
};

const struct misuse_case *const misuse_tables[] = { misuse_cases, misuse_number_cases,
                                                    misuse_object_cases, misuse_container_cases,
                                                    NULL };
