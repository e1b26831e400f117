/* audit.h - walks every structure of the kernel and checks every invariant. */
#pragma once

/* Stops at the first contradiction. Lock held. O(threads x objects): for tests. */
void audit(void);
