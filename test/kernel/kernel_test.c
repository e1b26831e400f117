/* kernel_test.c - the actors, and what must be so at the end of every test. */
#include "actor.h"

#include "cpu.h"
#include "thread_state.h"

#include <string.h>

enum { STACK_BYTES = 1024, CONTROL_PRIORITY = 16 };

static struct actor actors[ACTORS];
static TAKT_STACK(stacks[ACTORS], STACK_BYTES);
static unsigned actor_count;

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
    return length_of(&cpu_here()->timeouts.end.node);
}

void kernel_test_begin(void)
{
    takt_thread_set_priority(takt_thread_self(), 0);
    actor_count = 0;
    objects_begin();
    threads_before = length_of(&kernel.threads);
    objects_before = length_of(&kernel.objects);
    began = takt_now();
    (void)takt_sleep(takt_us(1));
    wake_up_cost = takt_now() - began - takt_us(1);
}

static void send_home(struct actor *actor)
{
    if (actor->takes_orders && actor->thread.state != THREAD_DEAD) {
        CHECK(!actor_busy(actor));
        CHECK(actor->thread.ties.each.suspended == 0);
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
    objects_end();
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

void actor_set_result(struct actor *actor, int result)
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
            actor_set_result(self, TAKT_OK);
            return;
        }
        actor_set_result(self, call(self, self->object, self->limit));
        if (leaves_token) {
            harness_token(self->name[0]);
        }
    }
}

static void run_entry(void *argument)
{
    struct actor *self = argument;

    self->entry(self->argument);
    actor_set_result(self, TAKT_OK);
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
    actor->thread.ties.each.suspended = 0;
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
    actor_set_result(actor, TAKT_OK);
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
    actor_set_result(actor, BUSY);
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
    actor_set_result(actor, BUSY);
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

int give_it(void *semaphore)
{
    return takt_semaphore_give(semaphore);
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
