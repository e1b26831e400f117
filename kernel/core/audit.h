/* audit.h - walks every structure of the kernel and checks every invariant. */
#pragma once

struct takt_thread;

/* Stops at the first contradiction. `frame` is that of the call that leaves the kernel. Lock held.
 * O(threads x objects): for tests. */
void audit(const void *frame);

/* A thread ends: no object and no other thread's record lies on its stack. Lock held. O(threads +
 * objects): for tests. */
void audit_end(const struct takt_thread *thread);
