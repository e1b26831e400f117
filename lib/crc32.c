/* crc32.c - bit by bit: a table would be faster, and a KB longer. */
#include "crc32.h"

static const uint32_t polynomial = UINT32_C(0xEDB88320); /* its lowest power in the highest bit */

uint32_t crc32_add(uint32_t sum, const void *data, size_t size)
{
    const unsigned char *bytes = data;

    sum = ~sum;
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (unsigned bit = 0; bit < 8; bit++) {
            sum = (sum >> 1) ^ ((sum & 1) != 0 ? polynomial : 0);
        }
    }
    return ~sum;
}
