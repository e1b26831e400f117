/* sources.h - what interrupted the CPUs in a stretch of time, each source of each CPU one row. */
#pragma once

#include "array.h"
#include "model.h"
#include "report.h"

struct source_row {
    uint16_t cpu;
    uint32_t number; /* of the interrupt */
    uint32_t kicks;  /* set of enum kick_reason */
    uint64_t count;
    uint64_t first; /* when it began for the first time */
    uint64_t time;  /* in handlers, those nested in them included, within the stretch */
};

/* Rows in order of CPU and number. False: no memory. */
bool sources_find(const struct model *model, uint64_t from, uint64_t until, struct array *rows);

/* "clock", "kick (run, clock)", "irq 37"; in the report's arena. */
const char *source_name(struct report *report, const struct source_row *row);
