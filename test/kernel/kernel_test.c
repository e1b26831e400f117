/* kernel_test.c - the actors, the objects, and what must be so at the end of every test. */
#include "kernel_test.h"

#include "cpu.h"
#include "thread_state.h"

#include <string.h>

enum { STACK_BYTES = 1024, TEXT_BYTES = 16, CONTROL_PRIORITY = 16 };

struct actor {
    struct takt_thread thread;
    struct takt_semaphore orders;
    char name[2];
    bool takes_orders;
    void (*entry)(void *argument);
    void *argument;

    /* The order in hand; written by both sides, hence by atomic steps. */
    order_call call;
    void *object;
    takt_time limit;
    bool leaves_token;
    int result;

    struct takt_received received;
    struct takt_message message;
    const char *reply_text;
    char request[TEXT_BYTES];
    char sent[TEXT_BYTES];
    char answer[TEXT_BYTES];
};

static struct actor actors[ACTORS];
static TAKT_STACK(stacks[ACTORS], STACK_BYTES);
static struct takt_mutex mutexes[MUTEXES];
static struct takt_semaphore semaphores[SEMAPHORES];
static struct takt_channel channels[CHANNELS];
static unsigned actor_count;
static unsigned mutex_count;
static unsigned semaphore_count;
static unsigned channel_count;

static takt_time began;
static takt_time wake_up_cost;
static unsigned threads_before;
static unsigned objects_before;

static unsigned length_of(const struct list *list)
{
    unsigned length = 0;

    for (const struct list *at = list->next; at != list; at = at->next) {
        length++;
    }
    return length;
}

unsigned timeouts_armed(void)
{
    return length_of(&cpu_here()->timeouts.entries);
}

void kernel_test_begin(void)
{
    takt_thread_set_priority(takt_thread_self(), 0);
    actor_count = 0;
    mutex_count = 0;
    semaphore_count = 0;
    channel_count = 0;
    threads_before = length_of(&kernel.threads);
    objects_before = length_of(&kernel.objects);
    began = takt_now();
    (void)takt_sleep(takt_us(1));
    wake_up_cost = takt_now() - began - takt_us(1);
}

static void destroy_objects(void)
{
    for (unsigned i = 0; i < mutex_count; i++) {
        if (mutexes[i].open) {
            takt_mutex_destroy(&mutexes[i]);
        }
    }
    for (unsigned i = 0; i < semaphore_count; i++) {
        if (semaphores[i].open) {
            takt_semaphore_destroy(&semaphores[i]);
        }
    }
    for (unsigned i = 0; i < channel_count; i++) {
        if (channels[i].open) {
            takt_channel_destroy(&channels[i]);
        }
    }
}

static void send_home(struct actor *actor)
{
    if (actor->takes_orders && actor->thread.state != THREAD_DEAD) {
        CHECK(!actor_busy(actor));
        CHECK(actor->thread.suspended == 0);
        leave(actor);
    }
    if (!CHECK_EQUAL(takt_thread_join(&actor->thread, takt_ms(10000)), TAKT_OK)) {
        takt_halt(1);
    }
    takt_semaphore_destroy(&actor->orders);
}

/* Objects first: whoever still waits for one gets free, so that one failure stays one. */
void kernel_test_end(void)
{
    for (unsigned i = 0; i < actor_count; i++) {
        CHECK(!actor_busy(&actors[i]));
    }
    destroy_objects();
    for (unsigned i = 0; i < actor_count; i++) {
        send_home(&actors[i]);
    }
    CHECK_EQUAL(length_of(&kernel.threads), threads_before);
    CHECK_EQUAL(length_of(&kernel.objects), objects_before);
    CHECK_EQUAL(timeouts_armed(), 0);
    CHECK_EQUAL(cpu_here()->ready.occupied, 1);
    CHECK_EQUAL(takt_thread_priority(takt_thread_self()), 0);
    takt_thread_set_priority(takt_thread_self(), CONTROL_PRIORITY);
}

static void set_result(struct actor *actor, int result)
{
    __atomic_store_n(&actor->result, result, __ATOMIC_SEQ_CST);
}

static void take_orders(void *argument)
{
    struct actor *self = argument;

    while (takt_semaphore_take(&self->orders, TAKT_FOREVER) == TAKT_OK) {
        order_call call = self->call;
        bool leaves_token = self->leaves_token;

        if (call == NULL) {
            set_result(self, TAKT_OK);
            return;
        }
        set_result(self, call(self, self->object, self->limit));
        if (leaves_token) {
            harness_token(self->name[0]);
        }
    }
}

static void run_entry(void *argument)
{
    struct actor *self = argument;

    self->entry(self->argument);
    set_result(self, TAKT_OK);
}

/* Stacks and records hold rubbish first: nothing may rest on zeros. A stack that was used holds
 * what its last thread left, and the address sanitizer would rather not have it written. */
static void spoil(unsigned index)
{
    static bool stack_spoilt[ACTORS];

    memset(&actors[index], 0xA5, sizeof actors[index]);
    if (!stack_spoilt[index]) {
        memset(stacks[index], 0xA5, sizeof stacks[index]);
        stack_spoilt[index] = true;
    }
}

static struct actor *make(char letter, unsigned priority, void (*entry)(void *))
{
    struct actor *actor = &actors[actor_count];

    spoil(actor_count);
    actor->name[0] = letter;
    actor->name[1] = '\0';
    actor->thread.state = THREAD_DEAD;
    actor->thread.suspended = 0;
    memset(actor->request, 0, sizeof actor->request);
    memset(actor->answer, 0, sizeof actor->answer);
    memcpy(actor->sent, (const char[]){ letter, '0', '0', '1' }, 4);
    actor->message = (struct takt_message){ actor->sent, 4, actor->answer, 4 };
    takt_semaphore_init(&actor->orders, actor->name, 0);

    const struct takt_thread_options options = {
        .name = actor->name,
        .priority = priority,
        .entry = entry,
        .argument = actor,
        .stack = stacks[actor_count],
        .stack_bytes = sizeof stacks[actor_count],
        .suspended = true,
    };

    actor_count++;
    CHECK_EQUAL(takt_thread_create(&actor->thread, &options), TAKT_OK);
    return actor;
}

struct actor *actor_make(char letter, unsigned priority)
{
    struct actor *actor = make(letter, priority, take_orders);

    actor->takes_orders = true;
    set_result(actor, TAKT_OK);
    takt_thread_resume(&actor->thread);
    takt_yield();
    return actor;
}

struct actor *thread_start(char letter, unsigned priority, void (*entry)(void *), void *argument)
{
    struct actor *actor = make(letter, priority, run_entry);

    actor->takes_orders = false;
    actor->entry = entry;
    actor->argument = argument;
    set_result(actor, BUSY);
    takt_thread_resume(&actor->thread);
    return actor;
}

struct takt_thread *thread_of(struct actor *actor)
{
    return &actor->thread;
}

unsigned priority_of(struct actor *actor)
{
    return takt_thread_priority(&actor->thread);
}

char letter_of(const struct actor *actor)
{
    return actor->name[0];
}

int result_of(struct actor *actor)
{
    return __atomic_load_n(&actor->result, __ATOMIC_SEQ_CST);
}

bool actor_busy(struct actor *actor)
{
    return result_of(actor) == BUSY;
}

struct takt_received *received_of(struct actor *actor)
{
    return &actor->received;
}

struct takt_message *message_of(struct actor *actor)
{
    return &actor->message;
}

const char *request_text(struct actor *actor)
{
    return actor->request;
}

const char *reply_text(struct actor *actor)
{
    return actor->answer;
}

/* Actors may have priority 0, as the test's thread has; each yield lets all of them run, and one
 * may wake another. */
static void let_others_run(void)
{
    for (unsigned i = 0; i < 3; i++) {
        takt_yield();
    }
}

static int start_order(struct actor *actor, order_call call, void *object, takt_time limit)
{
    if (!CHECK(!actor_busy(actor))) {
        return BUSY;
    }
    actor->call = call;
    actor->object = object;
    actor->limit = limit;
    set_result(actor, BUSY);
    (void)takt_semaphore_give(&actor->orders);
    if (takt_thread_priority(takt_thread_self()) == 0) {
        let_others_run();
    }
    return result_of(actor);
}

int order(struct actor *actor, order_call call, void *object, takt_time limit)
{
    actor->leaves_token = false;
    return start_order(actor, call, object, limit);
}

int order_with_token(struct actor *actor, order_call call, void *object, takt_time limit)
{
    actor->leaves_token = true;
    return start_order(actor, call, object, limit);
}

/* The orders. */

int call_lock(struct actor *self, void *mutex, takt_time limit)
{
    (void)self;
    return takt_mutex_lock(mutex, limit);
}

int call_unlock(struct actor *self, void *mutex, takt_time unused)
{
    (void)self;
    (void)unused;
    takt_mutex_unlock(mutex);
    return TAKT_OK;
}

int call_take(struct actor *self, void *semaphore, takt_time limit)
{
    (void)self;
    return takt_semaphore_take(semaphore, limit);
}

int call_give(struct actor *self, void *semaphore, takt_time unused)
{
    (void)self;
    (void)unused;
    return takt_semaphore_give(semaphore);
}

int call_send(struct actor *self, void *channel, takt_time limit)
{
    return takt_send(channel, &self->message, limit);
}

int call_receive(struct actor *self, void *channel, takt_time limit)
{
    memset(self->request, 0, sizeof self->request);
    return takt_receive(channel, self->request, sizeof self->request - 1, &self->received, limit);
}

int call_join(struct actor *self, void *thread, takt_time limit)
{
    (void)self;
    return takt_thread_join(thread, limit);
}

int call_sleep(struct actor *self, void *unused, takt_time duration)
{
    (void)self;
    (void)unused;
    return takt_sleep(duration);
}

int call_sleep_until(struct actor *self, void *unused, takt_time instant)
{
    (void)self;
    (void)unused;
    return takt_sleep_until(instant);
}

int call_yield(struct actor *self, void *unused, takt_time unused_too)
{
    (void)self;
    (void)unused;
    (void)unused_too;
    takt_yield();
    return TAKT_OK;
}

int call_token(struct actor *self, void *unused, takt_time unused_too)
{
    (void)unused;
    (void)unused_too;
    harness_token(self->name[0]);
    return TAKT_OK;
}

static int call_reply(struct actor *self, void *request, takt_time unused)
{
    (void)unused;
    return takt_reply(*(const struct takt_request *)request, self->reply_text,
                      strlen(self->reply_text));
}

int lock(struct actor *actor, struct takt_mutex *mutex)
{
    return order(actor, call_lock, mutex, TAKT_FOREVER);
}

int lock_within(struct actor *actor, struct takt_mutex *mutex, takt_time limit)
{
    return order(actor, call_lock, mutex, limit);
}

int unlock(struct actor *actor, struct takt_mutex *mutex)
{
    return order(actor, call_unlock, mutex, 0);
}

int take(struct actor *actor, struct takt_semaphore *semaphore, takt_time limit)
{
    return order(actor, call_take, semaphore, limit);
}

int give(struct actor *actor, struct takt_semaphore *semaphore)
{
    return order(actor, call_give, semaphore, 0);
}

int send(struct actor *actor, struct takt_channel *channel)
{
    return order(actor, call_send, channel, TAKT_FOREVER);
}

int send_within(struct actor *actor, struct takt_channel *channel, takt_time limit)
{
    return order(actor, call_send, channel, limit);
}

int receive(struct actor *actor, struct takt_channel *channel)
{
    return order(actor, call_receive, channel, TAKT_FOREVER);
}

int receive_within(struct actor *actor, struct takt_channel *channel, takt_time limit)
{
    return order(actor, call_receive, channel, limit);
}

int join(struct actor *actor, struct actor *whom, takt_time limit)
{
    return order(actor, call_join, &whom->thread, limit);
}

int sleep_for(struct actor *actor, takt_time duration)
{
    return order(actor, call_sleep, NULL, duration);
}

void leave(struct actor *actor)
{
    (void)order(actor, NULL, NULL, 0);
}

void actor_gone(struct actor *actor)
{
    set_result(actor, TAKT_OK);
}

int reply(struct actor *actor)
{
    return reply_to(actor, &actor->received.request, "ok");
}

int reply_to(struct actor *actor, const struct takt_request *request, const char *text)
{
    struct takt_request named = *request;

    actor->reply_text = text;
    return order(actor, call_reply, &named, 0);
}

/* The objects. */

struct takt_mutex *mutex_make(unsigned flags)
{
    struct takt_mutex *mutex = &mutexes[mutex_count];

    mutex_count++;
    memset(mutex, 0xA5, sizeof *mutex);
    takt_mutex_init(mutex, "mutex", flags);
    return mutex;
}

struct takt_semaphore *semaphore_make(uint32_t count)
{
    struct takt_semaphore *semaphore = &semaphores[semaphore_count];

    semaphore_count++;
    memset(semaphore, 0xA5, sizeof *semaphore);
    takt_semaphore_init(semaphore, "semaphore", count);
    return semaphore;
}

struct takt_channel *channel_make(unsigned flags)
{
    struct takt_channel *channel = &channels[channel_count];

    channel_count++;
    memset(channel, 0xA5, sizeof *channel);
    takt_channel_init(channel, "channel", flags);
    return channel;
}

void spoil_channel(struct takt_channel *channel)
{
    memset(channel, 0xA5, sizeof *channel);
    channel->open = false;
}

/* Interrupts and time. */

static struct {
    int (*call)(void *argument);
    void *argument;
    int result;
} interrupt;

static void handle(void *unused)
{
    (void)unused;
    __atomic_store_n(&interrupt.result, interrupt.call(interrupt.argument), __ATOMIC_SEQ_CST);
}

int in_interrupt(int (*call)(void *argument), void *argument)
{
    interrupt.call = call;
    interrupt.argument = argument;
    takt_irq_attach(TEST_IRQ, handle, NULL);
    takt_irq_raise(TEST_IRQ);
    takt_irq_detach(TEST_IRQ);
    return __atomic_load_n(&interrupt.result, __ATOMIC_SEQ_CST);
}

void pass_ms(unsigned ms)
{
    (void)takt_sleep(takt_ms(ms));
}

/* What is late by no more than a handful of wake-ups is on time: 16 of them, as this board takes
 * for one. Where instructions take no time this is next to nothing. */
unsigned tenths_near(unsigned wanted)
{
    const takt_time tenth = takt_us(100);
    takt_time passed = takt_now() - began;
    takt_time late = passed - wanted * tenth;

    return late <= 16 * wake_up_cost ? wanted : (unsigned)(passed / tenth);
}

void until_ms(unsigned ms)
{
    (void)takt_sleep_until(began + takt_ms(ms));
}

void burn_tenths(unsigned tenths_of_ms)
{
    takt_burn(takt_us(100) * tenths_of_ms);
}

void control_holds(void)
{
    takt_thread_set_priority(takt_thread_self(), MOST_URGENT);
}

void control_lets_go(void)
{
    began = takt_now();
    takt_thread_set_priority(takt_thread_self(), 0);
    takt_yield();
}

const char *waiters_of(const struct takt_wait *wait)
{
    static char letters[ACTORS + 1];
    size_t length = 0;

    for (const struct list *at = wait->waiters.next; at != &wait->waiters; at = at->next) {
        letters[length] = LIST_ENTRY(at, struct takt_thread, node)->name[0];
        length++;
    }
    letters[length] = '\0';
    return letters;
}
