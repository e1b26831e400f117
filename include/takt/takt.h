/* takt.h - everything that an application sees. */
#pragma once

#include "channel.h"
#include "check.h"
#include "clock.h"
#include "condition.h"
#include "config.h"
#include "console.h"
#include "flags.h"
#include "irq.h"
#include "mutex.h"
#include "pool.h"
#include "queue.h"
#include "semaphore.h"
#include "status.h"
#include "thread.h"
#include "timer.h"
#include "trace.h"

/* What runs here, set by the build: the image, which is also the group of threads that name none;
 * the board; and what its times mean. */
extern const char takt_image_name[];
extern const char takt_board_name[];
extern const char takt_clock_note[];

/* Written by the application: called once, before any thread runs, to make the first ones. */
void takt_main(void);
