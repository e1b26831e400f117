/* perfetto_wire.c - protobuf's wire format, as much of it as is needed to write. */
#include "perfetto_wire.h"

#include <stdlib.h>
#include <string.h>

enum { TYPE_VARINT = 0, TYPE_FIXED = 1, TYPE_LENGTH = 2 };
enum { VARINT_BYTES = 10, FIRST_CAPACITY = 256 };

void wire_init(struct wire *wire, struct arena *arena)
{
    *wire = (struct wire){ .arena = arena };
}

void wire_free(struct wire *wire)
{
    free(wire->bytes);
    arena_refund(wire->arena, wire->capacity);
    wire_init(wire, wire->arena);
}

void wire_clear(struct wire *wire)
{
    wire->size = 0;
}

static bool grow(struct wire *wire, size_t wanted)
{
    size_t capacity = wire->capacity < FIRST_CAPACITY ? FIRST_CAPACITY : wire->capacity;
    uint8_t *bytes;

    while (capacity < wanted && capacity <= SIZE_MAX / 2) {
        capacity *= 2;
    }
    if (capacity < wanted || !arena_charge(wire->arena, capacity - wire->capacity)) {
        return false;
    }
    bytes = realloc(wire->bytes, capacity);
    if (bytes == NULL) {
        arena_refund(wire->arena, capacity - wire->capacity);
        return false;
    }
    wire->bytes = bytes;
    wire->capacity = capacity;
    return true;
}

static bool reserve_more(struct wire *wire, size_t count)
{
    if (!wire->failed && count <= SIZE_MAX - wire->size && grow(wire, wire->size + count)) {
        return true;
    }
    wire->failed = true;
    return false;
}

/* True: there is room for `count` bytes more. Asked for every field, so nearly always at once. */
static inline bool reserve(struct wire *wire, size_t count)
{
    return (count <= wire->capacity - wire->size && !wire->failed) || reserve_more(wire, count);
}

static size_t varint_size(uint64_t value)
{
    size_t size = 1;

    while (value >= 0x80U) {
        value >>= 7;
        size++;
    }
    return size;
}

static void varint_put(uint8_t *at, uint64_t value)
{
    while (value >= 0x80U) {
        *at++ = (uint8_t)(value | 0x80U);
        value >>= 7;
    }
    *at = (uint8_t)value;
}

/* The caller has reserved VARINT_BYTES. */
static void append(struct wire *wire, uint64_t value)
{
    while (value >= 0x80U) {
        wire->bytes[wire->size++] = (uint8_t)(value | 0x80U);
        value >>= 7;
    }
    wire->bytes[wire->size++] = (uint8_t)value;
}

static void append_tag(struct wire *wire, unsigned field, unsigned type)
{
    append(wire, (uint64_t)field << 3 | type);
}

void wire_element(struct wire *wire, uint64_t value)
{
    if (reserve(wire, VARINT_BYTES)) {
        append(wire, value);
    }
}

void wire_number(struct wire *wire, unsigned field, uint64_t value)
{
    if (reserve(wire, VARINT_BYTES + VARINT_BYTES)) {
        append_tag(wire, field, TYPE_VARINT);
        append(wire, value);
    }
}

void wire_fixed(struct wire *wire, unsigned field, uint64_t value)
{
    if (!reserve(wire, VARINT_BYTES + sizeof(value))) {
        return;
    }
    append_tag(wire, field, TYPE_FIXED);
    for (unsigned i = 0; i < sizeof(value); i++) {
        wire->bytes[wire->size++] = (uint8_t)(value >> (8 * i));
    }
}

void wire_double(struct wire *wire, unsigned field, double value)
{
    uint64_t bits;

    _Static_assert(sizeof(bits) == sizeof(value), "a double is 64 bits");
    memcpy(&bits, &value, sizeof(bits));
    wire_fixed(wire, field, bits);
}

static void append_bytes(struct wire *wire, unsigned field, const void *bytes, size_t size)
{
    if (size > SIZE_MAX - 2 * (size_t)VARINT_BYTES
        || !reserve(wire, VARINT_BYTES + VARINT_BYTES + size)) {
        wire->failed = true;
        return;
    }
    append_tag(wire, field, TYPE_LENGTH);
    append(wire, size);
    if (size > 0) {
        memcpy(wire->bytes + wire->size, bytes, size);
    }
    wire->size += size;
}

void wire_nested(struct wire *wire, unsigned field, const struct wire *content)
{
    wire->failed = wire->failed || content->failed;
    append_bytes(wire, field, content->bytes, content->size);
}

void wire_append(struct wire *wire, const struct wire *fields)
{
    wire->failed = wire->failed || fields->failed;
    if (fields->size > 0 && reserve(wire, fields->size)) {
        memcpy(wire->bytes + wire->size, fields->bytes, fields->size);
        wire->size += fields->size;
    }
}

/* Length of the UTF-8 character that begins with this byte; 0: none does. */
static size_t announced_size(unsigned char first)
{
    if (first < 0x80U) {
        return 1;
    }
    if (first < 0xC2U || first > 0xF4U) {
        return 0;
    }
    return first < 0xE0U ? 2 : first < 0xF0U ? 3 : 4;
}

/* Over-long forms, surrogates and what lies above U+10FFFF are known by the second byte. */
static bool second_fits(const unsigned char *at)
{
    switch (at[0]) {
    case 0xE0U:
        return at[1] >= 0xA0U;
    case 0xEDU:
        return at[1] <= 0x9FU;
    case 0xF0U:
        return at[1] >= 0x90U;
    case 0xF4U:
        return at[1] <= 0x8FU;
    default:
        return true;
    }
}

/* Number of bytes of the UTF-8 character that begins here; 0: none does. The terminator ends it
 * too, so that nothing behind that is looked at. */
static size_t character_size(const unsigned char *at)
{
    size_t size = announced_size(at[0]);

    for (size_t i = 1; i < size; i++) {
        if ((at[i] & 0xC0U) != 0x80U) {
            return 0;
        }
    }
    return size > 1 && !second_fits(at) ? 0 : size;
}

void wire_text(struct wire *wire, unsigned field, const char *text)
{
    size_t size = strlen(text);
    uint8_t *copy;

    append_bytes(wire, field, text, size);
    if (wire->failed) {
        return;
    }
    copy = wire->bytes + wire->size - size;
    for (size_t i = 0; i < size;) {
        size_t step = character_size((const unsigned char *)text + i);

        if (step == 0) {
            copy[i] = '?';
        }
        i += step == 0 ? 1 : step;
    }
}

size_t wire_open(struct wire *wire, unsigned field)
{
    if (!reserve(wire, VARINT_BYTES + 1)) {
        return wire->size;
    }
    append_tag(wire, field, TYPE_LENGTH);
    return ++wire->size;
}

void wire_close(struct wire *wire, size_t opened)
{
    size_t length = wire->size - opened;
    size_t more = varint_size(length) - 1;

    if (!reserve(wire, more)) {
        return;
    }
    if (more > 0) {
        memmove(wire->bytes + opened + more, wire->bytes + opened, length);
    }
    varint_put(wire->bytes + opened - 1, length);
    wire->size += more;
}
