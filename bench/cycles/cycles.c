/* cycles.c - a plugin of QEMU's that models the cycles of a Cortex-M3 and counts exceptions.
 *
 * Each executed instruction costs what the Cortex-M3's reference manual says, with memory that
 * answers at once: 1 cycle, and more for what instructions.h tells apart; an exception 12 to enter
 * and 12 to leave, or 6 where one follows the other at once. It is a model: on the seed's board it
 * was between 30 % below and 15 % above what the same work took.
 *
 *     -plugin cycles.so,out=FILE,handlers=ADDRESS:ADDRESS...[,intervals=BEGIN:END:TAKE]
 *
 * with addresses in hexadecimal. An exception is seen by the first instruction of its handler, and
 * its end by a return in the handler itself, no function that it called. What it prints into the
 * file are instructions, cycles and exceptions: of the whole run; or, with intervals, a line each
 * time when TAKE is reached, of what ran since the last time from BEGIN to END, the addresses of
 * functions.
 */
#include "instructions.h"
#include "plugin.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HANDLERS_MAX = 8, NESTED_MAX = 8, ENTRY = 12, EXIT = 12, TAIL_CHAIN = 6, BRANCH_TAKEN = 2 };

enum mark { NO_MARK, BEGIN, END, TAKE, MARKS };

struct counts {
    uint64_t instructions;
    uint64_t cycles;
    uint64_t exceptions;
};

struct place {
    uint32_t address;
    uint32_t next; /* address, unless it branches */
    struct instruction instruction;
    bool handler; /* the first of one */
    enum mark mark;
};

static FILE *out;
static uint32_t handlers[HANDLERS_MAX];
static unsigned handler_count;
static uint32_t marks[MARKS]; /* addresses; 0: there is none */

static struct counts all, at_begin, between;
static bool begun;
static const struct place *last;
static unsigned nested;           /* exceptions that have begun */
static unsigned deep[NESTED_MAX]; /* calls that each of them is in */

static void enter(void)
{
    bool chained = last->instruction.kind == RETURNS && nested > 0 && deep[nested - 1] == 0;

    all.exceptions++;
    all.cycles += chained ? TAIL_CHAIN : ENTRY;
    if (!chained && nested < NESTED_MAX) {
        deep[nested++] = 0;
    }
}

/* The last instruction has gone elsewhere. */
static void branch(void)
{
    enum instruction_kind kind = last->instruction.kind;

    if (kind == RETURNS && nested > 0 && deep[nested - 1] == 0) {
        nested--;
        all.cycles += EXIT;
        return;
    }
    all.cycles += BRANCH_TAKEN;
    if (nested > 0 && kind == CALLS) {
        deep[nested - 1]++;
    } else if (nested > 0 && kind == RETURNS) {
        deep[nested - 1]--;
    }
}

static void print(const struct counts *counts)
{
    plugin_must("cycles",
                fprintf(out, "%llu %llu %llu\n", (unsigned long long)counts->instructions,
                        (unsigned long long)counts->cycles, (unsigned long long)counts->exceptions)
                    > 0);
}

/* Nothing of the instruction at the mark is counted yet, nor the branch to it. */
static void pass(enum mark mark)
{
    if (mark == BEGIN) {
        at_begin = all;
        begun = true;
    } else if (mark == END && begun) {
        between.instructions += all.instructions - at_begin.instructions;
        between.cycles += all.cycles - at_begin.cycles;
        between.exceptions += all.exceptions - at_begin.exceptions;
        begun = false;
    } else if (mark == TAKE) {
        print(&between);
        between = (struct counts){ 0 };
    }
}

static void executed(unsigned cpu, void *argument)
{
    const struct place *place = argument;

    (void)cpu;
    if (place->mark != NO_MARK) {
        pass(place->mark);
    }
    all.instructions++;
    all.cycles += place->instruction.cycles;
    if (last != NULL) {
        if (place->handler) {
            enter();
        } else if (place->address != last->next) {
            branch();
        }
        /* A load behind another access is one cycle less. */
        if (place->instruction.kind == LOADS && last->instruction.accesses) {
            all.cycles--;
        }
    }
    last = place;
}

static bool is_handler(uint32_t address)
{
    for (unsigned i = 0; i < handler_count; i++) {
        if (handlers[i] == address) {
            return true;
        }
    }
    return false;
}

static enum mark mark_at(uint32_t address)
{
    enum mark mark = BEGIN;

    while (mark < MARKS && marks[mark] != address) {
        mark++;
    }
    return mark < MARKS ? mark : NO_MARK;
}

/* Kept until the end: a block that was translated may run at any time. The size is read from the
 * instruction, since QEMU takes the last one of a page for longer than it is. */
static struct place *place_of(const struct qemu_plugin_insn *instruction)
{
    const void *code = qemu_plugin_insn_data(instruction);
    struct place *place = malloc(sizeof *place);

    if (place == NULL) {
        abort();
    }
    place->address = (uint32_t)qemu_plugin_insn_vaddr(instruction);
    place->next = place->address + instruction_size(code);
    place->instruction = instruction_read(code);
    place->handler = is_handler(place->address);
    place->mark = mark_at(place->address);
    return place;
}

static void translated(plugin_id id, struct qemu_plugin_tb *block)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);

        qemu_plugin_register_vcpu_insn_exec_cb(instruction, executed, PLUGIN_NO_REGISTERS,
                                               place_of(instruction));
    }
}

static void ended(plugin_id id, void *unused)
{
    (void)id;
    (void)unused;
    if (marks[TAKE] == 0) {
        print(&all);
    }
    plugin_must("cycles", fclose(out) == 0);
}

int qemu_plugin_install(plugin_id id, const struct qemu_info_t *info, int argc, char **argv)
{
    const struct plugin_option options[] = {
        { "handlers", handlers, HANDLERS_MAX, &handler_count, false },
        { "intervals", marks + BEGIN, MARKS - BEGIN, NULL, true },
        { 0 },
    };

    (void)info;
    out = plugin_open("cycles", options, argc, argv);
    if (out == NULL) {
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
