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
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is used of QEMU's interface for plugins, whose header need not be there; version 1. */
enum { PLUGIN_VERSION = 1, NO_REGISTERS = 0 };
typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info_t;
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *instruction);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id,
                                           void (*translated)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *instruction,
                                            void (*executed)(unsigned, void *), int registers,
                                            void *argument);
void qemu_plugin_register_atexit_cb(plugin_id id, void (*ended)(plugin_id, void *), void *argument);

/* What QEMU looks for. */
#define EXPORTED __attribute__((visibility("default")))
extern EXPORTED int qemu_plugin_version;
EXPORTED int qemu_plugin_install(plugin_id id, const struct qemu_info_t *info, int argc,
                                 char **argv);

int qemu_plugin_version = PLUGIN_VERSION;

/* What an instruction is to this plugin. */
enum role { PLAIN, BEGINS, RETURNS, LOADED, WINDOW };

static FILE *out;
static unsigned watched;
static uint32_t irq, loaded, window;

static bool in_handler;
static bool in_window;
static unsigned long long instructions, handlers;

static void pass_window(void)
{
    if (in_window && fprintf(out, "%llu %llu\n", instructions, handlers) < 0) {
        perror("handlers");
        abort();
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

        qemu_plugin_register_vcpu_insn_exec_cb(instruction, executed, NO_REGISTERS,
                                               (void *)(uintptr_t)role_of(instruction));
    }
}

static void ended(plugin_id id, void *unused)
{
    (void)id;
    (void)unused;
    if (fclose(out) != 0) {
        perror("handlers");
        abort();
    }
}

static bool read_argument(const char *argument)
{
    const char *value = strchr(argument, '=');
    const size_t length = value == NULL ? 0 : (size_t)(value - argument);
    const struct {
        const char *name;
        uint32_t *address;
    } addresses[] = { { "irq", &irq }, { "loaded", &loaded }, { "window", &window } };

    if (value == NULL) {
        return false;
    }
    value++;
    if (strncmp(argument, "out", length) == 0) {
        out = fopen(value, "w");
        return out != NULL;
    }
    if (strncmp(argument, "cpu", length) == 0) {
        watched = (unsigned)strtoul(value, NULL, 10);
        return true;
    }
    for (unsigned i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        if (strncmp(argument, addresses[i].name, length) == 0) {
            *addresses[i].address = (uint32_t)strtoul(value, NULL, 16);
            return true;
        }
    }
    return false;
}

int qemu_plugin_install(plugin_id id, const struct qemu_info_t *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++) {
        if (!read_argument(argv[i])) {
            (void)fprintf(stderr, "handlers: %s was not expected\n", argv[i]);
            return -1;
        }
    }
    if (out == NULL || irq == 0 || window == 0) {
        (void)fputs("handlers: out, irq and window must be told\n", stderr);
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
