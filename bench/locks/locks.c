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
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is used of QEMU's interface for plugins, whose header need not be there; version 1. */
enum { PLUGIN_VERSION = 1, NO_REGISTERS = 0, READS_AND_WRITES = 3 };
typedef uint64_t plugin_id;
typedef uint32_t plugin_access;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info_t;
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
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
#define EXPORTED __attribute__((visibility("default")))
extern EXPORTED int qemu_plugin_version;
EXPORTED int qemu_plugin_install(plugin_id id, const struct qemu_info_t *info, int argc,
                                 char **argv);

int qemu_plugin_version = PLUGIN_VERSION;

enum { CPUS_MAX = 4, RELEASE_MAX = 8 /* instructions from its read to its write */ };

struct cpu {
    uint64_t executed;
    uint64_t reads[2]; /* `executed` at the last reads of `turn`; the latest is reads[1] */
    bool asked;        /* and has not let go since */
    uint64_t waited;   /* since it asked */
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
    } else if (address == end
               && fprintf(out, "%llu|%llu\n", (unsigned long long)longest_hold,
                          (unsigned long long)longest_wait)
                      < 0) {
        fail("the file cannot be written");
    }
}

static void translated(plugin_id id, struct qemu_plugin_tb *block)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
        void *address = (void *)(uintptr_t)qemu_plugin_insn_vaddr(instruction);

        qemu_plugin_register_vcpu_insn_exec_cb(instruction, executed, NO_REGISTERS, address);
        qemu_plugin_register_vcpu_mem_cb(instruction, accessed, NO_REGISTERS, READS_AND_WRITES,
                                         NULL);
    }
}

static void ended(plugin_id id, void *unused)
{
    (void)id;
    (void)unused;
    if (fclose(out) != 0) {
        fail("the file cannot be written");
    }
}

static bool read_argument(const char *argument)
{
    const char *value = strchr(argument, '=');
    const size_t length = value == NULL ? 0 : (size_t)(value - argument);
    const struct {
        const char *name;
        uint32_t *address;
    } addresses[] = { { "asked", &asked }, { "turn", &turn }, { "begin", &begin }, { "end", &end } };

    if (value == NULL) {
        return false;
    }
    value++;
    if (strncmp(argument, "out", length) == 0) {
        out = fopen(value, "w");
        return out != NULL;
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
            (void)fprintf(stderr, "locks: %s was not expected\n", argv[i]);
            return -1;
        }
    }
    if (out == NULL || asked == 0 || turn == 0 || begin == 0 || end == 0) {
        (void)fputs("locks: out, asked, turn, begin and end must be told\n", stderr);
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
