/* circle.h - boosts that rest on nothing but each other. */
#pragma once

#include "takt/thread.h"

/* Whether what `thread`'s priority rests on leads, from waiter to waiter, to somebody who has that
 * priority of his own. NULL if so; otherwise the threads that hold each other up, linked by
 * circle_next. Lock held. */
struct takt_thread *circle_find(struct takt_thread *thread);

/* What the thread would run at if nobody waited for it. */
uint8_t circle_ground(const struct takt_thread *thread);
