/* arena.c - the memory of one run: given out piece by piece, taken back as a whole.
 *
 * Blocks come from the system zeroed and are filled from the front; a request that is too large
 * for a common block gets one of its own. Everything asked of the system counts, headers too.
 */
#include "arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 64 * 1024 };

struct arena_block {
    struct arena_block *next;
    size_t size; /* of the part that is given out */
    size_t used;
};

/* The distance from a block's start to its first piece: aligned as every piece is. */
static size_t round_up(size_t size)
{
    const size_t alignment = _Alignof(max_align_t);

    return (size + alignment - 1) & ~(alignment - 1);
}

void arena_init(struct arena *arena, size_t limit_bytes)
{
    arena->blocks = NULL;
    arena->used_bytes = 0;
    arena->limit_bytes = limit_bytes;
}

bool arena_charge(struct arena *arena, size_t bytes)
{
    if (bytes > arena->limit_bytes - arena->used_bytes) {
        return false;
    }
    arena->used_bytes += bytes;
    return true;
}

void arena_refund(struct arena *arena, size_t bytes)
{
    arena->used_bytes -= bytes;
}

/* A large block goes behind the first one, which still has room for small pieces. */
static void insert_block(struct arena *arena, struct arena_block *block)
{
    struct arena_block *first = arena->blocks;

    if (first != NULL && block->size > BLOCK_BYTES) {
        block->next = first->next;
        first->next = block;
    } else {
        block->next = first;
        arena->blocks = block;
    }
}

static struct arena_block *add_block(struct arena *arena, size_t wanted)
{
    size_t size = wanted > BLOCK_BYTES ? wanted : (size_t)BLOCK_BYTES;
    size_t total;
    struct arena_block *block;

    if (__builtin_add_overflow(size, round_up(sizeof(struct arena_block)), &total)
        || !arena_charge(arena, total)) {
        return NULL;
    }
    block = calloc(1, total);
    if (block == NULL) {
        arena_refund(arena, total);
        return NULL;
    }
    block->size = size;
    insert_block(arena, block);
    return block;
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
    struct arena_block *block = arena->blocks;
    size_t wanted;
    char *piece;

    if (__builtin_mul_overflow(count, size, &wanted) || wanted > SIZE_MAX / 2) {
        return NULL;
    }
    wanted = round_up(wanted);
    if (block == NULL || wanted > block->size - block->used) {
        block = add_block(arena, wanted);
        if (block == NULL) {
            return NULL;
        }
    }
    piece = (char *)block + round_up(sizeof(struct arena_block)) + block->used;
    block->used += wanted;
    return piece;
}

const char *arena_print(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    int length;
    char *text;

    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    text = length < 0 ? NULL : arena_alloc(arena, (size_t)length + 1, 1);
    if (text == NULL) {
        return NULL;
    }
    va_start(arguments, format);
    (void)vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

const char *arena_copy(struct arena *arena, const char *text, size_t length)
{
    char *copy = length == SIZE_MAX ? NULL : arena_alloc(arena, length + 1, 1);

    if (copy != NULL && length > 0) {
        memcpy(copy, text, length);
    }
    return copy;
}

void arena_free(struct arena *arena)
{
    struct arena_block *block = arena->blocks;

    while (block != NULL) {
        struct arena_block *next = block->next;

        free(block);
        block = next;
    }
    arena->blocks = NULL;
    arena->used_bytes = 0;
}
