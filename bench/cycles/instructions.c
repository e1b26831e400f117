/* instructions.c - Thumb-2 instructions, as far as their costs differ: table 3-1 of the Cortex-M3's
 * technical reference manual, encodings as in the architecture's.
 */
#include "instructions.h"

#include <string.h>

/* Whether a half word has these bits. */
static bool has(uint16_t half, unsigned mask, unsigned bits)
{
    return (half & mask) == bits;
}

static const struct instruction plain = { OTHER, false, 1 };
static const struct instruction call = { CALLS, false, 1 };
static const struct instruction barrier = { OTHER, false, 4 };
static const struct instruction load = { LOADS, true, 2 };
static const struct instruction store = { OTHER, true, 1 };
static const struct instruction pair = { OTHER, true, 3 };
static const struct instruction load_pc = { RETURNS, true, 2 };

static struct instruction several(unsigned registers, bool returns)
{
    struct instruction all = { returns ? RETURNS : OTHER, true,
                               1 + (unsigned)__builtin_popcount(registers) };

    return all;
}

static struct instruction load_or_store(bool loads)
{
    return loads ? load : store;
}

static struct instruction branch_to_register(uint16_t half)
{
    const struct instruction back = { RETURNS, false, 1 };

    if (has(half, 0xFF80, 0x4780)) {
        return call;
    }
    return has(half, 0xFFF8, 0x4770) ? back : plain;
}

static struct instruction read_short(uint16_t half)
{
    if (has(half, 0xFF00, 0x4700)) {
        return branch_to_register(half);
    }
    if (has(half, 0xF800, 0x4800)) { /* ldr, a literal */
        return load;
    }
    if (has(half, 0xF000, 0x5000)) { /* by a register: str, strh, strb, then five that load */
        return load_or_store((half >> 9 & 7) >= 3);
    }
    if (has(half, 0xE000, 0x6000) || has(half, 0xE000, 0x8000)) { /* at an offset */
        return load_or_store((half & 0x0800) != 0);
    }
    if (has(half, 0xF600, 0xB400)) { /* push, pop; bit 8: lr, pc */
        return several(half & 0x1FF, has(half, 0xFF00, 0xBD00));
    }
    if (has(half, 0xF000, 0xC000)) { /* stm, ldm */
        return several(half & 0xFF, false);
    }
    return plain;
}

/* Two registers, exclusive access, table branch. */
static struct instruction read_pair(uint16_t first, uint16_t second)
{
    if (has(first, 0xFFF0, 0xE8D0) && has(second, 0xFFE0, 0xF000)) { /* tbb, tbh */
        return plain;
    }
    if ((first & 0x0120) != 0) { /* strd, ldrd */
        return pair;
    }
    return load_or_store((first & 0x0010) != 0);
}

static struct instruction read_single(uint16_t first, uint16_t second)
{
    bool loads = (first & 0x0010) != 0;

    if (loads && has(second, 0xF000, 0xF000)) { /* pld; or ldr of pc */
        return has(first, 0x0060, 0x0040) ? load_pc : plain;
    }
    return load_or_store(loads);
}

static struct instruction read_multiply(uint16_t first, uint16_t second)
{
    struct instruction one = plain;

    if (has(first, 0xFF80, 0xFB00)) { /* mla, mls; without a sum it is mul */
        one.cycles = has(second, 0xF000, 0xF000) ? 1 : 2;
    } else if (has(first, 0xFFD0, 0xFB90)) { /* sdiv, udiv */
        one.cycles = 6;
    } else {
        one.cycles = 4;
    }
    return one;
}

static struct instruction read_long(uint16_t first, uint16_t second)
{
    if (has(first, 0xF800, 0xF000) && has(second, 0xD000, 0xD000)) { /* bl */
        return call;
    }
    if (has(first, 0xFFFF, 0xF3BF) && has(second, 0xFFC0, 0x8F40)) { /* dsb, dmb, isb */
        return barrier;
    }
    if (has(first, 0xFE40, 0xE800)) { /* stm, ldm */
        return several(second, (first & 0x0010) != 0 && (second & 0x8000) != 0);
    }
    if (has(first, 0xFE40, 0xE840)) {
        return read_pair(first, second);
    }
    if (has(first, 0xFE00, 0xF800)) {
        return read_single(first, second);
    }
    if (has(first, 0xFF00, 0xFB00)) {
        return read_multiply(first, second);
    }
    return plain;
}

unsigned instruction_size(const void *code)
{
    uint16_t first;

    memcpy(&first, code, sizeof first);
    return first < 0xE800 ? 2 : 4;
}

struct instruction instruction_read(const void *code)
{
    uint16_t halves[2] = { 0, 0 };

    memcpy(halves, code, instruction_size(code));
    return instruction_size(code) == 2 ? read_short(halves[0]) : read_long(halves[0], halves[1]);
}
