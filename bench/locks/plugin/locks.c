/* locks.c - a plugin of QEMU's that measures how long CPUs hold the kernel lock, and wait for it.
 *
 *     -plugin locks.so,out=FILE,asked=ADDRESS,turn=ADDRESS,begin=ADDRESS,end=ADDRESS
 *
 * with addresses in hexadecimal: the two words of the lock (kernel/core/lock.h), and two functions
 * that the image calls where a measurement begins and ends. The file gets a line for each: the
 * longest hold of any CPU, in instructions from the one that finds the CPU's turn come to the one
 * that passes the turn on; and the longest wait, in instructions that the other CPUs executed while
 * they held the lock and this one had asked for it. So a wait is what it is
 * where CPUs run side by side, though QEMU runs them one after the other.
 *
 * The lock is seen at work by its accesses to memory: a CPU asks by an access to `asked`, reads
 * `turn` until that is its own, and passes it on by a read and a write.
 */
#include "plugin.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { CPUS_MAX = 4, RELEASE_MAX = 8 /* instructions from its read to its write */ };

struct cpu {
    uint64_t executed;
    uint64_t reads[2];         /* `executed` at the last reads of `turn`; the latest is reads[1] */
    bool asked;                /* and has not let go since */
    uint64_t waited;           /* since it asked */
    uint64_t others[CPUS_MAX]; /* what each CPU had executed when it asked */
};

static struct cpu cpus[CPUS_MAX];
static FILE *out;
static uint32_t asked, turn, begin, end;
static uint64_t longest_hold, longest_wait;

static void fail(const char *what)
{
    (void)fprintf(stderr, "locks: %s\n", what);
    abort();
}

static void ask(struct cpu *cpu)
{
    if (cpu->asked) {
        return; /* the second half of the same, or once more since another was faster */
    }
    cpu->asked = true;
    cpu->waited = 0;
    for (unsigned i = 0; i < CPUS_MAX; i++) {
        cpu->others[i] = cpus[i].executed;
    }
}

/* All who have asked wait for the one that holds the lock. */
static void let_go(struct cpu *cpu)
{
    uint64_t held_from = cpu->reads[0];

    if (!cpu->asked || cpu->executed - cpu->reads[1] > RELEASE_MAX) {
        fail("the lock is let go in a way that is not known here");
    }
    cpu->asked = false;
    if (cpu->executed - held_from > longest_hold) {
        longest_hold = cpu->executed - held_from;
    }
    if (cpu->waited > longest_wait) {
        longest_wait = cpu->waited;
    }
    for (struct cpu *other = cpus; other < cpus + CPUS_MAX; other++) {
        uint64_t from = other->others[cpu - cpus];

        if (other->asked) {
            other->waited += cpu->executed - (from > held_from ? from : held_from);
        }
    }
}

static void accessed(unsigned index, plugin_access access, uint64_t address, void *unused)
{
    (void)unused;
    struct cpu *cpu = &cpus[index];

    if (address == asked) {
        ask(cpu);
    } else if (address == turn && qemu_plugin_mem_is_store(access)) {
        let_go(cpu);
    } else if (address == turn) {
        cpu->reads[0] = cpu->reads[1];
        cpu->reads[1] = cpu->executed;
    }
}

static void executed(unsigned index, void *argument)
{
    uint32_t address = (uint32_t)(uintptr_t)argument;

    if (index >= CPUS_MAX) {
        fail("there are more CPUs than there is room for");
    }
    cpus[index].executed++;
    if (address == begin) {
        longest_hold = 0;
        longest_wait = 0;
    } else if (address == end) {
        plugin_must("locks", fprintf(out, "%llu|%llu\n", (unsigned long long)longest_hold,
                                     (unsigned long long)longest_wait)
                                 > 0);
    }
}

static void translated(plugin_id id, struct qemu_plugin_tb *block)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
        void *address = (void *)(uintptr_t)qemu_plugin_insn_vaddr(instruction);

        qemu_plugin_register_vcpu_insn_exec_cb(instruction, executed, PLUGIN_NO_REGISTERS, address);
        qemu_plugin_register_vcpu_mem_cb(instruction, accessed, PLUGIN_NO_REGISTERS,
                                         PLUGIN_READS_AND_WRITES, NULL);
    }
}

static void ended(plugin_id id, void *unused)
{
    (void)id;
    (void)unused;
    plugin_must("locks", fclose(out) == 0);
}

int qemu_plugin_install(plugin_id id, const struct qemu_info_t *info, int argc, char **argv)
{
    const struct plugin_option options[] = {
        { "asked", &asked, 1, NULL, false },
        { "turn", &turn, 1, NULL, false },
        { "begin", &begin, 1, NULL, false },
        { "end", &end, 1, NULL, false },
        { 0 },
    };

    (void)info;
    out = plugin_open("locks", options, argc, argv);
    if (out == NULL) {
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
