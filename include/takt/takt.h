/* takt.h - everything that an application sees.
 *
 * Objects lie in the application's memory. Until an object is destroyed this memory, and that of
 * the name and of whatever else it was given, must stay where it is and as the kernel left it:
 * names are kept by pointer. Where the contract of the call that ends it does not say otherwise,
 * the memory may be used again when that call and all others on the object have returned; a thread
 * that has ended has returned from all of them. With TAKT_CHECK at 2, an object that is left on a
 * stack stops the run.
 *
 * Each contract ends with where its call may be made, in one of four ways. "Threads only": not in
 * takt_main, and in no interrupt. "Not from an interrupt": threads and takt_main. "Any context":
 * these and handlers of interrupts that the kernel masks. "Threads only; any context with
 * TAKT_NO_WAIT": anywhere as long as it may not wait. With TAKT_CHECK at 1 or more, a call from
 * elsewhere stops the run, one of the last kind when it would have to wait; docs/contexts.md names
 * the few of which that is not looked for. With interrupts masked none may be made that touches the
 * kernel.
 *
 * "Stops" is always that: with TAKT_CHECK at 1 or more the run ends, with place and thread. Where
 * no contract speaks of NULL, a pointer is to an object that has been made, or to memory of the
 * size that is told with it; nothing looks whether it is. Limits
 * of waits are durations from the call; TAKT_NO_WAIT and TAKT_FOREVER are limits too. Names may be
 * NULL and are shown up to their 23rd character.
 */
#pragma once

#include "channel.h"
#include "check.h"
#include "clock.h"
#include "clock_callback.h"
#include "condition.h"
#include "config.h"
#include "console.h"
#include "cpu.h"
#include "flags.h"
#include "inspect.h"
#include "irq.h"
#include "mutex.h"
#include "pool.h"
#include "queue.h"
#include "semaphore.h"
#include "status.h"
#include "thread.h"
#include "timer.h"
#include "trace.h"
#include "version.h"

/* What runs here, set by the build: the image, which is also the group of threads that name none;
 * the board; what its times mean. */
extern const char takt_image_name[];
extern const char takt_board_name[];
extern const char takt_clock_note[];
extern const bool takt_cpus_take_turns; /* each waits while another has its turn: in emulators */

/* Written by the application: called once, before any thread runs, to make the first ones. It is
 * not a thread, and what runs it, which takt_thread_self tells there, cannot be treated as one. */
void takt_main(void);
