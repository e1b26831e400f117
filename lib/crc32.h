/* crc32.h - the check sum that Ethernet, zlib and PNG use. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The sum of what was summed before (0: nothing) and of these bytes behind it. */
uint32_t crc32_add(uint32_t sum, const void *data, size_t size);
