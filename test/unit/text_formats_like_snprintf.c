/* text_formats_like_snprintf.c - text_format against the C library, over all combinations of
 * flag, width, size and value, and cut at every length. */
#include "harness.h"
#include "text.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { BUFFER = 96 };

/* The formats are put together at run time, which is what is to be tested. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static bool same(const char *format, const char *found, const char *wanted)
{
    if (strcmp(found, wanted) == 0) {
        return true;
    }
    (void)printf("format \"%s\"\n", format);
    return CHECK_TEXT(found, wanted);
}

static const char *const flags[] = { "", "0", "-", "-0" };
static const char *const widths[] = { "", "1", "2", "7", "21", "40" };

#define EACH(index, array) \
    for (size_t index = 0; index < sizeof(array) / sizeof((array)[0]); index++)

/* Build "<flag width size kind>" for every flag and width and compare what `value` becomes. */
#define COMPARE_ALL(size, kind, value)                                                   \
    EACH(f, flags)                                                                       \
    EACH(w, widths)                                                                      \
    {                                                                                    \
        char format[BUFFER];                                                             \
        char found[BUFFER];                                                              \
        char wanted[BUFFER];                                                             \
        (void)snprintf(format, BUFFER, "<%%%s%s%s%s>", flags[f], widths[w], size, kind); \
        size_t length = text_format(found, BUFFER, format, value);                       \
        int expected = snprintf(wanted, BUFFER, format, value);                          \
        if (!same(format, found, wanted) || !CHECK_EQUAL(length, expected)) {            \
            return;                                                                      \
        }                                                                                \
    }

static const long long values[] = { 0,       1,        -1,       9,         10,        99,
                                    INT_MAX, INT_MIN,  UINT_MAX, LLONG_MAX, LLONG_MIN, 1234567,
                                    -100,    0xABCDEF, 65535,    -32768,    255,       -129 };

TEST(text_int)
{
    EACH(v, values)
    {
        int value = (int)values[v];

        COMPARE_ALL("", "d", value)
        COMPARE_ALL("", "i", value)
        COMPARE_ALL("h", "d", value)
        COMPARE_ALL("hh", "d", value)
    }
}

TEST(text_unsigned)
{
    EACH(v, values)
    {
        unsigned value = (unsigned)values[v];

        COMPARE_ALL("", "u", value)
        COMPARE_ALL("", "x", value)
        COMPARE_ALL("", "X", value)
        COMPARE_ALL("h", "u", value)
        COMPARE_ALL("hh", "x", value)
    }
}

TEST(text_long)
{
    EACH(v, values)
    {
        COMPARE_ALL("l", "d", (long)values[v])
        COMPARE_ALL("l", "u", (unsigned long)values[v])
        COMPARE_ALL("ll", "d", values[v])
        COMPARE_ALL("ll", "u", (unsigned long long)values[v])
        COMPARE_ALL("ll", "x", (unsigned long long)values[v])
        COMPARE_ALL("z", "u", (size_t)values[v])
    }
}

TEST(text_strings_and_characters)
{
    static const char *const texts[] = { "", "a", "hello", "a longer text of some length" };
    static const char *const text_flags[] = { "", "-" };
    static const char *const limits[] = { "", ".0", ".", ".1", ".5", ".50" };
    char format[BUFFER];
    char found[BUFFER];
    char wanted[BUFFER];

    EACH(t, texts)
    EACH(f, text_flags)
    EACH(w, widths)
    EACH(l, limits)
    {
        (void)snprintf(format, BUFFER, "<%%%s%s%ss|%%%s%sc>", text_flags[f], widths[w], limits[l],
                       text_flags[f], widths[w]);
        (void)text_format(found, BUFFER, format, texts[t], 'x');
        (void)snprintf(wanted, BUFFER, format, texts[t], 'x');
        if (!same(format, found, wanted)) {
            return;
        }
    }
}

TEST(text_takes_widths_from_arguments)
{
    char found[BUFFER];

    (void)text_format(found, BUFFER, "%*d|%-*u|%.*s|%0*x|100%%", 5, -42, 4, 7U, 3, "abcdef", 8,
                      0xBEEFU);
    CHECK_TEXT(found, "  -42|7   |abc|0000beef|100%");
}

TEST(text_is_cut_at_every_size)
{
    char wanted[BUFFER];
    char found[BUFFER];

    for (size_t size = 0; size < BUFFER; size++) {
        memset(found, '#', sizeof found);
        size_t length = text_format(found, size, "%s %08llu, %d: %s", "text", 12345ULL, -7, "end");

        (void)snprintf(wanted, size, "%s %08llu, %d: %s", "text", 12345ULL, -7, "end");
        if (size > 0) {
            CHECK_TEXT(found, wanted);
            CHECK_EQUAL(length, strlen(wanted));
        } else {
            CHECK_EQUAL(length, 0);
        }
        CHECK_EQUAL(found[size], '#');
    }
}
