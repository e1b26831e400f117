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

uint64_t ctf_value(const struct ctf_field *field, const uint8_t *layout, uint32_t index)
{
    uint64_t value = bytes_decode(layout + field->offset + (size_t)index * field->width,
                                  field->width, (enum byte_order)field->order);
    unsigned unused = 64 - 8 * (unsigned)field->width;

    if (field->is_signed && unused > 0 && (value >> (63 - unused) & 1) != 0) {
        value |= UINT64_MAX << (64 - unused);
    }
    return value;
}

const char *ctf_fact_text(const struct ctf_schema *schema, const char *name)
{
    for (size_t i = 0; i < schema->facts.count; i++) {
        const struct ctf_fact *fact = array_at(&schema->facts, i);

        if (strcmp(fact->name, name) == 0) {
            return fact->text;
        }
    }
    return NULL;
}
