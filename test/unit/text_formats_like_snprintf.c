/* text_formats_like_snprintf.c - text_format against the C library, over all combinations of
 * flag, width, size and value, and cut at every length. */
#include "harness.h"
#include "text.h"

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { BUFFER = 96 };

/* The formats are put together at run time, which is what is to be tested. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static const char *const flags[] = { "", "0", "-", "-0" };
static const char *const widths[] = { "", "1", "2", "7", "21", "40" };

enum { FLAGS = sizeof flags / sizeof flags[0], WIDTHS = sizeof widths / sizeof widths[0] };

static bool agree_list(const char *format, va_list arguments)
{
    char found[BUFFER];
    char wanted[BUFFER];
    va_list again;

    va_copy(again, arguments);
    size_t length = text_format_list(found, BUFFER, format, arguments);
    int expected = vsnprintf(wanted, BUFFER, format, again);
    va_end(again);
    if (strcmp(found, wanted) == 0) {
        return CHECK_EQUAL(length, expected);
    }
    (void)printf("format \"%s\"\n", format);
    return CHECK_TEXT(found, wanted);
}

static bool agree(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    bool agreed = agree_list(format, arguments);
    va_end(arguments);
    return agreed;
}

/* The conversion `kind` of one value with every flag and every width. */
static void agree_in_all_layouts(const char *kind, ...)
{
    va_list arguments;

    va_start(arguments, kind);
    for (size_t i = 0; i < (size_t)FLAGS * WIDTHS; i++) {
        char format[BUFFER];
        va_list again;

        (void)snprintf(format, BUFFER, "<%%%s%s%s>", flags[i % FLAGS], widths[i / FLAGS], kind);
        va_copy(again, arguments);
        (void)agree_list(format, again);
        va_end(again);
    }
    va_end(arguments);
}

static const long long values[] = { 0,       1,        -1,       9,         10,        99,
                                    INT_MAX, INT_MIN,  UINT_MAX, LLONG_MAX, LLONG_MIN, 1234567,
                                    -100,    0xABCDEF, 65535,    -32768,    255,       -129 };

enum { VALUES = sizeof values / sizeof values[0] };

TEST(text_int)
{
    for (size_t i = 0; i < VALUES; i++) {
        int value = (int)values[i];

        agree_in_all_layouts("d", value);
        agree_in_all_layouts("i", value);
        agree_in_all_layouts("hd", value);
        agree_in_all_layouts("hhd", value);
    }
}

TEST(text_unsigned)
{
    for (size_t i = 0; i < VALUES; i++) {
        unsigned value = (unsigned)values[i];

        agree_in_all_layouts("u", value);
        agree_in_all_layouts("x", value);
        agree_in_all_layouts("X", value);
        agree_in_all_layouts("hu", value);
        agree_in_all_layouts("hhx", value);
    }
}

TEST(text_long)
{
    for (size_t i = 0; i < VALUES; i++) {
        agree_in_all_layouts("ld", (long)values[i]);
        agree_in_all_layouts("lu", (unsigned long)values[i]);
        agree_in_all_layouts("lld", values[i]);
        agree_in_all_layouts("llu", (unsigned long long)values[i]);
        agree_in_all_layouts("llx", (unsigned long long)values[i]);
        agree_in_all_layouts("zu", (size_t)values[i]);
    }
}

/* %s knows no `0`. */
static void agree_on_text(const char *text, const char *limit)
{
    for (size_t i = 0; i < WIDTHS; i++) {
        char format[BUFFER];

        (void)snprintf(format, BUFFER, "<%%%s%ss|%%-%s%ss>", widths[i], limit, widths[i], limit);
        (void)agree(format, text, text);
        (void)snprintf(format, BUFFER, "<%%%sc|%%-%sc>", widths[i], widths[i]);
        (void)agree(format, 'x', 'y');
    }
}

TEST(text_strings_and_characters)
{
    static const char *const limits[] = { "", ".0", ".", ".1", ".5", ".50" };

    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        agree_on_text("", limits[i]);
        agree_on_text("a", limits[i]);
        agree_on_text("hello", limits[i]);
        agree_on_text("a longer text of some length", limits[i]);
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
