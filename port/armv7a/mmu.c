/* mmu.c - the map of memory: every address is what it is, and most are none.
 *
 * Memory is normal, cached with write-back, and shared by the CPUs, in pages of 4 KB, so that code
 * and constants can be kept from being written, data from being executed, and single pages from
 * being touched at all. Devices are mapped by the MB. All else is a fault, NULL's page with it.
 *
 * One page changes with each switch: the lowest of the running thread's stack, which is none while
 * it runs (TAKT_STACK_GUARD; vectors.S). A processor keeps no memory of a page that is none, but
 * may of one that was there: so a page that becomes none is forgotten, by this CPU, and one that
 * becomes a page again need not be. All CPUs use one map. The guard of a thread that runs on
 * another CPU is none here too, once this CPU has forgotten the page.
 *
 * ARMv7-A Architecture Reference Manual, B3.5 (short descriptors).
 */
#include "mmu.h"

#include "board.h"
#include "port.h"
#include "mpcore.h"
#include "stacks.h"

#include <stddef.h>

enum { MB_SHIFT = 20, PAGE_SHIFT = 12, PAGES_PER_MB = 256 };

/* Descriptors of a MB: a section, or the table of its pages. */
enum {
    MB_TABLE = 1,
    MB_SECTION = 2,
    MB_DEVICE = MB_SECTION | 1 << 2 | 1 << 4 | 1 << 10, /* device, nothing is run, privileged */
};

/* Descriptors of a page. */
enum {
    PAGE_NONE = 0,
    PAGE_EXECUTE_NEVER = 1,
    PAGE_NORMAL = 2 | 1 << 2 | 1 << 3 | 1 << 6 | 1 << 10, /* cached, write-allocate, shared */
    PAGE_PRIVILEGED = 1 << 4,
    PAGE_READ_ONLY = 1 << 9,
    PAGE_CODE = PAGE_NORMAL | PAGE_PRIVILEGED | PAGE_READ_ONLY,
    PAGE_CONSTANTS = PAGE_CODE | PAGE_EXECUTE_NEVER,
    PAGE_DATA = PAGE_NORMAL | PAGE_PRIVILEGED | PAGE_EXECUTE_NEVER,
};

/* How tables are read: through the caches, as all memory. */
enum { TABLES_CACHED = 1 << 6 | 1 << 3, TABLES_SHARED = 1 << 1 };

enum { DOMAIN_CHECKED = 1 };

_Static_assert(TAKT_STACK_GUARD == 0 || TAKT_STACK_GUARD == STACKS_PAGE, "a guard is a page");

/* The linker script's. Memory begins at a whole MB and ends at one. */
extern char ram_start[], ram_end[], text_start[], text_end[], constants_end[];
extern uint32_t mmu_mbs[], mmu_pages[];

/* In each page of code, constants and guards, the address itself tells which it is. */
static uint32_t kind_of(uintptr_t address)
{
    if (address >= (uintptr_t)text_start && address < (uintptr_t)text_end) {
        return PAGE_CODE;
    }
    if (address >= (uintptr_t)text_end && address < (uintptr_t)constants_end) {
        return PAGE_CONSTANTS;
    }
    return PAGE_DATA;
}

static void map_memory(void)
{
    uint32_t *page = mmu_pages;

    for (uintptr_t at = (uintptr_t)ram_start; at < (uintptr_t)ram_end; at += 1U << MB_SHIFT) {
        mmu_mbs[at >> MB_SHIFT] = (uintptr_t)page | MB_TABLE;
        for (unsigned i = 0; i < PAGES_PER_MB; i++) {
            uintptr_t address = at + (i << PAGE_SHIFT);

            *page++ = address | kind_of(address);
        }
    }
}

static void map_devices(void)
{
    for (const struct board_range *range = board_devices; range->bytes > 0; range++) {
        for (uint32_t done = 0; done < range->bytes; done += 1U << MB_SHIFT) {
            uint32_t mb = (range->start + done) >> MB_SHIFT;

            mmu_mbs[mb] = mb << MB_SHIFT | MB_DEVICE;
        }
    }
}

/* The word for a page of memory. */
static uint32_t *page_of(uintptr_t address)
{
    return &mmu_pages[(address - (uintptr_t)ram_start) >> PAGE_SHIFT];
}

/* Each CPU's: the page that is none because it guards the running thread's stack, and what it is
 * otherwise. Where no thread runs, or none that has a guard, a word that is nobody's. */
struct guard {
    uint32_t *page;
    uint32_t word;
};

static uint32_t nobodys[TAKT_CPUS];
static struct guard guards[TAKT_CPUS];

static void guard_stacks(unsigned cpu)
{
    *page_of(stacks_at(cpu, STACKS_BOOT_GUARD)) = PAGE_NONE;
    *page_of(stacks_at(cpu, STACKS_INTERRUPT_GUARD)) = PAGE_NONE;
    *page_of(stacks_at(cpu, STACKS_FAULT_GUARD)) = PAGE_NONE;
}

void mmu_make_map(void)
{
    for (uint32_t mb = 0; mb < 1U << (32 - MB_SHIFT); mb++) {
        mmu_mbs[mb] = 0;
    }
    map_memory();
    map_devices();
    for (unsigned cpu = 0; cpu < TAKT_CPUS; cpu++) {
        guard_stacks(cpu);
        guards[cpu].page = &nobodys[cpu];
    }
}

void mmu_start(void)
{
    uint32_t control;

    barrier();
    WRITE_CP15((uintptr_t)mmu_mbs | TABLES_CACHED | TABLES_SHARED, TTBR0);
    WRITE_CP15(0, TTBCR);
    WRITE_CP15(DOMAIN_CHECKED, DACR);
    WRITE_CP15(0, TLBIALL);
    WRITE_CP15(0, BPIALL);
    barrier();
    READ_CP15(control, SCTLR);
    control |= SCTLR_MMU | SCTLR_DATA_CACHE | SCTLR_INSTRUCTION_CACHE | SCTLR_BRANCH_PREDICTION;
    WRITE_CP15(control, SCTLR);
    barrier();
}

/* Of a thread's record, what the port knows. */
struct thread {
    const void *context;
    uintptr_t stack_low;
};

/* Named by vectors.S. */
void mmu_guard_stack(const struct thread *thread);
void mmu_unguard_stack(void);

/* The thread that ran on this CPU may be loaded by another. */
void mmu_unguard_stack(void)
{
    struct guard *guard = &guards[port_cpu_id()];

    *guard->page = guard->word;
    guard->page = &nobodys[port_cpu_id()];
}

/* `thread` is about to run on this CPU. What is no memory of the map's has no guard. */
void mmu_guard_stack(const struct thread *thread)
{
    struct guard *guard = &guards[port_cpu_id()];
    uintptr_t low = thread->stack_low;

    *guard->page = guard->word;
    if (low - (uintptr_t)ram_start < (uintptr_t)ram_end - (uintptr_t)ram_start) {
        *guard = (struct guard){ page_of(low), low | PAGE_DATA };
        *guard->page = PAGE_NONE;
        __asm__ volatile("dsb" ::: "memory");
        WRITE_CP15(low, TLBIMVA);
        barrier();
    } else {
        guard->page = &nobodys[port_cpu_id()];
    }
}

uintptr_t mmu_guarded_stack(void)
{
    const struct guard *guard = &guards[port_cpu_id()];

    return guard->page == &nobodys[port_cpu_id()] ? 0 : guard->word & ~(uintptr_t)(STACKS_PAGE - 1);
}
