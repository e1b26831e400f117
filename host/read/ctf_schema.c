/* ctf_schema.c - looking things up in what the metadata says. */
#include "ctf_schema.h"

#include <string.h>

const struct ctf_field *ctf_find(const struct ctf_layout *layout, const char *name)
{
    for (size_t i = 0; i < layout->count; i++) {
        if (strcmp(layout->fields[i].name, name) == 0) {
            return &layout->fields[i];
        }
    }
    return NULL;
}

const struct ctf_field *ctf_find_number(const struct ctf_layout *layout, const char *name)
{
    const struct ctf_field *field = ctf_find(layout, name);

    return field == NULL || field->is_array ? NULL : field;
}

/* The common widths in one load. */
static uint64_t decode(const uint8_t *at, const struct ctf_field *field)
{
    uint32_t word;
    uint16_t half;

    if (field->order == BYTES_LITTLE && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) {
        if (field->width == sizeof word) {
            memcpy(&word, at, sizeof word);
            return word;
        }
        if (field->width == sizeof half) {
            memcpy(&half, at, sizeof half);
            return half;
        }
    }
    return bytes_decode(at, field->width, (enum byte_order)field->order);
}

uint64_t ctf_element(const struct ctf_field *field, const uint8_t *layout, uint32_t index)
{
    uint64_t value = decode(layout + field->offset + (size_t)index * field->width, field);
    unsigned bits = 8U * field->width;

    if (field->is_signed && bits > 0 && bits < 64) {
        uint64_t sign = UINT64_C(1) << (bits - 1);

        value = (value ^ sign) - sign;
    }
    return value;
}

static const struct ctf_fact *find_fact(const struct ctf_schema *schema, const char *name)
{
    for (size_t i = 0; i < schema->facts.count; i++) {
        const struct ctf_fact *fact = array_at(&schema->facts, i);

        if (strcmp(fact->name, name) == 0) {
            return fact;
        }
    }
    return NULL;
}

const char *ctf_fact_text(const struct ctf_schema *schema, const char *name)
{
    const struct ctf_fact *fact = find_fact(schema, name);

    return fact == NULL ? NULL : fact->text;
}

bool ctf_fact_number(const struct ctf_schema *schema, const char *name, int64_t *number)
{
    const struct ctf_fact *fact = find_fact(schema, name);

    if (fact == NULL || fact->text != NULL) {
        return false;
    }
    *number = fact->number;
    return true;
}
