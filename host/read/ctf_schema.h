/* ctf_schema.h - what the metadata of a CTF 1.8 trace says: which bytes mean what.
 *
 * Every layout here has a fixed size: integers of whole bytes and arrays of them. Structures
 * inside structures are flattened. What CTF allows beyond that is refused by name.
 */
#pragma once

#include "array.h"
#include "bytes.h"
#include "map.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct ctf_field {
    const char *name;
    uint32_t offset; /* bytes from the start of the layout */
    uint32_t count;  /* elements; 1 for a number */
    uint8_t width;   /* bytes of an element */
    uint8_t order;   /* enum byte_order */
    bool is_signed;
    bool is_array;
    bool is_text;  /* elements are characters */
    bool is_clock; /* counts of the clock */
};

struct ctf_layout {
    struct ctf_field *fields;
    size_t count;
    uint32_t size; /* bytes */
};

struct ctf_stream_class {
    uint64_t id;
    struct ctf_layout packet_context;
    struct ctf_layout event_header;
    struct ctf_layout event_context;
};

struct ctf_event_class {
    uint64_t id;
    uint64_t stream_id;
    const char *name;
    struct ctf_layout context;
    struct ctf_layout fields;
};

/* An entry of `env`: a text or a number. */
struct ctf_fact {
    const char *name;
    const char *text; /* NULL: a number */
    int64_t number;
};

struct ctf_schema {
    struct arena *arena;
    enum byte_order order;
    struct ctf_layout packet_header;
    struct array streams; /* struct ctf_stream_class */
    struct array events;  /* struct ctf_event_class */
    struct map numbers;   /* ctf_event_key to index in events */
    struct array facts;   /* struct ctf_fact */
    uint64_t clock_hz;
    uint64_t clock_offset; /* counts */
};

/* The field of that name; NULL. */
const struct ctf_field *ctf_find(const struct ctf_layout *layout, const char *name);

/* The same, if it is a number and not an array. */
const struct ctf_field *ctf_find_number(const struct ctf_layout *layout, const char *name);

/* Numbers of streams and events fit in 32 bits. */
static inline uint64_t ctf_event_key(uint64_t stream_id, uint64_t event_id)
{
    return stream_id << 32 | event_id;
}

/* A field's value out of the bytes of its layout; element `index` of an array. Signed values are
 * extended to 64 bits. */
uint64_t ctf_element(const struct ctf_field *field, const uint8_t *layout, uint32_t index);

/* The value of a field that is a number; the commonest kind in one load. */
static inline uint64_t ctf_value(const struct ctf_field *field, const uint8_t *layout)
{
    uint32_t word;

    if (field->width == sizeof word && field->order == BYTES_LITTLE && !field->is_signed
        && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) {
        memcpy(&word, layout + field->offset, sizeof word);
        return word;
    }
    return ctf_element(field, layout, 0);
}

/* The text of an `env` entry; NULL. */
const char *ctf_fact_text(const struct ctf_schema *schema, const char *name);

/* The number of an `env` entry; false if there is none of that name, or it is a text. */
bool ctf_fact_number(const struct ctf_schema *schema, const char *name, int64_t *number);
