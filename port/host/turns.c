/* turns.c - several processors in one process take turns.
 *
 * Each goes on where it was: a turn is a change of contexts of which the processor that is left
 * knows nothing. They come round in order. A turn is one step long, where a step is anything that
 * lets time pass; or, with a seed in the environment (TAKT_TURNS=N), as long as the dice say, so
 * that tests see many ways in which the processors' steps can mix, and each of them again.
 */
#include "turns.h"

#include "context.h"
#include "port.h"
#include "upcalls.h"

#include <stdlib.h>

enum { BOOT_STACK_BYTES = 256 * 1024, TURN_MAX = 8 };

static uint32_t dice; /* 0: no dice */
static unsigned steps_left;
static bool by_hand;

static bool has_something_to_do(unsigned cpu)
{
    const struct host_cpu *other = &host_cpus[cpu];

    return !other->off && (!other->idle || host_interrupt_due(cpu));
}

/* The next in the round that has; the one whose turn it is comes last. */
static unsigned next_in_round(void)
{
    unsigned cpu = host_machine.here;

    do {
        cpu = (cpu + 1) % TAKT_CPUS;
    } while (cpu != host_machine.here && !has_something_to_do(cpu));
    return cpu;
}

static void give_turn(unsigned cpu)
{
    struct context *here = context_running();

    host_cpu()->paused = here;
    host_machine.here = cpu;
    context_switch(here, host_cpu()->paused);
}

static unsigned roll_turn(void)
{
    if (dice == 0) {
        return 1;
    }
    dice ^= dice << 13;
    dice ^= dice >> 17;
    dice ^= dice << 5;
    return 1 + (dice >> 8) % TURN_MAX;
}

void turns_next(void)
{
    if (by_hand) {
        return;
    }
    if (steps_left > 1) {
        steps_left--;
        return;
    }
    unsigned cpu = next_in_round();

    steps_left = roll_turn();
    if (cpu != host_machine.here) {
        give_turn(cpu);
    }
}

void turns_by_hand(void)
{
    by_hand = true;
}

/* What has come for this processor meanwhile comes in when it has its turn again. */
void turns_pass(void)
{
    (void)turns_leave();
    host_pass(0);
}

bool turns_leave(void)
{
    unsigned cpu = next_in_round();

    if (cpu == host_machine.here) {
        return false;
    }
    give_turn(cpu);
    return true;
}

static void boot(void *unused)
{
    (void)unused;
    port_irq_mask();
    kernel_cpu_main();
}

void turns_init(void)
{
    const char *seed = getenv("TAKT_TURNS");

    dice = seed == NULL ? 0 : (uint32_t)strtoul(seed, NULL, 10);
    for (unsigned cpu = 1; cpu < TAKT_CPUS; cpu++) {
        host_cpus[cpu] = (struct host_cpu){ .alarm = UINT64_MAX, .masked = true, .off = true };
    }
}

/* It begins when its turn comes. */
void port_cpu_start(unsigned cpu)
{
    static _Alignas(PORT_STACK_ALIGN) unsigned char stacks[TAKT_CPUS][BOOT_STACK_BYTES];

    host_cpus[cpu].paused = context_init(stacks[cpu], sizeof stacks[cpu], boot, NULL);
    host_cpus[cpu].off = false;
}
