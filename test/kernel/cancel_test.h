/* cancel_test.h - a thread that is made to be cancelled, for the tests of that. */
#pragma once

#include "kernel_test.h"

/* Its letter is V. One at a time; it runs as soon as it is the most urgent. */
void victim_start(unsigned priority, void (*entry)(void *argument), void *argument);
void victim_start_suspended(unsigned priority, void (*entry)(void *argument), void *argument);

struct takt_thread *victim(void);

/* An order: cancel the thread. */
int call_cancel(struct actor *self, void *whom, takt_time unused);

/* The victim must have ended: its record and stack become another thread's, which leaves the
 * token n and ends. */
void victim_is_born_again(void);

/* Its record is somebody else's memory now: overwritten. */
void victim_spoil(void);
