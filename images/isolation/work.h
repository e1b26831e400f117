/* work.h - what CPU 0 does meanwhile: five threads that exchange messages, and timers.
 *
 *     sensor    sends a reading to the filter every 2 ms    priority 12
 *     operator  asks the store every 5 ms                   priority 6
 *     monitor   asks the filter every 10 ms                 priority 4
 *     filter    serves both, and sends on to the store      priority 10
 *     store     serves the filter and the operator          priority 8
 *
 * and a timer service with timers of 3 and 7 ms.
 */
#pragma once

#include <stdint.h>

/* Make the threads, all on CPU 0. Once, in takt_main. */
void work_start(void);

/* Messages that were answered and timers that were called, so far. Any context. */
uint32_t work_done(void);
