/* text.c - formatting into a buffer, and reading numbers.
 *
 * Everything written goes through put, which alone knows the end of the buffer: what does not fit
 * is dropped there. A number becomes digits from its end backwards in a small array of its own.
 */
#include "text.h"

#include <stdbool.h>
#include <stdint.h>

enum { DIGITS_MAX = 20 };

struct output {
    char *text;
    size_t size;
    size_t length;
};

/* One conversion of a format. */
struct field {
    bool left;
    bool zeros;
    unsigned width;
    bool has_limit;
    unsigned limit;  /* precision: the most characters of a text */
    unsigned longs;  /* 0: int, 1: long, 2: long long */
    bool is_size;    /* size_t */
    unsigned shorts; /* 1: short, 2: char */
};

static void put(struct output *output, char character)
{
    if (output->length + 1 < output->size) {
        output->text[output->length++] = character;
    }
}

static void put_times(struct output *output, char character, size_t times)
{
    for (; times > 0; times--) {
        put(output, character);
    }
}

static void put_part(struct output *output, const char *part, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        put(output, part[i]);
    }
}

static void put_padded(struct output *output, const struct field *field, const char *part,
                       size_t length)
{
    size_t padding = field->width > length ? field->width - length : 0;

    if (!field->left) {
        put_times(output, ' ', padding);
    }
    put_part(output, part, length);
    if (field->left) {
        put_times(output, ' ', padding);
    }
}

static void put_text(struct output *output, const struct field *field, const char *part)
{
    size_t length = 0;

    if (part == NULL) {
        part = "(null)";
    }
    while ((!field->has_limit || length < field->limit) && part[length] != '\0') {
        length++;
    }
    put_padded(output, field, part, length);
}

static void put_number(struct output *output, const struct field *field, uint64_t value,
                       const char *digits, bool negative)
{
    unsigned base = digits[10] == '\0' ? 10 : 16;
    char reversed[DIGITS_MAX + 1];
    char *end = reversed + sizeof reversed;
    char *at = end;

    do {
        *--at = digits[value % base];
        value /= base;
    } while (value != 0);
    size_t length = (size_t)(end - at) + negative;

    if (field->zeros && !field->left) {
        if (negative) {
            put(output, '-');
        }
        put_times(output, '0', field->width > length ? field->width - length : 0);
        put_part(output, at, (size_t)(end - at));
        return;
    }
    if (negative) {
        *--at = '-';
    }
    put_padded(output, field, at, length);
}

/* A list is handed on by its holder: where va_list is an array, a pointer to a parameter of that
 * type would be of another type than a pointer to a variable. */
struct arguments {
    va_list list;
};

static int64_t next_signed(const struct field *field, struct arguments *arguments)
{
    if (field->is_size) {
        return va_arg(arguments->list, ptrdiff_t);
    }
    if (field->longs == 2) {
        return va_arg(arguments->list, long long);
    }
    if (field->longs == 1) {
        return va_arg(arguments->list, long);
    }
    int value = va_arg(arguments->list, int);

    if (field->shorts == 2) {
        return (signed char)value;
    }
    return field->shorts == 1 ? (short)value : value;
}

static uint64_t next_unsigned(const struct field *field, struct arguments *arguments)
{
    if (field->is_size) {
        return va_arg(arguments->list, size_t);
    }
    if (field->longs == 2) {
        return va_arg(arguments->list, unsigned long long);
    }
    if (field->longs == 1) {
        return va_arg(arguments->list, unsigned long);
    }
    unsigned value = va_arg(arguments->list, unsigned);

    if (field->shorts == 2) {
        return (unsigned char)value;
    }
    return field->shorts == 1 ? (unsigned short)value : value;
}

/* A number in the format, or `*`: the next argument, which must not be negative. */
static const char *read_number(const char *at, unsigned *number, struct arguments *arguments)
{
    if (*at == '*') {
        int value = va_arg(arguments->list, int);

        *number = value < 0 ? 0 : (unsigned)value;
        return at + 1;
    }
    for (*number = 0; *at >= '0' && *at <= '9'; at++) {
        *number = *number * 10 + (unsigned)(*at - '0');
    }
    return at;
}

static const char *read_size(const char *at, struct field *field)
{
    for (;; at++) {
        if (*at == 'l') {
            field->longs++;
        } else if (*at == 'h') {
            field->shorts++;
        } else if (*at == 'z') {
            field->is_size = true;
        } else {
            return at;
        }
    }
}

static const char *read_field(const char *at, struct field *field, struct arguments *arguments)
{
    for (; *at == '0' || *at == '-'; at++) {
        field->zeros |= *at == '0';
        field->left |= *at == '-';
    }
    at = read_number(at, &field->width, arguments);
    if (*at == '.') {
        field->has_limit = true;
        at = read_number(at + 1, &field->limit, arguments);
    }
    return read_size(at, field);
}

static void put_signed(struct output *output, const struct field *field, int64_t value)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    put_number(output, field, size, "0123456789", value < 0);
}

/* The conversion whose letter is `kind`. An unknown letter stands for itself. */
static void put_field(struct output *output, const struct field *field, char kind,
                      struct arguments *arguments)
{
    char character;

    switch (kind) {
    case 'd':
    case 'i':
        put_signed(output, field, next_signed(field, arguments));
        break;
    case 'u':
        put_number(output, field, next_unsigned(field, arguments), "0123456789", false);
        break;
    case 'x':
        put_number(output, field, next_unsigned(field, arguments), "0123456789abcdef", false);
        break;
    case 'X':
        put_number(output, field, next_unsigned(field, arguments), "0123456789ABCDEF", false);
        break;
    case 'c':
        character = (char)va_arg(arguments->list, int);
        put_padded(output, field, &character, 1);
        break;
    case 's':
        put_text(output, field, va_arg(arguments->list, const char *));
        break;
    default:
        put(output, kind);
        break;
    }
}

size_t text_format_list(char *text, size_t size, const char *format, va_list arguments)
{
    struct output output = { .text = text, .size = size };
    struct arguments rest;

    va_copy(rest.list, arguments);
    for (const char *at = format; *at != '\0'; at++) {
        struct field field = { 0 };

        if (*at != '%') {
            put(&output, *at);
            continue;
        }
        at = read_field(at + 1, &field, &rest);
        if (*at == '\0') {
            break;
        }
        put_field(&output, &field, *at, &rest);
    }
    va_end(rest.list);
    if (size > 0) {
        text[output.length] = '\0';
    }
    return output.length;
}

size_t text_format(char *text, size_t size, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    size_t length = text_format_list(text, size, format, arguments);
    va_end(arguments);
    return length;
}

bool text_number(const char *text, uint32_t most, uint32_t *number)
{
    uint64_t value = 0;
    const char *at = text;

    for (; *at >= '0' && *at <= '9' && value <= most; at++) {
        value = value * 10 + (uint64_t)(*at - '0');
    }
    if (at == text || *at != '\0' || value > most) {
        return false;
    }
    *number = (uint32_t)value;
    return true;
}
