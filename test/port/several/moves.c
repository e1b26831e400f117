/* moves.c - a thread has its registers with it wherever it goes. */
#include "several.h"

#include "filled_registers.h"
#include "fpu_registers.h"

enum { MOVES = 100 };

#define PATTERN UINT32_C(0x13572468)

static uint32_t changed;
static uint32_t over;

static void move_self(void)
{
    unsigned to = takt_cpu_here() == 0 ? THERE : 0;

    (void)takt_thread_move(takt_thread_self(), to);
}

static void move_often(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < MOVES; i++) {
        changed |= (uint32_t)registers_changed_by(move_self, (uintptr_t)PATTERN + i);
#ifdef __ARM_FP
        changed |= fpu_changed_by(move_self, PATTERN + i);
#endif
    }
    store(&over, 1);
}

TEST(port_registers_survive_a_move)
{
    changed = 0;
    store(&over, 0);
    several_start(move_often, NULL);
    while (load(&over) == 0) {
        (void)takt_sleep(takt_us(20));
    }
    helper_join(&helper);
    CHECK_EQUAL(changed, 0);
}

static uint32_t done;

static void compute_with_all(void *unused)
{
    (void)unused;
    changed |= (uint32_t)registers_changed_until(&done, PATTERN);
    store(&over, 1);
}

#ifdef __ARM_FP
static void compute_with_all_floats(void *unused)
{
    static volatile uint32_t dummy;

    (void)unused;
    changed |= fpu_changed_until(&done, &dummy, 0, PATTERN);
    store(&over, 1);
}
#endif

/* Moved by another, at whatever instruction. */
static void be_moved(void (*entry)(void *argument))
{
    changed = 0;
    store(&done, 0);
    store(&over, 0);
    several_start(entry, NULL);
    for (unsigned i = 0; i < MOVES; i++) {
        CHECK_EQUAL(takt_thread_move(&helper.thread, i % 2), TAKT_OK);
        (void)takt_sleep(takt_us(17 + i % 13));
    }
    CHECK_EQUAL(takt_thread_move(&helper.thread, THERE), TAKT_OK);
    store(&done, 1);
    CHECK(several_wait(&over, 1));
    helper_join(&helper);
    CHECK_EQUAL(changed, 0);
}

TEST(port_registers_survive_being_moved)
{
    be_moved(compute_with_all);
}

#ifdef __ARM_FP
TEST(port_fpu_registers_survive_being_moved)
{
    be_moved(compute_with_all_floats);
}
#endif
