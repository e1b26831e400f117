/* instructions.h - what a Thumb-2 instruction costs a Cortex-M3 by itself. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum instruction_kind {
    OTHER,
    LOADS, /* one register, which is less behind another access */
    CALLS,
    RETURNS, /* if it branches */
};

struct instruction {
    enum instruction_kind kind;
    bool accesses; /* memory */
    unsigned cycles;
};

/* Of the instruction at `code`, of one or two half words. */
struct instruction instruction_read(const void *code);

/* Its bytes. */
unsigned instruction_size(const void *code);
