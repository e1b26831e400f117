/* condition_bounded_buffer.c - what conditions are for: makers and takers of items share a buffer
 * of three, with one mutex and two conditions; every item arrives once, and in order. */
#include "kernel_test.h"

enum { MAKERS = 3, TAKERS = 3, ITEMS = 200, ROOM = 3 };

static struct {
    struct takt_mutex *mutex;
    struct takt_condition not_full;
    struct takt_condition not_empty;
    unsigned items[ROOM];
    unsigned put;
    unsigned taken;
} buffer;

static unsigned made;
static unsigned last_of[MAKERS];

static void put(unsigned item)
{
    CHECK_EQUAL(takt_mutex_lock(buffer.mutex, TAKT_FOREVER), TAKT_OK);
    while (buffer.put - buffer.taken == ROOM) {
        CHECK_EQUAL(takt_condition_wait(&buffer.not_full, buffer.mutex, TAKT_FOREVER), TAKT_OK);
    }
    buffer.items[buffer.put % ROOM] = item;
    buffer.put++;
    (void)takt_condition_signal(&buffer.not_empty);
    takt_mutex_unlock(buffer.mutex);
}

/* The item, or 0 when there has been none for long. */
static unsigned take_one(void)
{
    unsigned item = 0;
    int status = TAKT_OK;

    CHECK_EQUAL(takt_mutex_lock(buffer.mutex, TAKT_FOREVER), TAKT_OK);
    while (buffer.put == buffer.taken && status == TAKT_OK) {
        status = takt_condition_wait(&buffer.not_empty, buffer.mutex, takt_ms(200));
    }
    if (buffer.put > buffer.taken) {
        item = buffer.items[buffer.taken % ROOM];
        buffer.taken++;
        CHECK_EQUAL(item % 1000, last_of[item / 1000 - 1] + 1);
        last_of[item / 1000 - 1] = item % 1000;
        (void)takt_condition_signal(&buffer.not_full);
    }
    takt_mutex_unlock(buffer.mutex);
    return item;
}

static void make_items(void *unused)
{
    unsigned maker = __atomic_add_fetch(&made, 1, __ATOMIC_SEQ_CST);

    (void)unused;
    for (unsigned i = 1; i <= ITEMS; i++) {
        put(maker * 1000 + i);
        (void)takt_sleep(takt_us(maker * 13 % 40));
    }
}

static void take_items(void *unused)
{
    (void)unused;
    while (take_one() != 0) {
        (void)takt_sleep(takt_us(17));
    }
}

KERNEL_TEST(condition_bounded_buffer)
{
    static const unsigned priorities[] = { 5, 10, 15 };

    buffer.mutex = mutex_make(0);
    buffer.put = 0;
    buffer.taken = 0;
    made = 0;
    takt_condition_init(&buffer.not_full, "not full");
    takt_condition_init(&buffer.not_empty, "not empty");
    for (unsigned i = 0; i < MAKERS; i++) {
        last_of[i] = 0;
        (void)thread_start('m', priorities[i], make_items, NULL);
        (void)thread_start('t', priorities[TAKERS - 1 - i], take_items, NULL);
    }
    pass_ms(1000);
    CHECK_EQUAL(buffer.taken, MAKERS * ITEMS);
    for (unsigned i = 0; i < MAKERS; i++) {
        CHECK_EQUAL(last_of[i], ITEMS);
    }
    takt_condition_destroy(&buffer.not_full);
    takt_condition_destroy(&buffer.not_empty);
}
