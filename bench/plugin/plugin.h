/* plugin.h - what is used of QEMU's interface for plugins, whose header need not be there; and
 * how a plugin is told what to count.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* QEMU's; version 1. */
enum { PLUGIN_VERSION = 1, PLUGIN_NO_REGISTERS = 0, PLUGIN_READS_AND_WRITES = 3 };
typedef uint64_t plugin_id;
typedef uint32_t plugin_access;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info_t;
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *instruction);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *instruction);
bool qemu_plugin_mem_is_store(plugin_access access);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id,
                                           void (*translated)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *instruction,
                                            void (*executed)(unsigned, void *), int registers,
                                            void *argument);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *instruction,
                                      void (*accessed)(unsigned, plugin_access, uint64_t, void *),
                                      int registers, int kinds, void *argument);
void qemu_plugin_register_atexit_cb(plugin_id id, void (*ended)(plugin_id, void *), void *argument);

/* What QEMU looks for. */
#define PLUGIN_EXPORTED __attribute__((visibility("default")))
extern PLUGIN_EXPORTED int qemu_plugin_version;
PLUGIN_EXPORTED int qemu_plugin_install(plugin_id id, const struct qemu_info_t *info, int argc,
                                        char **argv);

/* NAME=VALUE:VALUE..., hexadecimal. */
struct plugin_option {
    const char *name;
    uint32_t *values;
    unsigned room;
    unsigned *count; /* how many there were, at least one; NULL: as many as there is room for */
    bool optional;
};

/* Read out=FILE and the options, up to one without a name, and open the file. NULL after a word to
 * standard error, which begins with the plugin's name. */
FILE *plugin_open(const char *plugin, const struct plugin_option *options, int argc, char **argv);

/* After a write to the file, or its close, has failed or not: end QEMU if so. */
void plugin_must(const char *plugin, bool written);
