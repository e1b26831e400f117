/* cases_of_servers.c - servers with many messages in hand, and threads that end each other. */
#include "scene.h"

/* So that each who cancels it finds something to do, and the last one little. */
enum { MUTEXES_LEFT = 4, MUTEXES_OF_VICTIM = 8 * HELPERS_MAX + MUTEXES_LEFT };

static struct takt_channel other;
static struct takt_mutex mutex;
static struct takt_mutex held[MUTEXES_OF_VICTIM];
static struct takt_received taken;

/* The measuring thread has the messages of all helpers in hand. */

/* With no room for a reply: the one that is measured copies nothing. */
static void send_for_nothing(void *unused)
{
    const struct takt_message message = { "?", 1, NULL, 0 };

    (void)unused;
    (void)takt_send(&channel, &message, TAKT_FOREVER);
}

static void receive_at_once(unsigned count)
{
    (void)count;
    (void)takt_receive(&channel, NULL, 0, &taken, TAKT_NO_WAIT);
}

static void with_clients_in_hand(unsigned count)
{
    takt_channel_init(&channel, "channel", 0);
    scene_start(count, send_for_nothing);
    for (unsigned i = 0; i < count; i++) {
        receive_at_once(i);
    }
}

static void with_clients_and_sender(unsigned count)
{
    with_clients_in_hand(count);
    scene_start_extra(send_for_nothing);
    scene_settle();
}

static void reply_to_last(unsigned count)
{
    (void)count;
    (void)takt_reply(taken.request, NULL, 0);
}

static void end_clients(unsigned count)
{
    takt_channel_destroy(&channel);
    scene_end(count);
}

static void end_clients_and_sender(unsigned count)
{
    end_clients(count);
    scene_end_extra();
}

/* A server that has them in hand is cancelled. */

static void end_server_in_debt(unsigned count)
{
    end_clients(count);
    takt_semaphore_destroy(&gate);
}

/* Helper 0 sends to a channel whose other servers all wait for the mutex of one who can go on: when
 * the measuring thread turns to another channel, all of them are asked. */

static void serve_and_lock(void *argument)
{
    const struct helper *helper = argument;
    struct takt_received received;

    if (helper->index == 0) {
        (void)takt_semaphore_take(&semaphore, TAKT_FOREVER);
        scene_send(NULL);
        return;
    }
    (void)takt_receive(&channel, NULL, 0, &received, takt_ms(1));
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
    takt_mutex_unlock(&mutex);
}

static void hold_until_gate(void *unused)
{
    (void)unused;
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
    (void)takt_semaphore_take(&gate, TAKT_FOREVER);
    takt_mutex_unlock(&mutex);
}

static void with_fellow_servers(unsigned count)
{
    takt_semaphore_init(&gate, "gate", 0);
    takt_mutex_init(&mutex, "mutex", 0);
    takt_channel_init(&channel, "channel", 0);
    takt_channel_init(&other, "other", 0);
    takt_semaphore_init(&semaphore, "semaphore", 0);
    scene_start_extra(hold_until_gate);
    scene_settle();
    receive_at_once(count);
    scene_start(count, serve_and_lock);
    (void)takt_semaphore_give(&semaphore);
    scene_settle();
}

static void turn_away(unsigned count)
{
    (void)count;
    (void)takt_receive(&other, NULL, 0, &taken, TAKT_NO_WAIT);
}

static void end_fellow_servers(unsigned count)
{
    takt_channel_destroy(&channel);
    takt_channel_destroy(&other);
    (void)takt_semaphore_give(&gate);
    scene_end_extra();
    scene_end(count);
    takt_semaphore_destroy(&semaphore);
    takt_mutex_destroy(&mutex);
    takt_semaphore_destroy(&gate);
}

/* Many are cancelling one thread, each caught between two windows of that. */

static unsigned held_count;

static void hold_many(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < held_count; i++) {
        (void)takt_mutex_lock(&held[i], TAKT_FOREVER);
    }
    (void)takt_semaphore_take(&gate, TAKT_FOREVER);
}

static unsigned mutexes_left(void)
{
    unsigned left = 0;

    for (const struct list *at = extra.owned.next; at != &extra.owned; at = at->next) {
        left++;
    }
    return left;
}

static void with_victim(unsigned count)
{
    takt_semaphore_init(&gate, "gate", 0);
    held_count = 8 * count + MUTEXES_LEFT;
    for (unsigned i = 0; i < held_count; i++) {
        takt_mutex_init(&held[i], "held", 0);
    }
    scene_start_extra(hold_many);
    while (mutexes_left() < held_count) {
        scene_settle();
    }
    scene_settle();
}

static void catch_each(unsigned count, void (*entry)(void *helper))
{
    for (unsigned i = 0; i < count; i++) {
        bool last = i + 1 == count;

        scene_start_one(i, entry);
        while (helpers[i].thread.step == NULL || (last && mutexes_left() > MUTEXES_LEFT)) {
            (void)takt_sleep(takt_us(25));
        }
        takt_thread_suspend(&helpers[i].thread);
    }
}

static void cancel_victim(void *unused)
{
    (void)unused;
    (void)takt_thread_cancel(&extra);
}

static void with_cancellers(unsigned count)
{
    with_victim(count);
    catch_each(count, cancel_victim);
}

/* The last of them comes to the end of it, and then all are told. */
static void join_victim(unsigned count)
{
    takt_thread_resume(&helpers[count - 1].thread);
    (void)takt_thread_join(&extra, TAKT_FOREVER);
}

static void cancel_one_before(void *argument)
{
    const struct helper *helper = argument;

    (void)takt_thread_cancel(helper->index == 0 ? &extra : &helpers[helper->index - 1].thread);
}

static void with_chain_of_cancellers(unsigned count)
{
    with_victim(count);
    catch_each(count, cancel_one_before);
}

static void cancel_last(unsigned count)
{
    (void)takt_thread_cancel(&helpers[count - 1].thread);
}

static void drop_victim(void)
{
    for (unsigned i = 0; i < held_count; i++) {
        takt_mutex_destroy(&held[i]);
    }
    takt_semaphore_destroy(&gate);
}

static void end_cancellers(unsigned count)
{
    for (unsigned i = 0; i + 1 < count; i++) {
        takt_thread_resume(&helpers[i].thread);
    }
    scene_end(count);
    drop_victim();
}

static void end_chain(unsigned count)
{
    scene_end(count);
    drop_victim();
}

const struct bench_case cases_of_servers[] = {
    { "receive with N clients in hand", with_clients_and_sender, receive_at_once,
      end_clients_and_sender, LINEAR },
    { "reply with N clients in hand", with_clients_in_hand, reply_to_last, end_clients, FLAT },
    { "receive elsewhere, N fellows wait", with_fellow_servers, turn_away, end_fellow_servers,
      LINEAR },
    { "thread_cancel of a server of N clients", scene_debtor, scene_cancel_extra,
      end_server_in_debt, FLAT },
    { NULL, NULL, NULL, NULL, ONCE },
};

const struct bench_case cases_of_cancellers[] = {
    { "thread_cancel, N do it and one joins", with_cancellers, join_victim, end_cancellers,
      LINEAR },
    { "thread_cancel, N cancel in a chain", with_chain_of_cancellers, cancel_last, end_chain,
      LINEAR },
    { NULL, NULL, NULL, NULL, ONCE },
};
