/* extent.h - memory as a caller tells of it: an address and a size. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* False if it reached beyond all addresses: its end would be before its beginning. */
static inline bool extent_has_end(const void *memory, size_t bytes)
{
    return bytes <= UINTPTR_MAX - (uintptr_t)memory;
}
