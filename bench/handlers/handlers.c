/* handlers.c - a plugin of QEMU's that counts what a Cortex-A9 executes in handlers of interrupts.
 *
 *     -plugin handlers.so,out=FILE,cpu=N,irq=ADDRESS,loaded=ADDRESS,window=ADDRESS
 *
 * with addresses in hexadecimal: where the port's interrupt begins, where it goes on with a thread
 * that gave way by itself, and a function that the image calls at the begin and at the end of each
 * window. A handler begins at `irq` and ends with a return from exception, or at `loaded`. The file
 * gets a line for each window: instructions in handlers of that CPU, those of their entry and exit
 * included, and how many handlers there were.
 */
#include "plugin.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* What an instruction is to this plugin. */
enum role { PLAIN, BEGINS, RETURNS, LOADED, WINDOW };

static FILE *out;
static uint32_t watched, irq, loaded, window;

static bool in_handler;
static bool in_window;
static unsigned long long instructions, handlers;

static void pass_window(void)
{
    if (in_window) {
        plugin_must("handlers", fprintf(out, "%llu %llu\n", instructions, handlers) > 0);
    }
    in_window = !in_window;
    instructions = 0;
    handlers = 0;
}

static void executed(unsigned cpu, void *argument)
{
    enum role role = (enum role)(uintptr_t)argument;

    if (role == WINDOW) {
        pass_window();
    }
    if (cpu != watched) {
        return;
    }
    if (role == BEGINS) {
        in_handler = true;
        handlers++;
    } else if (role == LOADED) {
        in_handler = false;
    }
    instructions += in_handler;
    if (role == RETURNS) {
        in_handler = false;
    }
}

/* rfe, in its four ways of moving through memory. */
static bool is_return(const void *code)
{
    uint32_t word;

    memcpy(&word, code, sizeof word);
    return (word & 0xFE50FFFF) == 0xF8100A00;
}

static enum role role_of(const struct qemu_plugin_insn *instruction)
{
    uint32_t address = (uint32_t)qemu_plugin_insn_vaddr(instruction);

    if (address == irq) {
        return BEGINS;
    }
    if (address == loaded) {
        return LOADED;
    }
    if (address == window) {
        return WINDOW;
    }
    return is_return(qemu_plugin_insn_data(instruction)) ? RETURNS : PLAIN;
}

static void translated(plugin_id id, struct qemu_plugin_tb *block)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);

        qemu_plugin_register_vcpu_insn_exec_cb(instruction, executed, PLUGIN_NO_REGISTERS,
                                               (void *)(uintptr_t)role_of(instruction));
    }
}

static void ended(plugin_id id, void *unused)
{
    (void)id;
    (void)unused;
    plugin_must("handlers", fclose(out) == 0);
}

int qemu_plugin_install(plugin_id id, const struct qemu_info_t *info, int argc, char **argv)
{
    const struct plugin_option options[] = {
        { "cpu", &watched, 1, NULL, false },
        { "irq", &irq, 1, NULL, false },
        { "loaded", &loaded, 1, NULL, false },
        { "window", &window, 1, NULL, false },
        { 0 },
    };

    (void)info;
    out = plugin_open("handlers", options, argc, argv);
    if (out == NULL) {
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
