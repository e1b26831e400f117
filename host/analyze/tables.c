/* tables.c - small texts that the analyses share. */
#include "tables.h"

#include <inttypes.h>

static const char *kept(struct report *report, const char *text)
{
    report->failed = report->failed || text == NULL;
    return text == NULL ? "" : text;
}

static const char *tenths(struct report *report, uint64_t count)
{
    return kept(report,
                arena_print(report->arena, "%" PRIu64 ".%u", count / 10, (unsigned)(count % 10)));
}

const char *text_us(struct report *report, uint64_t ns)
{
    return tenths(report, ns / 100 + (ns % 100 >= 50 ? 1 : 0));
}

const char *text_percent(struct report *report, uint64_t part, uint64_t of)
{
    long double share = of == 0 ? 0 : 1000.0L * (long double)part / (long double)of;

    return tenths(report, (uint64_t)(share + 0.5L));
}

const char *text_exact_us(struct report *report, uint64_t ns)
{
    uint64_t us = ns / 1000;
    unsigned rest = (unsigned)(ns % 1000);
    int digits = 3;

    if (rest == 0) {
        return kept(report, arena_print(report->arena, "%" PRIu64, us));
    }
    while (rest % 10 == 0) {
        rest /= 10;
        digits--;
    }
    return kept(report, arena_print(report->arena, "%" PRIu64 ".%0*u", us, digits, rest));
}
