/* write_text.h - a report as the lines that a person reads. */
#pragma once

#include "report.h"

#include <stdio.h>

/* Sections in order, an empty line between them. Errors stay in the stream. */
void write_text(FILE *file, const struct report *report);
