/* lock.h - the kernel lock: this CPU's interrupts masked, then its turn among the CPUs.
 *
 * Fair: who asks takes a number, and CPUs get the lock in the order of their numbers, so that none
 * waits for more than one hold of each other. What is to be told to other CPUs (kick.h) is told
 * last thing before the lock is let go: whoever made them decide anew has sent the kick before
 * anybody can act on what he has decided. With one CPU there is no more to it than the mask.
 */
#pragma once

#include "cpu.h"
#include "kick.h"
#include "likely.h"

static inline void lock_wait_turn(void)
{
    uint32_t mine = __atomic_fetch_add(&kernel.lock.asked, 1, __ATOMIC_RELAXED);

    while (__atomic_load_n(&kernel.lock.turn, __ATOMIC_ACQUIRE) != mine) {
        port_relax();
    }
}

static inline void lock_pass_turn(void)
{
    if (UNLIKELY(kernel.asked_cpus != 0)) {
        kick_send();
    }
    __atomic_store_n(&kernel.lock.turn, kernel.lock.turn + 1, __ATOMIC_RELEASE);
}

/* Where it is known that interrupts are open, and shall be open again. */
static inline void lock_take(void)
{
    port_irq_mask();
    if (TAKT_CPUS > 1) {
        lock_wait_turn();
    }
}

static inline void lock_release(void)
{
    if (TAKT_CPUS > 1) {
        lock_pass_turn();
    }
    port_irq_unmask();
}

/* Where interrupts are masked, and stay so. */
static inline void lock_take_masked(void)
{
    if (TAKT_CPUS > 1) {
        lock_wait_turn();
    }
}

static inline void lock_release_masked(void)
{
    if (TAKT_CPUS > 1) {
        lock_pass_turn();
    }
}

/* Where it is not known: put back what the call before has returned. */
static inline unsigned lock_take_saving(void)
{
    unsigned state = port_irq_save();

    lock_take_masked();
    return state;
}

static inline void lock_release_restoring(unsigned state)
{
    lock_release_masked();
    port_irq_restore(state);
}
