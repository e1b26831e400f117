/* write_json.h - a report as values for a program. */
#pragma once

#include "error.h"
#include "report.h"

#include <stdbool.h>
#include <stdio.h>

/* One object with a member for each section. Microseconds are numbers with up to three decimals,
 * which is exact. False: no memory; nothing was written. Errors of writing stay in the stream. */
bool write_json(FILE *file, const struct report *report, struct error *error);

/* The values of one section alone. */
bool write_json_section(FILE *file, const struct section *section, struct error *error);
