/* kernel_test.h - what the kernel's tests share: threads that take orders, objects, checks.
 *
 * The test's own thread has priority 0, below all others. It makes actors and gives them orders;
 * an actor carries its order out at its own priority, and the test goes on when everybody waits.
 * So a test reads as one list of steps, and between any two of them the whole kernel can be
 * looked at. Where the order within a step matters the actors leave tokens.
 *
 * Everything comes from pools. At the end of a test nobody may be busy any more; the actors are
 * then sent home, the objects destroyed, and nothing may be left over.
 */
#pragma once

#include "harness.h"
#include "takt/takt.h"

enum { ACTORS = 16, MUTEXES = 16, SEMAPHORES = 16, CHANNELS = 4 };
enum { FLAGS = 4, QUEUES = 4, POOLS = 4, ITEMS_BYTES = 1024 }; /* of each queue, and each pool */
enum { MOST_URGENT = TAKT_PRIORITIES - 1 };

/* The result of an order that is not finished: the actor waits, or has not begun. */
enum { BUSY = 100 };

/* The interrupt that tests use. */
#define TEST_IRQ (takt_irq_count() - 1)

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* TEST with everything above. */
#define KERNEL_TEST(name)           \
    static void steps_##name(void); \
    TEST(name)                      \
    {                               \
        kernel_test_begin();        \
        steps_##name();             \
        kernel_test_end();          \
    }                               \
    static void steps_##name(void)

void kernel_test_begin(void);
void kernel_test_end(void);

struct actor;

/* What an actor is told to do. Returns the order's result. */
typedef int (*order_call)(struct actor *self, void *object, takt_time limit);

/* An actor that waits for orders. Its thread's name and token is `letter`. */
struct actor *actor_make(char letter, unsigned priority);

/* A thread that runs `entry` and ends. It runs as soon as it is the most urgent. */
struct actor *thread_start(char letter, unsigned priority, void (*entry)(void *), void *argument);

struct takt_thread *thread_of(struct actor *actor);
unsigned priority_of(struct actor *actor);
char letter_of(const struct actor *actor);
bool actor_busy(struct actor *actor);

/* Of the last order: BUSY while it goes on. */
int result_of(struct actor *actor);

/* What the actor's last receive was told. */
struct takt_received *received_of(struct actor *actor);

/* The actor's message: every send of its sends this. Prepared as four bytes, letter and three
 * digits, and four bytes of room. */
struct takt_message *message_of(struct actor *actor);

/* Text of up to 15 bytes that the last receive was given, and that the last reply brought. */
const char *request_text(struct actor *actor);
const char *reply_text(struct actor *actor);

/* Give any order; the result, or BUSY. The actor must not be busy. When it is done and its result
 * noted, it leaves its token if `order_with_token` was used. */
int order(struct actor *actor, order_call call, void *object, takt_time limit);
int order_with_token(struct actor *actor, order_call call, void *object, takt_time limit);

/* The usual orders. */
int lock(struct actor *actor, struct takt_mutex *mutex);
int lock_within(struct actor *actor, struct takt_mutex *mutex, takt_time limit);
int unlock(struct actor *actor, struct takt_mutex *mutex);
int take(struct actor *actor, struct takt_semaphore *semaphore, takt_time limit);
int give(struct actor *actor, struct takt_semaphore *semaphore);
int send(struct actor *actor, struct takt_channel *channel);
int send_within(struct actor *actor, struct takt_channel *channel, takt_time limit);
int receive(struct actor *actor, struct takt_channel *channel);
int receive_within(struct actor *actor, struct takt_channel *channel, takt_time limit);
int join(struct actor *actor, struct actor *whom, takt_time limit);
int sleep_for(struct actor *actor, takt_time duration);

/* Its entry returns; or it has ended in another way, and is not busy any more. */
void leave(struct actor *actor);
void actor_gone(struct actor *actor);

/* Reply "ok" to the message that `actor` received last; to any request, with any text. */
int reply(struct actor *actor);
int reply_to(struct actor *actor, const struct takt_request *request, const char *text);

/* The same calls as orders, to be given with a token. */
int call_lock(struct actor *self, void *mutex, takt_time limit);
int call_unlock(struct actor *self, void *mutex, takt_time unused);
int call_take(struct actor *self, void *semaphore, takt_time limit);
int call_give(struct actor *self, void *semaphore, takt_time unused);
int call_send(struct actor *self, void *channel, takt_time limit);
int call_receive(struct actor *self, void *channel, takt_time limit);
int call_join(struct actor *self, void *thread, takt_time limit);
int call_sleep(struct actor *self, void *unused, takt_time duration);
int call_sleep_until(struct actor *self, void *unused, takt_time instant);
int call_yield(struct actor *self, void *unused, takt_time unused_too);
int call_token(struct actor *self, void *unused, takt_time unused_too);

/* Queues of numbers: send one, or receive one, which is then fetched_by. */
int post(struct actor *actor, struct takt_queue *queue, uint32_t number);
int post_within(struct actor *actor, struct takt_queue *queue, uint32_t number, takt_time limit);
int post_front(struct actor *actor, struct takt_queue *queue, uint32_t number);
int fetch(struct actor *actor, struct takt_queue *queue);
int fetch_within(struct actor *actor, struct takt_queue *queue, takt_time limit);
uint32_t fetched_by(const struct actor *actor);

/* Flags: wait; what was reported, after a wait that failed too. */
int await(struct actor *actor, struct takt_flags *flags, uint32_t wanted, unsigned options);
int await_within(struct actor *actor, struct takt_flags *flags, uint32_t wanted, unsigned options,
                 takt_time limit);
uint32_t got_by(const struct actor *actor);

/* Pools: the block that the actor has, or NULL; give that back. */
int borrow(struct actor *actor, struct takt_pool *pool);
int borrow_within(struct actor *actor, struct takt_pool *pool, takt_time limit);
int hand_back(struct actor *actor, struct takt_pool *pool);
void *block_of(const struct actor *actor);

/* The same as orders to be given with a token; what they need is set before. */
void prepare_number(struct actor *actor, uint32_t number);
void prepare_wish(struct actor *actor, uint32_t wanted, unsigned options);
int call_post(struct actor *self, void *queue, takt_time limit);
int call_fetch(struct actor *self, void *queue, takt_time limit);
int call_await(struct actor *self, void *flags, takt_time limit);
int call_borrow(struct actor *self, void *pool, takt_time limit);
int call_hand_back(struct actor *self, void *pool, takt_time unused);

/* Objects from the pools; destroyed at the end unless the test has done so. */
struct takt_mutex *mutex_make(unsigned flags);
struct takt_semaphore *semaphore_make(uint32_t count);
struct takt_channel *channel_make(unsigned flags);
struct takt_flags *flags_make(uint32_t set);
struct takt_queue *queue_make(size_t item_bytes, size_t capacity);
struct takt_pool *pool_make(size_t block_bytes, size_t count);

/* Its memory is somebody else's now: overwritten, except for the mark that it is destroyed. */
void spoil_channel(struct takt_channel *channel);

/* Run `call(argument)` inside an interrupt, and return what it returned. */
int in_interrupt(int (*call)(void *argument), void *argument);

/* A call for it: gives a semaphore. */
int give_it(void *semaphore);

/* The test's own thread waits: so long have all others time to run. */
void pass_ms(unsigned ms);

/* Time since the test began or the control last let go, in tenths of a millisecond: `wanted`, if
 * no more time than that and what some calls take on this board has passed. */
unsigned tenths_near(unsigned wanted);

/* Sleep until so many milliseconds after that; compute for so long. */
void until_ms(unsigned ms);
void burn_tenths(unsigned tenths_of_ms);

/* From here on orders are given, and threads made, while nobody can run; then all run, and time
 * counts from there. */
void control_holds(void);
void control_lets_go(void);

/* Letters of the waiters of a wait, most urgent first, as a text. */
const char *waiters_of(const struct takt_wait *wait);

/* Timeouts that are armed now. */
unsigned timeouts_armed(void);
