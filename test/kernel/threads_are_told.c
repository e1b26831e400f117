/* threads_are_told.c - a walk over the threads tells of each one once, what it does and who keeps
 * it waiting, whoever comes and goes meanwhile.
 */
#include "kernel_test.h"

#include <string.h>

enum { TOLD_MAX = 64 };

/* What a whole walk tells of the thread with that name. */
static struct takt_thread_info told_of(const char *name)
{
    struct takt_thread_walk walk = { 0 };
    struct takt_thread_info info;
    struct takt_thread_info found = { .state = "not told" };

    while (takt_thread_next(&walk, &info)) {
        if (strcmp(info.name, name) == 0) {
            found = info;
        }
    }
    return found;
}

static void check_told(const char *name, const char *state, const char *waits_for,
                       const char *holder)
{
    const struct takt_thread_info info = told_of(name);

    CHECK_TEXT(info.state, state);
    CHECK_TEXT(info.waits_for, waits_for);
    CHECK_TEXT(info.holder, holder);
}

KERNEL_TEST(threads_told_wait_for_objects)
{
    struct actor *holder = actor_make('h', 5);
    struct takt_mutex *mutex = mutex_make(0);

    (void)lock(holder, mutex);
    (void)lock_within(actor_make('m', 9), mutex, takt_ms(20));
    check_told("m", "MUTEX-blocked", mutex->wait.name, "h");
    CHECK_EQUAL(told_of("h").priority, 9);
    CHECK_EQUAL(told_of("h").base, 5);
    check_told("h", "SEMAPHORE-blocked", "h", "");
    (void)sleep_for(actor_make('s', 8), takt_ms(20));
    check_told("s", "sleeping", "", "");
    (void)join(actor_make('j', 7), holder, takt_ms(20));
    check_told("j", "JOIN-blocked", "h", "");
    pass_ms(50);
    (void)unlock(holder, mutex);
}

KERNEL_TEST(threads_told_wait_for_servers)
{
    struct actor *server = actor_make('r', 5);
    struct actor *client = actor_make('c', 6);
    struct actor *second = actor_make('d', 7);
    struct takt_channel *channel = channel_make(0);

    (void)receive(server, channel);
    check_told("r", "RECEIVE-blocked", channel->senders.name, "");
    (void)send(client, channel);
    check_told("c", "REPLY-blocked", channel->senders.name, "r");
    (void)send_within(second, channel, takt_ms(5));
    check_told("d", "SEND-blocked", channel->senders.name, "r");
    pass_ms(10);
    CHECK_EQUAL(reply(server), TAKT_OK);
}

KERNEL_TEST(threads_told_run_or_could)
{
    struct actor *held = actor_make('h', 5);

    check_told(takt_thread_name(takt_thread_self()), "running", "", "");
    check_told("idle", "READY", "", "");
    CHECK_EQUAL(give(held, semaphore_make(0)), TAKT_OK);
    (void)takt_thread_suspend(thread_of(held));
    check_told("h", "SEMAPHORE-blocked", "h", "");
    (void)order(held, call_token, NULL, TAKT_FOREVER);
    check_told("h", "suspended", "", "");
    takt_thread_resume(thread_of(held));
    CHECK_EQUAL(told_of("h").stack_used, takt_thread_stack_used(thread_of(held)));
    CHECK(told_of("h").stack_bytes > told_of("h").stack_used);
    CHECK_TEXT(told_of("h").group, takt_image_name);
}

/* Between any two that are told one thread is made and ends. Those that are there all the time are
 * told once each, in the order in which they were made. */

static void end_at_once(void *unused)
{
    (void)unused;
}

static void come_and_go(void)
{
    static struct takt_thread passing;
    static TAKT_STACK(stack, 1024);
    const struct takt_thread_options options = { .name = "x",
                                                 .priority = 6,
                                                 .entry = end_at_once,
                                                 .stack = stack,
                                                 .stack_bytes = sizeof stack };

    CHECK_EQUAL(takt_thread_create(&passing, &options), TAKT_OK);
    CHECK_EQUAL(takt_thread_join(&passing, TAKT_FOREVER), TAKT_OK);
}

static unsigned times_told(const char *told, char letter)
{
    unsigned times = 0;

    for (; *told != '\0'; told++) {
        times += *told == letter;
    }
    return times;
}

KERNEL_TEST(threads_told_while_others_come_and_go)
{
    static const char lasting[] = "abcdefgh";
    char told[TOLD_MAX] = "";
    unsigned count = 0;
    struct takt_thread_walk walk = { 0 };
    struct takt_thread_info info;

    for (const char *letter = lasting; *letter != '\0'; letter++) {
        (void)actor_make(*letter, 5);
    }
    come_and_go();
    while (takt_thread_next(&walk, &info) && CHECK(count + 1 < TOLD_MAX)) {
        told[count] = (char)(info.name[1] == '\0' ? info.name[0] : '-');
        count++;
        come_and_go();
    }
    for (const char *letter = lasting; *letter != '\0'; letter++) {
        CHECK_EQUAL(times_told(told, *letter), 1);
    }
    CHECK(strstr(told, lasting) != NULL);
    CHECK(!takt_thread_next(&walk, &info));
}
