/* base64.c - three bytes are four digits of 6 bits. */
#include "base64.h"

#include <stdint.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Up to three bytes, the first in the highest bits of 24. */
static uint32_t gather(const unsigned char *bytes, size_t count)
{
    uint32_t group = 0;

    for (size_t i = 0; i < 3; i++) {
        group = group << 8 | (i < count ? bytes[i] : 0);
    }
    return group;
}

/* Four characters, of which `count` + 1 are digits. */
static void encode_group(char *text, uint32_t group, size_t count)
{
    for (size_t i = 0; i < 4; i++) {
        text[i] = '=';
        if (i <= count) {
            text[i] = digits[group >> (18 - 6 * i) & 0x3F];
        }
    }
}

size_t base64_encode(char *text, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    char *at = text;

    for (size_t done = 0; done < size; done += 3) {
        size_t count = size - done < 3 ? size - done : 3;

        encode_group(at, gather(bytes + done, count), count);
        at += 4;
    }
    *at = '\0';
    return (size_t)(at - text);
}

/* 64: it is none. */
static uint32_t digit_value(char digit)
{
    uint32_t value = 0;

    while (value < 64 && digits[value] != digit) {
        value++;
    }
    return value;
}

/* Of four digits, of which `count` + 1 count and the others are `=`. Bits that no byte has must be
 * zero, so that bytes have one text only. */
static bool decode_group(unsigned char *bytes, const char *text, size_t count)
{
    uint32_t group = 0;

    for (size_t i = 0; i < 4; i++) {
        uint32_t value = i <= count ? digit_value(text[i]) : 0;

        if (value == 64 || (i > count && text[i] != '=')) {
            return false;
        }
        group = group << 6 | value;
    }
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (unsigned char)(group >> (16 - 8 * i));
    }
    return (group & ((UINT32_C(1) << (24 - 8 * count)) - 1)) == 0;
}

bool base64_decode(void *data, size_t *size, const char *text, size_t length)
{
    unsigned char *bytes = data;

    *size = 0;
    if (length % 4 != 0) {
        return false;
    }
    for (size_t done = 0; done < length; done += 4) {
        bool last = done + 4 == length;
        size_t missing = 0;

        while (last && missing < 2 && text[done + 3 - missing] == '=') {
            missing++;
        }
        if (!decode_group(bytes + *size, text + done, 3 - missing)) {
            return false;
        }
        *size += 3 - missing;
    }
    return true;
}
