/* tsdl.h - from the text of the metadata to the schema. */
#pragma once

#include "ctf_schema.h"
#include "error.h"

/* Parse `size` bytes of TSDL. Texts and tables are the arena's; ctf_schema_free gives back what
 * grew. False with the line and what was expected there. */
bool tsdl_parse(const char *text, size_t size, struct arena *arena, struct ctf_schema *schema,
                struct error *error);

/* Also after a failure. */
void ctf_schema_free(struct ctf_schema *schema);
