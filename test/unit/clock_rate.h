/* clock_rate.h - B27: conversions of a clock of RATE counts a second, against 128 bits. A test of
 * one rate is a file of its own, since the rate is the build's choice.
 */
#pragma once

#undef TAKT_CLOCK_HZ
#define TAKT_CLOCK_HZ RATE

#include "harness.h"
#include "takt/clock.h"

__extension__ typedef unsigned __int128 rate_wide;

static void check_duration(uint64_t value)
{
    const rate_wide wide = value;
    const rate_wide us = (wide * RATE + 999999) / 1000000;
    const rate_wide ms = (wide * RATE + 999) / 1000;
    const rate_wide ns = wide * 1000000000 / RATE;

    CHECK(us > UINT64_MAX || takt_us(value) == (uint64_t)us);
    CHECK(ms > UINT64_MAX || takt_ms(value) == (uint64_t)ms);
    CHECK(ns > UINT64_MAX || takt_to_ns(value) == (uint64_t)ns);
}

static takt_time modulo(rate_wide exact)
{
    return (takt_time)(exact & UINT64_MAX);
}

/* The largest argument whose result, times / per of it, is below 2^64: it is converted exactly, and
 * so is the one before; the next one's result is what is left of it modulo 2^64. */
static void check_edge(uint64_t times, uint64_t per, bool up, uint64_t (*convert)(uint64_t))
{
    const rate_wide last = (rate_wide)UINT64_MAX * per / times;
    const uint64_t edge = last > UINT64_MAX ? UINT64_MAX : (uint64_t)last;
    const uint64_t extra = up ? per - 1 : 0;

    for (uint64_t value = edge - 1; value != 0; value++) {
        CHECK(convert(value) == modulo(((rate_wide)value * times + extra) / per));
        if (value - edge == 2) {
            break;
        }
    }
}

static void check_edges(void)
{
    check_edge(RATE, 1000000, true, takt_us);
    check_edge(RATE, 1000, true, takt_ms);
    check_edge(1000000000, RATE, false, takt_to_ns);
}

/* No wait is shorter than asked: back in ns it is at least what it was. */
static void check_not_shorter(uint64_t us)
{
    CHECK(takt_to_ns(takt_us(us)) >= us * 1000);
    CHECK(takt_us(us) <= takt_us(us + 1));
}

static void check_rate(void)
{
    static const uint64_t values[] = { 0,       1,          999,
                                       1000,    1001,       4294967,
                                       4294968, UINT32_MAX, (uint64_t)UINT32_MAX + 1 };

    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        check_duration(values[i]);
    }
    check_edges();
    for (unsigned bit = 0; bit < 64; bit++) {
        check_duration((UINT64_C(1) << bit) - 1);
        check_duration(UINT64_C(1) << bit);
    }
    for (uint64_t us = 0; us < 10000000; us += us / 16 + 1) {
        check_not_shorter(us);
    }
}
