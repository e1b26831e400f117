/* bytes.c - a cursor over bytes that cannot leave them.
 *
 * All reading goes through bytes_take, the only place that compares with the end.
 */
#include "bytes.h"

void bytes_init(struct bytes *bytes, const void *start, size_t size)
{
    bytes->start = start;
    bytes->size = start == NULL ? 0 : size;
    bytes->position = 0;
    bytes->overrun = false;
}

size_t bytes_left(const struct bytes *bytes)
{
    return bytes->size - bytes->position;
}

const uint8_t *bytes_take(struct bytes *bytes, size_t count)
{
    const uint8_t *taken;

    if (bytes->overrun || bytes->start == NULL || count > bytes_left(bytes)) {
        bytes->position = bytes->size;
        bytes->overrun = true;
        return NULL;
    }
    taken = bytes->start + bytes->position;
    bytes->position += count;
    return taken;
}

bool bytes_skip(struct bytes *bytes, size_t count)
{
    return bytes_take(bytes, count) != NULL;
}

bool bytes_seek(struct bytes *bytes, size_t position)
{
    if (bytes->overrun || position > bytes->size) {
        bytes->position = bytes->size;
        bytes->overrun = true;
        return false;
    }
    bytes->position = position;
    return true;
}

uint64_t bytes_number(struct bytes *bytes, unsigned width, enum byte_order order)
{
    const uint8_t *at = width <= sizeof(uint64_t) ? bytes_take(bytes, width) : NULL;

    if (at == NULL) {
        bytes->position = bytes->size;
        bytes->overrun = true;
        return 0;
    }
    return bytes_decode(at, width, order);
}
