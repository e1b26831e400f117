/* sizes_that_cannot_be.c - I01, I02, I04, I06, I13: queues and pools of every size around the ends
 * of the numbers. What does not fit is refused, and then nothing has been written; what fits is
 * not.
 *
 * The memory is never touched when an object is made, so that sizes may be tried which no board
 * has.
 */
#include "kernel_test.h"

#include <string.h>

enum { VALUES_MAX = 400 };

static size_t values[VALUES_MAX];
static unsigned value_count;

static void add(size_t value)
{
    for (unsigned i = 0; i < value_count; i++) {
        if (values[i] == value) {
            return;
        }
    }
    if (CHECK(value_count < VALUES_MAX)) {
        values[value_count] = value;
        value_count++;
    }
}

static void add_around(size_t value)
{
    add(value - 1);
    add(value);
    add(value + 1);
}

/* The one generator for every size that a caller gives. */
static void roll_values(void)
{
    const size_t sizes[] = { 4, 5, 8, 13, 16, 24, 255, 256, 257 };

    value_count = 0;
    add_around(0);
    for (unsigned power = 1; power < sizeof(size_t) * 8; power += power < 33 ? 1 : 5) {
        add_around((size_t)1 << power);
    }
    for (unsigned i = 0; i < COUNT_OF(sizes); i++) {
        add_around(sizes[i]);
        add_around(SIZE_MAX / sizes[i]);
    }
    for (size_t k = 0; k <= 16; k++) {
        add(SIZE_MAX - k);
    }
}

/* What an object of that size needs; false: more than can be said. */
typedef bool (*needed_memory)(size_t bytes, size_t count, size_t *memory);

/* Makes and destroys one. */
typedef int (*try_object)(void *memory, size_t memory_bytes, size_t bytes, size_t count);

static bool queue_needs(size_t bytes, size_t count, size_t *memory)
{
    return bytes >= 1 && bytes <= TAKT_QUEUE_ITEM_MAX && count >= 1 && count <= INT32_MAX
           && !__builtin_mul_overflow(bytes, count, memory);
}

/* At an address that is a multiple of TAKT_POOL_ALIGN. */
static bool pool_needs(size_t bytes, size_t count, size_t *memory)
{
    size_t whole;

    if (bytes < 1 || bytes > INT32_MAX || count < 1 || count > INT32_MAX
        || __builtin_add_overflow(bytes, (size_t)TAKT_POOL_ALIGN - 1, &whole)) {
        return false;
    }
    whole = whole / TAKT_POOL_ALIGN * TAKT_POOL_ALIGN;
    return !__builtin_add_overflow(whole, sizeof(void *) + 1, &whole)
           && !__builtin_mul_overflow(whole, count, memory);
}

static bool is_untouched(const void *object, size_t size)
{
    const unsigned char *bytes = object;
    bool same = true;

    for (size_t i = 0; i < size; i++) {
        same = same && bytes[i] == 0xA5;
    }
    return same;
}

static int try_queue(void *memory, size_t memory_bytes, size_t bytes, size_t count)
{
    static struct takt_queue queue;

    memset(&queue, 0xA5, sizeof queue);
    int status = takt_queue_init(&queue, "queue", memory, memory_bytes, bytes, count);

    if (status == TAKT_OK) {
        takt_queue_destroy(&queue);
    } else {
        CHECK(is_untouched(&queue, sizeof queue));
    }
    return status;
}

static int try_pool(void *memory, size_t memory_bytes, size_t bytes, size_t count)
{
    static struct takt_pool pool;

    memset(&pool, 0xA5, sizeof pool);
    int status = takt_pool_init(&pool, "pool", memory, memory_bytes, bytes, count);

    if (status == TAKT_OK) {
        takt_pool_destroy(&pool);
    } else {
        CHECK(is_untouched(&pool, sizeof pool));
    }
    return status;
}

static _Alignas(8) unsigned char memory_there[64];

/* Beyond that it reaches further than addresses do. */
static bool can_lie_there(size_t memory_bytes)
{
    return memory_bytes <= UINTPTR_MAX - (uintptr_t)memory_there;
}

static unsigned wrong_answers(needed_memory needed, try_object try, size_t bytes, size_t count)
{
    size_t memory = 0;
    bool can_be = needed(bytes, count, &memory);
    unsigned wrong = 0;

    for (unsigned i = 0; i < value_count; i += 7) {
        bool fits = can_be && values[i] >= memory && can_lie_there(values[i]);

        wrong += try(memory_there, values[i], bytes, count) != (fits ? TAKT_OK : TAKT_EINVAL);
    }
    if (can_be && memory > 0 && can_lie_there(memory)) { /* to the byte */
        wrong += try(memory_there, memory, bytes, count) != TAKT_OK;
        wrong += try(memory_there, memory - 1, bytes, count) != TAKT_EINVAL;
    }
    return wrong;
}

static void try_all(needed_memory needed, try_object try)
{
    roll_values();
    memset(memory_there, 0xA5, sizeof memory_there);
    for (unsigned i = 0; i < value_count; i++) {
        unsigned wrong = 0;

        for (unsigned k = 0; k < value_count; k += 1 + i % 3) {
            wrong += wrong_answers(needed, try, values[i], values[k]);
        }
        CHECK_EQUAL(wrong, 0);
    }
    CHECK(is_untouched(memory_there, sizeof memory_there));
}

KERNEL_TEST(queue_sizes_that_cannot_be)
{
    try_all(queue_needs, try_queue);
}

KERNEL_TEST(pool_sizes_that_cannot_be)
{
    try_all(pool_needs, try_pool);
}

/* The sizes of I01 by name, and the macro's: it says enough for every address to begin at. */
KERNEL_TEST(sizes_of_known_failures)
{
    const size_t half = SIZE_MAX / 2 + 1;
    const size_t sizes[][2] = { { (size_t)1 << 16, (size_t)1 << 16 },
                                { half, 2 },
                                { SIZE_MAX, 1 },
                                { 1, SIZE_MAX },
                                { 0, 5 },
                                { 5, 0 },
                                { SIZE_MAX, SIZE_MAX },
                                { 2, half } };

    for (unsigned i = 0; i < COUNT_OF(sizes); i++) {
        CHECK_EQUAL(try_queue(memory_there, sizeof memory_there, sizes[i][0], sizes[i][1]),
                    TAKT_EINVAL);
        CHECK_EQUAL(try_pool(memory_there, sizeof memory_there, sizes[i][0], sizes[i][1]),
                    TAKT_EINVAL);
    }
    CHECK_EQUAL(try_queue(memory_there, 63, 4, 16), TAKT_EINVAL);
    CHECK_EQUAL(try_queue(memory_there, 64, 4, 16), TAKT_OK);
    for (size_t bytes = 0; bytes < 8; bytes++) { /* the first block would begin behind the end */
        CHECK_EQUAL(try_pool(memory_there + 1, bytes, 1, 1), TAKT_EINVAL);
    }
    for (unsigned offset = 0; offset < 8; offset++) {
        CHECK_EQUAL(try_pool(memory_there + offset, TAKT_POOL_BYTES(5, 3), 5, 3), TAKT_OK);
    }
}
