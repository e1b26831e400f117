/* tm_porting_layer.c - the calls of the original Thread-Metric suite, made of Takt's.
 *
 * With the suite's sources this is a whole image. Which of the two interrupt handlers a program has
 * is seen when it is linked.
 */
#include "tm_porting_layer.h"

#include "takt/takt.h"
#include "text.h"

#include <stdarg.h>

enum { SUCCESS = 0, ERROR = 1 };
enum { THREADS = 8, STACK_BYTES = 1024, MOST_URGENT = 31, LINE_BYTES = 128 };
enum { MESSAGE_WORDS = 4, MESSAGES = 6, BLOCK_BYTES = 128, BLOCKS = 16 };

#pragma weak tm_interrupt_handler
#pragma weak tm_interrupt_preemption_handler

static struct {
    struct takt_thread thread;
    void (*entry)(void);
} threads[THREADS];
static TAKT_STACK(stacks[THREADS], STACK_BYTES);

/* One of each, as no program of the suite has more. */
static struct takt_queue queue;
static unsigned long messages[MESSAGES][MESSAGE_WORDS];
static struct takt_semaphore semaphore;
static struct takt_pool pool;
static _Alignas(TAKT_POOL_ALIGN) unsigned char blocks[TAKT_POOL_BYTES(BLOCK_BYTES, BLOCKS)];

static inline int told(int status)
{
    return status == TAKT_OK ? SUCCESS : ERROR;
}

/* A negative id is a large one. */
static inline struct takt_thread *thread(int id)
{
    TAKT_REQUIRE((unsigned)id < THREADS);
    return &threads[id].thread;
}

/* The program. */

void takt_main(void)
{
    tm_main();
}

static void handle(void *unused)
{
    (void)unused;
    tm_interrupt_handler();
}

static void handle_preemption(void *unused)
{
    (void)unused;
    tm_interrupt_preemption_handler();
}

void tm_initialize(void (*test)(void))
{
    if (tm_interrupt_handler != NULL) {
        takt_irq_attach(TM_INTERRUPT, handle, NULL);
    } else if (tm_interrupt_preemption_handler != NULL) {
        takt_irq_attach(TM_INTERRUPT, handle_preemption, NULL);
    }
    test();
}

int tm_print(const char *restrict format, ...)
{
    char line[LINE_BYTES];
    va_list arguments;

    va_start(arguments, format);
    size_t length = text_format_list(line, sizeof line, format, arguments);

    va_end(arguments);
    takt_print(line);
    return (int)length;
}

/* Threads. */

static void begin(void *id)
{
    threads[(uintptr_t)id].entry();
}

int tm_thread_create(int id, int priority, void (*entry)(void))
{
    const struct takt_thread_options options = { .name = "thread_metric",
                                                 .priority = (unsigned)(MOST_URGENT - priority),
                                                 .entry = begin,
                                                 .argument = (void *)(uintptr_t)id,
                                                 .stack = stacks[id],
                                                 .stack_bytes = sizeof stacks[id],
                                                 .suspended = true };

    threads[id].entry = entry;
    return told(takt_thread_create(thread(id), &options));
}

int tm_thread_resume(int id)
{
    takt_thread_resume(thread(id));
    return SUCCESS;
}

int tm_thread_suspend(int id)
{
    return told(takt_thread_suspend(thread(id)));
}

void tm_thread_relinquish(void)
{
    takt_yield();
}

void tm_thread_sleep(int seconds)
{
    (void)takt_sleep(takt_ms(1000ULL * (unsigned)seconds));
}

/* Objects. */

int tm_queue_create(int id)
{
    TAKT_REQUIRE(id == 0);
    return told(takt_queue_init(&queue, "thread_metric", messages, sizeof messages,
                                sizeof messages[0], MESSAGES));
}

int tm_queue_send(int id, unsigned long *message)
{
    TAKT_REQUIRE(id == 0);
    return told(takt_queue_send(&queue, message, TAKT_NO_WAIT));
}

int tm_queue_receive(int id, unsigned long *message)
{
    TAKT_REQUIRE(id == 0);
    return told(takt_queue_receive(&queue, message, TAKT_NO_WAIT));
}

int tm_semaphore_create(int id)
{
    TAKT_REQUIRE(id == 0);
    takt_semaphore_init(&semaphore, "thread_metric", 1);
    return SUCCESS;
}

int tm_semaphore_get(int id)
{
    TAKT_REQUIRE(id == 0);
    return told(takt_semaphore_take(&semaphore, TAKT_NO_WAIT));
}

int tm_semaphore_put(int id)
{
    TAKT_REQUIRE(id == 0);
    return told(takt_semaphore_give(&semaphore));
}

int tm_memory_pool_create(int id)
{
    TAKT_REQUIRE(id == 0);
    return told(takt_pool_init(&pool, "thread_metric", blocks, sizeof blocks, BLOCK_BYTES, BLOCKS));
}

int tm_memory_pool_allocate(int id, unsigned char **block)
{
    void *taken;

    TAKT_REQUIRE(id == 0);
    int status = told(takt_pool_take(&pool, &taken, TAKT_NO_WAIT));

    *block = taken;
    return status;
}

int tm_memory_pool_deallocate(int id, unsigned char *block)
{
    TAKT_REQUIRE(id == 0);
    return told(takt_pool_give(&pool, block));
}
