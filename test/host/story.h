/* story.h - a trace told as text, one event a line, so that a test can be checked by reading.
 *
 *     "0 thread 1 ts_pload/lo 10"      at 0 there is thread 1, of that role and priority
 *     "0 thread 2 ts_psrv/rx 10 1"     the same, pinned to CPU 1
 *     "0 channel 7 psrv fixed"         or without "fixed"; "mutex 5 bus"
 *     "0 run 1"                        thread 1 has its CPU from now on
 *     "10 send 1 7 100"                thread 1 asks on channel 7, exchange 100
 *     "10 receive 2 7 100"  "20 reply 2 100"  "21 return 1 100"  "21 error 1 100"
 *     "11 blocks 1 SEND 7"             SEND REPLY RECEIVE MUTEX SLEEP SUSPENDED, and on what
 *     "15 ready 1"   "15 prio 2 30"   "15 exit 1"
 *     "15 irq 4"     "16 irqend 4"    on CPU 0
 *     "15 wait 1 5 2"                  for mutex 5, which 2 owns; "lock 2 5"; "unlock 2 5 1"
 *     "30 late 1 12"                   a latency test found thread 1 later by 12 than it may be
 *     "30 loss 0 20 4"                 CPU 0 lost 4 records since 20
 *     "30 mark 1"                      nothing happens, but the trace goes on until here
 */
#pragma once

#include "analyze.h"
#include "picture.h"

#include <stdint.h>

/* The whole trace; its times count units of `unit_ns`. The file is called "told". A line that is
 * no line of a story, or events that the model refuses, fail the test. */
void story_tell(struct picture *picture, uint64_t unit_ns, const char *const *lines, size_t count);

#define STORY_TELL(picture, unit_ns, lines) \
    story_tell((picture), (unit_ns), (lines), sizeof(lines) / sizeof((lines)[0]))

/* What `takt analyze` would print, and whether it would report a finding. In the picture's arena.
 */
const char *story_analyze(struct picture *picture, const struct analyze_options *options,
                          bool *finding);

/* The lines of one section of it, each with its line feed. */
const char *story_section(struct picture *picture, const struct analyze_options *options,
                          const char *name);

/* What `takt diff` would print. */
const char *story_diff(struct picture *before, struct picture *after,
                       const struct analyze_options *options, bool *finding);

/* A report as text, in the arena. */
const char *story_text(struct arena *arena, const struct report *report);
