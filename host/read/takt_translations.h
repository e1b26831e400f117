/* takt_translations.h - how the events of Takt's kernel become neutral ones: a table. */
#pragma once

#include "event.h"

#include <stdint.h>

enum { TAKT_FIELDS_MAX = 3 };

/* Where the value of a field goes in a neutral event, and through which translation. */
enum target {
    TO_A,
    TO_B,
    TO_OBJECT,
    TO_EXCHANGE,
    TO_TRUTH,
    TO_STATE,
    TO_CAUSE,
    TO_REASON,
    TO_FLAGS,
    TO_CPU,
    TO_KICKS /* traces of before there were any do not have it */
};

struct target_field {
    const char *name; /* NULL: no further field */
    enum target target;
};

/* How one kind of event becomes a neutral one. */
struct translation {
    uint16_t number; /* enum trace_event_id */
    enum event_kind kind;
    uint8_t detail;
    struct target_field fields[TAKT_FIELDS_MAX];
};

/* NULL: nothing is told of events of that number. */
const struct translation *takt_translation(uint16_t number);
