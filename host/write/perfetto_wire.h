/* perfetto_wire.h - protobuf's wire format, as much of it as is needed to write.
 *
 * A message is appended field by field. A nested message is opened, filled and closed; its length
 * is put in front of it when it is closed. There is room for one byte of length, which is enough
 * for nearly all; a longer message is moved up by the bytes that its length takes.
 *
 * A failure (no memory) is remembered, so that the caller looks once.
 */
#pragma once

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wire {
    uint8_t *bytes;
    size_t size;
    size_t capacity;
    struct arena *arena; /* whose limit counts */
    bool failed;
};

void wire_init(struct wire *wire, struct arena *arena);
void wire_free(struct wire *wire);

/* Forget the contents, keep the memory. */
void wire_clear(struct wire *wire);

/* A field of type uint64, int64 (two's complement), bool or enum. */
void wire_number(struct wire *wire, unsigned field, uint64_t value);

/* A field of type fixed64, and one of type double. */
void wire_fixed(struct wire *wire, unsigned field, uint64_t value);
void wire_double(struct wire *wire, unsigned field, double value);

/* A field of type string or bytes. Bytes that are no UTF-8 become '?', as a string demands. */
void wire_text(struct wire *wire, unsigned field, const char *text);

/* A field that holds a message or packed numbers made elsewhere. */
void wire_nested(struct wire *wire, unsigned field, const struct wire *content);

/* Fields that were made elsewhere, as they are. */
void wire_append(struct wire *wire, const struct wire *fields);

/* A bare number: an element of a packed field. */
void wire_element(struct wire *wire, uint64_t value);

/* Begin a nested message; what it returns goes to wire_close. */
size_t wire_open(struct wire *wire, unsigned field);
void wire_close(struct wire *wire, size_t opened);
