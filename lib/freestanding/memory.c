/* memory.c - the four functions that a compiler expects even where there is no C library.
 *
 * gcc turns loops and assignments into calls of them, so they are compiled without that habit
 * (cmake/images.cmake), or they would call themselves. Words are moved as words when both ends agree on alignment.
 */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *left, const void *right, size_t size);

/* Any object may be looked at through it. */
typedef uint32_t __attribute__((may_alias)) word;

/* Upwards, so that it is also right when the target overlaps the source from below. */
static void copy_up(unsigned char *target, const unsigned char *source, size_t size)
{
    if ((((uintptr_t)target | (uintptr_t)source) & 3) == 0) {
        for (; size >= sizeof(word); size -= sizeof(word)) {
            *(word *)(void *)target = *(const word *)(const void *)source;
            target += sizeof(word);
            source += sizeof(word);
        }
    }
    for (; size > 0; size--) {
        *target++ = *source++;
    }
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    copy_up(to, from, size);
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *target = to;
    const unsigned char *source = from;

    if ((uintptr_t)target - (uintptr_t)source >= size) {
        copy_up(target, source, size);
        return to;
    }
    while (size > 0) {
        size--;
        target[size] = source[size];
    }
    return to;
}

void *memset(void *to, int value, size_t size)
{
    unsigned char *target = to;
    unsigned char byte = (unsigned char)value;

    if (((uintptr_t)target & 3) == 0) {
        for (; size >= sizeof(word); size -= sizeof(word)) {
            *(word *)(void *)target = byte * 0x01010101U;
            target += sizeof(word);
        }
    }
    for (; size > 0; size--) {
        *target++ = byte;
    }
    return to;
}

int memcmp(const void *left, const void *right, size_t size)
{
    const unsigned char *a = left;
    const unsigned char *b = right;

    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i]) {
            return a[i] - b[i];
        }
    }
    return 0;
}
