/* clock_conversions.c - B27: conversions against long division of 128 bits, digit by digit. */
#include "kernel_test.h"

struct wide {
    uint64_t high;
    uint64_t low;
};

static struct wide product(uint64_t left, uint32_t right)
{
    uint64_t low = (left & UINT32_MAX) * right;
    uint64_t high = (left >> 32) * right + (low >> 32);

    return (struct wide){ high >> 32, high << 32 | (low & UINT32_MAX) };
}

/* The quotient; false if it needs more than 64 bits. One bit at a time. */
static bool quotient(struct wide dividend, uint32_t divisor, bool round_up, uint64_t *result)
{
    uint64_t rest = dividend.high;
    uint64_t value = 0;

    if (dividend.high >= divisor) {
        return false;
    }
    for (int bit = 63; bit >= 0; bit--) {
        rest = rest << 1 | (dividend.low >> bit & 1);
        value <<= 1;
        if (rest >= divisor) {
            rest -= divisor;
            value |= 1;
        }
    }
    if (round_up && rest > 0 && value == UINT64_MAX) {
        return false;
    }
    *result = value + (round_up && rest > 0);
    return true;
}

static void convert(uint64_t value)
{
    uint64_t wanted;

    if (quotient(product(value, TAKT_CLOCK_HZ), 1000000, true, &wanted)) {
        CHECK(takt_us(value) == wanted);
    }
    if (quotient(product(value, TAKT_CLOCK_HZ), 1000, true, &wanted)) {
        CHECK(takt_ms(value) == wanted);
    }
    if (quotient(product(value, 1000000000), TAKT_CLOCK_HZ, false, &wanted)) {
        CHECK(takt_to_ns(value) == wanted);
    }
}

/* Small ones, ones about every power of two and of ten, and those that were trouble elsewhere. */
TEST(clock_conversions_are_exact)
{
    uint64_t power_of_ten = 1;

    for (uint64_t value = 0; value < 3000; value++) {
        convert(value);
    }
    for (unsigned bit = 0; bit < 64; bit++) {
        for (uint64_t around = 0; around < 5; around++) {
            convert((UINT64_C(1) << bit) + around - 2);
        }
    }
    for (unsigned digits = 0; digits < 20; digits++) {
        for (uint64_t around = 0; around < 5; around++) {
            convert(power_of_ten + around - 2);
        }
        power_of_ten *= 10;
    }
    convert(4294967);
    convert(4294968);
}

/* And never back by more than the rounding: what is asked in us is not shorter in ns. */
TEST(clock_conversions_never_shorten)
{
    for (uint64_t us = 0; us < 100000; us += us / 16 + 1) {
        CHECK(takt_to_ns(takt_us(us)) >= us * 1000);
        CHECK(takt_us(us) <= takt_us(us + 1));
        CHECK(takt_ms(us) >= takt_us(us * 1000));
        CHECK(takt_ms(us) <= takt_ms(us + 1));
    }
}
