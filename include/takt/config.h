/* config.h - the integers that an image or a board may choose. An image sets them in its
 * image.cmake, a board in its board.cmake; these are the defaults. */
#pragma once

/* Counts per second of the board's clock: the unit of takt_time. */
#ifndef TAKT_CLOCK_HZ
#define TAKT_CLOCK_HZ 1000000000
#endif

/* Ticks a second, at which alone timeouts end; 0: at any count, where the board has a counter. */
#ifndef TAKT_TICK_HZ
#define TAKT_TICK_HZ 0
#endif

/* CPUs that the kernel schedules: 1 to 4. */
#ifndef TAKT_CPUS
#define TAKT_CPUS 1
#endif

/* The set of CPUs that are isolated from the start, bit n for CPU n; not CPU 0. See takt/cpu.h. */
#ifndef TAKT_ISOLATED
#define TAKT_ISOLATED 0
#endif

/* With several CPUs, what each does that is not isolated: a set of enum takt_upkeep (4: slices
 * alone); and how often the tick comes. */
#ifndef TAKT_UPKEEP
#define TAKT_UPKEEP 4
#endif
#ifndef TAKT_UPKEEP_TICK_US
#define TAKT_UPKEEP_TICK_US 1000
#endif

/* 0: trust the caller. 1: stop when a contract is broken. 2: audit everything at every exit. */
#ifndef TAKT_CHECK
#define TAKT_CHECK 1
#endif

/* Bytes added to every stack that TAKT_STACK declares: sanitizers and C libraries want more. */
#ifndef TAKT_STACK_EXTRA
#define TAKT_STACK_EXTRA 0
#endif

/* Bytes at the low end of each stack that stop whoever touches them, where the processor can do
 * that: 0 for none, or a power of two from 64 on. */
#ifndef TAKT_STACK_GUARD
#define TAKT_STACK_GUARD 0
#endif

/* Bytes of a message that are copied before interrupts may come in again. */
#ifndef TAKT_COPY_CHUNK
#define TAKT_COPY_CHUNK 64
#endif

/* Timeouts that one clock interrupt serves before it lets others in. */
#ifndef TAKT_EXPIRE_CHUNK
#define TAKT_EXPIRE_CHUNK 4
#endif

/* 1: count each thread's run time and switches. */
#ifndef TAKT_STATISTICS
#define TAKT_STATISTICS 1
#endif

/* 1: threads may have a time slice. */
#ifndef TAKT_ROUND_ROBIN
#define TAKT_ROUND_ROBIN 1
#endif

/* Priorities are 0 ... 31, the larger the more urgent. Not a choice: one word holds the set. */
enum { TAKT_PRIORITIES = 32 };
