/* differences.h - what the parts of the diff share.
 *
 * Both sides are gathered first and then gone through together, in the order of their roles.
 */
#pragma once

#include "array.h"
#include "inversions.h"
#include "path.h"
#include "report.h"
#include "view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct side {
    const char *word; /* "before", "after" */
    struct view view;
    struct array deadlines; /* struct deadline_row */
    struct array rows;      /* struct row, in order of role */
    struct array shares;    /* struct share */
    struct inversion_counts inversions;
    uint64_t trustworthy;
    uint64_t kind_ns[PATH_KIND_COUNT];
    uint64_t paths;
};

struct diff {
    const struct analyze_options *options;
    struct report *report;
    struct side before;
    struct side after;
    struct section *section; /* the one being filled */
    bool named;              /* a difference was found that is worth naming */
};

/* Start a section. */
void diff_begin(struct diff *diff, const char *name, enum value_kind kind);

/* The values of the section; NULL if there was no memory for it, which all of report.h takes. */
struct value *diff_values(const struct diff *diff);

/* after - before, signed, as "change_us". */
void diff_change(struct diff *diff, struct value *parent, uint64_t before, uint64_t after);

/* Two ordered arrays, gone through together. */
struct pairing {
    const struct array *before;
    const struct array *after;
    size_t at_before;
    size_t at_after;
};

/* The elements that are next, NULL for a side at its end; false when both are. */
bool pairing_look(const struct pairing *pairing, const void **before, const void **after);

/* Pass what belongs together: order < 0, = 0 or > 0 as `before` compares with `after`. The one
 * that stays becomes NULL. */
void pairing_pass(struct pairing *pairing, int order, const void **before, const void **after);

void diff_latency(struct diff *diff);
void diff_shares(struct diff *diff);
